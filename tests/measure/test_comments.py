"""Blocks of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.comments import comment_blocks, comment_nodes

if TYPE_CHECKING:
    from tests.measure.conftest import Parsed


@pytest.mark.parametrize(
    ("language", "source", "blocks"),
    [
        ("python", "# a\n# b\nx = 1\n# c\n", [(1, 2), (4, 4)]),
        ("python", "# a\n\n# b\n", [(1, 1), (3, 3)]),
        ("python", "if x:\n    # a\n  # b\n    pass\n", [(2, 2), (3, 3)]),
        ("python", "x = 1  # a\ny = 2  # b\n# c\n", [(1, 2), (3, 3)]),
        ("javascript", "/* a\n b */\n// c\n", [(1, 3)]),
        ("javascript", "/* a */ /* b */\n/* c */\n", [(1, 1), (1, 1), (2, 2)]),
        ("rust", "/// one\n/// two\nfn f() {}\n", [(1, 2)]),
        ("rust", "/* a /* b */ c */\n", [(1, 1)]),
        ("haskell", "-- | a\n-- b\nf = 1\n{- c -}\n", [(1, 2), (4, 4)]),
        ("lua", "--[[ a\n b ]]\n-- c\n", [(1, 3)]),
        ("python", 'x = "# a"\n', []),
    ],
)
def test_a_comment_joins_the_one_that_ends_on_the_row_above_in_its_column(
    language: str, source: str, blocks: list[tuple[int, int]], parsed: Parsed
) -> None:
    for text in (source, source.replace("\n", "\r\n"), "\ufeff" + source):
        found = comment_blocks(parsed(language, text))
        assert [(block.start_line, block.end_line) for block in found] == blocks


def test_the_nodes_of_the_blocks_are_all_outermost_comments_once(parsed: Parsed) -> None:
    tree = parsed("rust", "//! a\n/// b\nfn f() { /* c /* d */ */ }\n")
    nodes = comment_nodes(tree)
    assert [node for block in comment_blocks(tree) for node in block.nodes] == nodes
    assert [tree.source[tree.starts[node] : tree.ends[node]].strip() for node in nodes] == [
        b"//! a",
        b"/// b",
        b"/* c /* d */ */",
    ]
