"""Which findings does a file ask to be let off, and why?

A permit is `rubout:allow(FAMILY) -- reason` in a comment. The reason runs to the end of the line, less
what closes the comment there. A permit without a family or a reason is listed too: it permits nothing and
is reported.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.source import Permit
from rubout.measure.comments import CommentBlock, comment_blocks
from rubout.measure.nodes import first_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_MARK = b"rubout:allow"
_PERMIT = re.compile(r"rubout:allow(?![\w-])(?:\((?P<family>[^()]*)\))?")
_CLOSING = re.compile(r"\s*(?:-->|\*/|-\}|\]=*\])\s*$")  # the last is Lua's


def permits(tree: FlatTree) -> tuple[Permit, ...]:
    """Every permit of the file, in source order."""
    if _MARK not in tree.source:
        return ()
    return tuple(permit for block in comment_blocks(tree) for permit in _permits_of_block(tree, block))


def _permits_of_block(tree: FlatTree, block: CommentBlock) -> Iterator[Permit]:
    for index in block.nodes:
        source = tree.source[tree.starts[index] : tree.ends[index]].decode(errors="replace")
        for line, content in enumerate(source.split("\n"), start=first_line(tree, index)):
            for family, reason in _permits_of_line(content):
                yield Permit(family, reason, line, block.start_line, block.end_line)


def _permits_of_line(content: str) -> Iterator[tuple[str, str]]:
    open_content = _CLOSING.sub("", content)
    for found in _PERMIT.finditer(open_content):
        _, _, reason = open_content[found.end() :].partition("--")
        yield found["family"] or "", reason.strip()
