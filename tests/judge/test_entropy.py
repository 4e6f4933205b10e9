"""Mixture and divergence in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.judge.entropy import chi2, permille, tsallis2, tsallis2_norm

COUNTS = st.lists(st.integers(0, 30), max_size=7)
PAIRS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=6)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, 0), (0, 1)], None),
        ([(0, 1), (0, 3)], 1),
        ([(3, 2), (1, 2)], Fraction(1, 4)),
        ([], 0),
        ([(0, 0)], 0),
        ([(1, 0), (2, 0)], None),
    ],
)
def test_example_7_divergence(pairs: list[tuple[int, int]], expected: Fraction | None) -> None:
    assert chi2(pairs) == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([4, 1], 640),
        ([5, 1], 555),
        ([8, 1], 395),
        ([9, 1], 360),
        ([8, 2], 640),
        ([8, 1, 1], 510),
        ([7, 3], 840),
        ([5, 0, 4], 987),
        ([2, 2, 2], 1000),
        ([5], 0),
        ([], 0),
        ([4], 0),
    ],
)
def test_examples_7_and_8_mixture_in_permille(counts: list[int], expected: int) -> None:
    assert permille(tsallis2_norm(counts)) == expected


@given(COUNTS)
def test_mixture_is_the_chance_that_two_draws_differ(counts: list[int]) -> None:
    draws = [kind for kind, count in enumerate(counts) for _ in range(count)]
    differ = sum(one != other for one in draws for other in draws)
    assert tsallis2(counts) == (Fraction(differ, len(draws) ** 2) if draws else 0)


@given(COUNTS)
def test_mixture_lies_between_0_and_1_and_is_1_for_equal_bins_alone(counts: list[int]) -> None:
    held = [count for count in counts if count]
    mixed = tsallis2_norm(counts)
    assert 0 <= mixed <= 1
    assert (mixed == 1) == (len(held) > 1 and len(set(held)) == 1)


@given(COUNTS, st.integers(1, 9))
def test_only_proportions_matter(counts: list[int], factor: int) -> None:
    assert tsallis2_norm([factor * count for count in counts]) == tsallis2_norm(counts)


@given(PAIRS)
def test_divergence_is_the_sum_of_its_terms_and_0_for_equal_shares_alone(pairs: list[tuple[int, int]]) -> None:
    found = chi2(pairs)
    observed, reference = sum(o for o, _ in pairs), sum(r for _, r in pairs)
    if not reference or any(o and not r for o, r in pairs):
        assert found == (None if observed else 0)
        return
    shares = [(Fraction(o, observed or 1), Fraction(r, reference)) for o, r in pairs if r]
    assert found == sum((p - q) ** 2 / q for p, q in shares)
    assert (found == 0) == all(p == q for p, q in shares)
