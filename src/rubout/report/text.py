"""What every report for people has in common: colors, width, the order of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import msgspec

from rubout.report.record import Level, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.record import ClassRow, Note, Report, Span

# Select Graphic Rendition codes (ECMA-48); the terminal's own palette keeps them readable on any background.
_CODES = {"fail": "1;31", "warn": "33", "note": "36", "bold": "1", "quiet": "2"}
_ROLES = {Level.ERROR: "fail", Level.WARNING: "warn", Level.NOTE: "note"}
_SHORTEST = 8  # columns that a shortened subject keeps


class Style(msgspec.Struct, frozen=True):
    """How the reader's screen takes text; a `width` of 0 is no limit."""

    color: bool = False
    width: int = 0

    def paint(self, text: str, role: str) -> str:
        """The text in the color of its role."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.color else text


def as_text(lines: Iterable[str]) -> str:
    """The lines, each with its line feed."""
    return "".join(f"{line}\n" for line in lines)


def page(title: str, body: Iterable[str], report: Report, summary: str, style: Style) -> str:
    """Title, body, notes, and the counters last."""
    parts = [style.paint(title, "bold"), ""]
    lines = list(body)
    if lines:
        parts += [*lines, ""]
    if report.notes:
        parts += [*(note_line(note, style) for note in report.notes), ""]
    return "\n".join([*parts, summary]) + "\n"


def classes_page(
    what: str, paragraphs: Iterable[Iterable[str]], report: Report, summary: Iterable[str], style: Style
) -> str:
    """The page of a family of classes, its counters joined; it begins `Copied code: 1 class, 2 extra copies.`"""
    title = f"{what}: none found."
    if report.rows:
        extra = counted(report.counts.excess, "extra copy", "extra copies")
        title = f"{what}: {counted(report.counts.classes, 'class', 'classes')}, {extra}."
    return page(title, _spaced(paragraphs), report, ", ".join(summary), style)


def _spaced(paragraphs: Iterable[Iterable[str]]) -> Iterator[str]:
    """Their lines, an empty one between each two; a paragraph without lines is none."""
    is_first = True
    for paragraph in paragraphs:
        for number, line in enumerate(paragraph):
            if not number and not is_first:
                yield ""
            is_first = False
            yield line


def class_line(row: ClassRow, headline: str, style: Style) -> str:
    """The first line of a class, which ends with its id."""
    return f"{style.paint(headline, 'warn')}  {style.paint(row.id, 'quiet')}"


def place_of(span: Span) -> str:
    """Path and lines."""
    return f"{printable(span.path)}:{span.start_line}-{span.end_line}"


def note_line(note: Note, style: Style) -> str:
    """What a note says, its level and its place first."""
    place = "" if note.path is None else printable(note.path) + ("" if note.line is None else f":{note.line}") + ": "
    word = "FAIL" if note.level is Level.ERROR else "warn" if note.level is Level.WARNING else "note"
    return f"{style.paint(word, _ROLES[note.level])} {place}{printable(note.what)}"


def shortened(text: str, columns: int, least: int = _SHORTEST) -> str:
    """The head of the text in at most `columns`, but never under the `least`, with an ellipsis when cut."""
    room = max(columns, least)
    if columns_of(text) <= room:
        return text
    while text and columns_of(text) >= room:
        text = text[:-1]
    return text + "…"


def columns_of(text: str) -> int:
    """Columns of a terminal: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "FW" else 1 for char in text)
