"""Which nodes does the cheapest way from one ordered tree to another keep?

A tree is two 'I' arrays in postorder: `lab`, the label of each node, and `lld`, the index of the leftmost leaf below.

Method   the distances of subtrees by Zhang and Shasha (1989), then the way back through those of forests, subtree by
         subtree
Cost     as `tree_distance.distance`, without the search for the limit
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.tree_distance import Columns, subtree_distances

UNKEPT = -1


def mapping(a_lab: array[int], a_lld: array[int], b_lab: array[int], b_lld: array[int], ted: int) -> array[int]:
    """By node of `a` the node of `b` that it becomes, 'i', or `UNKEPT`.

    Args:
        a_lab: the labels of one tree.
        a_lld: its leftmost leaves.
        b_lab: the labels of the other.
        b_lld: its leftmost leaves.
        ted: the edit distance of the two, as `distance` takes limits.
    """
    a, b = (a_lab, a_lld), (b_lab, b_lld)
    found = subtree_distances(*a, *b, ted)
    trees, width, lowest = found
    forest = array("H", bytes(2 * (len(a_lab) + 1) * (2 * ted + 3)))
    kept = array("i", [UNKEPT]) * len(a_lab)
    pending = [(len(a_lab) - 1, len(b_lab) - 1)]
    while pending:
        i, j = pending.pop()
        _fill(a_lab, a_lld, i, b_lab, b_lld, j, ted, trees, width, lowest, forest)
        pending += _way_back(a, i, b, j, ted, found, forest, kept)
    return kept


@cython.cfunc
@cython.exceptval(check=False)
def _fill(
    a_label: cython.const[cython.uint][::1],
    a_first: cython.const[cython.uint][::1],
    a_top: cython.Py_ssize_t,
    b_label: cython.const[cython.uint][::1],
    b_first: cython.const[cython.uint][::1],
    b_top: cython.Py_ssize_t,
    reach: cython.Py_ssize_t,
    trees: cython.ushort[::1],
    width: cython.Py_ssize_t,
    lowest: cython.Py_ssize_t,
    forest: cython.ushort[::1],
) -> cython.void:
    """Write the distances of the forests of two subtrees.

    That of the first d nodes and the first e stands at d * stride + e - d + reach + 1; a cell on either side is past
    the limit.
    """
    a_leaf: cython.Py_ssize_t = a_first[a_top]
    b_leaf: cython.Py_ssize_t = b_first[b_top]
    columns: cython.Py_ssize_t = b_top - b_leaf + 1
    stride: cython.Py_ssize_t = 2 * reach + 3
    over: cython.int = reach + 1
    at: cython.Py_ssize_t
    d: cython.Py_ssize_t
    e: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    q: cython.Py_ssize_t
    value: cython.int
    other: cython.int
    for d in range(a_top - a_leaf + 2):
        forest[d * stride] = over
        forest[d * stride + stride - 1] = over
        i = a_leaf + d - 1
        p = a_first[i] - a_leaf if d > 0 else 0
        for e in range(d - reach, d + reach + 1):
            at = d * stride + e - d + reach + 1
            if e < 0 or e > columns:
                forest[at] = over
                continue
            if d == 0 or e == 0:
                forest[at] = d + e
                continue
            j = b_leaf + e - 1
            q = b_first[j] - b_leaf
            value = min(forest[at - stride + 1], forest[at - 1]) + 1
            if p == 0 and q == 0:
                other = forest[at - stride] + (a_label[i] != b_label[j])
                value = min(value, other)
            elif q - p <= reach and p - q <= reach and lowest <= j - i and j - i < lowest + width:
                other = forest[p * stride + q - p + reach + 1] + trees[i * width + j - i - lowest]
                value = min(value, other)
            forest[at] = min(value, over)


def _way_back(
    a: Columns,
    a_top: int,
    b: Columns,
    b_top: int,
    reach: int,
    found: tuple[array[int], int, int],
    forest: array[int],
    kept: array[int],
) -> list[tuple[int, int]]:
    """Write which nodes are kept on the left edges of two subtrees; the pairs of subtrees that are left to look at.

    It takes no more steps than the subtrees have nodes, so nothing in it has a type.
    """
    (a_label, a_first), (b_label, b_first), (trees, width, lowest) = a, b, found
    stride = 2 * reach + 3
    a_leaf, b_leaf = a_first[a_top], b_first[b_top]
    d, e = a_top - a_leaf + 1, b_top - b_leaf + 1
    inner = []
    while d > 0 and e > 0:
        at = d * stride + e - d + reach + 1
        i = a_leaf + d - 1
        j = b_leaf + e - 1
        p, q = a_first[i] - a_leaf, b_first[j] - b_leaf
        if p == 0 and q == 0:
            if forest[at] == forest[at - stride] + (a_label[i] != b_label[j]):
                kept[i] = j
                d -= 1
                e -= 1
                continue
        elif (
            abs(q - p) <= reach
            and lowest <= j - i < lowest + width
            and forest[at] == forest[p * stride + q - p + reach + 1] + trees[i * width + j - i - lowest]
        ):
            inner.append((i, j))
            d, e = p, q
            continue
        if forest[at] == forest[at - stride + 1] + 1:
            d -= 1
        else:
            e -= 1
    return inner
