"""The report of `graph`: an edge, or a site, a row; and the cycles of imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.graph import EdgeKind, label_of
from rubout.facts.liveness import Knobs
from rubout.gate.graph import Show
from rubout.measure.sources.universe import in_scope
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import Level, Note, Report, envelope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.graph import FileReferences
    from rubout.facts.liveness import Cycle
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built


class EdgeRow(msgspec.Struct, frozen=True, gc=False):
    """An edge; the lines are those of its first site, null when none made it."""

    path: str
    start_line: int | None
    end_line: int | None
    to: str
    kind: str
    rung: int
    sites: int


class SiteRow(msgspec.Struct, frozen=True, gc=False):
    """What a file refers to, as it is written."""

    path: str
    line: int
    nth: int
    kind: str
    spec: str
    name: str
    mode: str
    owner: str


class CutRow(msgspec.Struct, frozen=True, gc=False):
    """An import that a cut takes out, at its first line."""

    path: str
    start_line: int
    to: str


class CycleRow(msgspec.Struct, frozen=True):
    """Files that import one another; `cut` is null when there are too many to find the smallest."""

    id: int
    paths: tuple[str, ...]
    cut: tuple[CutRow, ...] | None


class GraphCounts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`sites` must have an answer, `unresolved` of them have none."""

    files: int
    nodes: int
    edges: int
    sites: int
    unresolved: int
    cycles: int


class GraphReport(Report, frozen=True, kw_only=True):
    """`rows` are the edges, none when sites or cycles alone were asked for."""

    knobs: Knobs
    counts: GraphCounts
    rows: tuple[EdgeRow, ...]
    cycles: tuple[CycleRow, ...]
    sites: tuple[SiteRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> GraphReport:
    """The report of one run."""
    scope, show = outcome.survey.scope, outcome.options["show"]
    if show is Show.SITES:
        files: Mapping[str, FileReferences] = outcome.options["files"]
        sites = tuple(_sites({path: found for path, found in files.items() if in_scope(path, scope)}))
        total = sum(len(found.references.sites) for found in files.values())
        counts = GraphCounts(files=len(files), nodes=0, edges=0, sites=total, unresolved=0, cycles=0)
        return GraphReport(
            **envelope(outcome, survey_notes(outcome.survey)), counts=counts, rows=(), cycles=(), sites=sites
        )
    built: Built = outcome.options["built"]
    verdict = outcome.verdict
    rows = () if show is Show.CYCLES else tuple(_edges(built, scope))
    return GraphReport(
        **envelope(outcome, graph_notes(outcome)),
        counts=GraphCounts(
            files=verdict.counts.files,
            nodes=verdict.counts.nodes,
            edges=verdict.counts.edges,
            sites=built.graph.sites,
            unresolved=len(built.graph.unresolved),
            cycles=len(verdict.cycles),
        ),
        rows=rows,
        cycles=tuple(cycle_rows(built, verdict.cycles, scope)),
    )


def graph_notes(outcome: Outcome) -> Iterator[Note]:
    """What a reader must know of a graph: why there is none, manifests that could not be read, files left out."""
    yield from verdict_notes(degraded=outcome.verdict.degraded, reason=outcome.verdict.reason)
    built: Built = outcome.options["built"]
    for path, what in sorted(built.world.problems.items()):
        yield Note("manifest", Level.WARNING, f"not used: {what}", path)
    for glob in built.entries.unused_globs:
        yield Note("entry-glob", Level.WARNING, f"`entry_globs`: `{glob}` selects no file")
    yield from survey_notes(outcome.survey)


def cycle_rows(built: Built, cycles: Iterable[Cycle], scope: str) -> Iterator[CycleRow]:
    """The cycles with a file in scope."""
    nodes = built.graph.nodes
    lines = first_lines(built)
    for cycle in cycles:
        if any(in_scope(nodes[node].path, scope) for node in cycle.nodes):
            cut = tuple(
                CutRow(label_of(nodes[source]), lines[source, target], label_of(nodes[target]))
                for source, target in cycle.cut or ()
            )
            paths = tuple(label_of(nodes[node]) for node in cycle.nodes)
            yield CycleRow(cycle.id, paths, None if cycle.cut is None else cut)


def first_lines(built: Built) -> dict[tuple[int, int], int]:
    """By the nodes that it joins the first line of an import."""
    found: dict[tuple[int, int], int] = {}
    for edge in built.graph.edges:
        if edge.kind is EdgeKind.IMPORT:
            found[edge.src, edge.dst] = min(edge.line, found.get((edge.src, edge.dst), edge.line))
    return found


def _edges(built: Built, scope: str) -> Iterator[EdgeRow]:
    nodes = built.graph.nodes
    for edge in built.graph.edges:
        source = nodes[edge.src]
        if in_scope(source.path, scope):
            line = edge.line or None
            kind = edge.kind.name.lower()
            yield EdgeRow(label_of(source), line, line, label_of(nodes[edge.dst]), kind, edge.rung, edge.sites)


def _sites(files: Mapping[str, FileReferences]) -> Iterator[SiteRow]:
    for path, found in files.items():
        for site in found.references.sites:
            kind, mode = site.kind.name.lower(), site.mode.value
            yield SiteRow(path, site.line, site.nth, kind, site.spec, site.name, mode, site.owner)
