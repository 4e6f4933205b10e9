"""What are the lines of a text, and what of a line is its content?

A carriage return before a line feed, a byte-order mark and a missing last line feed are no content.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

# Unicode's White_Space, all 25. `str.strip()` without it would also take U+001C to U+001F.
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f"
    "\u205f\u3000"
)


def text_of(source: bytes) -> str:
    """The bytes as text; those that are not UTF-8 become lone surrogates."""
    return source.decode("utf-8", "surrogateescape")


def lines_of(text: str) -> list[str]:
    """The lines, which only a line feed ends."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def content_of(line: str) -> str:
    """A line without its indentation and what is white at its end: lines of one content are one line that moved."""
    return line.strip(WHITE_SPACE)


def width_of(content: str) -> int:
    """How many letters and digits there are (Unicode's L and N); 0 is a line that means nothing anywhere."""
    if content.isascii():
        return sum(map(str.isalnum, content))
    return sum(category(char)[0] in "LN" for char in content)


def numbered(before: Iterable[Hashable], after: Iterable[Hashable]) -> tuple[array[int], array[int]]:
    """The lines of two texts as numbers, 'I', the same for the same line in either."""
    numbers: dict[Hashable, int] = {}
    old = array("I", [numbers.setdefault(line, len(numbers)) for line in before])
    return old, array("I", [numbers.setdefault(line, len(numbers)) for line in after])
