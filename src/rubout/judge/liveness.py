"""Which files does nothing start?

Formula   live arcs: rung <= reach_rung and no asset. Evidence: rung <= min_rung, no asset, nothing implied or
          contained; and what is contained, or implied by a section, once something refers to the folder or section.
          A file is dead when no path of live arcs leads to it from an entry (flags & entry_mask), whatever refers to it
Codes     1 private, 2 exported, both without evidence into them; 3 and 4 the same, with some
Cycles    components of at least `scc_floor` nodes over arcs of kind import with rung <= min_rung; never judged
Fails     when degraded, or for a dead file of a gated language; exported ones only with `public_fails`
Degraded  more nodes than `node_cap` or edges than `edge_cap`: nothing is answered then
Order     several edges between two nodes are one arc
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.graph import EdgeKind, NodeKind
from rubout.facts.liveness import Counts, Cycle, Dead, Facts, Knobs, Position, Verdict
from rubout.judge.bounds import refuse_knobs
from rubout.judge.cycle_cuts import smallest_cut
from rubout.judge.liveness_contract import check, check_knobs
from rubout.kernels.reach import by_source, components, reached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.liveness import Edge, Node
    from rubout.kernels.reach import Adjacency

__all__ = [
    "CODES",
    "Facts",
    "Knobs",
    "Verdict",
    "check_knobs",
    "evidence",
    "fails",
    "is_entry",
    "judge",
    "live_arcs",
    "mask_of",
]

EXPORTED, TEST, DOCUMENT = 1, 4, 32  # bits of a flag
MARKDOWN = 5  # the code of its language

# By code: its name. The code itself is looked up by (exported, referenced).
CODES = {1: "unref_private", 2: "unref_public", 3: "unreach_private", 4: "unreach_public"}
_CODE = {(False, False): 1, (True, False): 2, (False, True): 3, (True, True): 4}
_PUBLIC = frozenset({2, 4})

Arc = tuple[int, int]


class _Arcs(NamedTuple):
    """Distinct arcs, ascending, and the same as the kernels take them."""

    pairs: list[Arc]
    graph: Adjacency


class _Degrees(NamedTuple):
    """Evidence by node: arcs in, arcs out."""

    into: Counter[int]
    out: Counter[int]


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge a graph.

    Raises:
        ContractError: as `liveness_contract.check`, or a knob out of bounds. Facts over a cap are not looked at.
    """
    refuse_knobs("liveness", check_knobs(knobs))
    if len(facts.nodes) > knobs.node_cap or len(facts.edges) > knobs.edge_cap:
        return _degraded(facts, knobs)
    check(facts)
    live = _arcs(live_arcs(facts.edges, knobs), len(facts.nodes))
    reach = _reach(facts.nodes, live, mask_of(knobs))
    degrees = _degrees(facts, knobs)
    runtime = _arcs((_arc(edge) for edge in facts.edges if _is_runtime(edge, knobs)), len(facts.nodes))
    scc = components(runtime.graph)
    judged = [Dead(node, _code(facts.nodes[node], degrees.into[node])) for node, alive in enumerate(reach) if not alive]
    dead = tuple(one for one in judged if _is_row(facts.nodes[one.node], knobs))
    gated = sum(fails(facts.nodes[one.node], one.code, knobs) for one in dead)
    return Verdict(
        dead=dead,
        reported=tuple(one for one in judged if facts.nodes[one.node].kind != knobs.file_kind),
        cycles=tuple(_cycles(runtime.pairs, scc, knobs)),
        test_only=tuple(_test_only(facts.nodes, live, knobs)),
        doc_only=tuple(_doc_only(facts, knobs)),
        pos=tuple(_positions(facts.pos, degrees, scc, reach)),
        counts=_counts(facts, knobs, kept=len(live.pairs), dead=len(dead), dead_gated=gated),
        fail=gated > 0,
        degraded=False,
        reason=None,
        knobs=knobs,
    )


def mask_of(knobs: Knobs) -> int:
    """The flags that make an entry; under `production` tests start nothing."""
    return knobs.entry_mask & ~TEST if knobs.production else knobs.entry_mask


def is_entry(flags: int, knobs: Knobs = Knobs()) -> bool:
    """Whether something outside the code starts the file."""
    return flags & mask_of(knobs) != 0


def live_arcs(edges: Iterable[Edge], knobs: Knobs = Knobs()) -> Iterable[Arc]:
    """The arcs that keep what they lead to alive; several edges give several."""
    return (_arc(edge) for edge in edges if edge.rung <= knobs.reach_rung and edge.kind != knobs.asset_kind)


def _arc(edge: Edge) -> Arc:
    return edge.src, edge.dst


def _arcs(pairs: Iterable[Arc], size: int) -> _Arcs:
    """Pairs that ascend, each once."""
    distinct: list[Arc] = []
    for pair in pairs:
        if not distinct or pair != distinct[-1]:
            distinct.append(pair)
    return _Arcs(distinct, by_source(distinct, size))


def _reach(nodes: Sequence[Node], live: _Arcs, mask: int) -> bytearray:
    return reached(live.graph, [index for index, node in enumerate(nodes) if node.flags & mask])


