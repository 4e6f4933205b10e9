"""Which comments say that a named thing was moved, removed or is no longer used?

A name looks like one of code: it holds an underscore, a dot, a capital inside or parentheses, or stands in backticks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.comments import comment_blocks
from rubout.measure.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_NAME = r"(?:`(?P<quoted{0}>[A-Za-z_][\w.]*)(?:\(\))?`|(?P<plain{0}>[A-Za-z_]\w*(?:\.\w+)*)(?P<called{0}>\(\))?)"
_GONE = r"(?:moved|removed|deleted|renamed|dropped)"
_IS_GONE = re.compile(
    _NAME.format("")
    + rf"\s+(?:(?:was|were|is|has\s+been|have\s+been)\s+(?:now\s+)?{_GONE}|(?:is\s+)?no\s+longer\s+used)\b"
)
_TAKEN_OUT = re.compile(
    rf"\b(?i:{_GONE})\s+(?:the\s+)?(?:old\s+)?(?:function|class|method|module|file|constant|option)?\s*"
    + _NAME.format("2")
)
_MARKS = re.compile(r"^\s*[#/*;-]+|[*/]+$", re.MULTILINE)  # of comments, at either end of a line
_OF_CODE = re.compile(r"\w_\w|[a-z][A-Z]|\.\w")


class Tombstone(NamedTuple):
    """The name that is told of, its last part, and the lines of the comment."""

    name: str
    start_line: int
    end_line: int


def tombstones(tree: FlatTree) -> Iterator[Tombstone]:
    """Those of a parsed file, in source order, each name of a comment once."""
    for block in comment_blocks(tree):
        said = " ".join(_MARKS.sub(" ", text(tree, node)) for node in block.nodes)
        names = [name for found in (*_IS_GONE.finditer(said), *_TAKEN_OUT.finditer(said)) if (name := _named(found))]
        for name in dict.fromkeys(names):
            yield Tombstone(name, block.start_line, block.end_line)


def _named(found: re.Match[str]) -> str:
    """The last part of the name; "" for a word that is none of code."""
    groups = {name.rstrip("2"): value for name, value in found.groupdict().items() if value}
    written = groups.get("quoted") or groups.get("plain", "")
    looks = "quoted" in groups or "called" in groups or _OF_CODE.search(written) is not None
    return written.strip(".").rpartition(".")[2] if looks else ""
