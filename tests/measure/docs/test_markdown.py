"""Paragraphs of Markdown."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.docs.markdown import paragraphs
from rubout.measure.docs.words import words_of

FOURTEEN = """\
Title
=====
text
---
more
    code line
<b>x</b>
1.
2. item
> quote
~~~
```
~~~
tail
"""


def spans(text: str) -> list[tuple[int, int]]:
    return [(block.start_line, block.end_line) for block in paragraphs(text.split("\n")).blocks]


def words(text: str) -> list[str]:
    return [word for block in paragraphs(text.split("\n")).blocks for word in words_of(block.lines)]


def test_example_2_headings_tables_and_bare_markers_end_a_paragraph() -> None:
    lines = "one two", "# Head", "three four", "| a | b |", "five six", "-", "seven eight", "- item text"
    assert spans("\n".join(lines)) == [(1, 1), (3, 3), (5, 5), (7, 8)]


def test_example_2_code_and_comments_are_no_text() -> None:
    text = "Some prose.\n```py\nhidden code\n```\n\nMore `inline hidden` prose.\n\n<!-- hidden remark -->\n"
    assert spans(text) == [(1, 1), (6, 6)]
    assert words(text) == ["some", "prose", "more", "prose"]


def test_example_2_fourteen_lines() -> None:
    found = paragraphs(FOURTEEN.split("\n"))
    assert [(block.start_line, block.end_line) for block in found.blocks] == [(1, 6), (9, 10), (14, 14)]
    assert found.counts == {"html_line": 1, "indented_code_lines": 1, "quoted_code_line": 3}


def test_lines_of_quoted_code_are_counted_with_their_fences() -> None:
    assert paragraphs(["a", "```", "b", "", "```", "c", "~~~", "d"]).counts["quoted_code_line"] == 6


UNMASKED = {
    "keep `code span` keep": "keep keep",
    "a ``b ` c`` d `e": "a d e",
    "a `b": "a b",
    "a <!-- b --> c <!-- d": "a c",
    "a<!-- b -->c": "a c",
    "`a` <!-- ` --> b ` c": "c",
}


@pytest.mark.parametrize("line", UNMASKED)
def test_example_1_what_is_masked_ends_a_word(line: str) -> None:
    assert words(line) == UNMASKED[line].split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n<!-- b\nc\n```\n--> d\ne", [(1, 1), (5, 6)]),  # a fence inside a comment is none
        ("```\na", []),  # an open fence hides the rest
        ("a <!--\nb\n\nc", [(1, 1)]),  # an open comment too
        ("  ~~~~ info\na\n```\n~~~\nb", [(5, 5)]),  # only its own character closes a fence
        ("`x` # y\nz", [(2, 2)]),  # what is visible begins with a mark
        ("10)\na", [(2, 2)]),
        ("* a\n+\n</p>\n<3 b", [(1, 1), (4, 4)]),
        ("", []),
    ],
)
def test_paragraphs_are_runs_of_visible_lines(text: str, expected: list[tuple[int, int]]) -> None:
    assert spans(text) == expected


@given(st.text("a`~<!->#|\n 1.", max_size=60))
def test_blocks_are_runs_of_whole_lines_that_do_not_touch(text: str) -> None:
    lines = text.split("\n")
    after = 0
    for block in paragraphs(lines).blocks:
        assert block.start_line > after + 1 or after == 0
        assert block.whole == lines[block.start_line - 1 : block.end_line]
        assert [len(line) for line in block.lines] == [len(line) for line in block.whole]
        after = block.end_line


def test_a_line_of_a_million_marks_is_read_in_linear_time() -> None:
    marks = " ".join("`" * size for size in range(1, 800)) + " `x`" * 250_000
    started = time.process_time()
    paragraphs([marks, "<!-- -->" * 100_000])
    assert time.process_time() - started < 20
