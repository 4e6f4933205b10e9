"""What failed the ratchet, for people: where, by how much, and what would clear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.failed import grown
from rubout.report.record import Span, counted, printable
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.failed import FailedRow
    from rubout.report.text import Style

MOST_ROWS = 20
MOST_PLACES = 5


def ratchet_lines(rows: Sequence[FailedRow], style: Style) -> Iterator[str]:
    """Two lines for each row of the ratchet and a last one for them all; nothing where none failed."""
    placed = [row for row in rows if row.path is not None]
    for row in placed[:MOST_ROWS]:
        yield f"{style.paint(_place(row), 'fail')}  {grown(row)}  {style.paint(row.id, 'quiet')}"
        yield f"  {row.clear}{_also(row)}"
    if len(placed) > MOST_ROWS:
        yield f"{counted(len(placed) - MOST_ROWS, 'more row')}: --format json lists all"
    accepts = next((row.accept for row in placed if row.accept), None)
    if accepts:
        yield style.paint(f"`{accepts}` lets all of it stand on purpose", "quiet")


def _place(row: FailedRow) -> str:
    where = place_of(Span(row.path or "", row.start_line or 1, row.end_line or 1))
    is_named = row.metric == "fn_cognitive" and row.key is not None
    return f"{where} [{printable((row.key or '').removeprefix(f'{row.path}::'))}]" if is_named else where


def _also(row: FailedRow) -> str:
    if not row.others:
        return ""
    named = [place_of(span) for span in row.others[:MOST_PLACES]]
    if len(row.others) > MOST_PLACES:
        named.append(f"{len(row.others) - MOST_PLACES} more")
    return f"; the same stands at {', '.join(named)}"
