"""Injected text has a cap; example 12 of docs/methodology/guard.md."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.report.clip import MARKER, STOP_BYTES, WRITE_BYTES, clipped


def size(text: str) -> int:
    return len(text.encode())


def test_the_caps_are_200_and_400_tokens_of_4_bytes() -> None:
    assert (WRITE_BYTES, STOP_BYTES, size(MARKER)) == (800, 1600, 52)


def test_a_text_on_the_cap_is_whole() -> None:
    assert clipped("x" * 800, WRITE_BYTES) == "x" * 800


@pytest.mark.parametrize(
    ("text", "cap", "left"),
    [("x" * 801, WRITE_BYTES, 800), ("€" * 800, WRITE_BYTES, 799), ("x" * 2000, STOP_BYTES, 1600)],
)
def test_a_text_over_the_cap_ends_with_the_marker_at_a_character(text: str, cap: int, left: int) -> None:
    cut = clipped(text, cap)
    assert size(cut) == left
    assert cut.endswith(MARKER)
    assert text.startswith(cut.removesuffix(MARKER))


@given(st.text(st.characters(codec=None), max_size=80), st.integers(size(MARKER), 200))
def test_whatever_the_text_it_fits_and_can_be_written(text: str, cap: int) -> None:
    assert size(clipped(text, cap)) <= cap


def test_bytes_that_are_no_characters_come_out_escaped() -> None:
    assert clipped("a\udcff", WRITE_BYTES) == "a\\udcff"
