"""Which lines does a file hold together? Its statements: what stands at the top, or in a namespace and the like.

A file cannot be cut within one: the methods of an object literal, or of a class that is no unit, share its braces.
"""

from __future__ import annotations

import re
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
REVISION = "statements-3"

# What can be closed and opened again in another file, with what it holds. Its own blocks are named for their kind
# alone, since nothing leads to a block of a function or a class.
CONTAINERS = frozenset(
    {
        *("namespace_definition", "namespace_declaration", "declaration_list", "linkage_specification"),
        *("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"),
        *("internal_module", "module", "ambient_declaration", "export_statement", "expression_statement"),
        *("statement_block", "compound_statement", "declarations", "enum_body_declarations"),
        "ERROR",  # what could not be parsed says nothing of its borders
    }
)

ABSTRACT = frozenset({"abstract_class_declaration"})  # classes that are no units
DECORATED = "decorated_definition"
BODIES = frozenset({"class_body", "enum_class_body"})  # of grammars that have no field for them

_CALLED = re.compile(r"[\w.$:]+")
_MOST = 60  # characters of what a call is told, as many as fit beside the rest of a line


class Statement(NamedTuple):
    """First and last line, the name that it gives to what it holds, "" for none, and its kind in the grammar.

    At a `level` above 0 it is a member of a type that is a statement of the level below.
    """

    start_line: int
    end_line: int
    name: str = ""
    kind: str = ""
    level: int = 0


_DECODER = msgspec.msgpack.Decoder(tuple[Statement, ...])


def statements(tree: FlatTree) -> Iterator[Statement]:
    """Those of more than one line, in order; the members of a type behind it."""
    waiting = [(children(tree, 0), 0)]
    while waiting:
        nodes, level = waiting[-1]
        node = next(nodes, None)
        if node is None:
            waiting.pop()
        elif kind_name(tree, node) in CONTAINERS:
            waiting.append((children(tree, node), level))
        elif is_named(tree, node):
            first, last = first_line(tree, node), last_line(tree, node)
            if first < last:
                yield Statement(first, last, _name(tree, node, level), kind_name(tree, node), level)
                body = _body(tree, node)
                if body is not None:
                    waiting.append((children(tree, body), level + 1))


def _body(tree: FlatTree, node: int) -> int | None:
    """That of a type or an implementation, which a decorator may stand before; None of anything else."""
    language = tree.language
    types = language.named_units | language.impls | ABSTRACT
    near = named_children(tree, node) if kind_name(tree, node) == DECORATED else (node,)
    holder = next((each for each in near if kind_name(tree, each) in types), None)
    if holder is None:
        return None
    body = child_in_field(tree, holder, tree.grammar.field("body"))
    return body if body is not None else next((c for c in children(tree, holder) if kind_name(tree, c) in BODIES), None)


def _name(tree: FlatTree, node: int, level: int) -> str:
    """By its own field, as a class has it, or that of the first thing in it, as a declaration of variables has.

    A member's may stand behind modifiers and a type. A call has what it calls, and the text that it hands over first.
    """
    arguments = child_in_field(tree, node, tree.grammar.field("arguments"))
    if arguments is not None:
        return _call(tree, node, arguments)
    field = tree.grammar.field("name")
    for held in (node, *islice(named_children(tree, node), None if level else 1)):
        name = child_in_field(tree, held, field)
        if name is not None:
            return text(tree, name)
    return ""


def _call(tree: FlatTree, node: int, arguments: int) -> str:
    """As `describe("what")`, or `use()` where no text and no name comes first; "" of what is called without a name."""
    called = _CALLED.match(text(tree, node))
    if called is None:
        return ""
    first = next(named_children(tree, arguments), None)
    told = "" if first is None else text(tree, first).partition("\n")[0]
    if not (told.startswith(('"', "'", "`")) or _CALLED.fullmatch(told)):
        return f"{called[0]}()"
    return f"{called[0]}({told if len(told) <= _MOST else told[: _MOST - 1] + '…'})"


def read_statements(encoded: bytes) -> tuple[Statement, ...]:
    """What the part of a file holds; nothing of a file that has none."""
    return _DECODER.decode(encoded) if encoded else ()


def _revision(path: str, language: Language, keep_imports: bool) -> str | None:  # noqa: FBT001 - a column of `Part`
    return f"{revision(path, language, keep_imports=keep_imports)}/{REVISION}" if language.grammar else None


def _made(parsed: Parsed) -> bytes:
    return msgspec.msgpack.encode([] if parsed.tree is None else list(statements(parsed.tree)))


STATEMENTS = Part("statements", _revision, _made)
