"""Why is a file alive, or dead: the shortest proof, or what was looked for and not found."""

from __future__ import annotations

import posixpath
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.graph import NodeKind, label_of
from rubout.judge.liveness import CODES, evidence, is_entry, judge, live_arcs
from rubout.measure.entries import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.graph import Edge, Node
    from rubout.facts.liveness import Facts
    from rubout.gate.reference_graph import Built

MOST = 3  # referrers and unresolved references that are shown
_STARTS = {
    bits.MAIN: "started from outside by declared convention",
    bits.TEST: "collected by a test runner",
    bits.GLOB: "selected by `[graph] entry_globs`",
    bits.MENTIONED: "named from outside the code",
    bits.DOCUMENT: "a document that people open by itself",
    bits.ALLOWED: "allowed by a comment in it",
}


class Step(msgspec.Struct, frozen=True):
    """An arc of a proof: the first line that makes it, 0 when it stands without one."""

    path: str
    line: int
    kind: str
    rung: int
    to: str


class Proof(msgspec.Struct, frozen=True):
    """`starts` say why the entry is one; `steps` lead from it to the file, none when it is the entry itself.

    Of a dead file `looked_for` says what was not found, and `referrers` are the nearest files that refer to it, dead,
    too.
    """

    alive: bool
    code: int = 0
    verdict: str = ""
    entry: str = ""
    starts: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    looked_for: tuple[str, ...] = ()
    referrers: tuple[str, ...] = ()


def proof(built: Built, path: str) -> Proof | None:
    """Of one file; None when it is no node of the graph, or the graph is too large to be judged."""
    nodes = built.graph.nodes
    node = next((index for index, one in enumerate(nodes) if one.path == path and one.kind is NodeKind.FILE), None)
    facts = built.facts()
    verdict = judge(facts)
    if node is None or verdict.degraded:
        return None
    code = next((one.code for one in verdict.dead if one.node == node), 0)
    if code:
        return _dead(built, facts, node, code)
    trail = _trail(facts, node)
    starts = tuple(_starts(built, nodes[trail[0]]))
    return Proof(alive=True, entry=nodes[trail[0]].path, starts=starts, steps=tuple(_steps(built, facts, trail)))


def _trail(facts: Facts, node: int) -> list[int]:
    """The nodes of the shortest way to one from an entry; of several the first, by its nodes from the entry on."""
    after: dict[int, list[int]] = {}
    before: dict[int, list[int]] = {}
    for source, target in set(live_arcs(facts.edges)):
        after.setdefault(source, []).append(target)
        before.setdefault(target, []).append(source)
    levels = [{node}]
    seen = {node}
    while not any(is_entry(facts.nodes[one].flags) for one in levels[-1]):
        levels.append({source for target in levels[-1] for source in before.get(target, ())} - seen)
        seen |= levels[-1]
    trail = [min(one for one in levels[-1] if is_entry(facts.nodes[one].flags))]
    for level in reversed(levels[:-1]):
        trail.append(min(target for target in after[trail[-1]] if target in level))
    return trail


def _steps(built: Built, facts: Facts, trail: Sequence[int]) -> Iterable[Step]:
    nodes = built.graph.nodes
    best: dict[tuple[int, int], Edge] = {}
    for edge, plain in zip(built.graph.edges, facts.edges, strict=True):
        for arc in live_arcs([plain]):
            best.setdefault(arc, edge)
    for source, target in pairwise(trail):
        edge = best[source, target]
        yield Step(label_of(nodes[source]), edge.line, edge.kind.name.lower(), edge.rung, label_of(nodes[target]))


def _starts(built: Built, node: Node) -> Iterable[str]:
    for bit, what in _STARTS.items():
        if node.flags & bit:
            because = built.entries.because.get(node.path) if bit == bits.MENTIONED else None
            yield f"{what}: {because}" if because else what


def _dead(built: Built, facts: Facts, node: int, code: int) -> Proof:
    nodes = built.graph.nodes
    arcs = evidence(facts)
    referrers = _nearest(arcs, nodes, node)
    looked_for = [f"not {what}" for what in _STARTS.values()]
    stem = posixpath.splitext(posixpath.basename(nodes[node].path))[0]
    near = [one for one in built.graph.unresolved if stem in one.spec]
    looked_for += [f"unresolved, {one.reason}: {one.path}:{one.line} `{one.spec}`" for one in near[:MOST]]
    return Proof(
        alive=False,
        code=code,
        verdict=CODES[code],
        looked_for=tuple(looked_for),
        referrers=tuple(referrers[:MOST]),
    )


def _nearest(arcs: set[tuple[int, int]], nodes: Sequence[Node], node: int) -> list[str]:
    """The files that refer to a node, by the folders and sections in between."""
    found: list[str] = []
    pending, seen = [node], {node}
    while pending:
        target = pending.pop(0)
        for source in sorted(source for source, other in arcs if other == target):
            if source not in seen:
                seen.add(source)
                if nodes[source].kind is NodeKind.FILE:
                    found.append(nodes[source].path)
                else:
                    pending.append(source)
    return found
