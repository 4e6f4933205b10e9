"""Does a file do something by itself, so that somebody may start it, or a page load it, and no reference says so?

Python     a call that stands as a statement, or a loop or a `with`, at the top level or in an `if` or a `try` there
Ecma       a call that stands as a statement at the top level, or no name that is handed on: such a file is no module,
           and what it declares is known to all that is loaded with it
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.measure.languages.grammar import load
from rubout.measure.nodes import children, is_named, kind_name, text
from rubout.measure.tree import SlowParseError, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

_ECMA = frozenset({"javascript", "typescript", "tsx"})
_LANGUAGES = _ECMA | {"python"}
_HOLDERS = frozenset(
    {
        *("if_statement", "elif_clause", "else_clause", "try_statement", "except_clause", "finally_clause", "block"),
        *("statement_block", "catch_clause"),
    }
)
_RUNS = frozenset(
    {
        *("for_statement", "while_statement", "with_statement", "print_statement", "exec_statement"),
        *("for_in_statement", "do_statement"),
    }
)
_CALLS = frozenset({"call", "call_expression", "await", "await_expression", "new_expression"})
_HANDS_ON = re.compile(r"(?:module\s*\.\s*)?exports\b|this\s*\.\s*exports\b")


def is_program(source: bytes, language: Language) -> bool:
    """Whether a file may be there for what it does; of a language that nothing is known of here, no.

    What cannot be parsed in time may do anything.
    """
    grammar = load(language) if language.name in _LANGUAGES else None
    if grammar is None:
        return False
    try:
        tree = parse(source, language, grammar)
    except SlowParseError:
        return True
    statements = list(_statements(tree, 0))
    return any(_runs(tree, one) for one in statements) or (
        language.name in _ECMA and not any(_hands_on(tree, one) for one in statements)
    )


def _statements(tree: FlatTree, index: int) -> Iterator[int]:
    """What is done when the file is loaded, in source order."""
    pending = [*children(tree, index)][::-1]
    while pending:
        child = pending.pop()
        if kind_name(tree, child) in _HOLDERS:
            pending += [*children(tree, child)][::-1]
        elif is_named(tree, child):
            yield child


def _runs(tree: FlatTree, statement: int) -> bool:
    kind = kind_name(tree, statement)
    if kind == "expression_statement":
        return any(kind_name(tree, child) in _CALLS for child in children(tree, statement))
    return kind in _RUNS


def _hands_on(tree: FlatTree, statement: int) -> bool:
    kind = kind_name(tree, statement)
    return kind == "export_statement" or (
        kind == "expression_statement" and _HANDS_ON.match(text(tree, statement)) is not None
    )
