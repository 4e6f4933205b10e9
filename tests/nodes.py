"""Syntax trees as tree-sitter's own binding gives them, for twins that read them node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter

from rubout.measure.languages.grammar import tables
from rubout.measure.tree import as_parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.table import Language


def root_of(language: Language, source: bytes) -> tree_sitter.Node:
    """The root of the tree of a source in a language with a grammar."""
    assert language.grammar
    parser = tree_sitter.Parser(tree_sitter.Language(tables(language.grammar)))
    return parser.parse(as_parsed(source, language)).root_node


def walk(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """In preorder."""
    yield node
    for child in node.children:
        yield from walk(child)
