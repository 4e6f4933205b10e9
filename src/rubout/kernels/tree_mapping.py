"""Which nodes does the cheapest way from one ordered tree to another keep?

A tree is two 'I' arrays in postorder: `lab`, the label of each node, and `lld`, the index of the leftmost leaf below.

Method   the distances of subtrees by Zhang and Shasha (1989), then the way back through those of forests, subtree by
         subtree
Cost     as `tree_distance.distance`, without the search for the limit
"""

from __future__ import annotations

from array import array

from rubout.kernels.tree_distance import Columns, Rows, Subtrees, forest_distances, rows_for, subtree_distances

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
    rows = rows_for(len(a_lab), found[1])
    kept = array("i", [UNKEPT]) * len(a_lab)
    pending = [(len(a_lab) - 1, len(b_lab) - 1)]
    while pending:
        i, j = pending.pop()
        forest_distances(a, i, b, j, ted, found, rows)
        pending += _way_back(a, i, b, j, found, rows, kept)
    return kept


def _way_back(
    a: Columns, a_top: int, b: Columns, b_top: int, found: Subtrees, rows: Rows, kept: array[int]
) -> list[tuple[int, int]]:
    """Write which nodes are kept on the left edges of two subtrees; the pairs of subtrees that are left to look at.

    It takes no more steps than the subtrees have nodes, so nothing in it has a type.
    """
    (a_label, a_first), (b_label, b_first), (trees, width, low), (cells, start, end) = a, b, found, rows
    a_leaf, b_leaf = a_first[a_top], b_first[b_top]
    base = b_leaf - a_leaf - low + 1
    d, e = a_top - a_leaf + 1, b_top - b_leaf + 1
    inner = []
    while d > 0 and e > 0:
        at = d * (width + 1) + e + base
        i = a_leaf + d - 1
        j = b_leaf + e - 1
        p, q = a_first[i] - a_leaf, b_first[j] - b_leaf
        if p == 0 and q == 0:
            before = at - width - 2
            if start[d - 1] <= e - 1 <= end[d - 1] and cells[at] == cells[before] + (a_label[i] != b_label[j]):
                kept[i] = j
                d -= 1
                e -= 1
                continue
        elif (
            start[p] <= q <= end[p] and cells[at] == cells[p * (width + 1) + q + base] + trees[i * width + j - i - low]
        ):
            inner.append((i, j))
            d, e = p, q
            continue
        if start[d - 1] <= e <= end[d - 1] and cells[at] == cells[at - width - 1] + 1:
            d -= 1
        else:
            e -= 1
    return inner
