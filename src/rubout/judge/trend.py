"""Is the score rising, falling or flat, and by how much a day?

Formula   slope = (n*Sxy - Sx*Sy) / (n*Sxx - Sx**2), x in days, y in micro units of full scale, exact;
          degrading: slope < -band; improving: slope > band; band is `decline_floor_micro`
          r2 = (n*Sxy - Sx*Sy)**2 / ((n*Sxx - Sx**2) * (n*Syy - Sy**2)); the verdict does not ask for it,
          nor for the median of the slopes between any two points, nor for the slope over x = 0, 1, 2 .., per commit
Source    ordinary least squares; Draper & Smith, Applied Regression Analysis, ch. 1; docs/methodology/trend.md
          median slope: Theil 1950, Sen 1968
Limits    a slope on the band is flat
Fails     a degrading score when the band is above 0; a band of 0 never fails
Unjudged  fewer than `min_points` points, or all of them in one second
Degraded  more than `MOST_POINTS`: no slope, and the verdict fails
Order     of the points does not matter, but to the slope per commit, for which they are oldest first
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.trend import Direction, Facts, Knobs, Verdict
from rubout.judge.curve import median
from rubout.judge.trend_contract import check, check_knobs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.trend import Point

__all__ = [
    "MOST_POINTS",
    "Facts",
    "Knobs",
    "Verdict",
    "check_knobs",
    "judge",
    "micro",
    "nearest",
    "slope",
    "slope_per_commit",
]

DAY = 86_400
FULL_SCALE = 1_000_000
MOST_POINTS = 4096  # a decade of daily commits
MOST_PAIRED = 256  # points, of which any two have a slope: 32,640 of them


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge the slope through the points.

    Raises:
        ContractError: a point that no measurement gives, or a knob out of bounds.
    """
    check(facts, knobs)
    if len(facts.points) > MOST_POINTS:
        return _verdict(None, Knobs(), reason="trend_too_large")
    if len(facts.points) < knobs.min_points:
        return _verdict(None, knobs, unjudged="too_few_points")
    found, per_commit = _moments(facts.points), slope_per_commit(facts.points)
    if found.spread == 0:
        return _verdict(None, knobs, unjudged="one_second", per_commit=per_commit)
    return _verdict(found, knobs, median_slope=median_slope(facts.points), per_commit=per_commit)


class _Moments(NamedTuple):
    """Sums over the points, n times their sums about the means: of x in seconds and y in micro units."""

    spread: int  # of x
    products: Fraction
    rise: Fraction  # of y

    @property
    def slope(self) -> Fraction:
        """A day; there must be a spread."""
        return Fraction(DAY * self.products, self.spread)

    @property
    def r2(self) -> Fraction | None:
        """None of values that are all the same."""
        return Fraction(self.products * self.products, self.spread * self.rise) if self.rise else None


def micro(point: Point) -> Fraction:
    """The score in micro units of full scale."""
    return Fraction(FULL_SCALE * point.score, point.scale)


def slope(points: Sequence[Point]) -> Fraction | None:
    """Micro units of full scale a day; None without two points at different times."""
    found = _moments(points)
    return found.slope if found.spread else None


def _moments(points: Sequence[Point]) -> _Moments:
    # Seconds from the first point on: the line does not feel the shift, and the products stay small.
    times = [point.ts - points[0].ts for point in points]
    values = [micro(point) for point in points]
    count, across, along = len(points), sum(times), sum(values, Fraction(0))
    products = sum((time * value for time, value in zip(times, values, strict=True)), Fraction(0))
    return _Moments(
        count * sum(time * time for time in times) - across * across,
        count * products - across * along,
        count * sum((value * value for value in values), Fraction(0)) - along * along,
    )


def slope_per_commit(points: Sequence[Point]) -> Fraction | None:
    """Micro units of full scale a commit, of points oldest first, at any times; None of fewer than two."""
    # Ranks about their middle, times 2: both then are whole, and the sum of the ranks is 0.
    ranks = range(1 - len(points), len(points), 2)
    spread = sum(rank * rank for rank in ranks)
    rise = sum((rank * micro(point) for rank, point in zip(ranks, points, strict=True)), Fraction(0))
    return Fraction(2 * rise, spread) if spread else None


def median_slope(points: Sequence[Point]) -> Fraction | None:
    """A day; None of more than `MOST_PAIRED` points, and without two at different times."""
    if len(points) > MOST_PAIRED:
        return None
    known = [(point.ts, micro(point)) for point in points]
    slopes = [Fraction(DAY * (b[1] - a[1]), b[0] - a[0]) for a, b in combinations(known, 2) if a[0] != b[0]]
    return median(sorted(slopes)) if slopes else None


def nearest(value: Fraction) -> int:
    """The nearest integer, of two the even one."""
    below, rest = divmod(value.numerator, value.denominator)
    over = 2 * rest - value.denominator
    return below + (over > 0 or (over == 0 and below % 2 == 1))


def _verdict(
    found: _Moments | None,
    knobs: Knobs,
    *,
    median_slope: Fraction | None = None,
    per_commit: Fraction | None = None,
    unjudged: str | None = None,
    reason: str | None = None,
) -> Verdict:
    line = found.slope if found else None
    direction = None if line is None else _direction(line, knobs.decline_floor_micro)
    is_declining = direction is Direction.DEGRADING and knobs.decline_floor_micro > 0
    return Verdict(
        slope_micro_per_day=None if line is None else nearest(line),
        slope_exact=_exact(line),
        direction=direction,
        unjudged=unjudged,
        r2_exact=_exact(found.r2 if found else None),
        median_slope_exact=_exact(median_slope),
        slope_per_commit_exact=_exact(per_commit),
        mixed=line is not None and median_slope is not None and _sign(line) != _sign(median_slope),
        fail=is_declining or reason is not None,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _direction(found: Fraction, band: int) -> Direction:
    if found > band:
        return Direction.IMPROVING
    return Direction.DEGRADING if found < -band else Direction.FLAT
