from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.stretches import piece_tokens, tandem_stretches
from rubout.kernels.suffixes import suffix_order
from rubout.kernels.winnow import winnow

SMALL = (3, 3, 5)  # k, w and min_tokens = w + k - 1
REAL = (25, 26, 50)
DICE = random.Random(3)
HASHES = array("Q", [DICE.getrandbits(64) for _ in range(1000)])


def find(stream: list[int], knobs: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    codes = array("H", [*stream, 0])
    k, w, least = knobs
    hashes, positions = winnow(codes, HASHES, k, w)
    order, commons = suffix_order(codes, hashes, positions, k, w)
    return list(zip(*tandem_stretches(codes, positions, order, commons, k, w, least), strict=True))


def by_definition(stream: list[int], least: int) -> list[tuple[int, int, int]]:
    """Every start and end looked at on its own, by end, then period."""
    found = []
    count = len(stream)
    for start in range(count):
        for end in range(start + 2 * least + 1, count + 1):
            whole = stream[start:end]
            period = next(q for q in range(1, len(whole) + 1) if whole[q:] == whole[:-q])
            grows_left = start > 0 and stream[start - 1] == stream[start - 1 + period]
            grows_right = end < count and stream[end] == stream[end - period]
            if len(whole) > 2 * piece_tokens(period, least) and not (grows_left or grows_right):
                found.append((start, end, period))
    return sorted(found, key=lambda stretch: (stretch[1], stretch[2]))


@st.composite
def rows(draw: st.DrawFn) -> list[int]:
    """Few blocks, many of them in a row, so that some periods hold smaller ones."""
    block = st.lists(st.integers(1, draw(st.integers(1, 3))), max_size=4)
    inner = st.builds(lambda one, times, two: one * times + two, block, st.integers(1, 4), block)
    parts = draw(st.lists(st.builds(lambda part, times: part * times, inner, st.integers(1, 4)), max_size=3))
    return [code for part in parts for code in part][:60]


@given(rows())
def test_what_is_found_is_what_the_definition_says(stream: list[int]) -> None:
    assert find(stream, SMALL) == by_definition(stream, SMALL[2])


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (list(range(1, 61)) * 2, []),
        ([*range(1, 61), *range(1, 61), 1], [(0, 121, 60)]),
        (list(range(1, 61)) * 3, [(0, 180, 60)]),
        (list(range(1, 11)) * 10, []),
        ([*list(range(1, 11)) * 10, 1], [(0, 101, 10)]),
        ([1, 2, 3] * 60, [(0, 180, 3)]),
        ([9, *[7] * 101, 9], [(1, 102, 1)]),
    ],
)
def test_a_stretch_is_longer_than_two_pieces(stream: list[int], expected: list[tuple[int, int, int]]) -> None:
    assert find(stream, REAL) == expected


def test_rows_that_differ_in_one_token_by_turns_have_twice_the_period() -> None:
    one = list(range(1, 101))
    two = [*one[:50], 500, *one[51:]]
    assert find((one + two) * 3, REAL) == [(0, 600, 200)]


def test_a_cut_ends_a_stretch() -> None:
    rows = list(range(1, 11)) * 11
    assert find([*rows, 0, *rows], REAL) == [(0, 110, 10), (111, 221, 10)]


@pytest.mark.parametrize(("period", "least", "expected"), [(3, 50, 51), (10, 50, 50), (50, 50, 50), (60, 50, 60)])
def test_a_piece_is_the_least_multiple_of_the_period_that_reaches_the_threshold(
    period: int, least: int, expected: int
) -> None:
    assert piece_tokens(period, least) == expected
