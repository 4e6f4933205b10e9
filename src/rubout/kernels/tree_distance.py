"""How many nodes must be deleted, inserted or relabelled to turn one ordered tree into another?

A tree is two 'I' arrays in postorder: `lab`, the labels, and `lld`, the index of the leftmost leaf below each node.

Method   Zhang and Shasha, Simple fast algorithms for the editing distance between trees and related problems (1989),
         in a diagonal band. A cell that compares the forests l1..i and l2..j belongs to a mapping that also deletes
         or inserts at least |l2 - l1| nodes before them and, what is left having two sizes, as many behind them as
         these differ by. Cells with which the three cannot stay within the limit are not computed, and a row
         without a cell that can ends its pair of subtrees, since every mapping passes through every row.
Cost     as many cells as `work` counts, at most
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from rubout.kernels.sequence_distance import preorder, sequence_distance

if TYPE_CHECKING:
    from collections.abc import Iterable

Columns = tuple["array[int]", "array[int]"]
Subtrees = tuple["array[int]", int, int]  # see `subtree_distances`
Rows = tuple["array[int]", "array[int]", "array[int]"]  # see `rows_for`
WIDEST = (1 << 16) - 2  # the largest limit: a band holds 16 bits, and limit + 1 stands for all that is more


def columns(lab: Iterable[int], lld: Iterable[int], numbers: dict[int, int]) -> Columns:
    """A tree whose labels may be any numbers; `numbers` holds the kernel's own for each, and learns what it lacks."""
    return array("I", [numbers.setdefault(label, len(numbers)) for label in lab]), array("I", lld)


