"""What stands behind a score besides sizes and copies, built in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.config.records import Config
from rubout.errors import ExitCode
from rubout.facts import churn, docdup
from rubout.facts.graph import Edge, EdgeKind, Graph, Node, NodeKind
from rubout.facts.near_miss import Facts
from rubout.facts.source import Tokens
from rubout.gate.judged import Judged
from rubout.gate.liveness import liveness_of
from rubout.gate.outcome import Outcome
from rubout.gate.reference_graph import Built
from rubout.gate.surveyed import Surveyed
from rubout.judge.docdup import judge as judge_docdup
from rubout.judge.near_miss import judge as judge_near_miss
from rubout.measure.entries.bits import MAIN
from rubout.measure.entries.flags import Entries
from rubout.measure.resolve.world import World
from tests.near_misses import near_misses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rubout.facts.survey import Survey
    from rubout.gate.near_miss import NearMisses

    Arcs = Sequence[tuple[str, str]]


def text(number: int, shingles: range, *places: tuple[int, int]) -> docdup.Text:
    """A text at (file, first line) each; the digest repeats its number."""
    found = tuple(docdup.Place(file, line, line + 2, 0) for file, line in places)
    return docdup.Text(len(shingles) + 4, f"{number:x}" * 16, tuple(shingles), found)


def documents(paths: Sequence[str], *texts: docdup.Text, pairs: Sequence[tuple[int, int, int]] = ()) -> docdup.Facts:
    """Texts of these files, and pairs of them with their runs."""
    return docdup.Facts(tuple(paths), texts, tuple(docdup.Pair(*pair) for pair in pairs))


def graph_of(survey: Survey, started: Sequence[str] = (), arcs: Arcs = (), *, judged: bool = True) -> Built:
    """A graph of the files of a survey, of which these are started; each arc is an import. Unless `judged`, of none."""
    files = {file.path: file.facts.language for file in survey.files} if judged else {}
    nodes = tuple(
        Node(path, "", language, NodeKind.FILE, MAIN if path in started else 0) for path, language in files.items()
    )
    number = {node.path: index for index, node in enumerate(nodes)}
    edges = sorted((number[source], number[target]) for source, target in arcs)
    graph = Graph(nodes, tuple(Edge(*pair, EdgeKind.IMPORT, 1, line=1, sites=1) for pair in edges))
    world = World(scope={}, languages={}, walked=frozenset(), read=lambda _: None)
    return Built(graph, world, Entries(flags={}, unused_globs=(), because={}), survey, {})


def history_of(days: int, lines: Mapping[str, tuple[int, int]]) -> churn.Facts:
    """A history in which each file got lines, (rewrote, appended), half of them in another unit."""
    window = churn.Window(
        days=days, head="", cutoff=0, commits=1, merges=0, skipped_large_commits=0, diff_degraded=0, shallow=False
    )
    units = []
    for path, (rewrote, appended) in sorted(lines.items()):
        units.append(churn.Churned(path, "f/0", 0, appended=appended // 2, rewrote=rewrote // 2))
        rest = appended - appended // 2, rewrote - rewrote // 2
        units.append(churn.Churned(path, "g/0", 0, appended=rest[0], rewrote=rest[1]))
    return churn.Facts(window=window, units=tuple(units))


def judged_of(
    sizes: Outcome,
    copies: Outcome,
    found: NearMisses | None = None,
    texts: docdup.Facts | None = None,
    graph: Built | None = None,
    history: churn.Facts | None = None,
) -> Judged:
    """A tree judged by every family; without near-copies, texts or a graph, one that has none of that."""
    survey = sizes.survey
    written = texts or documents([file.path for file in survey.files])
    near = {"found": found or near_misses()}
    return Judged(
        surveyed=Surveyed(survey, (msgspec.msgpack.encode(Tokens()),) * len(survey.files)),
        sizes=sizes,
        copies=copies,
        alike=Outcome("near-miss", survey, Facts(), judge_near_miss(Facts()), ExitCode.HELD, near),
        texts=Outcome("docdup", survey, written, judge_docdup(written), ExitCode.HELD),
        unused=liveness_of(graph or graph_of(survey, judged=False), Config()),
        history=history,
    )
