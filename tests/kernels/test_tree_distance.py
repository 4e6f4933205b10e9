"""Distances of trees, against a recursion over forests and against every mapping there is."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.kernels import tree_distance
from rubout.kernels.sequence_distance import preorder, sequence_distance
from rubout.kernels.tree_distance import WIDEST, distance, work
from tests.ordered_trees import Columns, Node, bracketed, chain, columns, comb, every_tree, size, star, trees

FOREST = bracketed("{f{d{a}{c{b}}}{e}}")
OTHER = bracketed("{f{c{d{a}{b}}}{e}}")

# Two trees a line and their distance, as APTED is tested, and as zss is.
APTED = """\
{f{a}{e{c{b}}{d}}} {f{a}{c{e{b}{d}}}} 2
{a{b}{c{e}{f}}{d}} {a{b}{c{e}}{d}} 1
{a{x}{c{e}{f}}{d}} {a{b}{c}{d}} 3
{a{b{i}{j{u}}}{c{d}{e{q{n}{m}}}}{f{w}}} {x} 13
{a{b{c}{d{e{f}{g}}{h}}}{i}} {e{f}{g}} 6
{a{b{d}{e}}{c}} {f{g{h}{i}}{k}} 5
{a{b}{c{d}{e}}} {a{b{c}}{d}{e}} 2
{a{b{c}}{d}} {b{c}{a{d}}} 3
{a{a{a}{a{a}{a}}}{a{a}{a{a}}{a}}} {a{a{a}{a}{a}}{a{a{a}{a}{a}}}} 3
{2{6}{8{5{3{6}{3}{2}}}}{6}} {1{2}{0}} 8
{8{9{8{5}{9{6}{9}{7}}{0{6}}}{0}}} {1{8}{4{4}{0{3{3{3}{0}}}}}} 14
{7{1{3{c{j{c}{j}}{2{d}}{8{5}{a}{3}}}}}{m{2{c{e}{4}{b{h}{f}{k}}}}}{d}} {1{1}} 22
"""
ZSS = """\
{f{a{h}{c{l}}}{e}} {f{a{d}{r{b}}}{e}} 3
{a{b{x}{y}}} {a{x}{b{y}}} 2
"""


@cache
def between_forests(one: tuple[Node, ...], other: tuple[Node, ...]) -> int:
    """The textbook recursion: the last root of a forest is deleted, inserted, or kept with what is below it."""
    if not one or not other:
        return sum(map(size, one + other))
    (label, below), (label_2, below_2) = one[-1], other[-1]
    return min(
        between_forests(one[:-1] + below, other) + 1,
        between_forests(one, other[:-1] + below_2) + 1,
        between_forests(one[:-1], other[:-1]) + between_forests(below, below_2) + (label != label_2),
    )


def by_mappings(one: Columns, other: Columns) -> int:
    """The least cost of a mapping that keeps order and ancestry, tried one by one."""
    return len(one[0]) + len(other[0]) - best_mapping(one, other, 0, ())


def best_mapping(one: Columns, other: Columns, node: int, mapped: tuple[tuple[int, int], ...]) -> int:
    """Twice the nodes that can be mapped, less those whose labels differ, with the first `node` ones decided."""
    if node == len(one[0]):
        return sum(2 - (one[0][i] != other[0][j]) for i, j in mapped)
    fits = [
        target
        for target in range(mapped[-1][1] + 1 if mapped else 0, len(other[0]))
        if all((one[1][node] <= i) == (other[1][target] <= j) for i, j in mapped)
    ]
    choices = [mapped, *((*mapped, (node, target)) for target in fits)]
    return max(best_mapping(one, other, node + 1, choice) for choice in choices)


def ted(one: Columns, other: Columns) -> int:
    return distance(*one, *other, len(one[0]) + len(other[0]))


def shared_labels(one: Columns, other: Columns) -> int:
    return sum(min(one[0].count(label), other[0].count(label)) for label in set(one[0]))


def test_5_the_example_of_the_paper_is_two_apart() -> None:
    one, other = columns(FOREST), columns(OTHER)
    assert (list(one[1]), list(other[1])) == ([0, 1, 1, 0, 4, 0], [0, 1, 0, 0, 4, 0])
    assert ted(one, other) == 2


def test_5_a_chain_and_a_root_with_two_leaves_are_two_apart() -> None:
    one = (array("I", [0, 0, 0]), array("I", [0, 0, 0]))
    other = (array("I", [0, 0, 0]), array("I", [0, 1, 0]))
    assert ted(one, other) == 2
    assert ted(chain([4]), chain([4])) == 0


def test_6_every_pair_of_small_trees() -> None:
    small = every_tree(4, 2)
    found = [columns(tree) for tree in small]
    assert len(found) == 102
    table = [[ted(one, other) for other in found] for one in found]
    clones = {85: 0, 75: 0}
    for (i, one), (j, other) in product(enumerate(found), repeat=2):
        larger = max(len(one[0]), len(other[0]))
        assert table[i][j] == by_mappings(one, other) == between_forests((small[i],), (small[j],))
        assert larger - shared_labels(one, other) <= table[i][j]
        assert abs(len(one[0]) - len(other[0])) <= table[i][j]
        assert table[i][j] == table[j][i]
        assert (table[i][j] == 0) == (i == j)
        for percent in clones:
            clones[percent] += (larger - table[i][j]) * 100 >= percent * larger
    assert clones == {85: 102, 75: 822}
    for row in table:
        for direct, column in zip(row, zip(*table, strict=True), strict=True):
            assert all(direct <= there + back for there, back in zip(row, column, strict=True))


def test_6_every_pair_of_small_trees_in_every_limit() -> None:
    found = [columns(tree) for tree in every_tree(4, 2)]
    for one, other in combinations_with_replacement(found, 2):  # its symmetry is shown above
        exact = ted(one, other)
        assert [distance(*one, *other, limit) for limit in range(8)] == [min(exact, limit + 1) for limit in range(8)]


@settings(max_examples=500)
@given(trees(10), trees(10))
def test_agrees_with_the_recursion_over_forests_in_every_limit(a: Node, b: Node) -> None:
    one, other = columns(a), columns(b)
    exact = between_forests((a,), (b,))
    limits = range(len(one[0]) + len(other[0]) + 2)
    assert [distance(*one, *other, limit) for limit in limits] == [min(exact, limit + 1) for limit in limits]


@settings(max_examples=300)
@given(trees(), trees(), st.integers(0, 24))
def test_a_band_that_holds_the_distance_finds_it_however_wide(a: Node, b: Node, more: int) -> None:
    one, other = columns(a), columns(b)
    exact = between_forests((a,), (b,))
    assert tree_distance._within(*one, *other, exact + more) == exact
    for limit in range(abs(len(one[0]) - len(other[0])), exact):
        assert tree_distance._within(*one, *other, limit) > limit


@given(trees(), trees())
def test_no_bound_is_above_the_distance(a: Node, b: Node) -> None:
    one, other = columns(a), columns(b)
    exact = ted(one, other)
    assert sequence_distance(one[0], other[0], 99) <= exact
    assert sequence_distance(preorder(*one), preorder(*other), 99) <= exact
    assert max(len(one[0]), len(other[0])) - shared_labels(one, other) <= exact


@given(trees(9, 2), trees(9, 2), trees(9, 2))
def test_is_a_metric(a: Node, b: Node, c: Node) -> None:
    one, two, three = columns(a), columns(b), columns(c)
    assert ted(one, two) == ted(two, one)
    assert (ted(one, two) == 0) == (a == b)
    assert ted(one, three) <= ted(one, two) + ted(two, three)


@pytest.mark.parametrize("line", [*APTED.splitlines(), *ZSS.splitlines()])
def test_known_distances(line: str) -> None:
    a, b, expected = line.split()
    assert ted(columns(bracketed(a)), columns(bracketed(b))) == int(expected)


def test_11_chains_of_one_label_are_as_far_apart_as_their_lengths() -> None:
    assert distance(*chain([7] * 100), *chain([7] * 90), 15) == 10
    assert distance(*chain([7] * 100), *chain([7] * 90), 9) == 10
    assert distance(*chain([7] * 100), *chain([7] * 90), 8) == 9


@pytest.mark.parametrize("changed", [14, 15, 16])
def test_on_the_limit_the_distance_is_told_and_past_it_the_limit_and_one(changed: int) -> None:
    one, other = comb(50), comb(50)
    for node in range(0, 6 * changed, 6):
        other[0][node] = 9
    assert distance(*one, *other, 15) == min(changed, 16)


def test_no_tree_at_all_is_as_far_from_another_as_that_is_large() -> None:
    empty = chain([])
    assert ted(empty, columns(FOREST)) == ted(columns(FOREST), empty) == 6
    assert distance(*empty, *columns(FOREST), 5) == 6
    assert distance(*empty, *columns(FOREST), 3) == 4
    assert ted(empty, empty) == 0


def test_a_deep_chain_needs_no_recursion() -> None:
    depth = 20_000
    other = chain([0] * depth)
    other[0][depth // 2] = 1
    assert distance(*chain([0] * depth), *other, 3) == 1
    assert distance(*chain([0] * depth), *chain([0] * (depth + 2)), 3) == 2


def test_a_wide_root_needs_only_its_band() -> None:
    assert distance(*star(2_000), *star(2_003), 5) == 3


@pytest.mark.parametrize("limit", [-1, WIDEST + 1])
def test_a_limit_that_no_band_holds_is_refused(limit: int) -> None:
    wide = star(WIDEST // 2 + 1)
    with pytest.raises(ValueError, match="is not one of 0 to 65534"):
        distance(*wide, *wide, limit)


def test_a_limit_above_what_two_trees_can_cost_is_none() -> None:
    assert distance(*chain([1]), *chain([2]), 1 << 40) == 1


def work_by_pairs(one: Columns, other: Columns, limit: int) -> int:
    """The formula, subtree by subtree."""
    sides = [{leaf: top for top, leaf in enumerate(lld)} for _, lld in (one, other)]
    return sum(
        (top - leaf + 1) * min(top_2 - leaf_2 + 1, 2 * limit + 1)
        for leaf, top in sides[0].items()
        for leaf_2, top_2 in sides[1].items()
        if abs(leaf - leaf_2) <= limit
    )


@given(trees(), trees(), st.integers(0, 30))
def test_work_counts_the_cells_of_all_pairs_of_subtrees(a: Node, b: Node, limit: int) -> None:
    one, other = columns(a), columns(b)
    assert work(one[1], other[1], limit) == work_by_pairs(one, other, limit)


def test_the_work_of_combs_is_beyond_32_bits() -> None:
    assert work(comb(2047)[1], comb(2047)[1], 614) > 1 << 40
