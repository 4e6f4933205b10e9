"""The nodes that tree-sitter itself makes of a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter


def walk(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """In preorder."""
    yield node
    for child in node.children:
        yield from walk(child)
