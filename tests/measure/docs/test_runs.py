"""The longest common run of two texts."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.measure.docs import runs
from rubout.measure.docs.runs import common_run, longest_common_stretch

if TYPE_CHECKING:
    from collections.abc import Sequence

ITEMS = st.lists(st.integers(0, 3), max_size=24)


def longest(a: Sequence[int], b: Sequence[int]) -> int:
    """By the table of all pairs of ends."""
    best, before = 0, [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(before[j] + 1 if x == y else 0)
        best, before = max(best, *row), row
    return best


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [([1, 2, 3], [4, 5, 6], 0), ([1, 2, 3], [1, 2, 3], 7), ([9, 1, 2, 8], [7, 1, 2, 6], 6), ([5, 5, 5], [5, 5], 6)],
)
def test_example_8_a_run(a: list[int], b: list[int], words: int) -> None:
    assert common_run(array("Q", a), array("Q", b)) == words


@given(ITEMS, ITEMS)
@example([], [])
@example([0], [])
def test_a_run_is_the_longest_common_stretch_and_four_words(a: list[int], b: list[int]) -> None:
    expected = longest(a, b)
    one, two = array("Q", a), array("Q", b)
    assert longest_common_stretch(one, two) == expected
    assert common_run(one, two) == common_run(two, one) == (expected + 4 if expected else 0)


@given(ITEMS, ITEMS, st.integers(1, 4))
def test_stretches_with_equal_hashes_are_told_apart(a: list[int], b: list[int], hashes: int) -> None:
    def poor(items: array[int], width: int) -> array[int]:
        starts = range(max(len(items) - width + 1, 0))
        return array("Q", [sum(items[start : start + width]) % hashes for start in starts])

    expected = longest(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "rolling", poor)
        assert common_run(array("Q", a), array("Q", b)) == (expected + 4 if expected else 0)


@pytest.mark.parametrize("other", [7, 8])
def test_twenty_thousand_repeats_of_one_word_have_one_run(other: int) -> None:
    a, b = array("Q", [7] * 20_000), array("Q", [7] * 10_000 + [other] * 10_000)
    assert common_run(a, b) == (20_004 if other == 7 else 10_004)
