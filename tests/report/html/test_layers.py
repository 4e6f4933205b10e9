"""A graph is drawn from left to right, the same every time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.report.html.layers import closing_arcs, crossings, layered

COUNT = 8
ARCS = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=20)


def longest_path(node: int, arcs: set[tuple[int, int]]) -> int:
    """By the definition: one more than that of the farthest that leads to it."""
    return max((1 + longest_path(source, arcs) for source, target in arcs if target == node), default=0)


def level_of(layers: list[list[int]]) -> dict[int, int]:
    return {node: level for level, layer in enumerate(layers) for node in layer}


@given(ARCS)
def test_every_arc_has_a_route_through_each_layer_or_closes_a_circle(arcs: list[tuple[int, int]]) -> None:
    found = layered(COUNT, arcs)
    level = level_of(found.layers)
    ends = [(route[0], route[-1]) for route in found.routes]
    assert sorted([*ends, *found.closing]) == sorted({arc for arc in arcs if arc[0] != arc[1]})
    for route in found.routes:
        assert all(level[b] == level[a] + 1 for a, b in pairwise(route))
        assert all(bend >= COUNT for bend in route[1:-1])


@given(ARCS)
def test_a_node_stands_as_far_right_as_the_longest_path_to_it(arcs: list[tuple[int, int]]) -> None:
    found = layered(COUNT, arcs)
    level = level_of(found.layers)
    forward = {(route[0], route[-1]) for route in found.routes}
    assert all(level[node] == longest_path(node, forward) for node in range(COUNT))


@given(ARCS)
def test_without_the_closing_arcs_there_is_no_circle_and_with_any_of_them_there_is(arcs: list[tuple[int, int]]) -> None:
    own = {arc for arc in arcs if arc[0] != arc[1]}
    back = closing_arcs(COUNT, sorted(own))
    rest = own - back
    assert not has_circle(rest)
    assert all(has_circle(rest | {arc}) for arc in back)


def has_circle(arcs: set[tuple[int, int]]) -> bool:
    """Whether something is left when what nothing leads to goes, until nothing more does."""
    nodes = set(range(COUNT))
    while free := {node for node in nodes if not any(t == node and s in nodes for s, t in arcs)}:
        nodes -= free
    return bool(nodes)


@given(ARCS)
def test_every_node_and_bend_has_one_place(arcs: list[tuple[int, int]]) -> None:
    found = layered(COUNT, arcs)
    everything = [node for layer in found.layers for node in layer]
    assert len(everything) == len(set(everything))
    assert set(range(COUNT)) <= set(everything)


@given(ARCS)
def test_ordering_never_adds_a_crossing(arcs: list[tuple[int, int]]) -> None:
    found = layered(COUNT, arcs)
    unordered = [sorted(layer) for layer in found.layers]
    assert crossings(found.layers, found.routes) <= crossings(unordered, found.routes)


def test_the_layout_of_a_small_graph_is_fixed() -> None:
    found = layered(5, [(0, 3), (0, 4), (1, 2), (2, 4), (4, 1), (0, 1)], cut={(4, 1)})
    assert found.layers == [[0], [1, 3, 5], [2, 6], [4]]
    assert found.routes == [[0, 3], [0, 5, 6, 4], [1, 2], [2, 4], [0, 1]]
    assert found.closing == [(4, 1)]


@pytest.mark.parametrize(
    ("layers", "routes", "expected"),
    [
        ([[0, 1], [2, 3]], [[0, 2], [1, 3]], 0),
        ([[0, 1], [2, 3]], [[0, 3], [1, 2]], 1),
        ([[0, 1], [2, 3]], [[0, 2], [0, 3], [1, 2], [1, 3]], 1),
        ([[0, 1], [2, 3]], [[0, 2], [1, 2]], 0),
    ],
)
def test_arcs_cross_when_their_ends_are_in_another_order(
    layers: list[list[int]], routes: list[list[int]], expected: int
) -> None:
    assert crossings(layers, routes) == expected


def test_a_crossing_that_can_be_undone_is() -> None:
    found = layered(4, [(0, 3), (1, 2)])
    assert crossings(found.layers, found.routes) == 0


def test_nothing_has_no_layers() -> None:
    assert layered(0, []).layers == []
