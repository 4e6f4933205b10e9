"""Findings as GitHub Actions workflow commands.

A step shows ten annotations of each kind, so the ten worst are printed and the rest is counted in a plain line.
Source    docs.github.com, "Workflow commands for GitHub Actions"
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rubout.report.record import Level, Span, counted, worst_first
from rubout.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.report.record import Finding, Note, Report

SHOWN = 10  # of each kind, by GitHub
_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_PLACES = 5  # other copies named in one message; a longer message is cut on screen


def render_github(report: Report, findings: Iterable[Finding]) -> str:
    """One command a line, the worst first; empty when there is nothing to say."""
    notes = [(note.level, _note(report, note)) for note in report.notes]
    entries = [
        *(entry for entry in notes if entry[0] is Level.ERROR),
        *((finding.level, _finding(finding)) for finding in worst_first(findings)),
        *(entry for entry in notes if entry[0] is not Level.ERROR),
    ]
    lines: list[str] = []
    used: Counter[Level] = Counter()
    for level, line in entries:
        used[level] += 1
        if used[level] <= SHOWN:
            lines.append(line)
    hidden = len(entries) - len(lines)
    if hidden:
        lines.append(f"rubout {report.family}: {counted(hidden, 'more finding')} without an annotation")
    return as_text(lines)


def _finding(finding: Finding) -> str:
    message = f"{finding.subject}: {finding.message}" if finding.subject else finding.message
    return _command(finding.level, f"rubout {finding.rule}", message + _also(finding.related), finding.place)


def _note(report: Report, note: Note) -> str:
    line = note.line or 1
    place = None if note.path is None else Span(note.path, line, line)
    return _command(note.level, f"rubout {report.family}", note.what, place)


def _also(places: Sequence[Span]) -> str:
    if not places:
        return ""
    named = [f"{place.path}:{place.start_line}-{place.end_line}" for place in places[:_PLACES]]
    if len(places) > _PLACES:
        named.append(f"{len(places) - _PLACES} more")
    return f"; also at {', '.join(named)}"


def _command(level: Level, title: str, message: str, place: Span | None) -> str:
    properties = {"title": title}
    if place is not None:
        lines = {"line": str(place.start_line), "endLine": str(place.end_line)}
        properties = {"file": place.path, **lines, **properties}
    said = ",".join(f"{key}={_value(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[level]} {said}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
