"""Which judged files does a change touch, by how many lines, and what did they hold?"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.edits import novel_lines
from rubout.measure.notebook import NotebookError, code_cells, is_notebook
from rubout.measure.sources.changes import Side, blobs, changed_pairs
from rubout.measure.sources.content import LARGE_BYTES, is_decodable, total_lines
from rubout.measure.sources.disk import open_regular
from rubout.measure.sources.entries import Lines, is_file, line_counts, untracked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rubout.measure.sources.changes import States


class Pair(NamedTuple):
    """A judged file before and after; None where there was, or is, none."""

    before: Side | None
    after: Side | None


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """`pairs` by path, renames as git finds them; `lines` by changed path, both paths of a renamed file among them."""

    anchor: str
    pairs: tuple[Pair, ...]
    lines: Mapping[str, Lines]

    @property
    def net_lines(self) -> int:
        """Lines that came less lines that went."""
        return sum(count.added - count.deleted for count in self.lines.values())

    def source(self, side: Side | None) -> bytes | None:
        """The bytes of a side; None without one, and for a file that cannot be read or is too large to be."""
        if side is None:
            return None
        if side.blob is not None:
            return blobs(self.anchor, (side.blob,)).get(side.blob)
        return disk_source(self.anchor, side.path)

    def novel(self, pair: Pair) -> tuple[int, ...]:
        """The lines that say something which was not taken away elsewhere in the file, as its tokens count lines."""
        before, after = (_text(side, self.source(side)) for side in pair)
        return novel_lines(before, after or "")


def change_set(anchor: str, states: States, judged: Callable[[str], bool], *, keep_index: bool = False) -> ChangeSet:
    """The judged files that differ between two states; what is new to git is part of the work tree.

    Raises:
        RepositoryError: git refused.
    """
    on_disk = states.after is None and not states.staged
    others = untracked(anchor) if on_disk else list[str]
    counted = line_counts(anchor, states, keep_index=keep_index)
    try:
        new = others()
    finally:
        counts = counted()  # whatever became of the other question: a program that was started is waited for
    pairs = changed_pairs(anchor, states, new, keep_index=keep_index).pairs
    lines = {path: count for path, count in counts.items() if judged(path)}
    lines |= {path: Lines(_lines_on_disk(anchor, path), 0) for path in new if judged(path)}
    sides = (Pair(*(side if side and _counts(side, judged) else None for side in pair)) for pair in pairs)
    return ChangeSet(anchor, tuple(pair for pair in sides if any(pair)), dict(sorted(lines.items())))


def disk_source(anchor: str, path: str) -> bytes | None:
    """The bytes of a file of the work tree; None when it is gone, no regular file, shut or too large to be parsed."""
    try:
        descriptor, size = open_regular(anchor, path)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        return file.read() if size <= LARGE_BYTES else None


def _counts(side: Side, judged: Callable[[str], bool]) -> bool:
    return is_file(side.mode) and judged(side.path)


def _lines_on_disk(anchor: str, path: str) -> int:
    source = disk_source(anchor, path)
    return total_lines(source) if source is not None and is_decodable(source) else 0


def _text(side: Side | None, source: bytes | None) -> str | None:
    if side is None or source is None:
        return None
    if is_notebook(side.path):
        try:
            cells = code_cells(source)
        except NotebookError:
            cells = None
        source = cells[0] if cells else b""
    return source.decode("utf-8", "surrogateescape")
