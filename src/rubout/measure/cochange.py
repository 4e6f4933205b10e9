"""What changes together?

Source   Gall, Hajek & Jazayeri, *Detection of logical coupling based on product release history*, 1998
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


Thing = TypeVar("Thing", str, tuple[str, str, int])  # a path, or a unit by path, key and rank


def together(changes: Iterable[Collection[Thing]], cap: int, floor: int) -> tuple[list[tuple[Thing, Thing, int]], int]:
    """The pairs that at least `floor` changes have in common, and how many changes were passed over.

    Args:
        changes: the things that each change touched, all different.
        cap: a change of more things is passed over.
        floor: at least 1.

    Returns:
        (smaller, larger, count), by count, the most first, then by the two.
    """
    numbers: dict[Thing, int] = {}
    things: list[Thing] = []
    counts: Counter[tuple[int, int]] = Counter()
    large = 0
    for change in changes:
        if len(change) > cap:
            large += 1
            continue
        for thing in change:
            if thing not in numbers:
                numbers[thing] = len(things)
                things.append(thing)
        counts.update(combinations(sorted(numbers[thing] for thing in change), 2))
    pairs = [(things[a], things[b], count) for (a, b), count in counts.items() if count >= floor]
    return sorted(((a, b, count) if a < b else (b, a, count) for a, b, count in pairs), key=_most_first), large


def _most_first(pair: tuple[Thing, Thing, int]) -> tuple[int, Thing, Thing]:
    return -pair[2], pair[0], pair[1]
