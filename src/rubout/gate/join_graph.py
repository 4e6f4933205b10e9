"""Where do files stand in the reference graph, as the join asks?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rubout.config.knobs import liveness_knobs
from rubout.errors import ContractError
from rubout.gate.reference_graph import build
from rubout.judge.liveness import evidence, judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.config.records import Config
    from rubout.facts.liveness import Facts
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run


class Placed(NamedTuple):
    """A file's place: evidence in and out, its component and the size of that, whether an entry leads to it, its flags.

    `seen_at` is `path:line` of one reference to it, "" for none.
    """

    indeg: int
    outdeg: int
    scc: int
    scc_size: int
    reach: int
    flags: int
    seen_at: str = ""


@dataclass(frozen=True, slots=True)
class GraphLeg:
    """The files that the graph could place, by path; `reason` says why it is degraded.

    `consulted` has the blob ids of what shaped it and is no file of the survey.
    """

    positions: Mapping[str, Placed]
    reason: str | None = None
    consulted: Mapping[str, str] = field(default_factory=dict)


def positions_of(run: Run, config: Config) -> GraphLeg:
    """The positions of all files of a project's graph.

    Raises:
        ContractError: the graph gave fewer positions than it was asked for.
    """
    built = build(run, config)
    facts = built.facts()
    verdict = judge(facts, liveness_knobs(config))
    if verdict.degraded:
        return GraphLeg({}, verdict.reason, built.survey.consulted)
    if len(verdict.pos) != len(facts.pos):
        what = f"{len(verdict.pos)} positions for {len(facts.pos)} files"
        raise ContractError(what, where="join pos", fix="report it: the reference graph lost some")
    nodes, seen = built.graph.nodes, _seen(built, facts)
    positions = {
        nodes[at.node].path: Placed(
            at.indeg, at.outdeg, at.scc, at.scc_size, at.reach, nodes[at.node].flags, seen.get(at.node, "")
        )
        for at in verdict.pos
    }
    return GraphLeg(positions, consulted=built.survey.consulted)


def _seen(built: Built, facts: Facts) -> dict[int, str]:
    """The first place that refers to each node, or to the folder or section that stands for it."""
    first: dict[int, str] = {}
    passed_on = []
    arcs = evidence(facts)
    for edge in built.graph.edges:
        if (edge.src, edge.dst) in arcs:
            if edge.line:
                first.setdefault(edge.dst, f"{built.graph.nodes[edge.src].path}:{edge.line}")
            else:
                passed_on.append(edge)
    for edge in passed_on:
        if edge.src in first:
            first.setdefault(edge.dst, first[edge.src])
    return first
