"""Lines taken out of bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.languages import go, markdown, python
from rubout.measure.splices import byte_lines, reads_alike, slice_of, spliced


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", b"\xff", b"\xe2\x80\xa8", b"\x0c"])).map(b"".join))
def test_lines_are_the_bytes_and_only_a_line_feed_ends_one(source: bytes) -> None:
    lines = byte_lines(source)
    assert b"".join(lines) == source
    assert all(line.count(b"\n") == line.endswith(b"\n") for line in lines)
    assert all(line.endswith(b"\n") for line in lines[:-1])
    assert b"" not in lines


def test_a_slice_keeps_the_ends_of_its_lines() -> None:
    assert slice_of(byte_lines(b"a\r\nb\r\nc"), (2, 3)) == b"b\r\nc"


def test_spans_are_taken_out_in_whatever_order() -> None:
    assert spliced(b"1\n2\n3\n4\n5", [(1, 1), (4, 5)]) == spliced(b"1\n2\n3\n4\n5", [(4, 5), (1, 1)]) == b"2\n3\n"


@pytest.mark.parametrize(
    ("before", "after", "alike"),
    [
        (b"# said\nx = 1\n", b"x = 1\n", True),
        (b"x = 1\n", b"x = 2\n", False),
        (b"import a\nx = 1\n", b"x = 1\n", False),  # imports count here
        (b"def f():\n    '''said'''\n", b"def f():\n", False),
    ],
)
def test_code_reads_alike_without_a_comment_and_not_without_code(before: bytes, after: bytes, alike: bool) -> None:
    assert reads_alike(before, after, python.LANGUAGE) is alike


def test_what_no_grammar_reads_holds_no_code() -> None:
    assert reads_alike(b"one\n", b"", markdown.LANGUAGE)
    assert not reads_alike(b"package a\n", b"", go.LANGUAGE)
