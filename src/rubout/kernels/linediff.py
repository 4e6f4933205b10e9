"""Which lines does a change touch, when equal lines are matched as long as possible?

Myers' greedy forward search, *An O(ND) Difference Algorithm and Its Variations*, 1986. Of two equal lines either may
be the one that stays; the search decides, so how it breaks ties is part of the result.

Rules    docs/methodology/edits.md
"""

from __future__ import annotations

from array import array

import cython


def changed_lines(before: array[int], after: array[int], bound: int) -> tuple[array[int], array[int], bool]:
    """The 1-based lines of both sides that are not matched, ascending, as 'I'.

    Args:
        before: 'I', one number a line, the same for the same line on either side.
        after: as `before`.
        bound: the largest edit distance that is solved.

    Returns:
        The removed lines, the added lines, and whether the distance is above `bound`: then all lines are that
        lie between the common beginning and the common end. Time and memory grow with the square of the distance.
    """
    first, before_end, after_end = _window(before, after)
    if first < before_end and first < after_end:
        rounds = _rounds(before[first:before_end], after[first:after_end], bound)
        if rounds:
            removed, added = _walk_back(rounds, before_end - first, after_end - first, first + 1)
            return removed, added, False
        degraded = True
    else:
        degraded = False
    return array("I", range(first + 1, before_end + 1)), array("I", range(first + 1, after_end + 1)), degraded


def _window(before: array[int], after: array[int]) -> tuple[int, int, int]:
    """Where the sides first differ, and where each ends without what is common at the end."""
    old: cython.const[cython.uint][::1] = before
    new: cython.const[cython.uint][::1] = after
    before_end: cython.Py_ssize_t = len(before)
    after_end: cython.Py_ssize_t = len(after)
    first: cython.Py_ssize_t = 0
    while first < before_end and first < after_end and old[first] == new[first]:
        first += 1
    while before_end > first and after_end > first and old[before_end - 1] == new[after_end - 1]:
        before_end -= 1
        after_end -= 1
    return first, before_end, after_end


def _rounds(before: array[int], after: array[int], bound: int) -> list[array[int]]:
    """How far each diagonal is reached, a round of the search an item; no round at all above `bound`.

    Round d is 'i' of d + 1 items: the line of `before` behind the furthest point on the diagonals -d, -d + 2, ..., d.
    """
    old: cython.const[cython.uint][::1] = before
    new: cython.const[cython.uint][::1] = after
    n: cython.Py_ssize_t = len(before)
    m: cython.Py_ssize_t = len(after)
    if _least_distance(before, after) > bound:
        return []
    rounds: list[array[int]] = []
    last: cython.int[::1] = array("i", [0])
    here: cython.int[::1]
    d: cython.Py_ssize_t
    j: cython.Py_ssize_t
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    most: cython.Py_ssize_t = min(n + m, bound)
    for d in range(most + 1):
        row = array("i", bytes(4 * (d + 1)))
        rounds.append(row)
        here = row
        for j in range(d + 1):
            if d == 0:
                x = 0
            elif j == 0 or (j != d and last[j - 1] < last[j]):
                x = last[j]
            else:
                x = last[j - 1] + 1
            y = x + d - 2 * j
            while x < n and y < m and old[x] == new[y]:
                x += 1
                y += 1
            here[j] = x
            if x >= n and y >= m:
                return rounds
        last = here
    return []


def _least_distance(before: array[int], after: array[int]) -> int:
    """How many lines have no partner of equal content, in any order: the edit distance is no less."""
    counts: dict[int, int] = {}
    for line in before:
        counts[line] = counts.get(line, 0) + 1
    for line in after:
        counts[line] = counts.get(line, 0) - 1
    return sum(map(abs, counts.values()))


def _walk_back(rounds: list[array[int]], n: int, m: int, first: int) -> tuple[array[int], array[int]]:
    """The lines of the path that the rounds found, the window's own first line being `first`."""
    removed: list[int] = []
    added: list[int] = []
    x: cython.Py_ssize_t = n
    y: cython.Py_ssize_t = m
    base: cython.Py_ssize_t = first
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    d: cython.Py_ssize_t
    last: cython.int[::1]
    for d in range(len(rounds) - 1, 0, -1):
        last = rounds[d - 1]
        k = x - y
        j = (k + d) // 2
        if j == 0 or (j != d and last[j - 1] < last[j]):
            x = last[j]
            y = x - k - 1
            added.append(base + y)
        else:
            x = last[j - 1]
            y = x - k + 1
            removed.append(base + x)
    return array("I", removed[::-1]), array("I", added[::-1])
