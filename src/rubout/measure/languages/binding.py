"""A grammar's tables and parser, by tree-sitter's Python binding.

`kernels.syntax` does the same in a fifth of the time for what is not the parse itself, where there was a C compiler.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING

import tree_sitter

from rubout.kernels.flatten import flatten

if TYPE_CHECKING:
    from array import array


def kinds(language: object) -> tuple[tuple[str, bool], ...]:
    """The name of each kind of node, by its id, and whether it is a named one; aliases and hidden kinds included."""
    grammar = _grammar(language)
    return tuple(
        (grammar.node_kind_for_id(kind) or "", grammar.node_kind_is_named(kind))
        for kind in range(grammar.node_kind_count)
    )


def fields(language: object) -> dict[str, int]:
    """The ids of the fields by name, in their order from 1."""
    grammar = _grammar(language)
    names = ((grammar.field_name_for_id(number), number) for number in range(1, grammar.field_count + 1))
    return {name: number for name, number in names if name}


def parse(language: object, source: bytes, microseconds: int, wanted: bytes) -> tuple[array[int], ...] | None:
    """The columns that `kernels.flatten` gives of a file; None when its parse takes longer.

    Args:
        language: what a grammar's package gives for the parser.
        source: UTF-8, as far as it is valid.
        microseconds: how long a parse may take.
        wanted: one byte a kind, as in `kernels.flatten`, and one for ERROR, whose slot is the number of kinds.
    """
    parser = _parser(language, microseconds)
    try:
        tree = parser.parse(source)
    except ValueError:  # its word for a parse that took too long
        parser.reset()  # else it would go on here with the next file
        return None
    return flatten(tree.walk(), tree.root_node.descendant_count, len(wanted) - 1, wanted)


@cache
def _grammar(language: object) -> tree_sitter.Language:
    return tree_sitter.Language(language)


@cache
def _parser(language: object, microseconds: int) -> tree_sitter.Parser:
    parser = tree_sitter.Parser(_grammar(language))
    with warnings.catch_warnings():  # the callback that is to be used in its place crashes the pinned version
        warnings.simplefilter("ignore", DeprecationWarning)
        parser.timeout_micros = microseconds  # type: ignore[misc]  # its stub hides the setter
    return parser
