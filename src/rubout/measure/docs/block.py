"""A block of documentation before anything is left out of it."""

from __future__ import annotations

from typing import NamedTuple

from rubout.measure.text_lines import WHITE_SPACE


class Block(NamedTuple):
    """Lines that belong together; `kind` is one of `facts.documents`.

    `lines` are what words are read from, with blanks for whatever is no prose; `whole` are the lines as they stand,
    for what is looked for beside words.
    """

    kind: int
    start_line: int
    end_line: int
    lines: list[str]
    whole: list[str]


class Comment(NamedTuple):
    """Lines that may hold a permit, which stands for what begins on the line after `end_line`."""

    end_line: int
    lines: list[tuple[int, str]]  # with the number of each


class Found(NamedTuple):
    """What a format yields; `counts` are fields of `facts.documents.Omitted`."""

    blocks: list[Block]
    comments: list[Comment]
    counts: dict[str, int]


def decoded(source: bytes) -> str:
    """The bytes as text; those that are not UTF-8 become U+FFFD, which is in no word."""
    return source.decode("utf-8", "replace")


def indent_of(line: str) -> int:
    """Characters before the first that is not white; a tab is one."""
    return len(line) - len(line.lstrip(WHITE_SPACE))
