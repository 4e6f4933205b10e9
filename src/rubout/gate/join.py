"""`join`: pairs of alike files, with where they stand in the reference graph and how they changed lately."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.config.knobs import churn_knobs, join_knobs
from rubout.errors import ExitCode
from rubout.facts.join import Facts, Lines, Position, Sim, Together
from rubout.gate import clones, docdup, near_miss
from rubout.gate.churn import churn_facts
from rubout.gate.history import NoHistoryError
from rubout.gate.join_graph import positions_of
from rubout.gate.join_pairs import copied, nearly_copied, pairs_of, repeated
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.judge.join import judge
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.parts import TREES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.config.records import Config
    from rubout.facts import churn
    from rubout.facts.source import Unit
    from rubout.gate.join_graph import GraphLeg
    from rubout.gate.join_pairs import Alike, Pairs, UnitId
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants: other days than the configuration's, no history, pairs of units."""

    days: int | None = None
    history: bool = True
    units: bool = False


class History(NamedTuple):
    """The history, or why there is none; `lines` are (appended, rewrote) by unit."""

    facts: churn.Facts | None
    missing: str
    is_shallow: bool
    lines: Mapping[UnitId, tuple[int, int]]

    def by_path(self) -> dict[str, dict[tuple[str, int], tuple[int, int]]]:
        """The lines by path, then by key and rank."""
        found: dict[str, dict[tuple[str, int], tuple[int, int]]] = {}
        for (path, key, nth), numbers in self.lines.items():
            found.setdefault(path, {})[key, nth] = numbers
        return found


@dataclass(frozen=True, slots=True)
class Joined:
    """What the rows of a report are made from; `units` are those of the files as they are, by path."""

    pairs: Pairs
    history: History
    graph: GraphLeg | None
    units: Mapping[str, Sequence[Unit]]


def join(run: Run, config: Config, ask: Ask) -> Outcome:
    """Judge the pairs of a whole project.

    Raises:
        RepositoryError: nothing is in scope, or git refused.
    """
    return joined(run, config, ask, positions_of(run, config))


def joined(run: Run, config: Config, ask: Ask, graph: GraphLeg | None) -> Outcome:
    """As `join`, with a graph."""
    surveyed = run.survey(parts=(TREES, DOCUMENTS))
    require_files(surveyed.survey, surveyed.survey.files)
    units = {file.path: file.facts.units for file in surveyed.survey.files}
    found = Joined(pairs_of(_alike(run, config, surveyed), units), _history(run, config, ask), graph, units)
    facts = facts_of([file.path for file in surveyed.survey.files], found)
    verdict = judge(facts, join_knobs(config, days=ask.days))
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.HELD
    survey = msgspec.structs.replace(surveyed.survey, consulted=dict(graph.consulted) if graph else {})
    return Outcome("join", survey, facts, verdict, code, {"found": found, "ask": ask})


def facts_of(files: Sequence[str], found: Joined) -> Facts:
    """What the judge takes; `files` ascend."""
    number = {path: index for index, path in enumerate(files)}
    graph, history = found.graph, found.history.facts
    return Facts(
        files=tuple(files),
        sim=tuple(
            Sim(number[a], number[b], pair.best.kind, pair.best.num, pair.best.den)
            for (a, b), pair in sorted(found.pairs.files.items(), key=itemgetter(0))
        ),
        pos=None if graph is None else tuple(_positions(graph, number)),
        churn=None if history is None else tuple(_lines(found.history, number)),
        cochange=() if history is None else tuple(_together(history, number)),
        graph_reason=graph.reason if graph else None,
    )


def _alike(run: Run, config: Config, surveyed: Surveyed) -> Iterator[Alike]:
    if not any(file.facts.parsed for file in surveyed.survey.files):
        return
    copies = clones.clones(surveyed, config.clones, clones.Ask(pairs=True))
    yield from copied(copies.facts, copies.verdict)
    alike = near_miss.near_miss_of(surveyed, run.request, near_miss.Ask(spots=False))
    yield from nearly_copied(alike.options["found"])
    documents = docdup.docdup_of(surveyed, docdup.Ask())
    yield from repeated(documents.facts, documents.verdict)


def _history(run: Run, config: Config, ask: Ask) -> History:
    if not ask.history:
        return History(None, "it was not asked for", is_shallow=False, lines={})
    try:
        facts = churn_facts(run, config.exclude, churn_knobs(config, days=ask.days))
    except NoHistoryError as error:
        return History(None, error.what, error.is_shallow, {})
    lines = {(row.path, row.key, row.nth): (row.appended, row.rewrote) for row in facts.units}
    return History(facts, "", is_shallow=False, lines=lines)


def _positions(graph: GraphLeg, number: Mapping[str, int]) -> Iterator[Position]:
    placed = ((number[path], at) for path, at in graph.positions.items() if path in number)
    for node, at in sorted(placed):
        yield Position(node, at.indeg, at.outdeg, at.scc, at.scc_size, at.reach, at.flags)


def _lines(history: History, number: Mapping[str, int]) -> Iterator[Lines]:
    found = history.by_path()
    for file, path in sorted((number[path], path) for path in found if path in number):
        rows = found[path].values()
        yield Lines(file, sum(row[0] for row in rows), sum(row[1] for row in rows))


def _together(history: churn.Facts, number: Mapping[str, int]) -> Iterator[Together]:
    here = (pair for pair in history.cochange if pair.a in number and pair.b in number)
    yield from sorted((Together(number[pair.a], number[pair.b], pair.count) for pair in here), key=_files)


def _files(pair: Together) -> tuple[int, int]:
    return pair.u, pair.v
