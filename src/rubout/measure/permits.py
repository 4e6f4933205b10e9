"""Which findings does a file ask to be let off, and why?

A permit is `rubout:allow(FAMILY) -- reason` in a comment. The reason runs to the end of the line, less
what closes the comment there. A permit without a family or a reason is listed too: it permits nothing and
is reported. A comment above a decorator stands above what is decorated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.source import Permit
from rubout.measure.comments import CommentBlock, comment_blocks
from rubout.measure.nodes import first_line, kind_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_MARK = b"rubout:allow"
_PERMIT = re.compile(r"rubout:allow(?![\w-])(?:\((?P<family>[^()]*)\))?")
_CLOSING = re.compile(r"\s*(?:-->|\*/|-\}|\]=*\])\s*$")  # the last is Lua's


def may_permit(source: bytes) -> bool:
    """Whether there can be a permit at all."""
    return _MARK in source


def permits(tree: FlatTree) -> tuple[Permit, ...]:
    """Every permit of the file, in source order."""
    if not may_permit(tree.source):
        return ()
    decorated = dict(_decorated(tree))
    return tuple(
        permit
        for block in comment_blocks(tree)
        for permit in _permits_of_block(tree, block, decorated.get(block.end_line + 1, block.end_line))
    )


def _decorated(tree: FlatTree) -> Iterator[tuple[int, int]]:
    """The line of each decorator with the line above what it decorates."""
    decorators, comments = tree.language.decorators, tree.language.comments
    for decorator in range(len(tree.kinds)):
        if kind_name(tree, decorator) not in decorators:
            continue
        index, beyond = decorator, tree.afters[tree.parents[decorator]]
        while index < beyond and kind_name(tree, index) in decorators | comments:
            index = tree.afters[index]
        if index < beyond:
            yield first_line(tree, decorator), first_line(tree, index) - 1


def _permits_of_block(tree: FlatTree, block: CommentBlock, end_line: int) -> Iterator[Permit]:
    for index in block.nodes:
        source = tree.source[tree.starts[index] : tree.ends[index]].decode(errors="replace")
        for line, content in enumerate(source.split("\n"), start=first_line(tree, index)):
            for family, reason in permits_of_line(content):
                yield Permit(family, reason, line, block.start_line, end_line)


def permits_of_line(content: str) -> Iterator[tuple[str, str]]:
    """Family and reason, either perhaps empty, of every permit on a line."""
    open_content = _CLOSING.sub("", content)
    for found in _PERMIT.finditer(open_content):
        _, _, reason = open_content[found.end() :].partition("--")
        yield found["family"] or "", reason.strip()
