"""How many insertions, deletions and replacements turn one sequence of labels into another?

Of the labels of two trees in postorder, or in preorder, this is never more than the edit distance of the trees, since
a mapping of trees keeps both orders.

Method   furthest points on diagonals, found for 0, 1, 2, ... edits: Ukkonen, Algorithms for approximate string
         matching (1985)
Cost     O(limit squared) steps besides the runs of equal labels that are passed
"""

from __future__ import annotations

from array import array

import cython


def sequence_distance(a: array[int], b: array[int], limit: int) -> int:
    """The edit distance of two 'I' arrays when it is at most `limit`, else `limit` + 1; `limit` is at least 0."""
    n: cython.Py_ssize_t = len(a)
    m: cython.Py_ssize_t = len(b)
    most: cython.Py_ssize_t = min(limit, max(n, m))
    goal: cython.Py_ssize_t = m - n
    if abs(goal) > most:
        return limit + 1
    one: cython.const[cython.uint][::1] = a
    two: cython.const[cython.uint][::1] = b
    # What is reached on diagonal k stands at k + middle; -2 is out of reach, whatever is added to it.
    middle: cython.Py_ssize_t = most + 1
    reached: cython.int[::1] = array("i", [-2]) * (2 * middle + 1)
    low: cython.Py_ssize_t
    k: cython.Py_ssize_t
    edits: cython.Py_ssize_t
    x: cython.Py_ssize_t
    before: cython.Py_ssize_t
    here: cython.Py_ssize_t
    for edits in range(most + 1):
        low = max(-edits, goal - most + edits)
        before = reached[low - 1 + middle]
        for k in range(low, min(edits, goal + most - edits) + 1):
            here = reached[k + middle]
            x = 0 if edits == 0 else max(before, here + 1, reached[k + 1 + middle] + 1)
            before = here
            x = min(x, n, m - k)
            while x < n and x + k < m and one[x] == two[x + k]:
                x += 1
            reached[k + middle] = x
        if reached[goal + middle] >= n:
            return edits
    return limit + 1


def preorder(lab: array[int], lld: array[int]) -> array[int]:
    """The labels 'I' of a tree in preorder, from those in postorder and the leftmost leaves."""
    label: cython.const[cython.uint][::1] = lab
    first: cython.const[cython.uint][::1] = lld
    depth: cython.Py_ssize_t = 0
    above: cython.uint[::1] = array("I", bytes(4 * len(lab) + 4))
    labels = array("I", bytes(4 * len(lab)))
    out: cython.uint[::1] = labels
    index: cython.Py_ssize_t
    for index in range(len(lab) - 1, -1, -1):
        while depth > 0 and first[above[depth - 1]] > index:
            depth -= 1
        # Before a node come its ancestors and all that ended before its first leaf.
        out[first[index] + depth] = label[index]
        above[depth] = index
        depth += 1
    return labels
