"""Which dead files could go: the largest set that nothing outside of it leads to or names."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.graph import Edge, EdgeKind, Graph, Node, NodeKind, Unresolved
from rubout.gate.erase_dead import _Search
from rubout.gate.erase_sources import Sources
from rubout.gate.erase_unresolved import References

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


part = st.sampled_from(["one", "two_b", "three", "Four"])


@given(st.lists(part, max_size=2), part, st.integers(0, 2), st.booleans())
def test_an_import_that_some_resolution_leads_to_a_file_could_mean_it(
    folders: list[str], stem: str, cut: int, is_from: bool
) -> None:
    """Whatever root is put before it: the module is spelled from some folder on, down to its own name."""
    spelled = [*folders[cut:], stem]
    spec = ".".join(spelled[:-1]) if is_from and spelled[:-1] else ".".join(spelled)
    line = f"from {spec} import {stem}\n" if is_from else f"import {spec}\n"
    source = line.encode()
    sources = Sources("", {"a.py": None}, {"a.py": source})  # type: ignore[dict-item]  # its bytes alone are read
    site = Unresolved("a.py", 1, 0, "import_from" if is_from else "import", spec, "out_of_scope", "python")
    references = References.of(Graph(unresolved=(site,)), sources)
    assert references.meaning("/".join([*folders, f"{stem}.py"]), "python") == 1
    assert references.meaning("other_name.py", "python") == 0
    assert references.meaning("/".join([*folders, stem, "__init__.py"]), "python") == 1
