"""What every report for people has in common: colors, width, the order of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import msgspec

from rubout.report.record import Level, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.report.record import Note, Report

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


def page(title: str, body: Iterable[str], report: Report, summary: str, style: Style) -> str:
    """Title, body, notes, and the counters last."""
    parts = [style.paint(title, "bold"), ""]
    lines = list(body)
    if lines:
        parts += [*lines, ""]
    if report.notes:
        parts += [*(note_line(note, style) for note in report.notes), ""]
    return "\n".join([*parts, summary]) + "\n"


def classes_title(what: str, report: Report) -> str:
    """How many classes there are: `Copied code: 1 class, 2 extra copies.`"""
    if not report.rows:
        return f"{what}: none found."
    extra = counted(report.counts.excess, "extra copy", "extra copies")
    return f"{what}: {counted(report.counts.classes, 'class', 'classes')}, {extra}."


def note_line(note: Note, style: Style) -> str:
    """What a note says, its level and its place first."""
    place = "" if note.path is None else printable(note.path) + ("" if note.line is None else f":{note.line}") + ": "
    word = "FAIL" if note.level is Level.ERROR else "warn" if note.level is Level.WARNING else "note"
    return f"{style.paint(word, _ROLES[note.level])} {place}{printable(note.what)}"


def shortened(text: str, columns: int) -> str:
    """The head of the text in at most `columns`, but never under `_SHORTEST`, with an ellipsis when cut."""
    room = max(columns, _SHORTEST)
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
