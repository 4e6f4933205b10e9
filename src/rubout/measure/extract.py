"""From the bytes of one file to its facts: one parse, everything else read from the flat tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import metrics, notebook
from rubout.measure.cells import cell_at
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.languages.grammar import PARSE_MICROSECONDS, PARSER, is_installed, load
from rubout.measure.languages.table import Scope
from rubout.measure.permits import permits
from rubout.measure.sources.content import content_rule
from rubout.measure.tokens import token_facts
from rubout.measure.tree import parse
from rubout.measure.units import unit_nodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.source import Unit
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Raise it whenever an extraction rule changes: old rows of the index are then missed, never mixed in.
RULES_REVISION = 2
HURRIED_MICROSECONDS = 1_000_000  # a client of the daemon waits two seconds
FOREIGN_KERNEL = "kernel"  # the rule of a notebook in another language: no file of the universe


def revision(path: str, language: Language, *, keep_imports: bool) -> str:
    """Names the rules that made a file's facts; facts of two revisions never mix.

    Of the path only its kind counts: the same bytes are other facts in a notebook.
    """
    return _revision(language, notebook=notebook.is_notebook(path), keep_imports=keep_imports)


@cache
def _revision(language: Language, *, notebook: bool, keep_imports: bool) -> str:
    import unicodedata  # noqa: PLC0415 - only runs that measure come here

    parsers = (PARSER, language.grammar) if language.grammar and is_installed(language) else ()
    return "/".join(
        (
            f"{RULES_REVISION}/{WIDTH}/{WINDOW}",
            "imports" if keep_imports else "cut",
            f"{language.name} notebook" if notebook else language.name,
            *(f"{parser.distribution}-{parser.version}" for parser in parsers),
            f"unicode-{unicodedata.unidata_version}",  # which letters are capitals
        )
    )


class Parsed(NamedTuple):
    """A file after its one parse; a notebook's `source` is that of its code cells, joined.

    `facts` hold what is known without a metric; `tree` is None for a file that is not parsed. `units` are those of the
    facts, each with its node.
    """

    path: str
    language: Language
    source: bytes
    facts: FileFacts
    tree: FlatTree | None
    units: Sequence[tuple[Unit, int]] = ()


def parsed_file(source: bytes, path: str, language: Language, microseconds: int = PARSE_MICROSECONDS) -> Parsed:
    """Parse a file, for so long at most.

    Raises:
        NotebookError: a notebook that is none.
        SlowParseError: its parse takes longer than one may.
    """
    parsed = _parsed(source, path, language, microseconds)
    return parsed if parsed.tree is None else parsed._replace(units=unit_nodes(parsed.tree))


def file_facts(source: bytes, path: str, language: Language, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """The facts and the tokens of a file; raises what `parsed_file` raises."""
    return whole_facts(parsed_file(source, path, language), keep_imports=keep_imports)


def copy_facts(source: bytes, path: str, language: Language, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """As `file_facts`, but nothing is said of functions, units, comments and parse errors: a third faster.

    Somebody waits for the answer, so the parse has less time.
    """
    parsed = _parsed(source, path, language, HURRIED_MICROSECONDS)
    return parsed.facts, Tokens() if parsed.tree is None else token_facts(parsed.tree, keep_imports=keep_imports)


def whole_facts(parsed: Parsed, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """The facts and the tokens of a parsed file."""
    facts, tree = parsed.facts, parsed.tree
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
        units=tuple(unit for unit, _ in parsed.units),
    )
    return whole, token_facts(tree, keep_imports=keep_imports)


def _parsed(source: bytes, path: str, language: Language, microseconds: int) -> Parsed:
    cells: tuple[int, ...] = ()
    if notebook.is_notebook(path):
        book = notebook.code_cells(source)
        if book is None:
            foreign = FileFacts(language=language.code, total_lines=0, rule=FOREIGN_KERNEL)
            return Parsed(path, language, source, foreign, None)
        source, cells = book
    facts = FileFacts(
        language=language.code,
        total_lines=metrics.total_lines(source),
        rule=content_rule(source, language),
        cells=cells,
    )
    grammar = load(language, microseconds) if language.scope is Scope.JUDGED else None
    if grammar is None or facts.rule:
        return Parsed(path, language, source, facts, None)
    tree = parse(source, language, grammar)
    return Parsed(path, language, source, msgspec.structs.replace(facts, parsed=True, permits=permits(tree)), tree)
