"""The nodes that are kept: a mapping, and one that costs what the distance says."""

from __future__ import annotations

from array import array
from itertools import product

from hypothesis import given

from rubout.kernels.tree_distance import distance
from rubout.kernels.tree_mapping import UNKEPT, mapping
from tests.ordered_trees import Node, chain, columns, trees


@given(trees(most=20), trees(most=20))
def test_what_is_kept_costs_the_distance_and_keeps_order_and_ancestry(one: Node, other: Node) -> None:
    a, b = columns(one), columns(other)
    ted = distance(*a, *b, 40)
    kept = [(i, j) for i, j in enumerate(mapping(*a, *b, ted)) if j != UNKEPT]
    assert len(a[0]) + len(b[0]) - 2 * len(kept) + sum(a[0][i] != b[0][j] for i, j in kept) == ted
    for (i, j), (k, m) in product(kept, kept):
        assert (i < k) == (j < m)
        assert (a[1][i] <= k <= i) == (b[1][j] <= m <= j)


def test_equal_trees_keep_every_node() -> None:
    assert mapping(*chain([1, 2, 3]), *chain([1, 2, 3]), 0) == array("i", [0, 1, 2])


def test_a_node_with_another_label_is_kept_and_one_too_many_is_not() -> None:
    assert mapping(*chain([1, 2, 3]), *chain([1, 5, 3]), 1) == array("i", [0, 1, 2])
    assert mapping(*chain([1, 2, 3]), *chain([1, 3]), 1) == array("i", [0, UNKEPT, 1])
