"""Which sets can share `num`/`den` of what they are together? None that do are missing.

Formula    |A ∩ B| * den >= num * (|A| + |B| - |A ∩ B|)  <=>  |A △ B| * (den + num) <= (den - num) * (|A| + |B|)
           Taking one set P from all sides changes no difference: with X = A △ P, Y = B △ P, c = |X ∩ Y| and
           key(A) = (den + num) * |X| - (den - num) * |A|  it reads  key(A) + key(B) <= 2 * (den + num) * c
Bounds     A pair whose keys sum up to 0 at most needs nothing in common. Any other has a first common item in an
           order with rare items first; with r items of X from there on c <= r, so
           key(B) <= 2 * (den + num) * r - key(A)
Crowds     Where many sets have an item in common, P is what most of them hold: little is left of each, and what
           is left is rare
Source     prefixes: Chaudhuri, Ganti and Kaushik 2006; their places: Xiao, Wang, Lin and Yu 2008
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.docs.candidates import Group

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    Parts = dict[int, frozenset[int]]

CROWD = 64  # sets with an item in common, of which looking at every pair costs less than looking for what most hold


class Ratio(NamedTuple):
    """What sets share of what they are together, at least: numerator, at least 1, and denominator."""

    num: int
    den: int

    def key(self, left: int, size: int) -> int:
        """The key of a set of so many items, of which so many are left."""
        return (self.den + self.num) * left - (self.den - self.num) * size

    @property
    def step(self) -> int:
        """How much each item in common allows the keys of a pair to be."""
        return 2 * (self.den + self.num)


class _Entry(NamedTuple):
    """A set in the list of an item: its number, its key, and the greatest key of a set that it can make a pair with."""

    number: int
    key: int
    cap: int


def alike(sets: Sequence[frozenset[int]], ratio: Ratio) -> Iterator[Group]:
    """Groups that hold together every two sets, by position, that share so much; none is empty."""
    return _joined(dict(enumerate(sets)), sets, ratio)


def _joined(parts: Parts, sets: Sequence[frozenset[int]], ratio: Ratio) -> Iterator[Group]:
    """The groups of some sets; `parts` holds of each what it differs in from one set, the same for all."""
    keys = sorted((ratio.key(len(part), len(sets[number])), number) for number, part in parts.items())
    yield from _without_common(keys)
    large = []
    for entries in _lists(parts, keys, ratio):
        if len(entries) > CROWD:
            large.append(entries)
        else:
            yield _group(entries)
    for lists in _connected(large):
        less = _less(parts, {entry.number for entries in lists for entry in entries})
        if less:
            yield from _joined(less, sets, ratio)
            continue
        for entries in lists:
            less = _less(parts, [entry.number for entry in entries])
            yield from _joined(less, sets, ratio) if less else [_group(entries)]


def _without_common(keys: Sequence[tuple[int, int]]) -> Iterator[Group]:
    """The pairs that need no item in common, of (key, number), ascending."""
    ascending = [key for key, _ in keys]
    reach = [bisect_right(ascending, -key) for key in ascending]
    count = bisect_right(ascending, -ascending[0]) if ascending else 0
    if count > 1:
        yield Group([number for _, number in keys[:count]], reach[:count])


def _lists(parts: Parts, keys: Sequence[tuple[int, int]], ratio: Ratio) -> Iterator[list[_Entry]]:
    """By item the sets, ascending by key, that can be in a pair of which it is the first common item."""
    common = Counter(chain.from_iterable(parts.values()))
    ranks = {item: rank for rank, item in enumerate(sorted(common, key=lambda item: (common[item], item)))}
    lists: defaultdict[int, list[_Entry]] = defaultdict(list)
    for key, number in keys:
        part = parts[number]
        # What stands behind leaves too few items for a pair even with the least key.
        behind = max(-(-(keys[0][0] + key) // ratio.step), 1)
        for place, item in enumerate(sorted(part, key=ranks.__getitem__)[: len(part) - behind + 1]):
            if common[item] > 1:
                lists[item].append(_Entry(number, key, ratio.step * (len(part) - place) - key))
    for entries in lists.values():
        fitting = [entry for entry in entries if entry.cap >= entries[0].key]
        if len(fitting) > 1:
            yield fitting


def _group(entries: Sequence[_Entry]) -> Group:
    ascending = [entry.key for entry in entries]
    return Group([entry.number for entry in entries], [bisect_right(ascending, entry.cap) for entry in entries])


def _connected(lists: Iterable[list[_Entry]]) -> list[list[list[_Entry]]]:
    """The lists, those together that have a set in common, directly or through others."""
    found: list[tuple[set[int], list[list[_Entry]]]] = []
    for entries in lists:
        numbers, own = {entry.number for entry in entries}, [entries]
        apart = []
        for others, theirs in found:
            if others.isdisjoint(numbers):
                apart.append((others, theirs))
            else:
                numbers |= others
                own = theirs + own
        found = [*apart, (numbers, own)]
    return [own for _, own in found]


def _less(parts: Parts, numbers: Collection[int]) -> Parts:
    """What differs of these sets from what most of them hold; nothing unless that is at most half of what it was."""
    common = Counter(chain.from_iterable(parts[number] for number in numbers))
    most = frozenset(item for item, count in common.items() if 2 * count > len(numbers))
    less = {number: parts[number] ^ most for number in numbers}
    return less if 2 * sum(map(len, less.values())) <= common.total() else {}
