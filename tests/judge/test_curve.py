"""The soft line of a tree, and what a file past it weighs."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.judge.curve import SOFT_LEAST, SOFT_MOST, median, size_penalty, soft_line

LENGTHS = st.lists(st.integers(0, 900), max_size=9)
LINES = st.integers(0, 2000)
CURVES = st.tuples(st.integers(1, 900), st.integers(1, 900), st.integers(1, 30))  # S, H, P


@pytest.mark.parametrize(
    ("lengths", "exponent", "line"),
    [
        ([240, 300, 375], 2, 468),
        ([240, 300, 375], 1, 375),
        ([240, 300, 375], 1024, 500),
        ([100, 300], 2, 500),
        ([100, 100, 100], 2, 200),
        ([120, 200, 250, 250, 300, 700], 2, 375),
        ([290, 300, 310], 2, 320),
        ([150, 160, 320, 330], 2, 495),
        ([0, 80, 90, 100], 2, 200),
        ([0, 0], 2, None),
        ([], 2, None),
    ],
)
def test_the_soft_line_is_the_median_times_a_power_of_the_spread(
    lengths: list[int], exponent: int, line: int | None
) -> None:
    assert soft_line(lengths, exponent) == line


@pytest.mark.parametrize(
    ("values", "middle"), [([5], 5), ([1, 9], 5), ([1, 2], Fraction(3, 2)), ([1, 2, 9], 2), ([1, 2, 4, 9], 3)]
)
def test_a_median_is_the_middle_or_the_mean_of_the_two_middle_ones(values: list[int], middle: Fraction) -> None:
    assert median([Fraction(value) for value in values]) == middle


@pytest.mark.parametrize(
    ("lines", "density", "mass"),
    [
        (0, 0, 0),
        (300, 0, 0),
        (301, Fraction(1, 20250), Fraction(1, 20250)),
        (400, Fraction(40, 81), Fraction(40, 81)),
        (525, Fraction(5, 2), Fraction(5, 2)),
        (700, Fraction(640, 81), Fraction(640, 81)),
        (750, 10, 10),
        (751, Fraction(452, 45), Fraction(203401, 20250)),
        (1200, 30, 40),
        (4802, Fraction(8554, 45), Fraction(10134002, 10125)),
    ],
)
def test_the_curve_of_each_law_between_300_and_750(lines: int, density: Fraction, mass: Fraction) -> None:
    assert size_penalty(lines, 300, 750, 10, straight=True) == density
    assert size_penalty(lines, 300, 750, 10, straight=False) == mass


@pytest.mark.parametrize("hard", [300, 200])
@pytest.mark.parametrize("straight", [True, False])
def test_a_hard_line_that_is_not_above_the_soft_one_weighs_flat(hard: int, straight: bool) -> None:
    assert size_penalty(300, 300, hard, 10, straight=straight) == 0
    assert size_penalty(301, 300, hard, 10, straight=straight) == 10
    assert size_penalty(400, 300, hard, 10, straight=straight) == 10


def soft_line_by_search(lengths: list[int], exponent: int) -> int | None:
    """The other definition: the highest line within the fence that does not pass the value, in whole numbers."""
    positive = [Fraction(length) for length in lengths if length]
    if not positive:
        return None
    middle = Fraction(statistics.median(positive))
    spread = Fraction(statistics.median([max(length / middle, middle / length) for length in positive]))
    up = middle.numerator * spread.numerator**exponent
    down = middle.denominator * spread.denominator**exponent
    return next((line for line in range(SOFT_MOST, SOFT_LEAST, -1) if line * down <= up), SOFT_LEAST)


@given(lengths=LENGTHS, exponent=st.integers(1, 6))
def test_the_soft_line_agrees_with_a_search_for_it(lengths: list[int], exponent: int) -> None:
    assert soft_line(lengths, exponent) == soft_line_by_search(lengths, exponent)


@given(lengths=LENGTHS, exponent=st.integers(1, 6), data=st.data())
def test_the_order_of_the_lengths_and_empty_files_do_not_matter(
    lengths: list[int], exponent: int, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations([*lengths, 0]))
    assert soft_line(shuffled, exponent) == soft_line(lengths, exponent)


@given(lengths=LENGTHS, exponent=st.integers(1, 6))
def test_a_larger_exponent_never_lowers_the_soft_line(lengths: list[int], exponent: int) -> None:
    lower, upper = soft_line(lengths, exponent), soft_line(lengths, exponent + 1)
    assert (lower is None) == (upper is None)
    assert (lower or 0) <= (upper or 0)


def penalty_line_by_line(lines: int, curve: tuple[int, int, int], *, straight: bool) -> Fraction:
    """The other definition: what each further line costs, added up."""
    soft, hard, most = curve
    if hard <= soft:
        return Fraction(most if lines > soft else 0)
    step = Fraction(most, (hard - soft) ** 2)
    total = Fraction(0)
    for line in range(soft + 1, lines + 1):
        nth = line - soft
        total += step * 2 * (hard - soft) if straight and line > hard else step * (2 * nth - 1)
    return total


@given(lines=LINES, curve=CURVES, straight=st.booleans())
def test_a_penalty_is_the_sum_of_what_each_line_costs(lines: int, curve: tuple[int, int, int], straight: bool) -> None:
    soft, hard, most = curve
    assert size_penalty(lines, soft, hard, most, straight=straight) == penalty_line_by_line(
        lines, curve, straight=straight
    )


@given(lines=LINES, curve=CURVES, straight=st.booleans())
def test_a_longer_file_never_weighs_less(lines: int, curve: tuple[int, int, int], straight: bool) -> None:
    soft, hard, most = curve
    shorter = size_penalty(lines, soft, hard, most, straight=straight)
    longer = size_penalty(lines + 1, soft, hard, most, straight=straight)
    assert shorter <= longer
    assert (shorter < longer) == (lines + 1 > soft and (hard > soft or lines == soft))
