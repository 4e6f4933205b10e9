"""The lines of a place, from what was judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import dedent
from typing import TYPE_CHECKING

from rubout.measure.notebook import NotebookError, code_cells, is_notebook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.gate.reader import Reader
    from rubout.report.record import Span

MOST_COLUMNS = 1000  # of a line; what is longer is cut before it is compared


@dataclass(slots=True)
class Excerpts:
    """Reads files as the run read them; `blobs` are the ids of what was judged."""

    read: Reader
    blobs: Mapping[str, str]
    _lines: dict[str, list[str] | None] = field(default_factory=dict)

    def of(self, place: Span, most: int) -> list[str] | None:
        """The first `most` lines of a place, without what all are indented by.

        None when its file is gone, or is not what was judged.
        """
        if place.path not in self._lines:
            self._lines[place.path] = self._read(place.path)
        lines = self._lines[place.path]
        if lines is None:
            return None
        first = place.start_line - 1
        return list(map(_cut, dedent("\n".join(lines[first : min(place.end_line, first + most)])).split("\n")))

    def _read(self, path: str) -> list[str] | None:
        source = self.read(path)
        if source is None or self.read.blob(path) != self.blobs.get(path):
            return None
        if is_notebook(path):
            try:
                cells = code_cells(source)
            except NotebookError:
                return None
            source = cells[0] if cells else b""
        # A line ends where the facts count one, which is at a line feed and nowhere else.
        return [line.removesuffix("\r") for line in source.decode("utf-8", "replace").split("\n")]


def _cut(line: str) -> str:
    return line if len(line) <= MOST_COLUMNS else f"{line[:MOST_COLUMNS]}…"
