"""Shares of a sample, and what they are worth.

Source: Cohen, A Coefficient of Agreement for Nominal Scales, 1960; Wilson, Probable Inference, the Law of Succession,
and Statistical Inference, 1927.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Z_SQUARED = Fraction(38416, 10000)  # of 1.96: 95 of 100
EXACT = 10**12  # parts of one, for a square root


def kappa(sides: Sequence[tuple[bool, bool]]) -> Fraction | None:
    """Agreement of two readers beyond chance; None where both always say one thing."""
    count = len(sides)
    first, second = (sum(each) for each in zip(*sides, strict=True))
    by_chance = Fraction(first * second + (count - first) * (count - second), count * count)
    if by_chance == 1:
        return None
    agreed = Fraction(sum(one == other for one, other in sides), count)
    return (agreed - by_chance) / (1 - by_chance)


def wilson(correct: int, count: int) -> tuple[Fraction, Fraction]:
    """The interval of a share that holds the true one in 95 of 100 samples."""
    p, spread = Fraction(correct, count), Z_SQUARED / count
    inside = (p * (1 - p) + spread / 4) * spread
    half = Fraction(isqrt(int(inside * EXACT * EXACT)), EXACT)
    return (p + spread / 2 - half) / (1 + spread), (p + spread / 2 + half) / (1 + spread)


def share(part: Fraction | int, whole: Fraction | int) -> str:
    """A share in hundredths; a dash of nothing."""
    return hundredths(Fraction(part, whole)) if whole else "-"


def hundredths(number: Fraction) -> str:
    """A number with two decimals."""
    whole, parts = divmod(round(abs(number) * 100), 100)
    return f"{'-' if number < 0 else ''}{whole}.{parts:02}"
