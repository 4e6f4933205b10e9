"""A text after the hunks of a patch, each put where its lines stand.

A hunk is sought forwards from where the one before it ended: exactly, then without the blank space that ends a line,
then without the space on either side, then with the dashes, quotes and spaces of typography read as their plain
counterparts. Lines that only add go to the end. The text that comes out ends with one newline; whether the text before
did does not matter. All of this is what Codex CLI does, so that the text to come is the one that it writes.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

from rubout.measure.pending.text import SilentError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.measure.pending.patch import Hunk

# Characters to search through, hunk by hunk. A patch of fifty hunks for a file of ten megabytes stays below it.
_WORK = 1 << 29
# Rust's notion of white space; Python's has four control characters more.
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_PLAIN = {
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"),
    **dict.fromkeys(range(0x2018, 0x201C), "'"),
    **dict.fromkeys(range(0x201C, 0x2020), '"'),
    **dict.fromkeys((0xA0, *range(0x2002, 0x200B), 0x202F, 0x205F, 0x3000), " "),
}
_READINGS: tuple[Callable[[str], str], ...] = (
    str,
    lambda line: line.rstrip(_SPACE),
    lambda line: line.strip(_SPACE),
    lambda line: line.strip(_SPACE).translate(_PLAIN),
)


class _Reading:
    """Lines with what does not count taken away, one behind the other."""

    def __init__(self, lines: Sequence[str], read: Callable[[str], str]) -> None:
        read_lines = [f"\n{read(line)}" for line in lines]
        self._read = read
        self._text = "".join(read_lines) + "\n"
        self._starts = [0, *accumulate(map(len, read_lines))]

    def find(self, pattern: Sequence[str], start: int) -> int | None:
        """The first line at or behind `start` from which the pattern stands."""
        wanted = "".join(f"\n{self._read(line)}" for line in pattern) + "\n"
        hit = self._text.find(wanted, self._starts[start])
        return None if hit < 0 else bisect_left(self._starts, hit)


def hunked(text: str, hunks: Sequence[Hunk]) -> str:
    """The text after all the hunks.

    Raises:
        SilentError: `no_match` when one is nowhere to be found, `bad_patch` when two want the same lines.
    """
    if len(hunks) * len(text) > _WORK:
        raise SilentError("bad_patch")
    lines = text.removesuffix("\n").split("\n") if text else []
    kept: list[str] = []
    at = 0
    for start, end, new in sorted(_places(lines, hunks), key=itemgetter(0)):
        if start < at:
            raise SilentError("bad_patch")
        kept += lines[at:start]
        kept += new
        at = end
    kept += lines[at:]
    return "\n".join(kept if kept and not kept[-1] else [*kept, ""])


def _places(lines: Sequence[str], hunks: Sequence[Hunk]) -> list[tuple[int, int, Sequence[str]]]:
    """Of each hunk: its first line, the line behind its last one, the lines to put there."""
    reading = cache(lambda read: _Reading(lines, read))

    def find(pattern: Sequence[str], start: int) -> int | None:
        hits = (reading(read).find(pattern, start) for read in _READINGS)
        return next((hit for hit in hits if hit is not None), None)

    places: list[tuple[int, int, Sequence[str]]] = []
    at = 0
    for hunk in hunks:
        if hunk.context is not None:
            at = _found(find([hunk.context], at)) + 1
        if not hunk.old:
            end = len(lines) - bool(lines and not lines[-1])
            places.append((end, end, hunk.new))
            continue
        start, old, new = _place(hunk, at, len(lines), find)
        at = start + len(old)
        places.append((start, at, new))
    return places


def _place(
    hunk: Hunk, at: int, count: int, find: Callable[[Sequence[str], int], int | None]
) -> tuple[int, Sequence[str], Sequence[str]]:
    """Where its old lines stand, which they are, and the new ones."""
    old, new = hunk.old, hunk.new
    start = find(old, _from(hunk, len(old), at, count))
    if start is None and not old[-1]:
        # The newline that ends the file is no line of its own, though a patch may show it as one.
        old = old[:-1]
        new = new if not new or new[-1] else new[:-1]
        place = _from(hunk, len(old), at, count)
        start = find(old, place) if old else place
    return _found(start), old, new


def _from(hunk: Hunk, length: int, at: int, count: int) -> int:
    return count - length if hunk.last and count >= length else at


def _found(line: int | None) -> int:
    if line is None:
        raise SilentError("no_match")
    return line
