"""Distances of sequences, against the table of Wagner and Fischer."""

from __future__ import annotations

from array import array
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.kernels.sequence_distance import preorder, sequence_distance
from tests.ordered_trees import Node, chain, columns, trees

LABELS = st.lists(st.integers(0, 2), max_size=14)


def by_table(a: list[int], b: list[int]) -> int:
    row = list(range(len(b) + 1))
    for i, one in enumerate(a, start=1):
        last, row = row, [i]
        for j, two in enumerate(b, start=1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one != two)))
    return row[-1]


def found(a: list[int], b: list[int], limit: int) -> int:
    return sequence_distance(array("I", a), array("I", b), limit)


@settings(max_examples=1000)
@given(LABELS, LABELS)
def test_agrees_with_the_table_in_every_limit(a: list[int], b: list[int]) -> None:
    exact = by_table(a, b)
    limits = range(len(a) + len(b) + 2)
    assert [found(a, b, limit) for limit in limits] == [min(exact, limit + 1) for limit in limits]


def test_every_short_pair_agrees_with_the_table() -> None:
    texts = [list(text) for size in range(6) for text in product(range(2), repeat=size)]
    for a, b in product(texts, texts):
        assert found(a, b, 9) == by_table(a, b)


@pytest.mark.parametrize("line", ["kitten,sitting,3", "saturday,sunday,3", "intention,execution,5", ",abc,3", ",,0"])
def test_known_distances(line: str) -> None:
    a, b, expected = line.split(",")
    assert found(list(map(ord, a)), list(map(ord, b)), 20) == int(expected)


def test_a_limit_may_be_as_large_as_one_likes() -> None:
    assert found([1, 2, 3], [3], 1 << 40) == 2
    assert found([1] * 40, [2] * 30_000, 1 << 40) == 30_000


def labels_from_the_root(node: Node) -> list[int]:
    return [node[0], *(label for child in node[1] for label in labels_from_the_root(child))]


@given(trees())
def test_preorder_lists_a_node_before_what_is_below_it(tree: Node) -> None:
    assert list(preorder(*columns(tree))) == labels_from_the_root(tree)


def test_preorder_of_a_deep_chain_needs_no_recursion() -> None:
    labels = list(range(20_000))
    assert list(preorder(*chain(labels))) == labels[::-1]
