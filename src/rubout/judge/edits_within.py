"""Which lines moved inside one pair, and how many lines make a move worth believing?

Formula   n lines are explained by one station iff n * moved_cost + site_cost < n * plain_cost; a tie explains nothing
Source    minimum description length, in whole units of cost
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from rubout.facts.edits import Knobs, Pair

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Moved:
    """The lines of a pair that left its side before, and those that arrived in its side after."""

    out: AbstractSet[int] = NOTHING
    into: AbstractSet[int] = NOTHING

    def joined(self, other: Moved) -> Moved:
        """The lines of both."""
        return Moved(self.out | other.out, self.into | other.into)


def site_floor(site_cost: int, knobs: Knobs) -> int | None:
    """The fewest lines that open a station of this cost; None when no number does."""
    gain = knobs.plain_cost - knobs.moved_cost
    if site_cost < gain:
        return 1
    return site_cost // gain + 1 if gain > 0 else None


def within(pair: Pair, knobs: Knobs) -> Moved:
    """Every line whose content both sides changed; the sides are marked each on their own.

    Nothing in a degraded pair: its unchanged lines are on both sides and would all look moved.
    """
    floor = site_floor(knobs.site_cost_within, knobs)
    if pair.degraded or floor is None:
        return Moved()
    gone = {row.content for row in pair.removed if row.width}
    shared = gone.intersection(row.content for row in pair.added if row.width)
    if len(shared) < floor:
        return Moved()
    return Moved(
        frozenset(row.line for row in pair.removed if row.content in shared),
        frozenset(row.line for row in pair.added if row.content in shared),
    )
