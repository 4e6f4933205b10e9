"""What failed, for people: where, by how much, and what would clear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.report.failed import grown
from rubout.report.record import Span, counted, printable
from rubout.report.text import note_line, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.failed import FailedRow
    from rubout.report.record import Note
    from rubout.report.text import Style

MOST_ROWS = 20  # of a condition
MOST_PLACES = 5


def failed_lines(notes: Sequence[Note], rows: Sequence[FailedRow], style: Style) -> Iterator[str]:
    """Each condition that does not hold, by its note, with its rows; nothing where all hold."""
    for note in notes:
        own = [row for row in rows if row.condition == note.kind]
        if any(row.path is not None for row in own):
            yield note_line(note, style)
            yield from _placed_lines(own, style)
        else:
            row_id = own[0].id if own else ""
            yield f"{note_line(note, style)}  {style.paint(row_id, 'quiet')}"
    accepts = next((row.accept for row in rows if row.accept), None)
    if accepts:
        yield style.paint(f"`{accepts}` lets all that grew stand on purpose", "quiet")


def failed_again(notes: Sequence[Note], rows: Sequence[FailedRow], style: Style) -> Iterator[str]:
    """The same, a line each."""
    placed = {row.condition for row in rows if row.path is not None}
    for note in notes:
        more = ": listed at the top, with what clears each" if note.kind in placed else ""
        yield note_line(msgspec.structs.replace(note, what=f"{note.what}{more}"), style)


def _placed_lines(placed: Sequence[FailedRow], style: Style) -> Iterator[str]:
    """Two lines a row."""
    for row in placed[:MOST_ROWS]:
        yield f"  {style.paint(_place(row), 'fail')}  {grown(row)}  {style.paint(row.id, 'quiet')}"
        yield f"    {row.clear}{_also(row)}"
    if len(placed) > MOST_ROWS:
        yield f"  {counted(len(placed) - MOST_ROWS, 'more row')}: --format json lists all"


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
