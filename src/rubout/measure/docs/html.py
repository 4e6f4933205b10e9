"""Which texts does an HTML file have?

A text is an element of prose that holds no other one. Tags are looked through; scripts, styles, code and pictures are
left out.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from rubout.facts.documents import HTML_TEXT
from rubout.kernels.select import select
from rubout.measure.docs.block import Block, Comment, Found, decoded
from rubout.measure.nodes import first_line, kind_name, kinds_named, last_line
from rubout.measure.text_lines import content_of, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_PROSE = frozenset(
    {"p", "li", "dt", "dd", "td", "th", "blockquote", "figcaption", "caption", "summary", "div"},
)
_LEFT_OUT = frozenset({"script", "style", "pre", "code", "template", "svg"})
# A tag of these stands inside a word as well as between two.
_INLINE = frozenset(
    {
        *("a", "abbr", "b", "bdi", "bdo", "cite", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark"),
        *("q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"),
    }
)
_ELEMENTS = frozenset({"element", "script_element", "style_element"})
_COMMENTS = frozenset({"comment"})
_NO_TEXT = frozenset({"start_tag", "end_tag", "self_closing_tag", "comment", "doctype", "erroneous_end_tag"})
_NAME = re.compile(rb"</?\s*([A-Za-z0-9-]+)")


def texts(tree: FlatTree) -> Found:
    """The texts of a file, in source order."""
    names = dict(_named_elements(tree))
    holders = {
        parent for element, name in names.items() if name in _PROSE for parent in _ancestors(tree, element, names)
    }
    blocks = []
    for element, name in names.items():
        if name in _PROSE and element not in holders and not _is_left_out(tree, element, names):
            text = html.unescape(_text(tree, element, names))
            if content_of(text):
                start, end = first_line(tree, element), last_line(tree, element)
                whole = lines_of(decoded(tree.source[tree.starts[element] : tree.ends[element]]))
                blocks.append(Block(HTML_TEXT, start, end, text.split("\n"), whole))
    quoted = sum(
        last_line(tree, element) - first_line(tree, element) + 1
        for element, name in names.items()
        if name == "pre" and not _is_left_out(tree, element, names)
    )
    return Found(blocks, list(_comments(tree)), {"quoted_code_line": quoted})


def _named_elements(tree: FlatTree) -> Iterator[tuple[int, str]]:
    """Every element with its name in lower case, in source order."""
    for index in select(tree.kinds, kinds_named(tree.grammar, _ELEMENTS)):
        yield index, _name(tree, index + 1)


def _name(tree: FlatTree, tag: int) -> str:
    found = _NAME.match(tree.source, tree.starts[tag]) if tag < len(tree.kinds) else None
    return found[1].decode().lower() if found else ""


def _ancestors(tree: FlatTree, index: int, names: dict[int, str]) -> Iterator[int]:
    """The elements around a node, from the inside out."""
    while index:
        index = tree.parents[index]
        if index in names:
            yield index


def _is_left_out(tree: FlatTree, element: int, names: dict[int, str]) -> bool:
    return any(names[around] in _LEFT_OUT for around in _ancestors(tree, element, names))


def _text(tree: FlatTree, element: int, names: dict[int, str]) -> str:
    """The source of an element with nothing for inline tags, and a blank for what else is no text."""
    parts = []
    at, index, after = tree.starts[element], element + 1, tree.afters[element]
    while index < after:
        left_out = names.get(index) in _LEFT_OUT
        if left_out or kind_name(tree, index) in _NO_TEXT:
            parts += [tree.source[at : tree.starts[index]], b"" if _name(tree, index) in _INLINE else b" "]
            at = tree.ends[index]
            index = tree.afters[index]
        else:
            index += 1
    parts.append(tree.source[at : tree.ends[element]])
    return decoded(b"".join(parts))


def _comments(tree: FlatTree) -> Iterator[Comment]:
    for index in select(tree.kinds, kinds_named(tree.grammar, _COMMENTS)):
        lines = lines_of(decoded(tree.source[tree.starts[index] : tree.ends[index]]))
        yield Comment(last_line(tree, index), list(enumerate(lines, first_line(tree, index))))
