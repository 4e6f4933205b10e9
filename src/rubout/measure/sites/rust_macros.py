"""The items among the tokens of Rust macros, which no node says: in their arguments, or in what they stand for."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.nodes import children, kind_name, text, text_between
from rubout.measure.sites.collect import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_MACROS = frozenset({"macro_invocation", "macro_definition"})
_KEYWORD = re.compile(rb"(?:mod|use)\s")
_LIST = re.compile(r"[\[({](?:\s*(?:pub\s*(?:\([^)]*\))?\s+)?[a-z]\w*\s*[,;])*\s*(?:[a-z]\w*\s*)?[\])}]")
_TREE = "token_tree"
_BEFORE = frozenset({"#", "pub", _TREE, "line_comment", "block_comment"})
_TOP = frozenset({"source_file", "declaration_list"})


class Hidden(NamedTuple):
    """A `mod` or a `use`: its node and the one after it; the attributes and the `pub` before it, "" where none is."""

    keyword: int
    after: int
    attributes: str
    visibility: str

    def is_defined(self, tree: FlatTree) -> bool:
        """Whether it stands in what a macro is defined to be, and so wherever the macro is used."""
        index = self.keyword
        while index and kind_name(tree, index) not in _MACROS:
            index = tree.parents[index]
        return kind_name(tree, index) == "macro_definition"


def hidden(tree: FlatTree, keyword: str) -> Iterator[Hidden]:
    """The items that begin with that keyword, of `mod` and `use`."""
    for index in sorted(_keywords(tree)):
        if kind_name(tree, index) == keyword and kind_name(tree, tree.parents[index]) == _TREE:
            after = tree.afters[index]
            if tree.afters[after] < tree.afters[tree.parents[index]]:
                yield Hidden(index, after, *_before(tree, index))


def rest_of(tree: FlatTree, one: Hidden) -> str:
    """What stands between the keyword and the semicolon; "" where something is put in only when the macro is used."""
    node, end = one.after, tree.afters[tree.parents[one.keyword]]
    while node < end and kind_name(tree, node) != ";":
        if kind_name(tree, node) in ("$", "metavariable"):
            return ""
        node = tree.afters[node]
    return text_between(tree, tree.starts[one.after], tree.starts[node]) if node < end else ""


def listed(tree: FlatTree) -> Iterator[tuple[int, str]]:
    """First byte and text of the names in macros among the items that hold nothing but names: `modules! { a, b }`."""
    for index, _ in nodes_of(tree, frozenset({"macro_invocation"})):
        if not _is_among_items(tree, index):
            continue
        for child in children(tree, index):
            if kind_name(tree, child) == _TREE and _LIST.fullmatch(text(tree, child)):
                names = (name for name in children(tree, child) if kind_name(tree, name) == "identifier")
                yield from ((tree.starts[name], text(tree, name)) for name in names)


def _is_among_items(tree: FlatTree, index: int) -> bool:
    parent = tree.parents[index]
    if kind_name(tree, parent) == "expression_statement":
        parent = tree.parents[parent]
    return kind_name(tree, parent) in _TOP


def at(tree: FlatTree, byte: int) -> int | None:
    """The innermost node that begins with that byte, None where none does."""
    index = bisect_right(tree.starts, byte) - 1  # the starts of a preorder never fall
    return index if tree.starts[index] == byte else None


def _keywords(tree: FlatTree) -> set[int]:
    found = set()
    for index, _ in nodes_of(tree, _MACROS):
        for match in _KEYWORD.finditer(tree.source, tree.starts[index], tree.ends[index]):
            node = at(tree, match.start())
            if node is not None:
                found.add(node)
    return found


def _before(tree: FlatTree, index: int) -> tuple[str, str]:
    start = visible = tree.starts[index]
    fresh = True
    for child in children(tree, tree.parents[index]):
        kind = kind_name(tree, child)
        if child == index:
            break
        if kind not in _BEFORE or (kind == _TREE and text(tree, child).startswith("{")):
            start = visible = tree.starts[index]
            fresh = True
            continue
        start = tree.starts[child] if fresh else start
        fresh = False
        visible = tree.starts[child] if kind == "pub" else visible
    return text_between(tree, start, visible), text_between(tree, visible, tree.starts[index]).strip()
