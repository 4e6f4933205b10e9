"""From the bytes of one file to all its facts, and to the trees of its units.

A run that only looks for copies does not load this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import metrics
from rubout.measure.cells import cell_at
from rubout.measure.extract import parsed
from rubout.measure.tokens import token_facts
from rubout.measure.unit_trees import UnitTrees, unit_trees
from rubout.measure.units import unit_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.source import Unit
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree


def file_facts(source: bytes, path: str, language: Language, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """The facts and the tokens of a file; a notebook's are those of its code cells, joined.

    Raises:
        NotebookError: a notebook that is none.
        SlowParseError: its parse takes longer than one may.
    """
    facts, tree = parsed(source, path, language)
    return (facts, Tokens()) if tree is None else _measured(facts, tree, unit_nodes(tree), keep_imports=keep_imports)


def facts_and_trees(
    source: bytes, path: str, language: Language, *, keep_imports: bool
) -> tuple[FileFacts, Tokens, UnitTrees]:
    """As `file_facts`, with the trees of the units; raises what it raises."""
    facts, tree = parsed(source, path, language)
    if tree is None:
        return facts, Tokens(), UnitTrees()
    found = unit_nodes(tree)
    return *_measured(facts, tree, found, keep_imports=keep_imports), unit_trees(tree, (node for _, node in found))


def trees(source: bytes, path: str, language: Language) -> UnitTrees:
    """The trees of the units alone; raises what `file_facts` raises."""
    _, tree = parsed(source, path, language)
    return UnitTrees() if tree is None else unit_trees(tree, (node for _, node in unit_nodes(tree)))


def _measured(
    facts: FileFacts, tree: FlatTree, found: Iterable[tuple[Unit, int]], *, keep_imports: bool
) -> tuple[FileFacts, Tokens]:
    measured = metrics.metrics(tree)
    functions = measured.functions
    if facts.cells:
        functions = tuple(
            msgspec.structs.replace(function, cell=cell_at(facts.cells, function.start_line)) for function in functions
        )
    whole = msgspec.structs.replace(
        facts,
        comment_lines=measured.comment_lines,
        parse_errors=measured.parse_errors,
        first_error_line=measured.first_error_line,
        functions=functions,
        toplevel=measured.toplevel,
        units=tuple(unit for unit, _ in found),
    )
    return whole, token_facts(tree, keep_imports=keep_imports)