def evidence(facts: Facts, knobs: Knobs = Knobs()) -> set[Arc]:
    """The arcs that make what they lead to referenced."""
    passed_on = []  # from a folder or a section to what it stands for
    arcs = set()
    for edge in facts.edges:
        if edge.rung > knobs.min_rung or edge.kind == knobs.asset_kind:
            continue
        if edge.kind == EdgeKind.CONTAIN:
            passed_on.append(_arc(edge))
        elif edge.kind != EdgeKind.IMPLIED:
            arcs.add(_arc(edge))
        elif facts.nodes[edge.src].kind == NodeKind.SECTION:
            passed_on.append(_arc(edge))
    referred = {target for _, target in arcs}
    arcs.update(arc for arc in passed_on if arc[0] in referred)
    return arcs


def _degrees(facts: Facts, knobs: Knobs) -> _Degrees:
    arcs = evidence(facts, knobs)
    return _Degrees(Counter(target for _, target in arcs), Counter(source for source, _ in arcs))


def _is_runtime(edge: Edge, knobs: Knobs) -> bool:
    return edge.kind == EdgeKind.IMPORT and edge.rung <= knobs.min_rung and edge.kind != knobs.asset_kind


def _code(node: Node, indeg: int) -> int:
    return _CODE[node.flags & EXPORTED != 0, indeg >= 1]


def _is_row(node: Node, knobs: Knobs) -> bool:
    """Whether a node may be dead: a file, and for `production` none of a test."""
    return node.kind == knobs.file_kind and not (knobs.production and node.flags & TEST)


def fails(node: Node, code: int, knobs: Knobs) -> bool:
    """Whether a dead file of that code fails a check."""
    return node.lang in knobs.gated_langs and (knobs.public_fails or code not in _PUBLIC)


def _cycles(arcs: Sequence[Arc], scc: Sequence[int], knobs: Knobs) -> Iterable[Cycle]:
    members: dict[int, list[int]] = {}
    for node, component in enumerate(scc):
        members.setdefault(component, []).append(node)
    within: dict[int, list[Arc]] = {}
    for source, target in arcs:
        if scc[source] == scc[target] and source != target:
            within.setdefault(scc[source], []).append((source, target))
    for component, nodes in members.items():
        if len(nodes) >= knobs.scc_floor:
            cut = smallest_cut(nodes, within[component]) if len(nodes) <= knobs.cut_cap else None
            yield Cycle(component, tuple(nodes), cut)


def _test_only(nodes: Sequence[Node], live: _Arcs, knobs: Knobs) -> Iterable[int]:
    """Files that are no tests, and that no entry but tests leads to."""
    mask = knobs.entry_mask
    lost = _lost(nodes, _reach(nodes, live, mask), _reach(nodes, live, mask & ~TEST), knobs)
    return (node for node in lost if not nodes[node].flags & TEST)


def _doc_only(facts: Facts, knobs: Knobs) -> Iterable[int]:
    """Files that are no documents, and that nothing but documents leads to."""
    nodes, mask = facts.nodes, mask_of(knobs)
    links = (EdgeKind.DOC_LINK, EdgeKind.DOC_REF)
    code = [edge for edge in facts.edges if edge.kind not in links]
    whole, less = (_arcs(live_arcs(edges, knobs), len(nodes)) for edges in (facts.edges, code))
    lost = _lost(nodes, _reach(nodes, whole, mask), _reach(nodes, less, mask & ~DOCUMENT), knobs)
    return (node for node in lost if nodes[node].lang != MARKDOWN)


def _lost(nodes: Sequence[Node], before: Sequence[int], after: Sequence[int], knobs: Knobs) -> Iterable[int]:
    """The files that were reached before and are not any more."""
    return (
        index for index, node in enumerate(nodes) if before[index] and not after[index] and node.kind == knobs.file_kind
    )


def _positions(
    wanted: Iterable[int], degrees: _Degrees, scc: Sequence[int], reach: Sequence[int]
) -> Iterable[Position]:
    sizes = Counter(scc)
    for node in wanted:
        yield Position(node, degrees.into[node], degrees.out[node], scc[node], sizes[scc[node]], reach[node])


def _counts(facts: Facts, knobs: Knobs, *, kept: int, dead: int, dead_gated: int) -> Counts:
    return Counts(
        files=sum(node.kind == knobs.file_kind for node in facts.nodes),
        nodes=len(facts.nodes),
        edges=len(facts.edges),
        kept=kept,
        entries=sum(is_entry(node.flags, knobs) for node in facts.nodes),
        dead=dead,
        dead_gated=dead_gated,
    )


def _degraded(facts: Facts, knobs: Knobs) -> Verdict:
    """The verdict over a cap: complete, and empty."""
    return Verdict(
        dead=(),
        reported=(),
        cycles=(),
        test_only=(),
        doc_only=(),
        pos=(),
        counts=Counts(
            files=sum(node.kind == knobs.file_kind for node in facts.nodes),
            nodes=len(facts.nodes),
            edges=len(facts.edges),
        ),
        fail=True,
        degraded=True,
        reason="graph_too_large",
        knobs=knobs,
    )
