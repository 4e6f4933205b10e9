"""Which lines does a file hold together? Its statements: what stands at the top, or in a namespace and the like.

A file cannot be cut within one: the methods of an object literal, or of a class that is no unit, share its braces.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.measure.extract import revision
from rubout.measure.nodes import (
    child_in_field,
    children,
    first_line,
    is_named,
    kind_name,
    last_line,
    named_children,
    text,
)
from rubout.measure.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.extract import Parsed
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Raise it whenever a rule here changes: old parts in the index are then missed.
REVISION = "statements-1"

# What can be closed and opened again in another file, with what it holds. Its own blocks are named for their kind
# alone, since nothing leads to a block of a function or a class.
CONTAINERS = frozenset(
    {
        *("namespace_definition", "namespace_declaration", "declaration_list", "linkage_specification"),
        *("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"),
        *("internal_module", "module", "ambient_declaration", "export_statement", "expression_statement"),
        *("statement_block", "compound_statement", "declarations"),
        "ERROR",  # what could not be parsed says nothing of its borders
    }
)


class Statement(NamedTuple):
    """First and last line, and the name that it gives to what it holds, "" for none."""

    start_line: int
    end_line: int
    name: str = ""


_DECODER = msgspec.msgpack.Decoder(tuple[Statement, ...])


def statements(tree: FlatTree) -> Iterator[Statement]:
    """Those of more than one line, in order."""
    waiting = [children(tree, 0)]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
        elif kind_name(tree, node) in CONTAINERS:
            waiting.append(children(tree, node))
        elif is_named(tree, node):
            first, last = first_line(tree, node), last_line(tree, node)
            if first < last:
                yield Statement(first, last, _name(tree, node))


def _name(tree: FlatTree, node: int) -> str:
    """By its own field, as a class has it, or that of the first thing in it, as a declaration of variables has."""
    field = tree.grammar.field("name")
    for held in (node, *islice(named_children(tree, node), 1)):
        name = child_in_field(tree, held, field)
        if name is not None:
            return text(tree, name)
    return ""


def read_statements(encoded: bytes) -> tuple[Statement, ...]:
    """What the part of a file holds; nothing of a file that has none."""
    return _DECODER.decode(encoded) if encoded else ()


def _revision(path: str, language: Language, keep_imports: bool) -> str | None:  # noqa: FBT001 - a column of `Part`
    return f"{revision(path, language, keep_imports=keep_imports)}/{REVISION}" if language.grammar else None


def _made(parsed: Parsed) -> bytes:
    return msgspec.msgpack.encode([] if parsed.tree is None else list(statements(parsed.tree)))


STATEMENTS = Part("statements", _revision, _made)
