"""What does a file's length weigh, and where does that begin?

Formula   soft line S = min(500, max(200, floor(m * r**k))), m the median length, r the median of max(x/m, m/x);
          a file of x lines weighs 0 up to S, P*((x - S)/(H - S))**2 up to H, and past H
          P*(1 + 2*(x - H)/(H - S)) under the density law, the same square under the mass law
Source    docs/methodology/score.md; a median plus k median absolute deviations (Hampel 1974), taken in the
          logarithm, which a median lets one leave out
Unjudged  no positive length: no soft line
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SOFT_LEAST, SOFT_MOST = 200, 500  # at 500 a typical repository's longest tenth of files is past it


def median(values: Sequence[Fraction]) -> Fraction:
    """The middle of ascending `values`, or the exact mean of the two middle ones; at least one value."""
    middle = len(values) // 2
    if len(values) % 2:
        return values[middle]
    return (values[middle - 1] + values[middle]) * Fraction(1, 2)


def soft_line(lengths: Sequence[int], exponent: int) -> int | None:
    """The line past which a file of this tree is long; `lengths` in any order, those of 0 left out."""
    positive = sorted(Fraction(length) for length in lengths if length > 0)
    if not positive:
        return None
    middle = median(positive)
    spread = median(sorted(max(Fraction(length, middle), Fraction(middle, length)) for length in positive))
    return min(SOFT_MOST, max(SOFT_LEAST, middle * spread**exponent // 1))


def size_penalty(lines: int, soft: int, hard: int, most: int, *, straight: bool) -> Fraction:
    """What a file of `lines` weighs; `straight` is the density law's tail past the hard line."""
    if lines <= soft:
        return Fraction(0)
    if hard <= soft:
        return Fraction(most)
    share = Fraction(lines - soft, hard - soft)
    if straight and lines > hard:
        return most * (1 + 2 * Fraction(lines - hard, hard - soft))
    return most * share * share
