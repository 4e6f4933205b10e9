"""The slope of the score over time, and what it is called."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from statistics import mean, median
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.trend import Direction, Facts, Knobs, Point, Verdict
from rubout.judge.trend import (
    MOST_PAIRED,
    MOST_POINTS,
    check_knobs,
    judge,
    median_slope,
    nearest,
    slope,
    slope_per_commit,
)
from tests.refusals import refusal, refused_knob

if TYPE_CHECKING:
    from collections.abc import Sequence

D = 86_400
IMPROVING, FLAT, DEGRADING = Direction

FALLING = (Point(D, 900, 1000), Point(2 * D, 899, 1000), Point(3 * D, 898, 1000))

TIMES = st.integers(0, 5) | st.integers(0, 20_000 * D)
POINTS = st.lists(
    st.builds(lambda ts, score, more: Point(ts, score, score + more), TIMES, st.integers(0, 900), st.integers(1, 99)),
    max_size=6,
)


def judged(points: Sequence[Point], floor: int = 0, least: int = 3) -> Verdict:
    return judge(Facts(tuple(points)), Knobs(min_points=least, decline_floor_micro=floor))


def of_1000(*rows: tuple[int, int]) -> tuple[Point, ...]:
    return tuple(Point(ts, score, 1000) for ts, score in rows)


def slope_by_means(points: Sequence[Point]) -> Fraction | None:
    """The other definition: moments about the means."""
    xs = [Fraction(point.ts, D) for point in points]
    ys = [Fraction(1_000_000 * point.score, point.scale) for point in points]
    if len(set(xs)) < 2:
        return None
    mean_x, mean_y = mean(xs), mean(ys)
    moments = sum(((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)), Fraction(0))
    return moments / sum(((x - mean_x) * (x - mean_x) for x in xs), Fraction(0))


def slope_by_pairs(points: Sequence[Point]) -> Fraction | None:
    """A third one: the mean of all pair slopes, each weighted by its gap squared."""
    gaps = [(b.ts - a.ts, Fraction(b.score, b.scale) - Fraction(a.score, a.scale)) for a, b in combinations(points, 2)]
    weight = sum(x * x for x, _ in gaps)
    return sum(x * y for x, y in gaps) * Fraction(D * 1_000_000, weight) if weight else None


@pytest.mark.parametrize(
    ("floor", "direction", "fails"),
    [
        (0, DEGRADING, False),
        (500, DEGRADING, True),
        (999, DEGRADING, True),
        (1000, FLAT, False),
        (5000, FLAT, False),
    ],
)
def test_example_1_a_fall_fails_past_a_declared_floor_and_not_on_it(
    floor: int, direction: Direction, fails: bool
) -> None:
    verdict = judged(FALLING, floor)
    assert (verdict.slope_micro_per_day, verdict.slope_exact) == (-1000, "-1000/1")
    assert (verdict.direction, verdict.fail) == (direction, fails)


@pytest.mark.parametrize("points", list(permutations(FALLING)))
def test_example_2_the_order_of_the_points_does_not_matter(points: tuple[Point, ...]) -> None:
    same = judged(FALLING, 500).slope_per_commit_exact  # the one number that asks for the order
    assert msgspec.structs.replace(judged(points, 500), slope_per_commit_exact=same) == judged(FALLING, 500)


def test_example_3_a_rise_past_the_floor_improves() -> None:
    verdict = judged(of_1000((D, 250), (2 * D, 500), (3 * D, 750), (4 * D, 1000)), 100_000, 4)
    assert (verdict.slope_micro_per_day, verdict.direction, verdict.fail) == (250_000, IMPROVING, False)


def test_example_4_two_points_are_judged_only_where_two_are_enough() -> None:
    points = of_1000((D, 500), (2 * D, 400))
    short = judged(points, 1)
    assert (short.slope_micro_per_day, short.slope_exact, short.direction, short.fail) == (None, None, None, False)
    assert short.unjudged == "too_few_points"
    enough = judged(points, least=2)
    assert (enough.slope_micro_per_day, enough.direction, enough.unjudged) == (-100_000, DEGRADING, None)


def test_example_5_points_of_one_second_have_no_slope_and_ties_among_some_are_data() -> None:
    at_once = judged(of_1000((D, 500), (D, 400), (D, 300)), 1)
    assert (at_once.slope_micro_per_day, at_once.direction, at_once.fail) == (None, None, False)
    assert at_once.unjudged == "one_second"
    tied = judged(of_1000((D, 500), (D, 400), (2 * D, 300)))
    assert (tied.slope_micro_per_day, tied.direction) == (-150_000, DEGRADING)


@pytest.mark.parametrize(
    ("points", "exact", "printed", "direction"),
    [
        ((Point(0, 400, 500), Point(D, 800, 1000), Point(2 * D, 1600, 2000)), "0/1", 0, FLAT),
        ((Point(0, 0, 3), Point(D, 1, 3), Point(2 * D, 2, 3)), "1000000/3", 333_333, IMPROVING),
    ],
)
def test_example_6_scores_of_different_scales_are_commensurable(
    points: tuple[Point, ...], exact: str, printed: int, direction: Direction
) -> None:
    verdict = judged(points)
    assert (verdict.slope_exact, verdict.slope_micro_per_day, verdict.direction) == (exact, printed, direction)


def test_example_7_the_direction_is_that_of_the_exact_slope_and_not_of_the_printed_one() -> None:
    verdict = judged(of_1000((0, 500), (1000 * D, 500), (2000 * D, 499)))
    assert (verdict.slope_exact, verdict.slope_micro_per_day, verdict.direction) == ("-1/2", 0, DEGRADING)
    assert judged(of_1000((0, 500), (2000 * D, 499)), 1, 2).direction == FLAT


def test_example_8_parts_of_a_day_count() -> None:
    verdict = judged(of_1000((0, 900), (D // 2, 899), (D, 897), (3 * D, 890)))
    assert (verdict.slope_exact, verdict.slope_micro_per_day) == ("-284000/83", -3422)
    assert verdict.direction == DEGRADING


@pytest.mark.parametrize(("floor", "direction"), [(0, DEGRADING), (200, FLAT)])
def test_example_9_a_floor_silences_dust(floor: int, direction: Direction) -> None:
    verdict = judged(of_1000((0, 953), (D, 950), (2 * D, 960), (5 * D, 941), (9 * D, 955)), floor)
    assert (verdict.slope_exact, verdict.slope_micro_per_day) == ("-26500/133", -199)
    assert verdict.direction == direction


@pytest.mark.parametrize(("halves", "printed"), [(1, 0), (3, 2), (5, 2), (-1, 0), (-3, -2)])
def test_example_10_a_half_is_rounded_to_the_even_side(halves: int, printed: int) -> None:
    assert nearest(Fraction(halves, 2)) == printed


def test_example_11_more_points_than_the_cap_are_degraded() -> None:
    points = tuple(Point(second, 0, 1) for second in range(MOST_POINTS + 1))
    full = judged(points[:-1], 5)
    assert (full.degraded, full.fail, full.direction) == (False, False, FLAT)
    over = judged(points, 5)
    assert (over.degraded, over.fail, over.reason) == (True, True, "trend_too_large")
    assert (over.slope_micro_per_day, over.slope_exact, over.direction, over.unjudged) == (None, None, None, None)
    assert over.knobs == Knobs()


def test_a_rise_never_fails() -> None:
    rising = of_1000((D, 1), (2 * D, 2), (3 * D, 3))
    assert [judged(rising, floor).direction for floor in (999, 1000)] == [IMPROVING, FLAT]
    assert not judged(rising, 999).fail


@given(POINTS)
def test_the_slope_agrees_with_two_other_definitions(points: list[Point]) -> None:
    found = slope(points)
    assert found == slope_by_means(points)
    assert found == slope_by_pairs(points)


def test_a_pause_does_not_dwarf_the_work_in_the_slope_per_commit() -> None:
    points = of_1000((0, 900), (D, 899), (2 * D, 898), (1000 * D, 897))
    assert (judged(points).slope_per_commit_exact, judged(points).slope_micro_per_day) == ("-1000/1", -2)
    assert judged(of_1000((D, 500), (D, 400), (D, 300))).slope_per_commit_exact == "-100000/1"  # all in one second
    assert judged(of_1000((D, 500), (2 * D, 400))).slope_per_commit_exact is None  # too few to be judged


@given(POINTS)
def test_the_slope_per_commit_is_that_of_a_commit_a_day(points: list[Point]) -> None:
    daily = [Point(D * rank, point.score, point.scale) for rank, point in enumerate(points)]
    assert slope_per_commit(points) == slope(daily)


@given(st.fractions())
def test_the_nearest_integer_is_that_of_the_language(value: Fraction) -> None:
    assert nearest(value) == round(value)


@given(POINTS, st.integers(0, 9000))
def test_a_score_told_the_other_way_round_goes_the_other_way(points: list[Point], floor: int) -> None:
    mirrored = [Point(point.ts, point.scale - point.score, point.scale) for point in points]
    here, there = judged(points, floor, 2), judged(mirrored, floor, 2)
    opposite: dict[int | None, Direction | None] = {None: None, IMPROVING: DEGRADING, FLAT: FLAT, DEGRADING: IMPROVING}
    assert there.direction == opposite[here.direction]


@given(POINTS, st.integers(0, 9000))
def test_points_moved_in_time_together_are_judged_alike(points: list[Point], shift: int) -> None:
    later = [Point(point.ts + shift, point.score, point.scale) for point in points]
    assert judged(later, least=2) == judged(points, least=2)


@given(POINTS, st.integers(0, 9000), st.integers(0, 9000))
def test_a_wider_band_never_turns_a_flat_score(points: list[Point], floor: int, wider: int) -> None:
    narrow, wide = judged(points, floor), judged(points, floor + wider)
    assert wide.direction in {narrow.direction, FLAT}
    assert not judged(points, 0).fail


@pytest.mark.parametrize(
    ("point", "says"),
    [
        (Point(-1, 0, 1), "time -1 is before 1970"),
        (Point(0, 0, 0), "scale 0 is not positive"),
        (Point(0, -1, 1), "score -1 is not from 0 to 1"),
        (Point(0, 2, 1), "score 2 is not from 0 to 1"),
    ],
)
def test_a_point_that_breaks_the_contract_is_named(point: Point, says: str) -> None:
    assert refusal(judge, Facts((Point(0, 0, 1), point)), Knobs()) == ("trend points[1]", says)


@pytest.mark.parametrize(
    ("knobs", "knob", "says"),
    [
        (Knobs(min_points=1), "min_points", "1 is below 2"),
        (Knobs(decline_floor_micro=-1), "decline_floor_micro", "-1 is below 0"),
    ],
)
def test_a_knob_out_of_bounds_is_named(knobs: Knobs, knob: str, says: str) -> None:
    assert refused_knob(judge, check_knobs, Facts(), knobs) == (knob, says)


def test_the_share_that_the_line_takes_is_exact() -> None:
    assert judged(FALLING).r2_exact == "1/1"
    assert judged(of_1000((D, 1), (2 * D, 2), (3 * D, 1))).r2_exact == "0/1"
    assert judged(of_1000((D, 7), (2 * D, 7), (3 * D, 7))).r2_exact is None
    example_9 = judged(of_1000((0, 953), (D, 950), (2 * D, 960), (5 * D, 941), (9 * D, 955)))
    assert example_9.r2_exact == "2809/264404"


def test_one_outlier_bends_the_line_and_not_the_median_slope() -> None:
    verdict = judged(of_1000((0, 900), (D, 901), (2 * D, 902), (3 * D, 903), (4 * D, 700)))
    assert (verdict.direction, verdict.median_slope_exact, verdict.mixed) == (DEGRADING, "1000/1", True)
    assert (judged(FALLING).median_slope_exact, judged(FALLING).mixed) == ("-1000/1", False)


def test_of_very_many_points_there_is_no_median_slope() -> None:
    points = of_1000(*((n, 0) for n in range(MOST_PAIRED + 1)))
    assert judged(points[:-1]).median_slope_exact == "0/1"
    assert (judged(points).median_slope_exact, judged(points).mixed) == (None, False)


def test_what_is_not_judged_has_no_second_opinion() -> None:
    for points in (FALLING[:2], of_1000((D, 1), (D, 2), (D, 3))):
        verdict = judged(points)
        assert (verdict.r2_exact, verdict.median_slope_exact, verdict.mixed) == (None, None, False)


@given(POINTS)
def test_the_share_is_the_square_of_the_correlation(points: list[Point]) -> None:
    verdict = judged(points, least=2)
    xs = [Fraction(point.ts) for point in points]
    ys = [Fraction(point.score, point.scale) for point in points]
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        assert verdict.r2_exact is None
        return
    mean_x, mean_y = mean(xs), mean(ys)
    both = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    spreads = sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys)
    assert verdict.r2_exact is not None
    assert Fraction(verdict.r2_exact) == both * both / spreads
    assert 0 <= Fraction(verdict.r2_exact) <= 1


@given(POINTS)
def test_the_median_slope_is_that_of_the_language(points: list[Point]) -> None:
    pairs = [(b.ts - a.ts, Fraction(b.score, b.scale) - Fraction(a.score, a.scale)) for a, b in combinations(points, 2)]
    slopes = [D * 1_000_000 * y / x for x, y in pairs if x]
    assert median_slope(points) == (median(slopes) if slopes else None)
