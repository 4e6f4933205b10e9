"""What looks as if it could go, and is never erased: classes without a frozen record of their own.

They never reach the predicate.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.symbols import Confidence
from rubout.gate.symbols import symbols, words_of
from rubout.measure.languages.grammar import load
from rubout.measure.languages.table import Scope
from rubout.measure.notebook import is_notebook
from rubout.measure.tombstones import tombstones
from rubout.measure.tree import SlowParseError, parse
from rubout.measure.unused_imports import unused_imports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.gate.erase_sources import Sources
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run
    from rubout.gate.symbols import Searched
    from rubout.measure.tree import FlatTree

UNUSED_IMPORT, DEAD_SYMBOL, TOMBSTONE = "unused_import", "dead_symbol", "tombstone"


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """A place, the name that it is about, and why it is told."""

    cls: str = msgspec.field(name="class")
    path: str
    start_line: int
    end_line: int
    name: str
    why: str


def advice_of(run: Run, alive: Outcome, sources: Sources) -> tuple[Advice, ...]:
    """The advice on a tree, by path and line."""
    built: Built = alive.options["built"]
    importers = _importers(built)
    searched = words_of(run)
    found = list(_dead_symbols(run, alive))
    for path, file in sources.files.items():
        tree = _tree(sources, path) if file.facts.parsed and not is_notebook(path) else None
        if tree is not None:
            found += _unused_imports(tree, path, importers.get(path, set()), sources)
            found += _tombstones(tree, path, searched)
    return tuple(sorted(found, key=lambda one: (one.path, one.start_line, one.cls, one.name)))


def _tree(sources: Sources, path: str) -> FlatTree | None:
    """The parsed file; None for one that no grammar reads, or not in time."""
    language = sources.language(path)
    grammar = load(language) if language.scope is Scope.JUDGED else None
    try:
        return parse(sources.source(path), language, grammar) if grammar else None
    except SlowParseError:
        return None


def _importers(built: Built) -> Mapping[str, set[str]]:
    """By path, the files that refer to it."""
    found: dict[str, set[str]] = defaultdict(set)
    for edge in built.graph.edges:
        found[built.graph.nodes[edge.dst].path].add(built.graph.nodes[edge.src].path)
    return found


def _dead_symbols(run: Run, alive: Outcome) -> Iterator[Advice]:
    """The names that the language keeps inside their file, and that nothing mentions."""
    for row in symbols(run, alive.options["built"], alive.verdict).rows:
        if row.confidence is Confidence.HIGH:
            one = row.definition
            yield Advice(
                cls=DEAD_SYMBOL,
                path=row.path,
                start_line=one.start_line,
                end_line=one.end_line,
                name=one.name,
                why=f"liveness: nothing mentions this {one.kind}",
            )


def _unused_imports(tree: FlatTree, path: str, importers: set[str], sources: Sources) -> Iterator[Advice]:
    """The imports of a file whose names neither it nor a file that refers to it mentions."""
    for one in unused_imports(tree, path):
        mention = re.compile(rb"(?<!\w)%s(?!\w)" % re.escape(one.name.encode()))
        if not any(mention.search(sources.source(other)) for other in importers if other in sources.files):
            yield Advice(
                cls=UNUSED_IMPORT,
                path=path,
                start_line=one.start_line,
                end_line=one.end_line,
                name=one.name,
                why="its name stands nowhere else in the file",
            )


def _tombstones(tree: FlatTree, path: str, searched: Searched) -> Iterator[Advice]:
    """The comments of a file that tell of something that went, and whose name stands nowhere else in the tree."""
    for one in tombstones(tree):
        mention = re.compile(rb"(?<!\w)%s(?!\w)" % re.escape(one.name.encode()))
        elsewhere = any(one.name in file.words.split("\n") for other, file in searched.files.items() if other != path)
        if len(mention.findall(tree.source)) == 1 and not elsewhere:
            yield Advice(
                cls=TOMBSTONE,
                path=path,
                start_line=one.start_line,
                end_line=one.end_line,
                name=one.name,
                why="it tells of what went, and nothing else knows the name",
            )
