"""Which comments and docstrings does a file of code have?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.documents import COMMENT_BLOCK, DOCSTRING
from rubout.kernels.select import select
from rubout.measure.comments import comment_blocks
from rubout.measure.docs.block import Block, Comment, Found, decoded
from rubout.measure.nodes import child_in_field, children, first_line, is_named, kind_name, kinds_named, last_line
from rubout.measure.text_lines import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_HOSTS = frozenset({"function_definition", "class_definition"})


def blocks(tree: FlatTree) -> Found:
    """The comment blocks and, in Python, the docstrings; those of one line in this order."""
    comments = [
        Block(COMMENT_BLOCK, block.start_line, block.end_line, lines, lines)
        for block in comment_blocks(tree)
        for lines in [[line for node in block.nodes for line in _lines(tree, node)]]
    ]
    found = [*comments, *_docstrings(tree)] if tree.language.name == "python" else comments
    found.sort(key=lambda block: (block.start_line, block.kind))
    above = [Comment(block.end_line, list(enumerate(block.lines, block.start_line))) for block in comments]
    return Found(found, above, {})


def _docstrings(tree: FlatTree) -> Iterator[Block]:
    body_field = tree.grammar.field("body")
    for host in (0, *select(tree.kinds, kinds_named(tree.grammar, _HOSTS))):
        body = child_in_field(tree, host, body_field) if host else 0
        string = None if body is None else _docstring(tree, body)
        if string is not None:
            lines = _lines(tree, string)
            yield Block(DOCSTRING, first_line(tree, string), last_line(tree, string), lines, lines)


def _docstring(tree: FlatTree, body: int) -> int | None:
    """The string that is the first statement; comments before it are none."""
    statement = _first_named(tree, body)
    if statement is None or kind_name(tree, statement) != "expression_statement":
        return None
    value = _first_named(tree, statement)
    return value if value is not None and kind_name(tree, value) == "string" else None


def _first_named(tree: FlatTree, index: int) -> int | None:
    comments = tree.language.comments
    named = (child for child in children(tree, index) if is_named(tree, child))
    return next((child for child in named if kind_name(tree, child) not in comments), None)


def _lines(tree: FlatTree, node: int) -> list[str]:
    return lines_of(decoded(tree.source[tree.starts[node] : tree.ends[node]]))
