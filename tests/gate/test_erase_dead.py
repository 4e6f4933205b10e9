"""Which dead files could go: the largest set that nothing outside of it leads to or names."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.graph import Edge, EdgeKind, Graph, Node, NodeKind
from rubout.gate.erase_dead import _Search

NAMES = "abcdef"
ends = st.tuples(st.integers(0, 5), st.integers(0, 5))


def largest_closed(could_go: frozenset[str], into: dict[str, set[str]]) -> frozenset[str]:
    """Try every subset, the larger ones first."""
    for size in range(len(could_go), -1, -1):
        for chosen in combinations(sorted(could_go), size):
            if all(into[name] <= set(chosen) for name in chosen):
                return frozenset(chosen)
    return frozenset()


@given(st.sets(ends, max_size=10), st.sets(ends, max_size=4), st.sets(st.sampled_from(NAMES)))
def test_it_is_the_largest_set_that_nothing_else_speaks_for(
    arcs: set[tuple[int, int]], named: set[tuple[int, int]], could: set[str]
) -> None:
    could_go = frozenset(could)
    nodes = tuple(Node(name, "", 0, NodeKind.FILE) for name in NAMES)
    edges = tuple(Edge(a, b, EdgeKind.IMPORT, 1) for a, b in sorted(arcs) if a != b)
    into: dict[str, set[str]] = {name: set() for name in NAMES}
    for a, b in (*((edge.src, edge.dst) for edge in edges), *named):
        into[NAMES[b]].add(NAMES[a])
    named_by = {name: {NAMES[a] for a, b in named if NAMES[b] == name and a != b} for name in could_go}
    for name in NAMES:
        into[name].discard(name)
    counts = _Search(Graph(nodes=nodes, edges=edges), named_by).speaking(could_go)
    assert {name for name, count in counts.items() if not count} == largest_closed(could_go, into)
