r"""Which words does a text mention?

A word is a maximal run of letters, digits and `_`. The letter of an escape is no part of the word behind it:
`"\nname"` mentions `name`, as well as `nname`. A stem is the beginning of a name that is put together: a word that ends
with `_`, or one that a hole of a template, a format or a concatenation follows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORTEST, LONGEST = 3, 100  # characters of a word that is kept
BINARY_BYTES = 8000  # how far a NUL is looked for, as git does
_AFFIXES = "$#@?!=*&"  # of a name as it is written, which its mentions may lack
_WORD = re.compile(r"\w+")
_ESCAPED = re.compile(r"\\[abefnrtv0](\w+)")
_HOLE = re.compile(r"\$\{|#\{|%s|%\(|[\"'`] ?(?:\+|\.\.) ?\w")
_LAST_WORD = re.compile(r"[^\W\d]\w*\Z")
_ESCAPES = frozenset("abefnrtv0")


def is_binary(source: bytes) -> bool:
    """Whether it is no text."""
    return b"\0" in source[:BINARY_BYTES]


def bare(written: str) -> str:
    """A name as its mentions may have it."""
    return written.strip(_AFFIXES)


def words(text: str) -> list[str]:
    """Every word, repeated ones too."""
    found = _WORD.findall(text)
    if "\\" in text:
        found += _ESCAPED.findall(text)
    return found


def is_kept(word: str) -> bool:
    """Whether a word may be a name that is judged."""
    return SHORTEST <= len(word) <= LONGEST and not word[0].isdigit()


def stems(text: str, found: set[str]) -> set[str]:
    """The stems of a text whose words were found."""
    begun = {word for word in found if word.endswith("_")}
    for hole in _HOLE.finditer(text):
        before = _LAST_WORD.search(text, max(0, hole.start() - LONGEST - 1), hole.start())
        if before:
            begun.add(before[0])
    return {stem for stem in begun if is_kept(stem)}


def occurrences(text: str, name: str) -> Iterator[int]:
    """Where a name stands as a word."""
    at = text.find(name)
    while at >= 0:
        if not _is_inside(text, at + len(name)) and (at == 0 or not _is_inside(text, at - 1) or _is_escaped(text, at)):
            yield at
        at = text.find(name, at + 1)


def _is_inside(text: str, at: int) -> bool:
    """Whether a character of a word stands there."""
    char = text[at : at + 1]
    return char.isalnum() or char == "_"


def _is_escaped(text: str, at: int) -> bool:
    """Whether the two characters before are an escape."""
    return at > 1 and text[at - 2] == "\\" and text[at - 1] in _ESCAPES
