"""Which paragraphs does a Markdown file have?

Line by line, without a parser: fenced code and HTML comments are no content, inline code is no prose, and headings,
tables, bare list markers and HTML lines end a paragraph. An indented line may be code or the rest of a list item: it is
kept and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.facts.documents import MD_PARA
from rubout.measure.docs.block import Block, Comment, Found
from rubout.measure.docs.strips import FENCES
from rubout.measure.text_lines import WHITE_SPACE, content_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OPENED, _CLOSED = "<!--", "-->"
_TICKS = re.compile("`+")
_NO_PROSE = re.compile(r"[#|]|(?:[-*+]|[0-9]+[.)])\Z")
_HTML_LINE = re.compile(r"<[A-Za-z/]")
_INDENTED = ("    ", "\t")
_GONE = "\udfff"  # in no text that was decoded


@dataclass(slots=True)
class _Comments:
    """The HTML comments so far, and whether one is open."""

    found: list[Comment] = field(default_factory=list)
    is_open: bool = False
    _lines: list[tuple[int, str]] = field(default_factory=list)  # of the open one

    def spans(self, line: str, number: int) -> Iterator[tuple[int, int]]:
        """Where on this line comments stand, their marks included."""
        at = 0
        while True:
            start = at if self.is_open else line.find(_OPENED, at)
            if start < 0:
                return
            end = line.find(_CLOSED, start if self.is_open else start + len(_OPENED))
            at = len(line) if end < 0 else end + len(_CLOSED)
            self.is_open = end < 0
            self._lines.append((number, line[start:at]))
            yield start, at
            if self.is_open:
                return
            self.found.append(Comment(number, self._lines))
            self._lines = []


def paragraphs(lines: Sequence[str]) -> Found:
    """The paragraphs of a file's lines."""
    blocks: list[Block] = []
    comments = _Comments()
    counts = {"html_line": 0, "indented_code_lines": 0, "quoted_code_line": 0}
    fence = ""  # the character that closes the open one
    for number, line in enumerate(lines, start=1):
        marker = "" if comments.is_open else line.lstrip(WHITE_SPACE)[:3]
        if fence or marker in FENCES:
            fence = "" if marker in FENCES and marker[0] == fence else fence or marker[0]
            counts["quoted_code_line"] += 1
            continue
        prose, visible = line, content_of(line)
        if "`" in line or comments.is_open or _OPENED in line:
            prose, visible = _masked(line, [*comments.spans(line, number), *_code(line)])
        if not visible or _NO_PROSE.match(visible):
            continue
        if _HTML_LINE.match(visible):
            counts["html_line"] += 1
            continue
        counts["indented_code_lines"] += line.startswith(_INDENTED)
        if blocks and blocks[-1].end_line == number - 1:
            last = blocks[-1]
            last.lines.append(prose)
            last.whole.append(line)
            blocks[-1] = last._replace(end_line=number)
        else:
            blocks.append(Block(MD_PARA, number, number, [prose], [line]))
    return Found(blocks, comments.found, counts)


def without_code(line: str) -> str:
    """The line with blanks for its inline code."""
    return _masked(line, list(_code(line)))[0] if "`" in line else line


def _code(line: str) -> Iterator[tuple[int, int]]:
    """Where inline code stands: from a run of backticks to the next run of equal length."""
    runs = [found.span() for found in _TICKS.finditer(line)]
    closers, latest = [0] * len(runs), dict[int, int]()  # 0 is none: the first run closes nothing
    for index in reversed(range(len(runs))):
        size = runs[index][1] - runs[index][0]
        closers[index] = latest.get(size, 0)
        latest[size] = index
    index = 0
    while index < len(runs):
        if closer := closers[index]:
            yield runs[index][0], runs[closer][1]
        index = max(index, closer) + 1


def _masked(line: str, spans: list[tuple[int, int]]) -> tuple[str, str]:
    """The line with blanks for the spans, and what remains without them, trimmed."""
    chars = list(line)
    for start, end in spans:
        chars[start:end] = _GONE * (end - start)
    masked = "".join(chars)
    return masked.replace(_GONE, " "), content_of(masked.replace(_GONE, ""))