def distance(a_lab: array[int], a_lld: array[int], b_lab: array[int], b_lld: array[int], limit: int) -> int:
    """The edit distance of two trees, of which one may be empty, when it is at most `limit`, else `limit` + 1.

    The bands grow by a quarter, from an eighth above the distance of the sequences, until they hold the answer: what a
    narrow one finds within its own limit is exact, and trees are rarely much further apart than their sequences.

    Raises:
        ValueError: a limit below 0, or above what 16 bits hold.
    """
    most = min(limit, len(a_lab) + len(b_lab))
    if not 0 <= most <= WIDEST:
        raise ValueError(f"the limit {most} is not one of 0 to {WIDEST}")
    bound = sequence_distance(a_lab, b_lab, most)
    if not (a_lab and b_lab):
        return min(bound, limit + 1)
    if bound <= most:
        bound = max(bound, sequence_distance(preorder(a_lab, a_lld), preorder(b_lab, b_lld), most))
    if bound <= most:
        bound = min(most, bound + bound // 8)
    while bound <= most:
        found = _within(a_lab, a_lld, b_lab, b_lld, bound)
        if found <= bound:
            return found
        bound = min(most, bound + bound // 4 + 1) if bound < most else most + 1
    return limit + 1


def work(a_lld: array[int], b_lld: array[int], limit: int) -> int:
    """How many cells the distance may cost: for all subtrees that begin at most `limit` apart, one band each.

    Subtrees are those of the highest node over each leaf; a band is 2 * limit + 1 wide, or the whole of a smaller tree.
    """
    n: cython.Py_ssize_t = len(a_lld)
    m: cython.Py_ssize_t = len(b_lld)
    reach: cython.Py_ssize_t = min(limit, max(n, m))
    tops: cython.const[cython.int][::1] = _tops(a_lld)
    rows: cython.ulonglong[::1] = array("Q", bytes(8 * n + 8))
    others: cython.const[cython.int][::1] = _tops(b_lld)
    leaf: cython.Py_ssize_t
    cells: cython.ulonglong = 0
    for leaf in range(n):
        rows[leaf + 1] = rows[leaf] + (tops[leaf] - leaf + 1 if tops[leaf] >= 0 else 0)
    for leaf in range(m):
        if others[leaf] >= 0:
            cells += min(others[leaf] - leaf + 1, 2 * reach + 1) * (
                rows[min(leaf + reach + 1, n)] - rows[min(max(leaf - reach, 0), n)]
            )
    return cells


def _within(a_lab: array[int], a_lld: array[int], b_lab: array[int], b_lld: array[int], limit: int) -> int:
    """The edit distance when it is at most `limit`, else more than `limit`, in bands of that width."""
    found, width, low = subtree_distances(a_lab, a_lld, b_lab, b_lld, limit)
    return found[(len(a_lab) - 1) * width + len(b_lab) - len(a_lab) - low]


def subtree_distances(
    a_lab: array[int], a_lld: array[int], b_lab: array[int], b_lld: array[int], limit: int
) -> Subtrees:
    """The distances 'H' between subtrees, in bands for a distance of the trees of at most `limit`.

    That of the subtrees of i and j stands at i * width + j - i - low, for a j within the band; width and low are the
    other parts. One that no mapping within the limit needs may be too large.
    """
    n: cython.Py_ssize_t = len(a_lab)
    a_top: cython.const[cython.int][::1] = _tops(a_lld)
    a_label: cython.const[cython.uint][::1] = a_lab
    a_first: cython.const[cython.uint][::1] = a_lld
    m: cython.Py_ssize_t = len(b_lab)
    b_top: cython.const[cython.int][::1] = _tops(b_lld)
    b_label: cython.const[cython.uint][::1] = b_lab
    b_first: cython.const[cython.uint][::1] = b_lld
    most: cython.Py_ssize_t = limit
    slack: cython.Py_ssize_t = (most - abs(m - n)) // 2
    low: cython.Py_ssize_t = min(0, m - n) - slack
    width: cython.Py_ssize_t = abs(m - n) + 2 * slack + 1
    found = array("H", [limit + 1]) * (n * width)
    tree: cython.ushort[::1] = found
    rows = rows_for(n, width)
    forest: cython.ushort[::1] = rows[0]
    start: cython.int[::1] = rows[1]
    end: cython.int[::1] = rows[2]
    a_leaf: cython.Py_ssize_t
    b_leaf: cython.Py_ssize_t
    # A subtree is made of subtrees that begin where it does or later, so the last leaves come first.
    for a_leaf in range(n - 1, -1, -1):
        if a_top[a_leaf] < 0:
            continue
        for b_leaf in range(min(m, a_leaf + low + width) - 1, max(0, a_leaf + low) - 1, -1):
            if b_top[b_leaf] >= 0:
                _fill(
                    a_label,
                    a_first,
                    a_leaf,
                    a_top[a_leaf],
                    b_label,
                    b_first,
                    b_leaf,
                    b_top[b_leaf],
                    m - n,
                    most,
                    tree,
                    width,
                    low,
                    forest,
                    start,
                    end,
                )
    return found, width, low


def rows_for(nodes: int, width: int) -> Rows:
    """Room for the distances of forests of two subtrees: cells 'H', and by row the first and the last that count."""
    cells = array("H", bytes(2 * (nodes + 1) * (width + 2)))
    return cells, array("i", bytes(4 * nodes + 4)), array("i", bytes(4 * nodes + 4))


def forest_distances(
    a: Columns, a_root: int, b: Columns, b_root: int, limit: int, subtrees: Subtrees, rows: Rows
) -> None:
    """Write the distances of the forests of the subtrees of two nodes to `rows`.

    That of the first d nodes from the leftmost leaf of one and the first e from that of the other stands in cell
    d * (width + 1) + e + (leaf of b - leaf of a) - low + 1, if e is one of those that count in row d; else no mapping
    within the limit needs it. `limit` and `subtrees` are of one call of `subtree_distances`.
    """
    (a_lab, a_lld), (b_lab, b_lld) = a, b
    found, width, low = subtrees
    forest, start, end = rows
    gap = len(b_lab) - len(a_lab)
    i, j = a_lld[a_root], b_lld[b_root]
    _fill(a_lab, a_lld, i, a_root, b_lab, b_lld, j, b_root, gap, limit, found, width, low, forest, start, end)


@cython.cfunc
@cython.exceptval(check=False)
def _fill(
    a_label: cython.const[cython.uint][::1],
    a_first: cython.const[cython.uint][::1],
    a_leaf: cython.Py_ssize_t,
    a_top: cython.Py_ssize_t,
    b_label: cython.const[cython.uint][::1],
    b_first: cython.const[cython.uint][::1],
    b_leaf: cython.Py_ssize_t,
    b_top: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
    tree: cython.ushort[::1],
    width: cython.Py_ssize_t,
    lowest: cython.Py_ssize_t,
    forest: cython.ushort[::1],
    start: cython.int[::1],
    end: cython.int[::1],
) -> cython.void:
    """Write the distances of the subtrees that begin at two leaves to `tree`, those of their forests to `forest`.

    The distance of the subtrees of i and j stands at `tree[i * width + j - i - lowest]`. That of the first d nodes
    from one leaf and the first e from the other stands at e from the base of row d, in the same diagonals; those
    within the limit, whatever is behind them, have `start[d]` <= e <= `end[d]`.
    """
    rows: cython.Py_ssize_t = a_top - a_leaf + 1
    across: cython.Py_ssize_t = b_top - b_leaf + 1
    over: cython.int = limit + 1
    behind: cython.Py_ssize_t = gap - (b_leaf - a_leaf)
    room: cython.Py_ssize_t = limit - max(b_leaf - a_leaf, a_leaf - b_leaf)
    shift: cython.Py_ssize_t = b_leaf - a_leaf - lowest + 1
    base: cython.Py_ssize_t = shift
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = min(max(0, behind) + (room - max(behind, -behind)) // 2, across)
    above: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    trees: cython.Py_ssize_t
    d: cython.Py_ssize_t
    e: cython.Py_ssize_t
    p: cython.Py_ssize_t
    label: cython.uint
    start[0] = 0
    end[0] = last
    for e in range(last + 1):
        forest[base + e] = e
    forest[base + last + 1] = over
    for d in range(1, rows + 1):
        # Without the last root of either forest the distance is no more, so a cell is alive only behind one that is;
        # the first column has none before it.
        first = first + 1 if first > 0 else 0
        last = min(last + 1, across)
        above = base
        base += width + 1
        if first == 0:
            forest[base] = d
        label = a_label[a_leaf + d - 1]
        # Before the subtrees of this row's node and of a column's lie forests of p and q nodes.
        p = a_first[a_leaf + d - 1] - a_leaf
        inner = p * (width + 1) + shift
        trees = (a_leaf + d - 1) * (width - 1) - lowest
        _fill_row(
            forest, above, base, first, last, over, label, p, start, end, inner, tree, trees, b_label, b_leaf, b_first
        )
        while first <= last and _is_dead(forest[base + first], behind + d - first, room):
            first += 1
        if first > last:
            return
        while _is_dead(forest[base + last], behind + d - last, room):
            last -= 1
        start[d] = first
        end[d] = last
        forest[base + last + 1] = over


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _fill_row(
    forest: cython.ushort[::1],
    above: cython.Py_ssize_t,
    base: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    over: cython.int,
    label: cython.uint,
    p: cython.Py_ssize_t,
    start: cython.int[::1],
    end: cython.int[::1],
    inner: cython.Py_ssize_t,
    tree: cython.ushort[::1],
    trees: cython.Py_ssize_t,
    b_label: cython.const[cython.uint][::1],
    b_leaf: cython.Py_ssize_t,
    b_first: cython.const[cython.uint][::1],
) -> cython.void:
    """Write the cells `first` to `last`, but for column 0, of the row of a node with a label and p nodes before it.

    `above`, `base` and `inner` are the bases in `forest` of the row before, of this row and of row p, `trees` the base
    of the node in `tree`.
    """
    e: cython.Py_ssize_t
    j: cython.Py_ssize_t
    q: cython.Py_ssize_t
    value: cython.int
    other: cython.int
    left: cython.int = forest[base] if first == 0 else over
    p_start: cython.Py_ssize_t = start[p]
    p_end: cython.Py_ssize_t = end[p]
    for e in range(max(first, 1), last + 1):
        j = b_leaf + e - 1
        q = b_first[j] - b_leaf
        # All but the cell on the left is put together first: the next cell waits for this one alone.
        value = forest[above + e] + 1
        if value > over:
            value = over
        if p == 0 and q == 0:
            other = forest[above + e - 1] + (label != b_label[j])
            value = min(value, other, left + 1)
            tree[trees + j] = value
        else:
            if p_start <= q and q <= p_end:
                other = forest[inner + q] + tree[trees + j]
                if other < value:
                    value = other
            if left + 1 < value:
                value = left + 1
        forest[base + e] = value
        left = value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_dead(value: cython.Py_ssize_t, behind: cython.Py_ssize_t, room: cython.Py_ssize_t) -> cython.bint:
    """Whether what stands in a cell and the difference of what is behind it are more than the limit leaves."""
    return value + behind > room or value - behind > room


def _tops(lld: array[int]) -> array[int]:
    """For each node that is a leaf the highest node of which it is the leftmost leaf, 'i'; -1 for the others."""
    first: cython.const[cython.uint][::1] = lld
    tops = array("i", [-1]) * len(lld)
    top: cython.int[::1] = tops
    index: cython.Py_ssize_t
    for index in range(len(lld)):
        top[first[index]] = index
    return tops
