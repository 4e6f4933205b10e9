"""Which lines of a Markdown file are shown, and which part of each is neither code nor comment?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.text_lines import content_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FENCE = re.compile(r"(?P<marks>`{3,}|~{3,})(?P<info>.*)")
_OPENERS = re.compile(r"\\.|<!--|`+")
_TICKS = re.compile("`+")
_OPENED, _CLOSED = "<!--", "-->"


class Line(NamedTuple):
    """A line outside fenced code; `masked` has blanks, one for one, for its code and its comments.

    `codes`: where its inline code starts and ends, backticks included.
    """

    number: int  # 1-based
    text: str
    masked: str
    codes: tuple[tuple[int, int], ...] = ()


def visible_lines(lines: Iterable[str]) -> Iterator[Line]:
    """The lines outside fences; a fence ends at one of the same character that is as long and says nothing more."""
    fence = ""
    is_comment = False
    for number, text in enumerate(lines, start=1):
        marks = None if is_comment else _FENCE.fullmatch(content_of(text))
        if fence:
            if marks is not None and marks["marks"].startswith(fence) and not marks["info"].strip():
                fence = ""
        elif marks is not None and not (marks["marks"][0] == "`" and "`" in marks["info"]):
            fence = marks["marks"]
        else:
            masked, codes, is_comment = _masked(text, is_comment=is_comment)
            yield Line(number, text, masked, codes)


def _masked(text: str, *, is_comment: bool) -> tuple[str, tuple[tuple[int, int], ...], bool]:
    """The line with blanks for its hidden parts; which of them are code; whether a comment is open at its end."""
    shown: list[str] = []
    codes: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        start, end = (at, _comment_end(text, at)) if is_comment else _next_hidden(text, at)
        shown += (text[at:start], " " * (end - start))
        is_inside = is_comment or text.startswith(_OPENED, start)
        is_comment = is_inside and not text.endswith(_CLOSED, start, end)
        if start < end and not is_inside:
            codes.append((start, end))
        at = end
    return "".join(shown), tuple(codes), is_comment


def _next_hidden(text: str, at: int) -> tuple[int, int]:
    """Start and end of the next code or comment; both are the end of the line where there is none."""
    while (opener := _OPENERS.search(text, at)) is not None:
        if opener[0] == _OPENED:
            return opener.start(), _comment_end(text, opener.start())
        if opener[0][0] == "`" and (after := _code_end(text, opener)):
            return opener.start(), after
        at = opener.end()
    return len(text), len(text)


def _comment_end(text: str, at: int) -> int:
    end = text.find(_CLOSED, at)
    return len(text) if end < 0 else end + len(_CLOSED)


def _code_end(text: str, opener: re.Match[str]) -> int:
    """The end of the code that a run of backticks opens: of the next run of equal length; 0 where there is none."""
    closers = (found.end() for found in _TICKS.finditer(text, opener.end()) if found[0] == opener[0])
    return next(closers, 0)
