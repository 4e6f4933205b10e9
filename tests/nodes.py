"""Syntax trees as tree-sitter's own binding gives them, for twins that read them node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter

from rubout.measure.languages.grammar import tables

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language


def root_of(language: Language, source: bytes) -> tree_sitter.Node:
    """The root of the tree of a source in a language with a grammar."""
    assert language.grammar
    return tree_sitter.Parser(tree_sitter.Language(tables(language.grammar))).parse(source).root_node
