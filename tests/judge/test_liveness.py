"""Which files nothing starts: the worked examples of the method, and its laws on drawn graphs."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.liveness import Edge, Facts, Knobs, Node, Verdict
from rubout.judge.liveness import judge

FILE, PACKAGE, SECTION = 0, 1, 2
IMPORT, ASSET, CONTAIN, IMPLIED, IMPORT_TYPE = 0, 3, 4, 5, 6
PYTHON = 0


def graph(flags: list[int], edges: list[tuple[int, int, int, int]], **kinds: int) -> Facts:
    """Files of Python with these flags; `n3=1` makes node 3 a folder."""
    nodes = (Node(PYTHON, kinds.get(f"n{index}", FILE), flag) for index, flag in enumerate(flags))
    return Facts(tuple(nodes), tuple(Edge(*edge) for edge in edges))


def codes(verdict: Verdict) -> dict[int, int]:
    return {one.node: one.code for one in verdict.dead}


def test_example_2_the_judge_alone() -> None:
    edges = [(0, 1, 0, 1), (1, 6, 0, 6), (2, 3, 0, 2), (4, 5, 0, 1), (5, 4, 0, 1)]
    facts = msgspec.structs.replace(graph([2, 0, 0, 1, 0, 0, 0, 0], edges, n7=PACKAGE), pos=(0, 1, 4, 6))
    verdict = judge(facts)
    assert codes(verdict) == {2: 1, 3: 4, 4: 3, 5: 3}
    assert [(one.node, one.code) for one in verdict.reported] == [(7, 1)]
    assert [(cycle.id, cycle.nodes) for cycle in verdict.cycles] == [(4, (4, 5))]
    assert verdict.counts.kept == 5
    assert [list(msgspec.structs.astuple(row)) for row in verdict.pos] == [
        [0, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 1, 1],
        [4, 1, 1, 4, 2, 0],
        [6, 0, 0, 5, 1, 1],
    ]


def test_example_3_the_code_is_looked_up_by_exported_and_referenced() -> None:
    verdict = judge(graph([0, 1, 0, 1, 0], [(0, 2, 0, 1), (4, 3, 0, 1)]))
    assert codes(verdict) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 1}


def test_example_13_too_large_a_graph_is_not_judged() -> None:
    nodes = (Node(0, 0, 0),) * 131_073
    verdict = judge(Facts(nodes))
    assert (verdict.degraded, verdict.fail, verdict.reason) == (True, True, "graph_too_large")
    assert (verdict.dead, verdict.pos, verdict.cycles) == ((), (), ())
    assert (verdict.counts.nodes, verdict.counts.kept) == (131_073, 0)


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (graph([0, 0], [(0, 1, 0, 1), (0, 1, 0, 1)]), "edge 1: not strictly ascending"),
        (graph([0, 0], [(1, 0, 0, 1), (0, 1, 0, 1)]), "edge 1: not strictly ascending"),
        (graph([0], [(0, 1, 0, 1)]), "edge 0: endpoint out of range"),
        (graph([0], [(0, 0, 0, -1)]), "edge 0: negative field"),
        (graph([0, -1], []), "node 1: negative field"),
        (msgspec.structs.replace(graph([0], []), pos=(1,)), "pos 0: index out of range"),
        (msgspec.structs.replace(graph([0, 0], []), pos=(1, 0)), "pos 1: not strictly ascending"),
        (msgspec.structs.replace(graph([0, 0], [(1, 0, 0, 1), (0, 1, 0, 1)]), pos=(7,)), "pos 0: index out of range"),
    ],
)
def test_the_first_offender_is_named_and_shapes_come_before_order(facts: Facts, what: str) -> None:
    with pytest.raises(ContractError) as caught:
        judge(facts)
    assert caught.value.what == what


def test_a_file_of_a_folder_is_referred_to_only_when_somebody_refers_to_the_folder() -> None:
    contained = [(1, 2, CONTAIN, 1)]
    assert codes(judge(graph([0, 0, 0], contained, n1=PACKAGE))) == {0: 1, 2: 1}
    named = [(0, 1, IMPORT, 1), *contained]
    assert codes(judge(graph([0, 0, 0], named, n1=PACKAGE))) == {0: 1, 2: 3}


def test_what_is_implied_is_no_evidence_but_out_of_a_section() -> None:
    edges = [(0, 1, IMPORT, 1), (1, 2, IMPLIED, 1)]
    assert codes(judge(graph([0, 0, 0], edges)))[2] == 1
    assert codes(judge(graph([0, 0, 0], edges, n1=SECTION)))[2] == 3


@pytest.mark.parametrize(
    ("kind", "rung", "cycles"), [(IMPORT, 5, 1), (IMPORT, 6, 0), (IMPORT_TYPE, 1, 0), (CONTAIN, 1, 0), (ASSET, 1, 0)]
)
def test_only_imports_that_are_evidence_make_cycles(kind: int, rung: int, cycles: int) -> None:
    assert len(judge(graph([0, 0], [(0, 1, IMPORT, 1), (1, 0, kind, rung)])).cycles) == cycles


def test_a_file_that_imports_itself_is_no_cycle() -> None:
    assert not judge(graph([2], [(0, 0, IMPORT, 1)])).cycles


@pytest.mark.parametrize(
    ("flags", "public_fails", "gated", "fail"),
    [
        (0, True, (0,), True),
        (0, True, (), False),
        (0, False, (0,), True),
        (1, True, (0,), True),
        (1, False, (0,), False),
    ],
)
def test_a_dead_file_fails_when_its_language_is_gated(
    flags: int, public_fails: bool, gated: tuple[int, ...], fail: bool
) -> None:
    verdict = judge(graph([flags], []), Knobs(public_fails=public_fails, gated_langs=gated))
    assert verdict.fail is fail
    assert verdict.counts.dead_gated == fail


def test_in_production_tests_start_nothing_and_are_no_rows() -> None:
    facts = graph([2, 4, 0], [(1, 2, IMPORT, 1)])
    assert codes(judge(facts)) == {}
    assert judge(facts).test_only == (2,)
    assert codes(judge(facts, Knobs(production=True))) == {2: 3}


Rows = tuple[list[tuple[int, int]], set[tuple[int, int, int, int]]]


@st.composite
def drawn(draw: st.DrawFn) -> Facts:
    size = draw(st.integers(1, 7))
    node = st.integers(0, size - 1)
    nodes = draw(
        st.lists(st.builds(Node, st.just(0), st.integers(0, 2), st.integers(0, 127)), min_size=size, max_size=size)
    )
    edges = draw(st.sets(st.tuples(node, node, st.integers(0, 8), st.integers(1, 7)), max_size=12))
    return Facts(tuple(nodes), tuple(Edge(*edge) for edge in sorted(edges)), tuple(range(size)))


def dead(facts: Facts, knobs: Knobs) -> set[int]:
    return {one.node for one in judge(facts, knobs).dead}


def closure(size: int, arcs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that a path joins, grown arc by arc."""
    joined = {(node, node) for node in range(size)} | arcs
    while more := {(a, d) for a, b in joined for c, d in joined if b == c} - joined:
        joined |= more
    return joined


