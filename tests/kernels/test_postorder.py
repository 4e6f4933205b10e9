"""Named nodes in postorder, against a recursion."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.postorder import leaves_below, postorder
from tests.ordered_trees import Node, columns, size, trees

if TYPE_CHECKING:
    from collections.abc import Iterator

CODES = array("H", [0, 7, 8])  # label 0 is looked through


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


@given(trees(most=20), st.sets(st.integers(0, 19)), st.sets(st.integers(0, 19)))
def test_every_wanted_node_is_listed_with_all_named_ones_below_it_once(
    root: Node, wanted: set[int], feeds: set[int]
) -> None:
    nodes = list(preorder(root))
    numbers = [number for number in sorted(wanted) if number < len(nodes) and nodes[number][0]]
    newlines = array("I", sorted(feeds))
    labels, sizes, lines, roots = postorder(flat(root), newlines, CODES, array("I", numbers))
    starts = tuple(1 + sum(feed < index for feed in feeds) for index in range(len(nodes)))
    for number, position in zip(numbers, roots, strict=True):
        first = position + 1 - sizes[position]
        found = zip(labels[first : position + 1], sizes[first : position + 1], lines[first : position + 1], strict=True)
        assert list(found) == listed(nodes, starts, number)
    outermost = [one for one in numbers if not any(o < one < o + size(nodes[o]) for o in numbers)]
    assert len(labels) == sum(len(listed(nodes, starts, one)) for one in outermost)


@given(trees(most=20))
def test_sizes_say_where_the_leftmost_leaves_are(root: Node) -> None:
    _, lld = columns(root)
    sizes = array("I", [9, 9, *(index + 1 - first for index, first in enumerate(lld))])
    assert leaves_below(sizes, len(sizes) - 1) == lld
