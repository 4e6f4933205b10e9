"""Which copies a write brings in, found by comparing every token with every token."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.gate.held import measured_file
from rubout.measure.edits import novel_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

MIN_TOKENS, MIN_DISTINCT = 50, 7


class Place(NamedTuple):
    """A run of tokens: where it begins in the text and in the other file, and its length."""

    own: int
    other: int
    length: int


def brings_copies(before: str | None, after: str, others: Mapping[str, str], *, keep_imports: bool) -> bool:
    """Whether a text brings in a copy of what stands in another file, found by comparing every token with every one."""
    novel = set(novel_lines(before, after))
    for path, text in others.items():
        there, _ = _tokens(text, path, keep_imports=keep_imports)
        own, lines = _tokens(after, "own.py", keep_imports=keep_imports)
        former = _covered(common(_tokens(before or "", "own.py", keep_imports=keep_imports)[0], there), len(there))
        runs = common(own, there)
        latter = _covered(runs, len(there))
        for run in runs:
            places = range(run.other, run.other + run.length)
            first, last = lines[run.own][0], lines[run.own + run.length - 1][1]
            gain = sum(latter[place] > former[place] for place in places)
            if gain >= MIN_TOKENS and novel & set(range(first, last + 1)):
                return True
    return False


def common(own: list[int], other: list[int]) -> list[Place]:
    """The longest common runs that are long and varied enough."""
    found = []
    length = [[0] * (len(other) + 1) for _ in range(len(own) + 1)]
    for a in range(len(own) - 1, -1, -1):
        for b in range(len(other) - 1, -1, -1):
            if own[a] == other[b]:
                length[a][b] = length[a + 1][b + 1] + 1
    for a in range(len(own)):
        for b in range(len(other)):
            size = length[a][b]
            begins = not (a and b and own[a - 1] == other[b - 1])
            if begins and size >= MIN_TOKENS and len(set(own[a : a + size])) >= MIN_DISTINCT:
                found.append(Place(a, b, size))
    return found


def _covered(runs: list[Place], size: int) -> list[int]:
    """How many runs lie over each token of the other file."""
    return [sum(run.other <= place < run.other + run.length for run in runs) for place in range(size)]


def _tokens(text: str, path: str, *, keep_imports: bool) -> tuple[list[int], list[tuple[int, int]]]:
    measured = measured_file(text.encode(), path, keep_imports=keep_imports)
    assert measured is not None
    stream = measured.stream
    return list(stream.codes), list(zip(stream.starts, stream.ends, strict=True))
