"""Where in a flat tree are a node's children, its text and its lines?"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.tree import FlatTree

NON_UTF8 = "(non-utf8)"


@cache
def kinds_named(grammar: Loaded, names: frozenset[str]) -> bytes:
    """One byte a kind id, 1 for a named kind of one of these names."""
    kinds = zip(grammar.kind_names, grammar.kind_named, strict=True)
    return bytes(named and name in names for name, named in kinds)


def children(tree: FlatTree, index: int) -> Iterator[int]:
    """The indices of the direct children, anonymous ones too, in source order."""
    afters = tree.afters
    child, after = index + 1, afters[index]
    while child < after:
        yield child
        child = afters[child]


def named_children(tree: FlatTree, index: int) -> Iterator[int]:
    """The direct children that are no punctuation, keyword or comment, in source order."""
    return (child for child in children(tree, index) if is_named(tree, child) and kind_name(tree, child) != "comment")


def child_in_field(tree: FlatTree, index: int, field: int) -> int | None:
    """The first direct child in the field of that id, or None; id 0 names no field."""
    if not field:
        return None
    fields, afters = tree.fields, tree.afters
    child, after = index + 1, afters[index]
    while child < after:
        if fields[child] == field:
            return child
        child = afters[child]
    return None


def is_named(tree: FlatTree, index: int) -> bool:
    """Whether the node is a named one; punctuation and keywords are not."""
    return tree.grammar.kind_named[tree.kinds[index]]


def kind_name(tree: FlatTree, index: int) -> str:
    """The grammar's name of the node's kind."""
    return tree.grammar.kind_names[tree.kinds[index]]


def text(tree: FlatTree, index: int) -> str:
    """The node's source, or `(non-utf8)`."""
    return text_between(tree, tree.starts[index], tree.ends[index])


def text_between(tree: FlatTree, start: int, end: int) -> str:
    """The source of a byte range, or `(non-utf8)`."""
    try:
        return tree.source[start:end].decode()
    except UnicodeDecodeError:
        return NON_UTF8


def line_of(tree: FlatTree, byte: int) -> int:
    """The 1-based line a byte offset lies on; a line feed lies on the line it ends."""
    return bisect_left(tree.newlines, byte) + 1


def first_line(tree: FlatTree, index: int) -> int:
    """The 1-based line of the node's first byte."""
    return bisect_left(tree.newlines, tree.starts[index]) + 1


def last_line(tree: FlatTree, index: int) -> int:
    """The 1-based line of the node's last byte, so a node that takes in its line feed ends on its own line."""
    return bisect_left(tree.newlines, max(tree.starts[index], tree.ends[index] - 1)) + 1
