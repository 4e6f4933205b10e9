"""What did judging cost, and what did remembering save?

Classes   weakest first: `estimator`, a constant; `reported`, somebody's own figure; `meter`, a counter of this machine.
          A sum is of the weakest class in it
Saved     of each skill: `paid`, the cost of the run that taught it, shared by the skills taught there;
          `avoided_max` = (hits - overridden) * (5,000,060 - 10); `wasted` = overridden * 10; `net` = the rest. It is an
          upper bound: the model might not have been asked, or the checks might have refused for 60
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from rubout.facts.plain import Plain
from rubout.review.outcome import ReviewTier
from rubout.review.records import Review
from rubout.review.states import Tally, tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.envelope import Verified

EnergyClass = Literal["estimator", "reported", "meter"]
_WEAKEST_FIRST: tuple[EnergyClass, ...] = ("estimator", "reported", "meter")
FULL_CLIMB_UJ = sum(tier.estimate_uj for tier in ReviewTier)
AVOIDED_UJ = FULL_CLIMB_UJ - ReviewTier.LEARNED.estimate_uj


class Reading(Plain, frozen=True, kw_only=True):
    """A cost in microjoules; `source` is where it is from, `scope` what it includes, `window_ms` how long it took."""

    uj: int
    energy_class: EnergyClass = "estimator"
    source: str = "constants"
    scope: str = "run"
    window_ms: int = 0


def total(readings: Iterable[Reading]) -> Reading:
    """All of them together; of nothing, an estimate of 0."""
    held = tuple(readings)
    classes: set[EnergyClass] = {each.energy_class for each in held} or {"estimator"}
    weakest = next(each for each in _WEAKEST_FIRST if each in classes)
    return Reading(
        uj=sum(each.uj for each in held),
        energy_class=weakest,
        source="+".join(sorted({each.source for each in held})) or "constants",
        scope="+".join(sorted({each.scope for each in held})) or "run",
        window_ms=sum(each.window_ms for each in held),
    )


class Saving(Plain, frozen=True, kw_only=True):
    """What one skill cost and may have saved, in microjoules; `paid` is 0 for one that nobody paid for."""

    skill_id: str
    paid: Fraction
    hits: int
    overridden: int

    @property
    def avoided_max(self) -> int:
        """What its refusals would have cost without it, at most."""
        return (self.hits - self.overridden) * AVOIDED_UJ

    @property
    def wasted(self) -> int:
        """What was spent on refusals that somebody overrode."""
        return self.overridden * ReviewTier.LEARNED.estimate_uj

    @property
    def net(self) -> Fraction:
        """What is left, at most; below zero it has cost more than it can have saved."""
        return self.avoided_max - self.paid - self.wasted


def savings(records: Iterable[Verified[Any]]) -> tuple[Saving, ...]:
    """Each skill that a verified record names, by id."""
    held = tuple(records)
    paid = _paid(each.record for each in held if isinstance(each.record, Review))
    counts = tallies(held)
    return tuple(
        Saving(
            skill_id=name,
            paid=paid.get(name, Fraction()),
            hits=(tally := counts.get(name, Tally())).hits,
            overridden=min(tally.overrides, tally.hits),
        )
        for name in sorted(paid.keys() | counts.keys())
    )


def all_savings(each: Sequence[Saving]) -> Saving:
    """The skills together."""
    return Saving(
        skill_id="",
        paid=sum((saving.paid for saving in each), Fraction()),
        hits=sum(saving.hits for saving in each),
        overridden=sum(saving.overridden for saving in each),
    )


def _paid(reviews: Iterable[Review]) -> dict[str, Fraction]:
    """The share of each skill in the run that taught it first.

    A run signs one review a stage, each with the cost of the whole run: those of one op, round and reviewer are one.
    """
    runs: dict[tuple[str, int, str], list[Review]] = defaultdict(list)
    for review in reviews:
        if review.induced:
            runs[review.op_id, review.round, review.reviewer].append(review)
    paid: dict[str, Fraction] = {}
    for _, run in sorted(runs.items(), key=lambda each: (min(review.made_at for review in each[1]), each[0])):
        taught = {name for review in run for name in review.induced}
        share = Fraction(max(review.energy.uj for review in run), len(taught))
        for name in taught:
            paid.setdefault(name, share)
    return paid
