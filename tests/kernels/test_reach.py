"""Reachability and components against their definitions."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.reach import by_source, components, reached

Pairs = set[tuple[int, int]]


def paths(size: int, pairs: Pairs) -> list[list[bool]]:
    """From whom to whom a path of any length leads, by Warshall's closure."""
    leads = [[a == b or (a, b) in pairs for b in range(size)] for a in range(size)]
    for between, a, b in product(range(size), repeat=3):
        leads[a][b] = leads[a][b] or (leads[a][between] and leads[between][b])
    return leads


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Pairs]:
    size = draw(st.integers(1, 8))
    node = st.integers(0, size - 1)
    return size, draw(st.sets(st.tuples(node, node), max_size=14))


@given(graphs())
def test_the_arcs_of_each_node_stand_together(graph: tuple[int, Pairs]) -> None:
    size, pairs = graph
    offsets, targets = by_source(sorted(pairs), size)
    assert {(node, target) for node in range(size) for target in targets[offsets[node] : offsets[node + 1]]} == pairs
    assert offsets[size] == len(pairs)


@given(graphs(), st.data())
def test_reached_is_whatever_a_path_leads_to(graph: tuple[int, Pairs], data: st.DataObject) -> None:
    size, pairs = graph
    seeds = data.draw(st.lists(st.integers(0, size - 1), max_size=3))
    leads = paths(size, pairs)
    found = reached(by_source(sorted(pairs), size), seeds)
    assert [bool(flag) for flag in found] == [any(leads[seed][node] for seed in seeds) for node in range(size)]


@given(graphs())
def test_two_nodes_share_a_component_when_paths_lead_both_ways(graph: tuple[int, Pairs]) -> None:
    size, pairs = graph
    leads = paths(size, pairs)
    found = components(by_source(sorted(pairs), size))
    for a, b in product(range(size), repeat=2):
        assert (found[a] == found[b]) == (leads[a][b] and leads[b][a])


@given(graphs())
def test_components_are_numbered_by_their_smallest_node(graph: tuple[int, Pairs]) -> None:
    size, pairs = graph
    found = list(components(by_source(sorted(pairs), size)))
    assert list(dict.fromkeys(found)) == list(range(len(set(found))))


def test_a_path_of_any_length_is_followed_without_recursion() -> None:
    size = 20_000
    ring = {(node, (node + 1) % size) for node in range(size)}
    graph = by_source(sorted(ring), size)
    assert reached(graph, [7]) == bytes([1]) * size
    assert set(components(graph)) == {0}


def test_a_graph_without_nodes_has_no_component() -> None:
    assert not components(by_source([], 0))
    assert not reached(by_source([], 0), [])
