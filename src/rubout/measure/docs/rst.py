"""Which paragraphs does a reStructuredText file have?

A paragraph is a run of lines that start in one column. Titles and their lines, directives, comments, literal blocks,
tables, fields and interactive sessions are markup; what stands below an admonition is prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from string import punctuation
from typing import TYPE_CHECKING

from rubout.facts.documents import RST_PARA
from rubout.measure.docs.block import Block, Comment, Found, indent_of
from rubout.measure.text_lines import content_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PROSE_DIRECTIVES = frozenset(
    {
        *("note", "warning", "tip", "hint", "important", "caution", "attention", "admonition", "seealso", "topic"),
        *("versionadded", "versionchanged", "deprecated"),
    }
)
_DIRECTIVE = re.compile(r"\.\.\s+([\w-]+)::")
_TABLE_LINE = re.compile(r"[+|]|[=\s]+\Z")
_FIELD = re.compile(r":[^:\s][^:]*:(?:\s|\Z)")
_LITERAL = re.compile(r"``.+?``")
_SHORTEST_RULE = 3


@dataclass(slots=True)
class _Reader:
    """What was read so far, and what the next line depends on."""

    blocks: list[Block] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    markup: int = 0
    column: int = 0  # of the last block's lines
    below: int | None = None  # lines with a deeper indentation than this are markup
    session: bool = False
    explicit: Comment | None = None  # the block of `..` that no text has followed yet

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        content = content_of(line)
        if not content:
            self.session = False
            return
        indent = indent_of(line)
        if self.below is not None and indent > self.below:
            self._skip(number, line)
            return
        self.below = None
        if self.explicit is not None:  # a blank line stands between a comment and the text that it is about
            self.comments.append(self.explicit._replace(end_line=number - 1))
            self.explicit = None
        if content == ".." or content.startswith(".. "):
            directive = _DIRECTIVE.match(content)
            if directive is None or directive[1] not in _PROSE_DIRECTIVES:
                self.below = indent
                self.explicit = Comment(number, [])
            self._skip(number, line)
        elif self._is_markup(number, content):
            self._skip(number, line)
        else:
            self._add(number, indent, line)
            if content.endswith("::"):
                self.below = indent

    def _skip(self, number: int, line: str) -> None:
        self.markup += 1
        if self.explicit is not None:
            self.explicit.lines.append((number, line))

    def _is_markup(self, number: int, content: str) -> bool:
        if len(content) >= _SHORTEST_RULE and content[0] in punctuation and not content.strip(content[0]):
            self._take_title(number - 1)
            return True
        self.session |= content.startswith(">>>")
        return bool(self.session or _TABLE_LINE.match(content) or _FIELD.match(content))

    def _take_title(self, number: int) -> None:
        """The line above a rule is the title that it underlines."""
        if not self.blocks or self.blocks[-1].end_line != number:
            return
        self.markup += 1
        last = self.blocks.pop()
        if last.start_line < number:
            self.blocks.append(last._replace(end_line=number - 1, lines=last.lines[:-1], whole=last.whole[:-1]))

    def _add(self, number: int, indent: int, line: str) -> None:
        prose = _LITERAL.sub(" ", line)
        last = self.blocks[-1] if self.blocks else None
        if last and last.end_line == number - 1 and self.column == indent:
            last.lines.append(prose)
            last.whole.append(line)
            self.blocks[-1] = last._replace(end_line=number)
        else:
            self.blocks.append(Block(RST_PARA, number, number, [prose], [line]))
        self.column = indent


def paragraphs(lines: Sequence[str]) -> Found:
    """The paragraphs of a file's lines."""
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        reader.take(number, line)
    return Found(reader.blocks, reader.comments, {"rst_markup_line": reader.markup})


def without_literals(line: str) -> str:
    """The line with blanks for its literals."""
    return _LITERAL.sub(" ", line)
