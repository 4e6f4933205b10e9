"""Which dead files could go, and how many references could still mean each?

A reference that nobody could resolve speaks for every file of its language that it could mean. So does, for one file,
whatever stays and leads to it, and every text that stays and names it: a dead file that stays keeps what it refers to.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.graph import NodeKind
from rubout.gate.erase_rows import Candidate
from rubout.gate.erase_unresolved import References
from rubout.judge.liveness import CODES, fails
from rubout.measure.languages.all import BY_CODE
from rubout.measure.named_paths import key_word, module_pattern, path_pattern, words
from rubout.measure.programs import is_program
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.disk import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts import liveness
    from rubout.facts.graph import Graph
    from rubout.gate.erase_sources import Sources
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run

UNGATED, DOCUMENT = "dead_ungated", "dead_document"
BY_CONTENT, PUBLIC = "dead_by_content", "dead_public"
TEMPLATE, PROGRAM = "dead_template", "dead_program"
_PUBLIC_CODES = frozenset({2, 4})  # who uses a public surface may lie outside of the tree
_DOCUMENTS = "markdown"
# A part of a path that a generator fills in: what lies there is read as a text, by a name that it has not yet.
_FILLED_IN = re.compile(r"\{\{|\{%|<%|__[a-z]+@")


class _Patterns(NamedTuple):
    """Where a text names a path, and where one that is no code means its module."""

    path: str
    named: re.Pattern[bytes]
    module: re.Pattern[bytes]


@dataclass(frozen=True, slots=True)
class DeadFiles:
    """The candidates by path, ascending; `going` nothing could mean, `unresolved` counts by language."""

    candidates: Mapping[str, Candidate]
    going: frozenset[str]
    unresolved: Mapping[str, int]

    def speaking_for(self, path: str, language: str) -> int:
        """The references that could mean a file."""
        own = self.candidates.get(path)
        return self.unresolved[language] if own is None else own.facts[2]


def dead_files(run: Run, outcome: Outcome, sources: Sources, counts: Counter[str]) -> DeadFiles:
    """The dead files of a verdict of liveness that is not degraded.

    Args:
        run: whose tree it is.
        outcome: that of liveness.
        sources: the files that were surveyed.
        counts: what is no candidate is counted here.
    """
    graph: Graph = outcome.options["built"].graph
    dead = {graph.nodes[row.node].path: row for row in _candidates(outcome, sources, counts)}
    references = References.of(graph, sources)
    refused = {path: references.meaning(path, BY_CODE[graph.nodes[row.node].lang].name) for path, row in dead.items()}
    could_go = frozenset(path for path, count in refused.items() if not count)
    speaking = refused | _Search(graph, _named_by(run, sorted(could_go))).speaking(could_go)
    candidates = {
        path: Candidate(facts=(0, row.code, speaking[path], 0, 0), path=path, provenance=f"liveness: {CODES[row.code]}")
        for path, row in sorted(dead.items())
    }
    going = frozenset(path for path, count in speaking.items() if not count)
    return DeadFiles(candidates, going, references.by_language)


def _candidates(outcome: Outcome, sources: Sources, counts: Counter[str]) -> Iterator[liveness.Dead]:
    for row in outcome.verdict.dead:
        if wrong := _bar(outcome, row, sources):
            counts[wrong] += 1
        else:
            yield row


def _bar(outcome: Outcome, row: liveness.Dead, sources: Sources) -> str | None:
    """The name of what a dead file is instead of a candidate; None for one."""
    node = outcome.options["built"].graph.nodes[row.node]
    language, file = BY_CODE[node.lang], sources.files.get(node.path)
    if language.name == _DOCUMENTS:
        return DOCUMENT
    if not fails(outcome.facts.nodes[row.node], row.code, outcome.verdict.knobs):
        return UNGATED
    if file is None or file.facts.rule:
        return BY_CONTENT
    if row.code in _PUBLIC_CODES:
        return PUBLIC
    if _FILLED_IN.search(node.path):
        return TEMPLATE
    return PROGRAM if is_program(sources.source(node.path), language) else None


def _named_by(run: Run, paths: Iterable[str]) -> dict[str, set[str]]:
    """By path, the files that name it in whatever text; each text is read once."""
    patterns: dict[bytes, list[_Patterns]] = defaultdict(list)
    for path in paths:
        patterns[key_word(path)].append(_Patterns(path, path_pattern(path), module_pattern(path)))
    found: dict[str, set[str]] = {one.path: set() for group in patterns.values() for one in group}
    for file in run.universe.everything() if patterns else ():
        source = _text(run, file.path) if file.size <= LARGE_BYTES else b""
        language = BY_CODE.get(file.code)
        # Where a bundler is told what a name stands for, any quotation may be a module.
        is_code = language is not None and language.grammar is not None and b"config" not in os.fsencode(file.path)
        for key in patterns.keys() & {b"", *words(source)}:
            for path, named, module in patterns[key]:
                if path != file.path and (named.search(source) or (not is_code and module.search(source))):
                    found[path].add(file.path)
    return found


def _text(run: Run, path: str) -> bytes:
    try:
        return read_regular(run.request.anchor, path)
    except OSError:  # what cannot be read names nothing here; git still holds what goes
        return b""


@dataclass(slots=True)
class _Search:
    """What keeps dead files: the arcs of a graph, and by path the files that name it."""

    graph: Graph
    named_by: Mapping[str, set[str]]
    _arcs: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def speaking(self, could_go: frozenset[str]) -> dict[str, int]:
        """By path of what could go, how much that stays speaks for it; 0 where nothing does."""
        for edge in self.graph.edges:
            self._arcs[edge.src].add(edge.dst)
        going = could_go
        while True:
            reached = self._reached(going)
            counts = {path: reached[path] + len(self.named_by[path] - going) for path in could_go}
            left = frozenset(path for path in going if not counts[path])
            if left == going:
                return counts
            going = left

    def _reached(self, going: frozenset[str]) -> Counter[str]:
        """By path, how many nodes that stay, or that such lead to, lead to it; folders and sections hand on."""
        nodes = self.graph.nodes
        pending = [index for index, node in enumerate(nodes) if node.kind is NodeKind.FILE and node.path not in going]
        seen, found = set(pending), Counter[str]()
        while pending:
            for target in self._arcs[pending.pop()]:
                found[nodes[target].path] += 1
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return found
