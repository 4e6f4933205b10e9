"""The names in live files that nothing in the tree mentions: advice, so it fails nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.graph import EdgeKind, NodeKind
from rubout.facts.symbols import Confidence, FileWords, Symbol, Symbols
from rubout.gate.rows import Reading, rows_of
from rubout.gate.survey import facts_revision
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.extensions import UNKNOWN
from rubout.measure.symbols.asked import Tree, asked
from rubout.measure.symbols.veto import unmentioned
from rubout.measure.symbols.work import PLAIN, facts_revision_of, read_chunk, words_revision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.facts.liveness import Verdict
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Request, Run
    from rubout.measure.sources.universe import Candidate

_DECODER = msgspec.msgpack.Decoder(FileWords)


@dataclass(frozen=True, slots=True)
class Searched:
    """The words of every text file of a tree, by path; `skipped` files could not be searched."""

    files: Mapping[str, FileWords]
    blobs: Mapping[str, str]
    skipped: int


def words_of(run: Run) -> Searched:
    """Read every walked file, those that no family judges, too."""
    everything = run.universe.everything()
    files = [file for file in everything if file.size <= LARGE_BYTES]
    reading = Reading(
        work=read_chunk,
        facts_revision=partial(_facts_revision, request=run.request),
        revision=lambda file: words_revision(facts_revision_of(file.path, file.code)),
    )
    rows = rows_of(run, files, reading)
    found = {file.path: _DECODER.decode(rows.found[file.path]) for file in files if file.path in rows.found}
    texts = {path: one for path, one in found.items() if not one.binary}
    return Searched(texts, rows.blobs, len(everything) - len(texts))


def symbols(run: Run, built: Built, verdict: Verdict) -> Symbols:
    """Those of the live files of a graph; none when the graph could not be judged."""
    if verdict.degraded:
        return Symbols()
    searched = words_of(run)
    nodes = built.graph.nodes
    files = {index: node for index, node in enumerate(nodes) if node.kind is NodeKind.FILE}
    position = {nodes[row.node].path: row for row in verdict.pos}
    live = [node.path for node in files.values() if position[node.path].reach]
    probed = {nodes[edge.dst].path for edge in built.graph.edges if edge.kind is EdgeKind.DYNAMIC and edge.dst in files}
    tree = Tree(built.world, {node.path: node.flags for node in files.values()}, built.answers, probed)
    rows = (
        Symbol(
            path,
            definition,
            Confidence.HIGH if definition.kept else Confidence.MEDIUM,
            position[path].indeg,
        )
        for path, definition in unmentioned(searched.files, asked(tree, searched.files, live))
    )
    return Symbols(tuple(rows), len(searched.files), searched.skipped)


def _facts_revision(file: Candidate, request: Request) -> str:
    return PLAIN if file.code == UNKNOWN else facts_revision(file, request)
