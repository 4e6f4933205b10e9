"""What are the words of a text, and what do five in a row hash to?

A word is a run of letters and digits (Unicode's L and N) with the combining marks behind them, each character in lower
case by itself, composed (NFC).
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from rubout.kernels.hashing import fnv1a64, rolling

if TYPE_CHECKING:
    from collections.abc import Iterable

SHINGLE_WORDS = 5
MIN_DOC_WORDS = 50  # a shorter text is a label: its copies are chance
_KEPT_WORDS = 1 << 16  # different words whose hash is kept; languages have fewer in use
_ASCII_WORD = re.compile("[0-9a-z]+")


def words_of(lines: Iterable[str]) -> list[str]:
    """The words; the end of a line ends one."""
    text = "\n".join(lines)
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    parts = (_without_marks(part) for part in text.translate(_FOLDED).split(" "))
    return [normalize("NFC", part) for part in parts if part]


def shingles(words: Iterable[str]) -> array[int]:
    """The hash of every five words in a row, 'Q', in the order of the text."""
    return rolling(array("Q", map(_hash, words)), SHINGLE_WORDS)


class _Folding(dict[int, str]):
    """By character: itself in lower case when it can be in a word, else the blank that ends one."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = category(char)[0]
        folded = self[code] = char.lower() if kind in "LN" else char if kind == "M" else " "
        return folded


_FOLDED = _Folding()


def _without_marks(part: str) -> str:
    """Combining marks that stand before any letter belong to no word."""
    start = 0
    while start < len(part) and category(part[start])[0] == "M":
        start += 1
    return part[start:]


@lru_cache(maxsize=_KEPT_WORDS)
def _hash(word: str) -> int:
    return fnv1a64(word.encode())
