"""What would a cut change of the score?

Formula   before = charge(v, n), after = charge(v - p(total) + p(front) + p(rest), n + 1) of the size axis, whose mass v
          is that of all n files, at the soft line that the score has now;
          points = (before - after) * weight * viol_cost / divisor over the weights of all seven axes, of charges in
          thousandths, rounded down: an axis that is not judged leaves the divisor, and the change is larger then
Source    docs/methodology/split.md
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.judge.curve import soft_line
from rubout.judge.score import charge_of, divisor, file_penalty, size_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Knobs

SIZE = 0  # the axis
MILLI = 1000


class Gain(NamedTuple):
    """What the size axis costs before and after, and what the score gains in thousandths of a point."""

    before: int
    after: int
    points_milli: int


def gains(
    sizes: Sequence[int], judged_loc: Sequence[int], cuts: Iterable[tuple[int, int]], knobs: Knobs
) -> Iterator[Gain]:
    """Of each cut alone, a file's lines and how many of them stay in front.

    Args:
        sizes: the lines of every file of the tree, in any order.
        judged_loc: those that draw the soft line.
        cuts: of files among `sizes`.
        knobs: those of the score.
    """
    line = size_line(knobs.soft_line or soft_line(judged_loc, knobs.soft_line_k), knobs)
    mass = sum((file_penalty(lines, line, knobs) for lines in sizes if lines > line), Fraction(0))
    before = _charge_milli(mass, len(sizes), knobs)
    divided = divisor(knobs.weights, knobs)
    for total, front in cuts:
        halves = file_penalty(front, line, knobs) + file_penalty(total - front, line, knobs)
        after = _charge_milli(mass - file_penalty(total, line, knobs) + halves, len(sizes) + 1, knobs)
        points = (before - after) * knobs.weights[SIZE] * knobs.viol_cost
        yield Gain(before // MILLI, after // MILLI, points // divided if divided else 0)


def _charge_milli(mass: Fraction, opportunity: int, knobs: Knobs) -> int:
    """The charge of the axis in thousandths: one file of a large tree is a fraction of a point."""
    if knobs.law == "mass":
        return charge_of(MILLI * mass, opportunity, knobs)
    return charge_of(mass, opportunity, msgspec.structs.replace(knobs, score_scale=MILLI * knobs.score_scale))
