"""The report of `audit` for people: a line in all, and a line a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.audit import headline
from rubout.report.text import as_text, note_line, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.audit import AuditReport
    from rubout.report.text import Style


def text(report: AuditReport, style: Style) -> str:
    """The counts first, since a hook's reader looks at one line."""
    return as_text(_lines(report, style))


def _lines(report: AuditReport, style: Style) -> Iterator[str]:
    role = "fail" if report.fail and report.mode == "deny" else "warn" if report.fail else "bold"
    yield style.paint(headline(report), role)
    for row in report.rows:
        yield f"  {place_of(row)} duplicates {place_of(row.other)} ({row.tokens} tokens)"
    if role == "fail" and not report.degraded:
        what = "this push" if report.change == "pushed" else "this commit"
        way = "call the other place, or permit one of the two by a comment `rubout:allow(clones) -- reason`"
        yield f'{what} is stopped by `[guard] mode = "deny"`: {way}'
    for note in report.notes:
        if note.kind != "degraded":  # the first line says it
            yield note_line(note, style)
