"""Which bytes a change of lines replaces."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.review.line_edits import Swap, applied, swaps

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"a\r\n", b"\n", b"\xff\n"]), max_size=8)
TEXTS = st.builds(lambda lines, last: b"".join(lines) + last, LINES, st.sampled_from([b"", b"a", b"b\r"]))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"", b"", []),
        (b"", b"a\n", [Swap(0, 0, b"a\n")]),
        (b"a\n", b"", [Swap(0, 2, b"")]),
        (b"a\nb\nc\n", b"a\nx\nc\n", [Swap(2, 4, b"x\n")]),
        (b"a\nb\nc\n", b"x\nb\ny\n", [Swap(0, 2, b"x\n"), Swap(4, 6, b"y\n")]),
        (b"a\nb\n", b"a\nnew\nb\n", [Swap(2, 2, b"new\n")]),
        (b"a", b"a\n", [Swap(0, 1, b"a\n")]),
        (b"a\r\nb\n", b"a\nb\n", [Swap(0, 3, b"a\n")]),
        (b"a\n\0", b"a\nb\0", [Swap(0, 3, b"a\nb\0")]),
    ],
)
def test_a_run_of_changed_lines_is_one_swap(before: bytes, after: bytes, expected: list[Swap]) -> None:
    assert swaps(before, after) == expected


@settings(max_examples=500)
@given(TEXTS, TEXTS)
def test_swaps_make_the_one_text_of_the_other(before: bytes, after: bytes) -> None:
    assert applied(before, swaps(before, after)) == after


@settings(max_examples=500)
@given(TEXTS, TEXTS)
def test_swaps_stand_in_order_apart_and_on_whole_lines(before: bytes, after: bytes) -> None:
    found = swaps(before, after)
    ends = {0, len(before), *(at + 1 for at, byte in enumerate(before) if byte == 10)}
    assert all({swap.start, swap.end} <= ends for swap in found)
    assert all(first.end < second.start for first, second in pairwise(found))
    assert all(before[swap.start : swap.end] != swap.text for swap in found)


def test_texts_that_have_little_in_common_are_one_swap() -> None:
    before = b"".join(b"old %d\n" % number for number in range(4_000))
    after = b"".join(b"new %d\n" % number for number in range(4_000))
    assert swaps(b"same\n" + before, b"same\n" + after) == [Swap(5, 5 + len(before), after)]
