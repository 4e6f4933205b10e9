"""May a cause of refusal be learned, and how much is it trusted at first?

Replay    what was accepted is presumed good, so that a skill which fires on it is presumed wrong there: with at least
          REPLAY_MIN edits seen, hits * REPLAY_RATE > edits lets it only observe
Twice     learning again changes nothing; what was retired is never learned again
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.review.firing import Firing
from rubout.review.records import ReviewVerdict
from rubout.review.skill import Provenance, Replay, ReviewSkill, fault
from rubout.review.skills import SKILLS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.review.envelope import Verified
    from rubout.review.proposal import EditText, Proposal
    from rubout.review.records import Review
    from rubout.review.skills import ReviewSkills

INDUCED_PER_OP = 8
REPLAY_COMMITS = 500
REPLAY_MIN = 50  # edits
DENY_MIN = 200  # edits
REPLAY_RATE = 500  # one hit in so many edits is accepted


class Learned(NamedTuple):
    """Whether a skill was added, and the reason why not."""

    added: bool
    reason: str | None = None


def learn(
    skills: ReviewSkills,
    skill: ReviewSkill,
    op: Proposal | None = None,
    review: Verified[Review] | None = None,
    retired: AbstractSet[str] = frozenset(),
    *,
    replay: Replay | None = None,
) -> Learned:
    """Add a skill, unless there is a reason not to; then nothing changes.

    Args:
        skills: what is known.
        skill: what to add.
        op: whose rejection taught it.
        review: that rejection, verified. Without op and review the skill has no provenance.
        retired: ids that the store has retired.
        replay: of `replayed`.
    """
    why = _fault_of(skill) or _known(skills, skill, retired) or _unfounded(skill, op, review) or _over_cap(skills, op)
    if why is None and skill.kind != "literal":
        from rubout.review.structure import admission  # noqa: PLC0415 - it starts a process

        why, engine = admission(skill)
        skill = msgspec.structs.replace(skill, engine=engine)
    if why is None and op and not skill.matches(op):
        why = "not_in_op"
    if why:
        return Learned(added=False, reason=why)
    added = skills.learn(_with_provenance(skill, op, review, replay))
    return Learned(added)


def _fault_of(skill: ReviewSkill) -> str | None:
    wrong = fault(skill)
    return wrong[0] if wrong else None


def _known(skills: ReviewSkills, skill: ReviewSkill, retired: AbstractSet[str]) -> str | None:
    known = skills.get(skill.id)
    if skill.id in retired or (known and known.state == "retired"):
        return "retired"
    return "duplicate" if known else None


def _unfounded(skill: ReviewSkill, op: Proposal | None, review: Verified[Review] | None) -> str | None:
    if op is None and review is None:
        return None
    if (
        op is None
        or review is None
        or review.record.verdict is not ReviewVerdict.REQUEST_CHANGES
        or review.record.op_id != op.id
        or skill.id not in review.record.induced
    ):
        return "approval_review"
    return None if "teach" in review.principal.roles else "role"


def _over_cap(skills: ReviewSkills, op: Proposal | None) -> str | None:
    if len(skills) >= SKILLS_MAX:
        return "cap"
    if op is None:
        return None
    of_op = sum(1 for skill in skills if skill.provenance and skill.provenance.op_id == op.id)
    return "cap" if of_op >= INDUCED_PER_OP else None


def _with_provenance(
    skill: ReviewSkill, op: Proposal | None, review: Verified[Review] | None, replay: Replay | None
) -> ReviewSkill:
    state = "observe" if replay and not is_admitted(replay) else skill.state
    if op is None or review is None:
        return msgspec.structs.replace(skill, state=state)
    provenance = Provenance(
        taught_by=review.record.reviewer,
        op_id=op.id,
        review_id=review.id,
        model=review.record.evidence.model if review.record.evidence else None,
        at=review.record.made_at,
        replay=replay,
    )
    return msgspec.structs.replace(skill, state=state, provenance=provenance)


def is_admitted(replay: Replay) -> bool:
    """Whether a skill may refuse from the start."""
    return replay.edits < REPLAY_MIN or replay.hits * REPLAY_RATE <= replay.edits


def may_deny(skill: ReviewSkill) -> bool:
    """Whether a skill has been seen on enough accepted edits to deny a pending write, which nobody reads again."""
    replay = skill.provenance.replay if skill.provenance else None
    return replay is not None and replay.edits >= DENY_MIN and replay.hits * REPLAY_RATE <= replay.edits


def replayed(skills: Sequence[ReviewSkill], commits: Iterable[Sequence[EditText]]) -> list[Replay]:
    """What skills, whatever their state, would have done to the edits of some commits, in one pass."""
    from rubout.review.structure import REPLAY_AT_ONCE, commits_hit  # noqa: PLC0415 - nothing else here needs it

    literal = Firing([skill for skill in skills if skill.kind == "literal"], lasting=True)
    structural = [skill for skill in skills if skill.kind != "literal"]
    edits = 0
    hits: Counter[str] = Counter()
    waiting = iter(commits)
    while batch := list(islice(waiting, REPLAY_AT_ONCE)):
        for texts in batch:
            edits += len(texts)
            hits.update(literal.edits_hit(texts))
        if structural:
            hits.update(commits_hit(structural, batch))
    return [Replay(edits, hits[skill.id]) for skill in skills]
