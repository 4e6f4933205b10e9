"""In which style is a file named?

Rules    docs/methodology/structure.md
"""

from __future__ import annotations

from enum import IntEnum
from string import ascii_lowercase, ascii_uppercase, digits

CONVENTIONAL = frozenset(
    {
        *("readme", "changelog", "changes", "license", "notice", "contributing", "security"),
        *("agents", "claude", "gemini"),
        *("index", "main", "__init__", "__main__"),
    }
)


class Style(IntEnum):
    """The codes are written into facts and never change."""

    LOWER_SNAKE = 0
    LOWER_KEBAB = 1
    CAMEL = 2
    PASCAL = 3
    UPPER_SNAKE = 4
    DIGIT_LED = 5
    OTHER = 6


_UPPER, _LOWER, _DIGITS = frozenset(ascii_uppercase), frozenset(ascii_lowercase), frozenset(digits)
_KNOWN = _UPPER | _LOWER | _DIGITS | {"-", "_"}


def stem_of(name: str) -> str:
    """What stands before the first dot; a name that begins with one loses that one alone."""
    return name[1:] if name.startswith(".") else name.partition(".")[0]


def is_conventional(stem: str) -> bool:
    """Whether a stem is a name that tools or readers expect as it is, so that it tells nothing of a style."""
    return stem.lower() in CONVENTIONAL


def style_of(stem: str) -> Style:
    """Read off which of ASCII letters, digits, `-` and `_` occur."""
    held = set(stem)
    if not held or not held <= _KNOWN:
        return Style.OTHER
    if stem[0] in _DIGITS:
        return Style.DIGIT_LED
    upper, lower, hyphen, underscore = bool(held & _UPPER), bool(held & _LOWER), "-" in held, "_" in held
    if (hyphen and (underscore or upper)) or (underscore and upper and lower):
        return Style.OTHER
    if not upper:
        return Style.LOWER_KEBAB if hyphen else Style.LOWER_SNAKE
    if not lower:
        return Style.UPPER_SNAKE
    return Style.PASCAL if stem[0] in _UPPER else Style.CAMEL
