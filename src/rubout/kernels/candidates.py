"""Which pairs of trees are so alike in size and kinds that they may be clones?

Any mapping of two trees keeps at most the nodes whose kinds they share, counted with multiplicity, so the sum of the
smaller counts bounds it from above: what is cut here is no clone (docs/methodology/near-miss.md).
"""

from __future__ import annotations

from array import array

import cython

KINDS = 65536  # that a label can be


def histograms(labels: array[int], trees: tuple[array[int], array[int]], columns: array[int], width: int) -> array[int]:
    """How often each kind stands in each tree, 'H', tree after tree, `width` counts each.

    Args:
        labels: 'H', the kinds of all nodes.
        trees: by tree its first node and its number of nodes, under 65536, 'I'.
        columns: 'H', by kind the count it belongs to; kinds may share one.
        width: see above.
    """
    label: cython.const[cython.ushort][:] = labels
    column: cython.const[cython.ushort][:] = columns
    stride: cython.Py_ssize_t = width
    count: cython.Py_ssize_t = len(trees[0])
    first: cython.const[cython.uint][:] = trees[0]
    size: cython.const[cython.uint][:] = trees[1]
    found = array("H", bytes(2 * count * width))
    out: cython.ushort[:] = found
    tree: cython.Py_ssize_t
    node: cython.Py_ssize_t
    at: cython.Py_ssize_t
    for tree in range(count):
        for node in range(first[tree], first[tree] + size[tree]):
            at = tree * stride + column[label[node]]
            out[at] = out[at] + 1
    return found


def totals(labels: array[int], trees: tuple[array[int], array[int]]) -> array[int]:
    """How often each kind stands in all these trees, 'Q', up to the last kind that does.

    Args:
        labels: 'H', the kinds of all nodes.
        trees: by tree its first node and its number of nodes, 'I'.
    """
    label: cython.const[cython.ushort][:] = labels
    first: cython.const[cython.uint][:] = trees[0]
    size: cython.const[cython.uint][:] = trees[1]
    found = array("Q", bytes(8 * KINDS))
    out: cython.ulonglong[:] = found
    count: cython.Py_ssize_t = len(trees[0])
    most: cython.Py_ssize_t = -1
    tree: cython.Py_ssize_t
    node: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    for tree in range(count):
        for node in range(first[tree], first[tree] + size[tree]):
            kind = label[node]
            out[kind] = out[kind] + 1
            most = max(most, kind)
    return found[: most + 1]


def alike(
    sizes: array[int],
    fine: tuple[array[int], int],
    coarse: tuple[array[int], int],
    ratio: tuple[int, int],
    rows: array[int],
    others: array[int],
) -> tuple[array[int], array[int]]:
    """The pairs (a, b), a before b, 'I', that neither the size nor the kinds rule out, by a and then by b.

    Args:
        sizes: by tree its nodes, ascending, 'I'.
        fine: the histograms of the trees and their width.
        coarse: the same with kinds taken together, which rule out most pairs for less.
        ratio: numerator and denominator of the share of the larger tree that a clone keeps.
        rows: the trees a to look at, ascending, 'I'.
        others: the trees b, ascending, 'I'.
    """
    size: cython.const[cython.uint][:] = sizes
    row: cython.const[cython.uint][:] = rows
    other: cython.const[cython.uint][:] = others
    counts: cython.const[cython.ushort][::1] = fine[0]
    sums: cython.const[cython.ushort][::1] = coarse[0]
    width: cython.Py_ssize_t = fine[1]
    narrow: cython.Py_ssize_t = coarse[1]
    numerator: cython.longlong = ratio[0]
    denominator: cython.longlong = ratio[1]
    row_count: cython.Py_ssize_t = len(rows)
    other_count: cython.Py_ssize_t = len(others)
    first_found, second_found = array("I"), array("I")
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    need: cython.longlong
    for at in range(row_count):
        a = row[at]
        while start < other_count and other[start] <= a:
            start += 1
        for place in range(start, other_count):
            b = other[place]
            need = numerator * size[b]
            if denominator * size[a] < need:
                break
            if (
                denominator * _shared(sums, a * narrow, b * narrow, narrow) >= need
                and denominator * _shared(counts, a * width, b * width, width) >= need
            ):
                first_found.append(a)
                second_found.append(b)
    return first_found, second_found


@cython.cfunc
@cython.exceptval(check=False)
def _shared(
    counts: cython.const[cython.ushort][::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t, width: cython.Py_ssize_t
) -> cython.longlong:
    """The sum of the smaller counts."""
    total: cython.uint = 0
    column: cython.Py_ssize_t
    one: cython.ushort
    other: cython.ushort
    for column in range(width):
        one = counts[a + column]
        other = counts[b + column]
        total += min(one, other)
    return total
