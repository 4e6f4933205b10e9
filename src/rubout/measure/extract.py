"""From the bytes of one file to its facts: one parse, everything else read from the flat tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import metrics, notebook
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.languages.grammar import is_installed, load
from rubout.measure.languages.table import Scope
from rubout.measure.permits import permits
from rubout.measure.sources.content import content_rule
from rubout.measure.tokens import token_facts
from rubout.measure.tree import parse
from rubout.measure.units import units

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language

# Raise it whenever an extraction rule changes: old rows of the index are then missed, never mixed in.
RULES_REVISION = 1
FOREIGN_KERNEL = "kernel"  # the rule of a notebook in another language: no file of the universe


@cache
def revision(language: Language, *, keep_imports: bool) -> str:
    """Names the rules that made a file's facts; facts of two revisions never mix."""
    grammar = language.grammar
    version = f"{grammar.distribution}-{grammar.version}" if grammar and is_installed(language) else "no grammar"
    stream = "imports" if keep_imports else "cut"
    return f"{RULES_REVISION}/{WIDTH}/{WINDOW}/{stream}/{language.name}/{version}"


def file_facts(source: bytes, path: str, language: Language, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """The facts and the tokens of a file; a notebook's are those of its code cells, joined.

    Raises:
        ValueError: a notebook that is no notebook (bad JSON, no cells).
    """
    cells: tuple[int, ...] = ()
    if path.endswith(notebook.SUFFIX):
        book = notebook.code_cells(source)
        if book is None:
            return FileFacts(language=language.code, total_lines=0, rule=FOREIGN_KERNEL), Tokens()
        source, cells = book
    lines = metrics.total_lines(source)
    rule = content_rule(source, language)
    grammar = load(language) if language.scope is Scope.JUDGED else None
    if grammar is None or rule:
        return FileFacts(language=language.code, total_lines=lines, rule=rule, cells=cells), Tokens()
    tree = parse(source, language, grammar)
    measured = metrics.metrics(tree)
    facts = FileFacts(
        language=language.code,
        total_lines=lines,
        parsed=True,
        comment_lines=measured.comment_lines,
        parse_errors=measured.parse_errors,
        first_error_line=measured.first_error_line,
        functions=measured.functions,
        toplevel=measured.toplevel,
        units=units(tree),
        permits=permits(tree),
        cells=cells,
    )
    return facts, token_facts(tree, keep_imports=keep_imports)
