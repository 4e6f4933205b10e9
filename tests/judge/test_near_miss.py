"""Clones by the distance of trees: the worked examples of docs/methodology/near-miss.md, knobs and caps.

The distances themselves are those of tests/kernels/test_tree_distance.py.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rubout.facts.near_miss import Counts, Facts, Knobs, Pair, Score, Tree
from rubout.judge.near_miss import is_clone, judge, limit_of
from rubout.kernels.tree_distance import distance
from tests.ordered_trees import Columns, Node, chain, columns, star, trees

if TYPE_CHECKING:
    from rubout.facts.near_miss import Verdict

PLAIN = Knobs()
TOTAL = Tree(  # of example 1, of whose labels only the first four are told
    lab=(0, 0, 0, 1, *range(2, 29)),
    lld=(0, 1, 2, 1, 4, 5, 4, 4, 8, 9, 10, 11, 10, 13, 10, 15, 16, 17, 16, 19, 16, 15, 15, 15, 10, 10, 8, 27, 27, 4, 0),
)


def tree(found: Columns) -> Tree:
    return Tree(tuple(found[0]), tuple(found[1]))


def judged(one: Columns, other: Columns, knobs: Knobs = PLAIN) -> Verdict:
    return judge(Facts((tree(one), tree(other)), (Pair(0, 1),)), knobs)


def relabelled(size: int, changed: int) -> Columns:
    """A chain of label 0, some of whose nodes have labels of their own."""
    return chain([*range(1, changed + 1), *[0] * (size - changed)])


def test_1_the_arrays_of_a_unit_keep_the_contract() -> None:
    found = judge(Facts((TOTAL, TOTAL), (Pair(0, 1),)))
    assert (found.scores, found.clone) == ((Score(0, 1, 0, 31, 31),), (True,))


@pytest.mark.parametrize(
    ("ted", "n1", "n2", "expected"),
    [
        (4, 31, 35, True),  # 2 B: a second condition
        (0, 31, 31, True),  # 2 C: operators are invisible
        (1, 31, 32, True),  # 2 D: a comment
        (8, 31, 39, False),  # 2 E: B and a statement
        (15, 100, 90, True),  # 3
        (16, 100, 90, False),  # 3
        (0, 3, 3, True),  # 3
        (2, 3, 3, False),  # 5
        (3, 35, 32, True),  # 7
        (10, 100, 90, True),  # 11
    ],
)
def test_2_3_on_the_line_it_is_a_clone(ted: int, n1: int, n2: int, expected: bool) -> None:
    assert is_clone(ted, n1, n2) == expected
    assert (ted <= limit_of(n1, n2)) == expected
    assert is_clone(ted, n2, n1) == expected


def test_3_at_86_of_100_what_was_on_the_line_is_no_clone() -> None:
    assert not is_clone(15, 100, 90, Knobs(tsed_num=86))
    assert is_clone(14, 100, 90, Knobs(tsed_num=86))


@pytest.mark.parametrize(("changed", "cut"), [(14, 0), (15, 0), (16, 1)])
def test_4_a_pair_whose_labels_are_too_few_is_not_compared(changed: int, cut: int) -> None:
    found = judged(chain([0] * 100), relabelled(100, changed))
    assert found.counts == Counts(trees=2, pairs=1, judged=1 - cut, prefiltered=cut)
    assert [score.ted for score in found.scores] == [changed] * (1 - cut)
    assert found.clone == (True,) * (1 - cut)


@pytest.mark.parametrize(("size", "cut"), [(85, 0), (84, 1)])
def test_4_a_pair_whose_smaller_tree_is_too_small_is_not_compared(size: int, cut: int) -> None:
    found = judged(chain([0] * 100), chain([0] * size))
    assert (found.counts.judged, found.counts.prefiltered) == (1 - cut, cut)


def test_4_trees_of_one_and_five_nodes_get_no_score() -> None:
    found = judged(chain([0]), star(4))
    assert (found.scores, found.clone, found.counts.prefiltered) == ((), (), 1)


def test_5_shapes_alone_can_part_two_trees() -> None:
    verdict = judged(chain([0, 0, 0]), (chain([0, 0, 0])[0], star(2)[1]), Knobs(tsed_num=33))
    assert (verdict.scores, verdict.clone) == ((Score(0, 1, 2, 3, 3),), (True,))
    verdict = judged(chain([0, 0, 0]), (chain([0, 0, 0])[0], star(2)[1]))
    assert (verdict.scores, verdict.clone) == ((Score(0, 1, 1, 3, 3),), (False,))


@pytest.mark.parametrize(
    ("changed", "told", "clone"), [(15, [15], (True,)), (16, [16], (False,)), (30, [30], (False,)), (31, [], ())]
)
def test_the_advisory_band_tells_more_distances_and_no_more_clones(
    changed: int, told: list[int], clone: tuple[bool, ...]
) -> None:
    wide = judged(chain([0] * 100), relabelled(100, changed), Knobs(advisory=True))
    assert [score.ted for score in wide.scores] == told
    assert wide.clone == clone


def test_knobs_that_nothing_uses_here_change_nothing_but_their_echo() -> None:
    plain = judged(chain([0] * 40), relabelled(40, 3))
    for knobs in (Knobs(min_unit_nodes=99), Knobs(pair_work_cap=0), Knobs(advisory_num=1)):
        assert replace(judged(chain([0] * 40), relabelled(40, 3), knobs), knobs=PLAIN) == plain


@pytest.mark.parametrize(
    ("knobs", "clone", "told"),
    [
        (Knobs(), (False,), 7),
        (Knobs(tsed_num=80), (True,), 8),
        (Knobs(tsed_den=110), (True,), 8),
        (Knobs(advisory=True), (False,), 8),
        (Knobs(advisory=True, advisory_num=86), (False,), 7),
    ],
)
def test_each_knob_moves_a_verdict(knobs: Knobs, clone: tuple[bool, ...], told: int) -> None:
    """The pair is 8 apart, which neither sizes nor labels show."""
    found = judged(broom(42, 4), chain([0] * 42), knobs)
    assert (found.clone, [score.ted for score in found.scores]) == (clone, [told])


def broom(size: int, leaves: int) -> Columns:
    """A chain of one label from which some nodes were taken to hang below its root."""
    lab, lld = chain([0] * size)
    for leaf in range(size - 1 - leaves, size - 1):
        lld[leaf] = leaf
    return lab, lld


@pytest.mark.parametrize(
    ("knobs", "degraded"),
    [(Knobs(tree_cap=40), False), (Knobs(tree_cap=39), True), (Knobs(pair_cap=1), False), (Knobs(pair_cap=0), True)],
)
def test_over_a_cap_nothing_is_scored_and_the_verdict_is_whole(knobs: Knobs, degraded: bool) -> None:
    found = judged(chain([0] * 40), chain([0] * 40), knobs)
    assert (found.degraded, found.fail) == (degraded, degraded)
    assert found.reason == ("near_miss_too_large" if degraded else None)
    assert found.counts == Counts(trees=2, pairs=1, judged=int(not degraded), prefiltered=0)
    assert (len(found.scores), len(found.clone)) == (int(not degraded),) * 2
    assert found.knobs == knobs


def test_the_caps_come_before_the_contract() -> None:
    broken = Facts((Tree((0,) * 4097, ()), Tree((), ())), (Pair(0, 0),))
    assert judge(broken).reason == "near_miss_too_large"
    assert judge(Facts(pairs=(Pair(0, 0),) * 4097)).reason == "near_miss_too_large"


def test_no_pairs_is_a_clean_verdict() -> None:
    found = judge(Facts())
    assert (found.scores, found.fail, found.degraded) == ((), False, False)
    assert found.counts == Counts(trees=0, pairs=0, judged=0, prefiltered=0)


def test_labels_may_be_any_numbers() -> None:
    one, other = (Tree((7, 1 << 80, 9), (0, 1, 0)), Tree((7, 9, 1 << 80), (0, 1, 0)))
    found = judge(Facts((one, other), (Pair(0, 1), Pair(1, 0))), Knobs(tsed_num=1))
    assert found.scores == (Score(0, 1, 2, 3, 3), Score(1, 0, 2, 3, 3))


def test_a_deep_tree_needs_no_recursion() -> None:
    deep = chain([0] * 20_000)
    found = judged(deep, chain([0] * 19_999), Knobs(tree_cap=20_000))
    assert found.scores == (Score(0, 1, 1, 20_000, 19_999),)


@given(st.lists(trees(), min_size=2, max_size=5), st.integers(0, 100), st.booleans())
def test_agrees_with_all_distances_computed_outright(roots: list[Node], percent: int, advisory: bool) -> None:
    sides = [columns(root) for root in roots]
    pairs = list(combinations(range(len(sides)), 2))
    facts = Facts(tuple(map(tree, sides)), tuple(Pair(*pair) for pair in pairs))
    knobs = Knobs(tsed_num=percent, advisory=advisory)
    bar = min(percent, 70) if advisory else percent
    expected, clones = [], []
    for a, b in pairs:
        n1, n2 = len(sides[a][0]), len(sides[b][0])
        larger = max(n1, n2)
        kept = (Counter(sides[a][0]) & Counter(sides[b][0])).total()
        exact = distance(*sides[a], *sides[b], n1 + n2)
        if kept * 100 >= bar * larger:
            expected.append(Score(a, b, min(exact, larger * (100 - bar) // 100 + 1), n1, n2))
        if (larger - exact) * 100 >= percent * larger:
            clones.append((a, b))
    found = judge(facts, knobs)
    assert list(found.scores) == expected
    assert [(score.a, score.b) for score, clone in zip(found.scores, found.clone, strict=True) if clone] == clones
    assert found.counts == Counts(len(sides), len(pairs), len(expected), len(pairs) - len(expected))
