"""Paragraphs of reStructuredText."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.docs.rst import paragraphs
from rubout.measure.docs.words import words_of


def read(text: str) -> tuple[list[tuple[int, int]], int]:
    found = paragraphs(text.split("\n"))
    return [(block.start_line, block.end_line) for block in found.blocks], found.counts["rst_markup_line"]


@pytest.mark.parametrize(
    ("text", "spans", "markup"),
    [
        ("one\ntwo\n\nthree", [(1, 2), (4, 4)], 0),
        ("- one\n  two\nthree", [(1, 1), (2, 2), (3, 3)], 0),
        ("Title\n=====\n\ntext", [(4, 4)], 2),
        ("=====\nTitle\n=====\ntext", [(4, 4)], 3),
        ("one\ntwo\nTitle\n-----", [(1, 2)], 2),
        ("a\n\n----\n\nb", [(1, 1), (5, 5)], 1),
        (".. code-block:: python\n   :caption: x\n\n   a = 1\n\n   b\n\ntext", [(8, 8)], 4),
        (".. note::\n\n   Told to\n   people.\n\ntext", [(3, 4), (6, 6)], 1),
        (".. note::\n   :class: x\n\n   Told.", [(4, 4)], 2),
        (".. _target:\n\n.. [1] a footnote\n   of two lines\n..\n   hidden\ntext", [(7, 7)], 5),
        ("As in::\n\n    code\n\n  more code\n\ntext", [(1, 1), (7, 7)], 2),
        ("  As in::\n\n    code\n  text", [(1, 1), (4, 4)], 1),
        ("+---+\n| a |\n+---+\n\n== ==\na  b\n== ==", [(6, 6)], 5),
        (":field: value\n:also: more\n:role:`x` text", [(3, 3)], 2),
        (">>> f()\n3\n\ntext", [(4, 4)], 2),
    ],
)
def test_paragraphs_are_what_is_no_markup(text: str, spans: list[tuple[int, int]], markup: int) -> None:
    assert read(text) == (spans, markup)


ADMONITIONS = (
    *("note", "warning", "tip", "hint", "important", "caution", "attention", "admonition", "seealso", "topic"),
    *("versionadded", "versionchanged", "deprecated"),
)


@pytest.mark.parametrize("name", ADMONITIONS)
def test_what_stands_below_an_admonition_is_prose(name: str) -> None:
    assert read(f".. {name}:: 2.0\n   Text.")[0] == [(2, 2)]


def test_literals_are_no_words() -> None:
    (block,) = paragraphs(["call ``hidden code`` here, ``open"]).blocks
    assert words_of(block.lines) == ["call", "here", "open"]


@given(st.text("ab.: =-|>`\n", max_size=80))
def test_every_line_is_prose_markup_or_blank(text: str) -> None:
    lines = text.split("\n")
    found = paragraphs(lines)
    held = [number for block in found.blocks for number in range(block.start_line, block.end_line + 1)]
    assert held == sorted(set(held))
    assert all(block.whole == lines[block.start_line - 1 : block.end_line] for block in found.blocks)
    assert len(held) + found.counts["rst_markup_line"] == sum(bool(line.strip()) for line in lines)
