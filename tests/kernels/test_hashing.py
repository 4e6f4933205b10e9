from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.hashing import fnv1a64, rolling

WORD = 2**64
BASE = 1000003
HASHES = st.lists(st.integers(0, WORD - 1), max_size=30)


def polynomial(hashes: list[int], width: int) -> list[int]:
    """The definition: each run's own sum, nothing carried over from the run before."""
    return [
        sum(item * BASE ** (width - 1 - j) for j, item in enumerate(hashes[i : i + width])) % WORD
        for i in range(len(hashes) - width + 1)
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    {
        b"": 0xCBF29CE484222325,
        b"a": 0xAF63DC4C8601EC8C,
        b"foobar": 0x85944171F73967E8,
        b"\x01ID": 0xD165891867CC2B21,
        b"\x02LIT": 0x8469B08F2306BDF6,
        b"(": 0xAF63A54C86018F17,
        b"return": 0xC5C7B983377CAD5F,
    }.items(),
)
def test_example_1_fnv_has_the_published_values(data: bytes, expected: int) -> None:
    assert fnv1a64(data) == expected


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_fnv_of_a_concatenation_goes_on_from_the_first_part(first: bytes, second: bytes) -> None:
    state = fnv1a64(first)
    for byte in second:
        state = (state ^ byte) * 0x100000001B3 % WORD
    assert fnv1a64(first + second) == state


@pytest.mark.parametrize(
    ("hashes", "width", "expected"),
    [
        ([1, 2, 3, 4, 5, 6], 3, [1000008000018, 2000015000031, 3000022000044, 4000029000057]),
        ([7, 7, 7], 2, [7000028, 7000028]),
        ([7, 7, 7], 0, []),
        ([7, 7, 7], -1, []),
        ([7, 7, 7], 4, []),
        ([], 1, []),
    ],
)
def test_example_3_runs_of_a_width_are_hashed(hashes: list[int], width: int, expected: list[int]) -> None:
    assert rolling(array("Q", hashes), width).tolist() == expected


@given(HASHES, st.integers(1, 31))
def test_a_rolled_hash_is_the_polynomial_of_its_own_run(hashes: list[int], width: int) -> None:
    assert rolling(array("Q", hashes), width).tolist() == polynomial(hashes, width)