@given(drawn())
def test_a_file_is_dead_when_no_entry_leads_to_it(facts: Facts) -> None:
    live = {(edge.src, edge.dst) for edge in facts.edges if edge.rung <= 6 and edge.kind != ASSET}
    joined = closure(len(facts.nodes), live)
    entries = [index for index, node in enumerate(facts.nodes) if node.flags & 126]
    expected = {
        index
        for index, node in enumerate(facts.nodes)
        if node.kind == FILE and not any((entry, index) in joined for entry in entries)
    }
    assert dead(facts, Knobs()) == expected


@given(drawn())
def test_evidence_is_counted_by_distinct_arcs(facts: Facts) -> None:
    strong = [edge for edge in facts.edges if edge.rung <= 5 and edge.kind != ASSET]
    own = {(edge.src, edge.dst) for edge in strong if edge.kind not in (CONTAIN, IMPLIED)}
    handed = {
        (edge.src, edge.dst)
        for edge in strong
        if (edge.kind == CONTAIN or (edge.kind == IMPLIED and facts.nodes[edge.src].kind == SECTION))
        and any(target == edge.src for _, target in own)
    }
    for row in judge(facts).pos:
        assert row.indeg == sum(target == row.node for _, target in own | handed)
        assert row.outdeg == sum(source == row.node for source, _ in own | handed)


