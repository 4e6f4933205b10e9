"""Selecting nodes by kind."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.select import select


@given(st.lists(st.integers(0, 4)), st.binary(min_size=5, max_size=5))
def test_selects_exactly_the_indices_whose_kind_is_flagged(kinds: list[int], wanted: bytes) -> None:
    assert list(select(array("H", kinds), wanted)) == [index for index, kind in enumerate(kinds) if wanted[kind]]


def test_answers_indices_of_32_bits() -> None:
    assert select(array("H", [7]), bytes([0] * 7 + [1])).typecode == "I"
