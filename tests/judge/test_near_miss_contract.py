"""Trees, pairs and knobs that no measurement and no configuration gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.near_miss import Facts, Knobs, Pair, Tree
from rubout.judge.near_miss import check_knobs, judge
from tests.ordered_trees import Node, columns, trees
from tests.refusals import refusal

LEAF = Tree((0,), (0,))

# In this order a tree is tested, so each is also wrong in every way that follows it.
WRONG_TREES = [
    (Tree((), ()), "empty tree"),
    (Tree((-1, 0, 0), (0, 5)), "lab/lld length mismatch: 3 and 2"),
    (Tree((), (0,)), "lab/lld length mismatch: 0 and 1"),
    (Tree((-1, 0, 0), (0, 5, 2)), "node 1: lld out of range: 5"),
    (Tree((-1, 0, 0), (0, -1, 2)), "node 1: lld out of range: -1"),
    (Tree((0, -1, 0, 0), (0, 1, 1, 2)), "not a single tree: the last lld is 2"),
    (Tree((0, -1, 0, 0), (0, 0, 1, 0)), "negative label: -1"),
    (Tree((0, 0, 0, 0), (0, 0, 1, 0)), "node 2: children do not tile the span"),
    (Tree((0, 0, 0, 0, 0), (0, 1, 0, 1, 0)), "node 3: children do not tile the span"),
]


@pytest.mark.parametrize(("tree", "says"), WRONG_TREES)
def test_a_tree_that_is_none_is_refused_by_the_first_thing_that_is_wrong(tree: Tree, says: str) -> None:
    assert refusal(judge, Facts((LEAF, tree)), Knobs()) == ("near-miss trees[1]", says)


@pytest.mark.parametrize(
    ("pairs", "where", "says"),
    [
        (((0, 1), (2, 0)), "pairs[1]", "tree 2 is not one of 2"),
        (((0, -1),), "pairs[0]", "tree -1 is not one of 2"),
        (((0, 1), (1, 1)), "pairs[1]", "self pair: 1"),
        (((0, 1), (0, 1)), "pairs[1]", "[0, 1] does not ascend from [0, 1]"),
        (((1, 0), (0, 1)), "pairs[1]", "[0, 1] does not ascend from [1, 0]"),
        (((1, 0), (0, 1), (1, 1)), "pairs[2]", "self pair: 1"),
    ],
)
def test_pairs_are_of_two_trees_and_their_order_is_looked_at_last(
    pairs: tuple[tuple[int, int], ...], where: str, says: str
) -> None:
    facts = Facts((LEAF, LEAF), tuple(Pair(*pair) for pair in pairs))
    assert refusal(judge, facts, Knobs()) == (f"near-miss {where}", says)


def test_trees_are_looked_at_before_pairs() -> None:
    assert refusal(judge, Facts((LEAF, Tree((0,), (1,))), (Pair(9, 9),)), Knobs())[0] == "near-miss trees[1]"


@given(trees())
def test_a_tree_is_accepted(root: Node) -> None:
    lab, lld = columns(root)
    assert not judge(Facts((Tree(tuple(lab), tuple(lld)),))).degraded


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_what_is_accepted_is_a_tree(leaves: list[int]) -> None:
    lld = [min(leaf, node) for node, leaf in enumerate(leaves)]
    try:
        judge(Facts((Tree((0,) * len(lld), tuple(lld)),)))
    except ContractError:
        assert not is_tree(lld)
    else:
        assert is_tree(lld)


def is_tree(lld: list[int]) -> bool:
    """The rule as it is written: leftwards from each node, its children end exactly where it begins."""
    for node, leaf in enumerate(lld):
        child = node - 1
        while child >= leaf:
            if lld[child] < leaf:
                return False
            child = lld[child] - 1
        if child != leaf - 1:
            return False
    return lld[-1] == 0


@pytest.mark.parametrize(
    ("knobs", "name", "says"),
    [
        (Knobs(tsed_den=0), "tsed_den", "0 is below 1"),
        (Knobs(tsed_num=-1), "tsed_num", "-1 is below 0"),
        (Knobs(tsed_num=101), "tsed_num", "101 is above 100"),
        (Knobs(advisory_num=-1), "advisory_num", "-1 is below 0"),
        (Knobs(advisory_num=101), "advisory_num", "101 is above 100"),
        (Knobs(min_unit_nodes=0), "min_unit_nodes", "0 is below 1"),
        (Knobs(tree_cap=0), "tree_cap", "0 is below 1"),
        (Knobs(tree_cap=1 << 15), "tree_cap", "32768 is above 32767"),
        (Knobs(pair_cap=-1), "pair_cap", "-1 is below 0"),
        (Knobs(pair_work_cap=-1), "pair_work_cap", "-1 is below 0"),
    ],
)
def test_knobs_out_of_bounds_are_named(knobs: Knobs, name: str, says: str) -> None:
    assert (name, says) in check_knobs(knobs)
    first, what = check_knobs(knobs)[0]
    assert refusal(judge, Facts(), knobs) == (f"near-miss knobs.{first}", what)


def test_the_knobs_that_come_with_the_product_are_within_bounds() -> None:
    assert check_knobs(Knobs()) == []
