from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.winnow import winnow

WORD = 2**64
BASE = 1000003
ALPHABET = 1000
WIDTH, WINDOW = 25, 26


def winnow_values(values: list[int], width: int, window: int) -> list[tuple[int, int]]:
    """Winnow one stream whose tokens hash to `values`."""
    codes = array("H", range(1, len(values) + 1))
    hashes, positions = winnow(codes, array("Q", [0, *values]), width, window)
    return list(zip(hashes, positions, strict=True))


def by_windows(values: list[int], width: int, window: int) -> list[tuple[int, int]]:
    """The definition: every window looked at on its own."""
    runs = [
        sum(value * BASE ** (width - 1 - j) for j, value in enumerate(values[i : i + width])) % WORD
        for i in range(len(values) - width + 1)
    ]
    chosen: list[tuple[int, int]] = []
    for start in range(max(len(runs) - window + 1, 1) if runs else 0):
        places = range(start, min(start + window, len(runs)))
        place = min(places, key=lambda place: (runs[place], -place))
        if not chosen or chosen[-1][1] != place:
            chosen.append((runs[place], place))
    return chosen


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5, 3, 3, 8, 2, 9, 2, 7, 7], [2, 4, 6]),
        ([77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98], [3, 6, 8, 11, 15]),
        ([9, 4, 6], [1]),
        ([4, 4], [1]),
        ([4], [0]),
        ([], []),
    ],
)
def test_example_4_the_least_hash_of_each_window_of_four_is_taken_from_the_right(
    values: list[int], expected: list[int]
) -> None:
    assert winnow_values(values, 1, 4) == [(values[place], place) for place in expected]


@pytest.mark.parametrize(("tokens", "expected"), [(60, 2), (50, 1), (25, 1), (24, 0), (0, 0)])
def test_example_4_a_stream_of_consecutive_values_has_few_fingerprints(tokens: int, expected: int) -> None:
    assert len(winnow_values(list(range(1000, 1000 + tokens)), WIDTH, WINDOW)) == expected


@pytest.mark.parametrize(("width", "window"), [(0, 4), (-1, 4), (1, 0), (1, -1)])
def test_without_a_width_or_a_window_there_is_no_fingerprint(width: int, window: int) -> None:
    assert winnow_values([5, 3, 3, 8], width, window) == []


@given(
    st.lists(st.integers(0, 6) | st.integers(WORD - 6, WORD - 1), max_size=40),
    st.integers(1, 5),
    st.integers(1, 8),
)
def test_agrees_with_looking_at_every_window(values: list[int], width: int, window: int) -> None:
    assert winnow_values(values, width, window) == by_windows(values, width, window)


@given(st.lists(st.lists(st.integers(1, 9), max_size=12), max_size=5), st.integers(1, 4), st.integers(1, 5))
def test_streams_between_cuts_are_winnowed_alone(streams: list[list[int]], width: int, window: int) -> None:
    table = array("Q", [0, *(7**code for code in range(9))])
    joined = array("H")
    expected: list[tuple[int, int]] = []
    for stream in streams:
        hashes, positions = winnow(array("H", stream), table, width, window)
        offset = len(joined)
        expected += [(hashed, place + offset) for hashed, place in zip(hashes, positions, strict=True)]
        joined.extend([*stream, 0])
    hashes, positions = winnow(joined, table, width, window)
    assert list(zip(hashes, positions, strict=True)) == expected


def fingerprints_of(codes: list[int], table: array[int]) -> set[tuple[int, int]]:
    hashes, positions = winnow(array("H", codes), table, WIDTH, WINDOW)
    return set(zip(hashes, positions, strict=True))


@given(
    st.randoms(use_true_random=False),
    st.integers(1, 4),
    st.integers(WIDTH + WINDOW - 1, 60),
    st.lists(st.integers(0, 80), min_size=4, max_size=4),
)
def test_streams_that_share_fifty_tokens_share_a_fingerprint_at_the_same_place_of_them(
    generator: random.Random, letters: int, length: int, around: list[int]
) -> None:
    table = array("Q", [0, *(generator.getrandbits(64) for _ in range(letters))])

    def stream(tokens: int) -> list[int]:
        return [generator.randint(1, letters) for _ in range(tokens)]

    shared = stream(length)
    before, behind, other_before, other_behind = map(stream, around)
    ours = fingerprints_of(before + shared + behind, table)
    theirs = fingerprints_of(other_before + shared + other_behind, table)
    shift = len(other_before) - len(before)
    common = {place for hashed, place in ours if (hashed, place + shift) in theirs}
    assert any(len(before) <= place <= len(before) + length - WIDTH for place in common)


@pytest.mark.parametrize(("length", "unmatched"), [(50, 0), (24, 300)])
def test_example_5_fifty_common_tokens_are_always_found_and_twenty_four_never(length: int, unmatched: int) -> None:
    missed = 0
    for number in range(300):
        generator = random.Random(number)
        table = array("Q", [0, *(generator.getrandbits(64) for _ in range(ALPHABET))])
        codes = [generator.choices(range(1, ALPHABET + 1), k=size) for size in (length, 39, 40, 70, 20)]
        shared, before, behind, other_before, other_behind = codes
        ours = {hashed for hashed, _ in fingerprints_of(before + shared + behind, table)}
        theirs = {hashed for hashed, _ in fingerprints_of(other_before + shared + other_behind, table)}
        missed += ours.isdisjoint(theirs)
    assert missed == unmatched
