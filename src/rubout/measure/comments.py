"""Which comments stand together in one block?

A comment joins the block before it when it begins on the next row in the same column; source:
docs/methodology/docdup.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.kernels.select import select
from rubout.measure.nodes import first_line, kinds_named, last_line

if TYPE_CHECKING:
    from rubout.measure.tree import FlatTree

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class CommentBlock:
    """The comment nodes of one block, in source order, and its lines."""

    nodes: tuple[int, ...]
    start_line: int
    end_line: int


def comment_nodes(tree: FlatTree) -> list[int]:
    """The indices of the outermost comment nodes, in source order."""
    found = []
    after = 0
    for index in select(tree.kinds, kinds_named(tree.grammar, tree.language.comments)):
        if index >= after:
            found.append(index)
            after = tree.afters[index]
    return found


def comment_blocks(tree: FlatTree) -> list[CommentBlock]:
    """The blocks in source order; a comment that takes in its line feed ends on the row before."""
    blocks: list[CommentBlock] = []
    column = -1
    for index in comment_nodes(tree):
        start_line, end_line = first_line(tree, index), last_line(tree, index)
        previous, column = column, _column(tree, index, start_line)
        if blocks and start_line == blocks[-1].end_line + 1 and column == previous:
            last = blocks.pop()
            blocks.append(CommentBlock((*last.nodes, index), last.start_line, end_line))
        else:
            blocks.append(CommentBlock((index,), start_line, end_line))
    return blocks


def _column(tree: FlatTree, index: int, line: int) -> int:
    """Bytes from the start of the line, a byte-order mark left out."""
    if line > 1:
        return tree.starts[index] - tree.newlines[line - 2] - 1
    return tree.starts[index] - (len(_BYTE_ORDER_MARK) if tree.source.startswith(_BYTE_ORDER_MARK) else 0)
