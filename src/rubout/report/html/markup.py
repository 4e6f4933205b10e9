"""Elements of HTML and SVG, in which text stays text whatever it holds."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from rubout.report.json import encode
from rubout.report.record import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

# Elements without an end tag.
_VOID = frozenset({"col", "input", "meta"})
# What could end a script, or a line of one.
_IN_SCRIPT = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


class Markup(str):
    """What is markup already; any other string is text."""

    __slots__ = ()


def tag(element: str, *content: str, **attributes: object) -> Markup:
    """An element; content that is no `Markup` is escaped.

    Of an attribute's name a `_` at the end goes and any other is a `-`. One that is None or False is left out, one
    that is True has no value.
    """
    given = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    opened = f"<{element}{given}>"
    return Markup(opened if element in _VOID else f"{opened}{joined(content)}</{element}>")


def joined(content: Iterable[str]) -> Markup:
    """Pieces one behind the other."""
    return Markup("".join(piece if isinstance(piece, Markup) else text(piece) for piece in content))


def text(words: str) -> Markup:
    """Text as it is; what is no printable character is spelled out, but for tabs."""
    return Markup(escape("\t".join(map(printable, words.split("\t")))))


def worded(words: str) -> Markup:
    """Text whose parts between backticks are code."""
    parts = words.split("`")
    if len(parts) % 2 == 0:
        return text(words)
    return joined(tag("code", part) if number % 2 else part for number, part in enumerate(parts))


def data(name: str, value: object) -> Markup:
    """A value for the script of the page, by the id of its element."""
    encoded = encode(value).rstrip("\n").translate(_IN_SCRIPT)
    return Markup(f'<script type="application/json" id="{name}">{encoded}</script>')


def _attribute(key: str, value: object) -> str:
    name = key.removesuffix("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'


def section(name: str, heading: str, *content: str) -> Markup:
    """A part of the page, by its id."""
    return tag("section", tag("h2", heading, id=f"{name}-title"), *content, id=name, aria_labelledby=f"{name}-title")


def said(words: str, class_: str = "said") -> Markup:
    """A paragraph."""
    return tag("p", words if isinstance(words, Markup) else worded(words), class_=class_)
