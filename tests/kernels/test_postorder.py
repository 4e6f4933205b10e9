"""Named nodes in postorder, against a recursion."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.postorder import Listed, leaves_below, operators, postorder
from tests.ordered_trees import Node, columns, size, trees

if TYPE_CHECKING:
    from collections.abc import Iterator

CODES = array("H", [0, 7, 8])  # label 0 is looked through,
OPERATORS = array("H", [5, 0, 0])  # and an operator


def preorder(node: Node) -> Iterator[Node]:
    yield node
    for child in node[1]:
        yield from preorder(child)


def flat(root: Node) -> tuple[array[int], array[int], array[int]]:
    """Kinds, afters and starts, one node a byte."""
    nodes = list(preorder(root))
    afters = array("I", [index + size(node) for index, node in enumerate(nodes)])
    return array("H", [node[0] for node in nodes]), afters, array("I", range(len(nodes)))


def listed(nodes: list[Node], starts: tuple[int, ...], index: int) -> list[tuple[int, int, int]]:
    """By listed node below the one at `index`: its code, the size of its subtree, and where it starts."""
    below: list[tuple[int, int, int]] = []
    child = index + 1
    for node in nodes[index][1]:
        below += listed(nodes, starts, child)
        child += size(node)
    code = CODES[nodes[index][0]]
    return [*below, (code, len(below) + 1, starts[index])] if code else below


def shown(nodes: list[Node], index: int) -> list[int]:
    """The operators below the node at `index`, those that are a part of another one left out."""
    if not nodes[index][0]:
        return [index]
    below: list[int] = []
    child = index + 1
    for node in nodes[index][1]:
        below += shown(nodes, child)
        child += size(node)
    return below


Asked = tuple[list[Node], list[int], tuple[int, ...], tuple[Listed, Listed]]


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """The nodes of a tree, those that are wanted, the line of each node, and what the kernel lists."""
    root = draw(trees(most=20))
    nodes = list(preorder(root))
    feeds = sorted(draw(st.sets(st.integers(0, 19))))
    numbers = [number for number in sorted(draw(st.sets(st.integers(0, 19)))) if nodes[number:] and nodes[number][0]]
    lines = tuple(1 + sum(feed < index for feed in feeds) for index in range(len(nodes)))
    tree, newlines, wanted = flat(root), array("I", feeds), array("I", numbers)
    return (
        nodes,
        numbers,
        lines,
        (
            postorder(tree, newlines, CODES, wanted),
            operators(tree, newlines, OPERATORS, wanted),
        ),
    )


@given(asked())
def test_every_wanted_node_is_listed_with_all_named_ones_below_it_once(drawn: Asked) -> None:
    nodes, numbers, starts, ((labels, sizes, lines, roots), _) = drawn
    for number, position in zip(numbers, roots, strict=True):
        first = position + 1 - sizes[position]
        found = zip(labels[first : position + 1], sizes[first : position + 1], lines[first : position + 1], strict=True)
        assert list(found) == listed(nodes, starts, number)
    outermost = [one for one in numbers if not any(o < one < o + size(nodes[o]) for o in numbers)]
    assert len(labels) == sum(len(listed(nodes, starts, one)) for one in outermost)


@given(asked())
def test_the_operators_of_a_wanted_node_are_those_below_it_in_order(drawn: Asked) -> None:
    nodes, numbers, line_of, (_, (codes, lines, starts, ends)) = drawn
    assert set(codes) <= {5}
    parts = {
        part for one in numbers for whole in shown(nodes, one) for part in range(whole + 1, whole + size(nodes[whole]))
    }
    for number, start, end in zip(numbers, starts, ends, strict=True):
        assert list(lines[start:end]) == [line_of[index] for index in shown(nodes, number) if index not in parts]


@given(trees(most=20))
def test_sizes_say_where_the_leftmost_leaves_are(root: Node) -> None:
    _, lld = columns(root)
    sizes = array("I", [9, 9, *(index + 1 - first for index, first in enumerate(lld))])
    assert leaves_below(sizes, len(sizes) - 1) == lld
