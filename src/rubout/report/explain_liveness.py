"""Why is this file, or this name, a row of `liveness`?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.liveness import mask_of
from rubout.report.explain_symbol import explain_symbol
from rubout.report.record import printable
from rubout.report.symbols import SymbolRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.liveness import DeadRow, LivenessReport

_CASES = {1: "not exported, not referenced", 2: "exported, not referenced", 3: "not exported, referenced"}


def explain_liveness(report: LivenessReport, row: DeadRow | SymbolRow) -> Iterator[str]:
    """Of a file: no entry, what refers to it, and the code that follows."""
    if isinstance(row, SymbolRow):
        yield from explain_symbol(row)
        return
    mask = mask_of(report.knobs)
    yield f"{row.id}  {printable(row.path)}  {row.lang}"
    yield f"flags & entry_mask = {row.flags} & {mask} = {row.flags & mask}: no entry"
    yield f"no path of arcs with rung <= reach_rung {report.knobs.reach_rung} leads to it from an entry"
    yield f"evidence into it {row.indeg}" + (f": {', '.join(map(printable, row.referrers))}" if row.referrers else "")
    yield f"code {row.code} {row.verdict}: {_CASES.get(row.code, 'exported, referenced')}"
    gate = "it may fail a check" if row.gated else "advice: it fails no check"
    yield f"{gate}; `rubout why {printable(row.path)}` says what was looked for"
