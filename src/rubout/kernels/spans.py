"""Which of the spans that hold a line does it belong to?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOBODY = -1


def below(lines: Sequence[int], values: Iterable[int]) -> dict[int, int]:
    """How many of the ascending `lines` are less than each value."""
    counts: dict[int, int] = {}
    at = 0
    for value in sorted(set(values)):
        while at < len(lines) and lines[at] < value:
            at += 1
        counts[value] = at
    return counts


def owners(spans: Sequence[tuple[int, int]], lines: Sequence[int]) -> list[int]:
    """The last of the spans that holds each line, by its index; `NOBODY` where none does.

    Args:
        spans: first and last line of each, the weakest claim first.
        lines: ascending.
    """
    ranks = below(lines, [line for start, end in spans for line in (start, end + 1)])
    owner = [NOBODY] * len(lines)
    for index, (start, end) in enumerate(spans):
        first, last = ranks[start], ranks[end + 1]
        owner[first:last] = [index] * (last - first)
    return owner
