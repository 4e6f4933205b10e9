"""Why does a row of the ratchet fail?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.gate.ratchet import CLONE
from rubout.judge.ratchet import RATCHET_OVER
from rubout.report.ratchet import base_name
from rubout.report.record import Span, printable
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.failed import FailedRow
    from rubout.report.score import ScoreReport


def explain_ratchet(report: ScoreReport, row: FailedRow) -> Iterator[str]:
    """The row's value against what was allowed, and where it stands."""
    place = Span(row.path or "", row.start_line or 1, row.end_line or 1)
    yield f"{row.id}  {place_of(place)}  {row.metric} {printable(row.key or '')}"
    there = base_name(report.ratchet.base)
    if row.condition == RATCHET_OVER:
        yield f"{row.metric} {row.value} > allowed {row.allowed}: over; holds at <= {row.allowed}"
        yield f"allowed = max(c * tol_num // tol_den, c + tol_abs), c the ceiling in {there}; with none, the fail line"
    else:
        copies = f"{1 + len(row.others)} places, of which one is no extra copy: extra copies"
        what = copies if row.metric == CLONE else "dead files of this content"
        yield f"{what} {row.value} > known {row.allowed}: added; holds at <= {row.allowed}"
        yield f"known = the count of this content in {there}, or of rows that hold all its places"
        yield from (f"  {place_of(span)}" for span in (place, *row.others))
    against = "the baseline file" if report.ratchet.base == "file" else report.ratchet.base
    yield f"held against {against}"
    yield f"to clear it: {row.clear}" + (f", or `{row.accept}`" if row.accept else "")
