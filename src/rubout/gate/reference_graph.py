"""The reference graph of a tree: read, resolved, with the flags of what starts its files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from rubout.facts import liveness
from rubout.facts.graph import NodeKind
from rubout.gate.reader import reader_of
from rubout.gate.references import references_in, references_of
from rubout.gate.resolved import resolved
from rubout.measure.entries.conventions import found as conventions
from rubout.measure.entries.flags import entries
from rubout.measure.entries.frameworks import Row
from rubout.measure.entries.mentions import mentioned
from rubout.measure.entries.unread import possible
from rubout.measure.graph import Host, graph, host_targets
from rubout.measure.resolve.all import ladders
from rubout.measure.resolve.world import World, around
from rubout.measure.sites.hosts import host_sites
from rubout.measure.sites.programs import program
from rubout.measure.sites.read import Part, part_of
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.config.records import Config
    from rubout.facts.graph import Graph
    from rubout.facts.survey import Survey
    from rubout.gate.reader import Reader
    from rubout.gate.references import Referenced
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.entries.flags import Entries
    from rubout.measure.graph import Answers
    from rubout.measure.sources.universe import Candidate

_SCRIPTS = ("typescript", "tsx", "javascript")
_PAGE = ".md"
_HOST_LANGUAGES = {".ipynb": ("python",), ".mdc": ("markdown",)}


@dataclass(frozen=True, slots=True)
class Built:
    """A graph and what it was made from."""

    graph: Graph
    world: World
    entries: Entries
    survey: Survey
    answers: Answers  # of the sites of every file in scope

    def facts(self) -> liveness.Facts:
        """What the judge is given: the graph without names, and every file's position asked for."""
        nodes = self.graph.nodes
        return liveness.Facts(
            nodes=tuple(liveness.Node(node.lang, node.kind, node.flags) for node in nodes),
            edges=tuple(liveness.Edge(edge.src, edge.dst, edge.kind, edge.rung) for edge in self.graph.edges),
            pos=tuple(index for index, node in enumerate(nodes) if node.kind is NodeKind.FILE),
        )


def build(run: Run, config: Config, surveyed: Surveyed | None = None) -> Built:
    """Read and resolve the whole tree of a run; what was `surveyed` with its references is not read again."""
    run = over_everything(run, config)
    referenced = references_of(run) if surveyed is None else references_in(run, surveyed)
    reader = reader_of(run)
    world = _world(run, referenced, reader, config)
    found = ladders(world)
    answers = resolved(run, world, referenced, reader, found)
    permits = {path: one.permits for path, one in referenced.files.items() if one.permits}
    hidden = [file.path for file in run.universe.hidden]
    named = chain(
        mentioned(world, hidden, found),
        host_targets(found, _hosts(referenced, run.universe.others or (), reader, hidden)),
        conventions(
            world,
            (Row(row.reason, (row.when,) if row.when else (), globs=row.globs) for row in config.graph.conventions),
        ),
    )
    told = (referenced.survey if surveyed is None else surveyed.survey).problems
    named = chain(named, possible(world, _unread(run, {problem.path for problem in told})))
    started = entries(world, config.graph.entry_globs, permits, named)
    whole = graph(world, answers, started.flags)
    survey = msgspec.structs.replace(referenced.survey, consulted={**referenced.blobs, **reader.blobs})
    return Built(whole, world, started, survey, answers)


def over_everything(run: Run, config: Config) -> Run:
    """A run whose universe is that of the whole project and lists the files without a language, too."""
    if run.universe.others is not None:
        return run
    return replace(run, universe=candidates(run.request.anchor, exclude=config.exclude, others=True))


def _world(run: Run, referenced: Referenced, reader: Reader, config: Config) -> World:
    names = {file.path: file.language.name for file in run.universe.files}
    scope = {
        path: found.references for path, found in referenced.files.items() if part_of(path, names[path]) is Part.NODE
    }
    return World(
        scope=scope,
        languages={path: names[path] for path in scope},
        walked=frozenset(file.path for file in (*run.universe.files, *(run.universe.others or ()))),
        read=reader,
        source_roots=config.graph.source_roots,
    )


def _unread(run: Run, problems: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """The files that would be nodes, had there been no problem with them, with the names of their languages."""
    for file in run.universe.files:
        if file.path in problems and part_of(file.path, file.language.name) is not Part.NONE:
            yield file.path, file.language.name


def _sites(path: str) -> Iterator[str]:
    """The folder of which VitePress makes a site, whose pages may hold scripts, if the path tells of one."""
    folder, found, _ = f"/{path}".partition("/.vitepress/")
    if found:
        yield folder.lstrip("/")


def _hosts(
    referenced: Referenced, others: Sequence[Candidate], reader: Reader, hidden: Iterable[str]
) -> dict[str, Host]:
    """The files that refer to some by scripts or programs in them; those without a language are read here."""
    found = {}
    every = chain(referenced.files, hidden, (file.path for file in others))
    sites = {folder for path in every for folder in _sites(path)}
    for path, one in referenced.files.items():
        if path.endswith(_PAGE) and not sites.isdisjoint(around(path)):
            found[path] = Host(_SCRIPTS, host_sites(path, reader(path) or b"").sites)
        elif part_of(path, "") is Part.HOST:
            suffix = "." + path.rpartition(".")[2]
            found[path] = Host(_HOST_LANGUAGES.get(suffix, _SCRIPTS), one.references.sites)
    for file in others:
        if part_of(file.path, "") is Part.HOST:
            found[file.path] = Host(_SCRIPTS, host_sites(file.path, reader(file.path) or b"").sites)
        elif (own := program(file.path, reader)) is not None:
            found[file.path] = Host((own.language,), own.sites)
    return found
