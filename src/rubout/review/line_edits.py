"""Which byte ranges of a file does a change of its lines replace, and by what?

Lines     end with a line feed, which is part of them, so that a change of line ends is a change
Runs      lines of either side that the diff of the family `edits` leaves unmatched, as long as nothing matched lies
          between; of texts that are further apart, everything between their common beginning and their common end
Context   none: what stands beside a change is not part of it
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.edits import DIFF_BOUND
from rubout.kernels.linediff import changed_lines
from rubout.measure.text_lines import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LOOKED_AT = 8_000  # bytes in which git looks for a NUL


class Swap(NamedTuple):
    """Bytes `start` to `end` of what was, the latter excluded, and what comes instead."""

    start: int
    end: int
    text: bytes


def is_binary(source: bytes) -> bool:
    """Whether git would take it for no text."""
    return b"\0" in source[:_LOOKED_AT]


def swaps(before: bytes, after: bytes) -> list[Swap]:
    """What makes `after` of `before`, from the first byte to the last; of binary data the whole of it."""
    if before == after:
        return []
    if is_binary(before) or is_binary(after):
        return [Swap(0, len(before), after)]
    old, new = _lines(before), _lines(after)
    removed, added, _ = changed_lines(*numbered(old, new), DIFF_BOUND)
    starts = list(accumulate(map(len, old), initial=0))
    return [
        Swap(starts[first], starts[last], b"".join(new[start:end]))
        for first, last, start, end in _runs(set(removed), set(added), len(old), len(new))
    ]


def _lines(source: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in source.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _runs(removed: set[int], added: set[int], olds: int, news: int) -> Iterator[tuple[int, int, int, int]]:
    """The lines, 0-based and the end excluded, that go and that come in one place."""
    old = new = 0
    while old < olds or new < news:
        first, start = old, new
        while old + 1 in removed:
            old += 1
        while new + 1 in added:
            new += 1
        if (first, start) == (old, new):
            old += 1
            new += 1
        else:
            yield first, old, start, new


def applied(before: bytes, changes: Sequence[Swap]) -> bytes:
    """The file after its swaps, which stand in order and apart."""
    parts, at = [], 0
    for start, end, text in changes:
        parts += [before[at:start], text]
        at = end
    return b"".join((*parts, before[at:]))
