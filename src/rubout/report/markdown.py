"""Findings as a Markdown table, for a comment on a pull request or a job summary.

Source    GitHub Flavored Markdown 0.29: tables, code spans, backslash escapes
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.report.record import Level, counted, printable, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.report.record import Finding, Note, Report, Span

COMMENT_LIMIT = 65_536  # characters of a comment on GitHub
SUMMARY_LIMIT = 1_048_576  # bytes of a step's summary on GitHub
_TAIL = 200  # kept free for the line that says what was left out
_PLACES = 5  # copies named in one row
_WORDS = {Level.ERROR: "fail", Level.WARNING: "warn", Level.NOTE: "note"}
_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&#$!])")


def render_markdown(report: Report, findings: Iterable[Finding], limit: int = COMMENT_LIMIT) -> str:
    """A heading, what fails, the table with the worst first, the notes; at most `limit` bytes, the rest counted."""
    ordered = worst_first(findings)
    lead = [_note_line(note) for note in report.notes if _leads(note, report)]
    head = [f"### rubout {report.family}: {_verdict(report, ordered)}", "", *lead, *([""] if lead and ordered else [])]
    foot = [_note_line(note) for note in report.notes if not _leads(note, report)]
    if ordered:
        head += ["| | Place | Finding | Id |", "|---|---|---|---|"]
    rows = [_row(finding) for finding in ordered]
    shown = _fitting(rows, limit - _size(head))
    left = len(rows) - shown
    more = ["", f"{counted(left, 'more finding')}: `--format json` has all."] if left else []
    notes = foot[: _fitting(foot, limit - _size(head + rows[:shown] + more))]
    return "\n".join([*head, *rows[:shown], *more, *([""] if notes and ordered else []), *notes]) + "\n"


def _leads(note: Note, report: Report) -> bool:
    """Whether a note belongs above the table: what fails, and the one of the family's name, its verdict in words."""
    return note.level is Level.ERROR or note.kind == report.family


def _note_line(note: Note) -> str:
    return f"- {_WORDS[note.level]}: {_note(note)}"


def _verdict(report: Report, findings: list[Finding]) -> str:
    if report.degraded:
        return "could not judge"
    said = counted(len(findings), "finding") if findings else "nothing found"
    return f"failed, {said}" if report.fail else said


def _row(finding: Finding) -> str:
    places = [_place(finding.place), *(_place(place) for place in finding.related[: _PLACES - 1])]
    hidden = len(finding.related) + 1 - len(places)
    if hidden:
        places.append(f"{hidden} more")
    subject = f"{_code(finding.subject)} " if finding.subject else ""
    cells = (_WORDS[finding.level], "<br>".join(places), subject + _plain(finding.message), _code(finding.id))
    return f"| {' | '.join(cells)} |"


def _note(note: Note) -> str:
    what = _plain(note.what)
    if note.path is None:
        return what
    return f"{_code(note.path if note.line is None else f'{note.path}:{note.line}')}: {what}"


def _place(place: Span) -> str:
    return _code(f"{place.path}:{place.start_line}-{place.end_line}")


def _code(text: str) -> str:
    """A code span for a table cell: a fence longer than any in the text; a pipe ends a cell even in code."""
    shown = printable(text).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(shown)), default=0) + 1)
    pad = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", printable(text))


def _fitting(lines: list[str], limit: int) -> int:
    """How many of the lines, from the first, fit and leave `_TAIL` bytes."""
    room = limit - _TAIL
    for index, line in enumerate(lines):
        room -= _size([line])
        if room < 0:
            return index
    return len(lines)


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)