@given(drawn(), st.integers(0, 127), st.integers(0, 127))
def test_example_14_more_entries_only_shrink_the_dead(facts: Facts, mask: int, more: int) -> None:
    assert dead(facts, Knobs(entry_mask=mask | more)) <= dead(facts, Knobs(entry_mask=mask))


@given(drawn(), st.integers(0, 7), st.integers(0, 7))
def test_example_14_a_higher_ceiling_only_shrinks_the_dead(facts: Facts, one: int, two: int) -> None:
    low, high = sorted((one, two))
    assert dead(facts, Knobs(reach_rung=high)) <= dead(facts, Knobs(reach_rung=low))


@given(drawn())
def test_example_14_components_partition_the_nodes(facts: Facts) -> None:
    verdict = judge(facts)
    sizes = [sum(row.scc == component for row in verdict.pos) for component in {row.scc for row in verdict.pos}]
    assert sum(sizes) == len(facts.nodes)
    assert [row.scc_size for row in verdict.pos] == [
        sum(other.scc == row.scc for other in verdict.pos) for row in verdict.pos
    ]
    assert {cycle.id: len(cycle.nodes) for cycle in verdict.cycles} == {
        row.scc: row.scc_size for row in verdict.pos if row.scc_size >= 2
    }


@given(drawn())
def test_production_is_the_verdict_without_tests_as_entries(facts: Facts) -> None:
    expected = {node for node in dead(facts, Knobs(entry_mask=122)) if not facts.nodes[node].flags & 4}
    assert dead(facts, Knobs(production=True)) == expected


@given(drawn())
def test_two_runs_over_reversed_edges_are_refused(facts: Facts) -> None:
    backwards = msgspec.structs.replace(facts, edges=facts.edges[::-1])
    if len(facts.edges) < 2:
        assert judge(backwards) == judge(facts)
        return
    with pytest.raises(ContractError, match="edge 1: not strictly ascending"):
        judge(backwards)


TRIED = graph(
    [2, 0, 0, 4, 0],
    [(0, 1, ASSET, 1), (0, 2, IMPORT, 6), (1, 2, IMPORT, 1), (2, 1, IMPORT, 3), (3, 4, IMPORT, 1), (4, 1, IMPORT, 5)],
)


@pytest.mark.parametrize(
    "moved",
    [
        {"min_rung": 2},
        {"reach_rung": 0},
        {"entry_mask": 4},
        {"entry_mask": 0},
        {"asset_kind": 9},
        {"file_kind": 1},
        {"scc_floor": 3},
        {"cut_cap": 1},
        {"node_cap": 4},
        {"edge_cap": 5},
        {"production": True},
        {"gated_langs": ()},
        {"public_fails": False},
    ],
    ids=str,
)
def test_example_14_each_knob_moved_alone_moves_a_verdict(moved: dict[str, int]) -> None:
    facts = msgspec.structs.replace(TRIED, nodes=(*TRIED.nodes, Node(PYTHON, FILE, 1)), pos=tuple(range(6)))
    one, two = judge(facts, Knobs()), judge(facts, msgspec.structs.replace(Knobs(), **moved))
    assert msgspec.structs.replace(two, knobs=one.knobs) != one


@pytest.mark.parametrize("moved", [{"scc_floor": 1}, {"cut_cap": 21}, {"node_cap": -1}], ids=str)
def test_a_knob_out_of_bounds_is_refused(moved: dict[str, Any]) -> None:
    with pytest.raises(ContractError):
        judge(Facts(), Knobs(**moved))


def test_pairs_of_nodes_are_told_apart_from_many_edges_between_them() -> None:
    many = [(0, 1, kind, rung) for kind, rung in product((0, 1), (1, 2))]
    verdict = judge(msgspec.structs.replace(graph([2, 0], sorted(many)), pos=(0, 1)))
    assert (verdict.counts.kept, verdict.counts.edges) == (1, 4)
    assert verdict.pos[1].indeg == 1
