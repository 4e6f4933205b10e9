"""What would a cut change of the score?

Formula   size axis: before = charge(v, n), after = charge(v - p(total) + p(front) + p(rest), n + 1), v the mass of all
          n files at the soft line that the score has now; clone axis: before = charge(c, n), after = charge(c + k,
          n + 1), k the classes of copies with members on both sides, each in one file more than before;
          points = the sum over both of (before - after) * weight * viol_cost / divisor over the weights of the judged
          axes, of charges in thousandths, rounded down
Source    docs/methodology/split.md
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.judge.curve import soft_line
from rubout.judge.score import AXES, charge_of, divisor, file_penalty, size_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Knobs

SIZE, CLONE = AXES.index("size"), AXES.index("clone")
MILLI = 1000


class Cut(NamedTuple):
    """All lines of a file, those in front of a cut, and the classes of copies that the cut takes into a file more."""

    total: int
    front: int
    spread: int = 0


class Gain(NamedTuple):
    """What two axes cost before and after, the classes of a cut, and what the score gains in thousandths of a point.

    An axis that is not judged costs nothing.
    """

    size_before: int
    size_after: int
    clone_before: int
    clone_after: int
    spread: int
    points_milli: int


def gains(
    sizes: Sequence[int],
    judged_loc: Sequence[int],
    copies: int,
    cuts: Iterable[Cut],
    knobs: Knobs,
    judged: Sequence[int] = range(len(AXES)),
) -> Iterator[Gain]:
    """Of each cut alone.

    Args:
        sizes: the lines of every file of the tree, in any order.
        judged_loc: those that draw the soft line.
        copies: the mass of the clone axis.
        cuts: of files among `sizes`.
        knobs: those of the score.
        judged: the axes of the score that the points are of.
    """
    line = size_line(knobs.soft_line or soft_line(judged_loc, knobs.soft_line_k), knobs)
    mass = sum((file_penalty(lines, line, knobs) for lines in sizes if lines > line), Fraction(0))
    dial = knobs.viol_cost if (divided := divisor((knobs.weights[axis] for axis in judged), knobs)) else 0

    def charged(axis: int, mass: Fraction, opportunity: int) -> int:
        return _charge_milli(mass, opportunity, knobs) if axis in judged else 0

    size, clone = charged(SIZE, mass, len(sizes)), charged(CLONE, Fraction(copies), len(sizes))
    for cut in cuts:
        halves = file_penalty(cut.front, line, knobs) + file_penalty(cut.total - cut.front, line, knobs)
        size_after = charged(SIZE, mass - file_penalty(cut.total, line, knobs) + halves, len(sizes) + 1)
        clone_after = charged(CLONE, Fraction(copies + cut.spread), len(sizes) + 1)
        points = knobs.weights[SIZE] * (size - size_after) + knobs.weights[CLONE] * (clone - clone_after)
        yield Gain(
            size // MILLI,
            size_after // MILLI,
            clone // MILLI,
            clone_after // MILLI,
            cut.spread,
            points * dial // max(1, divided),
        )


def _charge_milli(mass: Fraction, opportunity: int, knobs: Knobs) -> int:
    """The charge of the axis in thousandths: one file of a large tree is a fraction of a point."""
    if knobs.law == "mass":
        return charge_of(MILLI * mass, opportunity, knobs)
    return charge_of(mass, opportunity, msgspec.structs.replace(knobs, score_scale=MILLI * knobs.score_scale))
