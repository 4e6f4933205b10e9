"""What may a skill do now, after all that was said about it since it was learned?

Formula   of the file's state and the store's the one that rejects less: active, observe, retired
Store     a `retire` or `observe` event holds until a `reinstate` that stands on it; and, with `auto_observe`, a skill
          that OVERRIDES_MIN clearances by OVERRIDERS_MIN principals overruled, overrides * 2 >= hits, only observes
Counts    hits are learned refusals that name the skill, overrides clearances that do; both come from the store
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.facts.plain import Plain
from rubout.review.clearing import skills_of
from rubout.review.records import Clearance, Review, SignedTier, SkillEvent, named_by
from rubout.review.skills import ReviewSkills

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from rubout.review.envelope import Verified
    from rubout.review.skill import ReviewSkill, State

OVERRIDES_MIN = 3
OVERRIDERS_MIN = 2
RETIRE_HITS_MIN = 3
_ORDER: tuple[State, ...] = ("active", "observe", "retired")


class Tally(Plain, frozen=True):
    """How often a skill refused, how often it was overruled, and by how many principals."""

    hits: int = 0
    overrides: int = 0
    overriders: int = 0

    @property
    def precision(self) -> Fraction | None:
        """The share of refusals that stood; None, which is unknown, before the first."""
        from fractions import Fraction  # noqa: PLC0415 - what is refused out of memory needs none

        return Fraction(max(self.hits - self.overrides, 0), self.hits) if self.hits else None

    @property
    def is_overruled(self) -> bool:
        """Whether people have said often enough that it is wrong."""
        enough = self.overrides >= OVERRIDES_MIN and self.overriders >= OVERRIDERS_MIN
        return enough and self.overrides * 2 >= self.hits

    @property
    def suggests_retirement(self) -> bool:
        """Whether a listing suggests to retire it."""
        return self.hits >= RETIRE_HITS_MIN and self.overrides * 2 >= self.hits


def tallies(records: Iterable[Verified[Any]]) -> dict[str, Tally]:
    """By skill id, from the verified records of a store."""
    hits: Counter[str] = Counter()
    overrides: Counter[str] = Counter()
    overriders: dict[str, set[str]] = defaultdict(set)
    for verified in records:
        record = verified.record
        if isinstance(record, Review) and record.tier is SignedTier.LEARNED:
            hits.update(skills_of(record))
        elif isinstance(record, Clearance) and record.kind == "override":
            overrides.update(record.skills)
            for skill in record.skills:
                overriders[skill].add(verified.principal.id)
    return {skill: Tally(hits[skill], overrides[skill], len(overriders[skill])) for skill in hits | overrides}


def stored_states(records: Mapping[str, Verified[Any]]) -> dict[str, State]:
    """By skill id the state that events bring; skills without an event in force are left out.

    Args:
        records: every verified record of a store by id, since an event stands on others through them.
    """
    events: dict[str, list[Verified[SkillEvent]]] = defaultdict(list)
    for verified in records.values():
        if isinstance(verified.record, SkillEvent) and "teach" in verified.principal.roles:
            events[verified.record.skill_id].append(verified)
    states = {skill: _state(own, records) for skill, own in events.items()}
    return {skill: state for skill, state in states.items() if state != "active"}


def _state(events: list[Verified[SkillEvent]], records: Mapping[str, Verified[Any]]) -> State:
    lifted: set[str] = set()
    for event in events:
        if event.record.kind == "reinstate":
            lifted |= _below(event.id, records)
    kinds = {event.record.kind for event in events if event.id not in lifted}
    return "retired" if "retire" in kinds else "observe" if "observe" in kinds else "active"


def _below(name: str, records: Mapping[str, Verified[Any]]) -> set[str]:
    """The records that a record stands on, directly or through others."""
    found: set[str] = set()
    left = [name]
    while left:
        verified = records.get(left.pop())
        new = set(named_by(verified.record)) - found if verified else set[str]()
        found |= new
        left += new
    return found


def effective(skill: ReviewSkill, stored: State | None, tally: Tally | None, *, auto_observe: bool) -> State:
    """The state that a skill is in."""
    overruled: State = "observe" if auto_observe and tally and tally.is_overruled else "active"
    return max(skill.state, stored or "active", overruled, key=_ORDER.index)


def effective_skills(skills: ReviewSkills, records: Mapping[str, Verified[Any]], *, auto_observe: bool) -> ReviewSkills:
    """The skills of a file, each in the state that it is in."""
    stored, counts = stored_states(records), tallies(records.values())
    states = (
        effective(skill, stored.get(skill.id), counts.get(skill.id), auto_observe=auto_observe) for skill in skills
    )
    return ReviewSkills(
        msgspec.structs.replace(skill, state=state) for skill, state in zip(skills, states, strict=True)
    )
