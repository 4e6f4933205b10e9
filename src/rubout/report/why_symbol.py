"""The answer of `rubout why NAME`, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.json import encode
from rubout.report.record import counted, printable
from rubout.report.text import as_text
from rubout.report.why import proof_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.gate.mentions import SymbolWhy


def _text(why: SymbolWhy) -> str:
    return as_text(_lines(why))


def _lines(why: SymbolWhy) -> Iterator[str]:
    name = printable(why.symbol)
    if not why.definitions:
        yield f"{name} is defined nowhere in the tree"
    shown = ""
    for one in why.definitions:
        place = f"{printable(one.path)}:{one.start_line}-{one.end_line}"
        yield f"{name}  {one.kind} {printable(one.key)} at {place}"
        if one.liveness and one.path != shown:
            shown = one.path
            yield from (f"  {line}" for line in proof_lines(one.liveness))
    if why.more_definitions:
        yield f"and {counted(why.more_definitions, 'more definition')}"
    skipped = f", {counted(why.skipped, 'file')} could not be" if why.skipped else ""
    searched = f"{counted(why.searched, 'file')} searched{skipped}"
    total = len(why.mentions) + why.more
    said = f"mentioned on {counted(total, 'line')}" if total else "mentioned nowhere"
    yield f"{said} outside of its own definition; {searched}"
    yield from (f"     {printable(one.path)}:{one.line}" for one in why.mentions)
    if why.more:
        yield f"     and {why.more} more"


SYMBOL_RENDERERS: dict[str, Callable[[SymbolWhy], str]] = {"text": _text, "json": encode}
