"""From the bytes of one file to all its facts.

A run that only looks for copies does not load this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import metrics
from rubout.measure.cells import cell_at
from rubout.measure.extract import Parsed, parsed
from rubout.measure.languages.grammar import PARSE_MICROSECONDS
from rubout.measure.tokens import token_facts
from rubout.measure.units import unit_nodes

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language


def parsed_file(source: bytes, path: str, language: Language, microseconds: int = PARSE_MICROSECONDS) -> Parsed:
    """Parse a file, for so long at most.

    Raises:
        NotebookError: a notebook that is none.
        SlowParseError: its parse takes longer than one may.
    """
    found = parsed(source, path, language, microseconds)
    return found if found.tree is None else found._replace(units=unit_nodes(found.tree))


def whole_facts(found: Parsed, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """The facts and the tokens of a parsed file."""
    facts, tree = found.facts, found.tree
    if tree is None:
        return facts, Tokens()
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
        units=tuple(unit for unit, _ in found.units),
    )
    return whole, token_facts(tree, keep_imports=keep_imports)
