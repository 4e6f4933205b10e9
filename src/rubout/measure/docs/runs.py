"""How long is the longest stretch that two sequences of shingles have in common?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.kernels.hashing import rolling
from rubout.measure.docs.words import SHINGLE_WORDS

if TYPE_CHECKING:
    from array import array


def common_run(a: array[int], b: array[int]) -> int:
    """Words of the longest common run of two texts, given their shingles 'Q' in order; 0 below five words.

    Where one text repeats no shingle, the place of each is known. Else stretches of one length are compared by a hash
    of them, and where two have equal hashes and differ, an automaton decides: exact in any case,
    O((n + m) log(n + m)) but for such an accident.
    """
    size = _longest_by_places(a, b)
    if size is None:
        size = _longest_by_halving(a, b)
    return size + SHINGLE_WORDS - 1 if size else 0


def _longest_by_places(a: array[int], b: array[int]) -> int | None:
    """Items of the longest common stretch; None when both repeat an item."""
    places = {item: place for place, item in enumerate(b)}
    if len(places) < len(b):
        a, b = b, a
        places = {item: place for place, item in enumerate(b)}
        if len(places) < len(b):
            return None
    best = size = 0
    following = -1  # the place in `b` that would go on with the stretch
    for place in map(places.get, a):
        if place is None:
            size = 0
            continue
        size = size + 1 if place == following else 1
        following = place + 1
        best = max(best, size)
    return best


def _longest_by_halving(a: array[int], b: array[int]) -> int:
    low, high = 0, min(len(a), len(b))
    if a == b:
        low = high
    while low < high:
        middle = (low + high + 1) // 2
        if set(rolling(a, middle)).isdisjoint(rolling(b, middle)):
            high = middle - 1
        else:
            low = middle
    if low and not _is_common(a, b, low):
        low = longest_common_stretch(a, b)
    return low


def _is_common(a: array[int], b: array[int], length: int) -> bool:
    """Whether a stretch of the hashes that both have is one of both."""
    places = {value: start for start, value in enumerate(rolling(a, length))}
    for start, value in enumerate(rolling(b, length)):
        if value in places:
            first = places[value]
            return a[first : first + length] == b[start : start + length]
    return False


def longest_common_stretch(a: array[int], b: array[int]) -> int:
    """Items of the longest common stretch, by the suffix automaton of `a` (Blumer and others 1985); O(n + m)."""
    lengths, links, steps = _automaton(a)
    state = size = best = 0
    for item in b:
        while state and item not in steps[state]:
            state = links[state]
            size = lengths[state]
        if item in steps[state]:
            state = steps[state][item]
            size += 1
        best = max(best, size)
    return best


def _automaton(items: array[int]) -> tuple[list[int], list[int], list[dict[int, int]]]:
    """By state: the length of its longest stretch, the state of its longest proper suffix elsewhere, its steps."""
    lengths, links, steps = [0], [-1], [dict[int, int]()]
    last = 0
    for item in items:
        state = len(lengths)
        lengths.append(lengths[last] + 1)
        links.append(0)
        steps.append({})
        walk, last = last, state
        while walk >= 0 and item not in steps[walk]:
            steps[walk][item] = state
            walk = links[walk]
        if walk < 0:
            continue
        target = steps[walk][item]
        if lengths[target] == lengths[walk] + 1:
            links[state] = target
            continue
        twin = len(lengths)
        lengths.append(lengths[walk] + 1)
        links.append(links[target])
        steps.append(dict(steps[target]))
        links[state] = links[target] = twin
        while walk >= 0 and steps[walk].get(item) == target:
            steps[walk][item] = twin
            walk = links[walk]
    return lengths, links, steps
