"""`structure`: the tree of a project's folders, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from rubout.config.knobs import structure_knobs
from rubout.errors import ExitCode, RepositoryError
from rubout.facts.graph import NodeKind
from rubout.facts.structure import Facts
from rubout.gate.history import NoHistoryError, commits_of
from rubout.gate.liveness import liveness_of
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.reference_graph import build, over_everything
from rubout.gate.split import PARTS, Copies, copied_in, priced_in
from rubout.judge.liveness import evidence, fails
from rubout.judge.structure import judge
from rubout.measure.languages.table import Scope
from rubout.measure.sites.work import REFERENCES
from rubout.measure.sources import history
from rubout.measure.structure import (
    conventions,
    declared,
    documents,
    newest,
    nodes,
    patterns,
    redundant,
    touches,
    tree_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.config.records import Config
    from rubout.facts.graph import Node
    from rubout.facts.structure import Document, Redundant, Target
    from rubout.gate.join_pairs import Place
    from rubout.gate.survey import Run
    from rubout.measure.sources.universe import Universe
    from rubout.measure.structure import Arc, Tree

    Reference = tuple[Node, Node]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants besides the tree.

    That is which documents are stale by so many days of the history, where copies and dead files pile up, and where
    long files could be cut.
    """

    days: int | None = None
    deep: bool = False
    split: bool = False


def structure(run: Run, config: Config, ask: Ask = Ask()) -> Outcome:
    """Judge the tree of a whole project.

    Raises:
        RepositoryError: no file of the project has a language that is judged; as `commits_of`, given days; or nothing
            can be told of dead files, which were asked for.
        ConfigError: a declared folder is none of the tree.
    """
    run = over_everything(run, config)
    surveyed = run.survey(parts=(REFERENCES, *(PARTS if ask.split else ()))) if ask.deep or ask.split else None
    built = build(run, config, surveyed)
    tree = tree_of(judged_files(run.universe))
    require_files(built.survey, tree.files)
    everything = built.graph.nodes
    references = [(everything[source], everything[target]) for source, target in sorted(evidence(built.facts()))]
    old, targets = _documents(run, tree, references, ask.days) if ask.days is not None else (None, ())
    copies = copied_in(surveyed, config) if surveyed else Copies()
    facts = Facts(
        nodes=nodes(tree),
        patterns=patterns(tree),
        conventions=conventions(tree, (file.path for file in (*run.universe.files, *(run.universe.others or ())))),
        touches=touches(tree, _between_files(references)),
        declared=declared(tree, config.structure.layout),
        redundancy=redundancy(tree, liveness_of(built, config), copies.pairs) if ask.deep else None,
        documents=old,
        targets=targets,
    )
    verdict = judge(facts, structure_knobs(config))
    cuts = priced_in(run, config, surveyed, copies) if surveyed and ask.split else None
    degraded = verdict.degraded or (cuts is not None and cuts.verdict.degraded)
    code = ExitCode.UNJUDGED if degraded else ExitCode.HELD
    options = {"tree": tree, "built": built, "ask": ask, "split": cuts, "config": config}
    # A graph of what was surveyed before says nothing of the files that could not be read.
    survey = msgspec.structs.replace(surveyed.survey, consulted=built.survey.consulted) if surveyed else built.survey
    return Outcome("structure", survey, facts, verdict, code, options)


def with_every_axis(run: Run, outcome: Outcome) -> Outcome:
    """The outcome of a run with the axes that are judged on request; by the days of `[churn]` if there is a history."""
    config: Config = outcome.options["config"]
    try:
        return structure(run, config, Ask(days=config.churn.days, deep=True))
    except NoHistoryError:
        return structure(run, config, Ask(deep=True))


def redundancy(tree: Tree, unused: Outcome, copies: Iterable[tuple[Place, Place]]) -> tuple[Redundant, ...]:
    """Where the copies, of which both sides are given, and the dead files that may fail a check lie.

    Raises:
        RepositoryError: no dead file is known, so that zeros would be lies.
    """
    if unused.verdict.degraded:
        what = f"no dead file is known, since the reference graph could not be judged: {unused.verdict.reason}"
        raise RepositoryError(what, where="structure --deep", fix="leave out `--deep`")
    everything = unused.options["built"].graph.nodes
    nodes, knobs = unused.facts.nodes, unused.verdict.knobs
    failing = (dead for dead in unused.verdict.dead if fails(nodes[dead.node], dead.code, knobs))
    dead = (everything[dead.node].path for dead in failing)
    return redundant(tree, ((a.path, b.path) for a, b in copies), dead)


def judged_files(universe: Universe) -> list[str]:
    """The paths of the files whose language every family judges."""
    return [file.path for file in universe.files if file.language.scope is Scope.JUDGED]


def _between_files(references: list[Reference]) -> list[Arc]:
    return [(source.path, target.path) for source, target in references if source.kind is target.kind is NodeKind.FILE]


def _documents(
    run: Run, tree: Tree, references: list[Reference], days: int
) -> tuple[tuple[Document, ...], tuple[Target, ...]]:
    """The documents of the tree and what they refer to, dated by the window."""
    anchor = run.request.anchor
    times = {link.name: link.time for link in commits_of(anchor, days).within}
    dates = newest(history.changed_in(anchor, list(times)), times)
    links = [(source.path, target.path) for source, target in references if source.kind is not NodeKind.PACKAGE]
    return documents(tree, links, dates)
