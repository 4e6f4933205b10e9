"""Ordered labelled trees as nested tuples, and the columns that the kernels take."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

Node = tuple[int, tuple[Any, ...]]  # a label and the children
Columns = tuple["array[int]", "array[int]"]


def columns(root: Node) -> Columns:
    """Labels and leftmost leaves, 'I', in postorder."""
    lab, lld = array("I"), array("I")
    open_nodes = [(root, 0, 0)]
    while open_nodes:
        node, first, child = open_nodes.pop()
        if child < len(node[1]):
            open_nodes += [(node, first, child + 1), (node[1][child], len(lab), 0)]
        else:
            lab.append(node[0])
            lld.append(first)
    return lab, lld


def size(root: Node) -> int:
    return 1 + sum(map(size, root[1]))


def chain(labels: list[int]) -> Columns:
    """Each node the only child of the next."""
    return array("I", labels), array("I", bytes(4 * len(labels)))


def star(leaves: int) -> Columns:
    """A root of label 1 over leaves of label 0."""
    return array("I", [0] * leaves + [1]), array("I", [*range(leaves), 0])


def comb(teeth: int) -> Columns:
    """Leaves, each but the first beside a node that begins behind it: the most subtrees that a size can have."""
    count = 2 * teeth + 1
    return array("I", bytes(4 * count)), array("I", [*range(teeth + 1), *range(teeth - 1, -1, -1)])


def bracketed(text: str) -> Node:
    """The tree that `{a{b}{c}}` writes down; labels are single characters."""
    nodes: list[list[Any]] = [[]]
    for character in text:
        if character == "{":
            nodes.append([])
        elif character == "}":
            label, *children = nodes.pop()
            nodes[-1].append((label, tuple(children)))
        else:
            nodes[-1].append(ord(character))
    return nodes[0][0]


@cache
def forests(count: int, labels: int) -> tuple[tuple[Node, ...], ...]:
    """Every forest of so many nodes over the labels 0, 1, ..."""
    return tuple(_forests(count, labels)) if count else ((),)


def _forests(count: int, labels: int) -> Iterator[tuple[Node, ...]]:
    for below in range(count):
        parts = product(range(labels), forests(below, labels), forests(count - 1 - below, labels))
        yield from (((label, children), *others) for label, children, others in parts)


def every_tree(most: int, labels: int) -> list[Node]:
    """Every tree of 1 to `most` nodes."""
    return [trees[0] for count in range(1, most + 1) for trees in forests(count, labels) if len(trees) == 1]


@st.composite
def trees(draw: st.DrawFn, most: int = 12, labels: int = 3) -> Node:
    """Trees of any shape: each node hangs below one of those that the last one hangs below, or the last one."""
    path: list[list[Any]] = [[draw(st.integers(0, labels - 1))]]
    for depth, label in draw(st.lists(st.tuples(st.integers(1, most), st.integers(0, labels - 1)), max_size=most - 1)):
        path = path[:depth]
        path[-1].append([label])
        path.append(path[-1][-1])
    return _frozen(path[0])


def _frozen(node: list[Any]) -> Node:
    return node[0], tuple(map(_frozen, node[1:]))
