"""What does a person sign?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rubout.errors import ReviewError
from rubout.review.canonical import content_id
from rubout.review.cascade import SelfReviewError
from rubout.review.checkpoints import previous
from rubout.review.envelope import Signed, sign
from rubout.review.records import Clearance, Finding, SignedTier, SkillEvent
from rubout.review.refusal import refuse
from rubout.review.sitting import Sitting
from rubout.review.verdict import approve, asking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.crypto import SigningKey
    from rubout.review.judging import Claims
    from rubout.review.ledger import Ledger
    from rubout.review.policy import Rules
    from rubout.review.proposal import Proposal
    from rubout.review.records import Review, Stage
    from rubout.review.trust import Principal, Trust

CONFIRMED_DIGITS = 8


def confirmation(op_id: str) -> str:
    """What a person types who has seen the change: the first digits of the op's id."""
    return op_id.removeprefix("sha256:")[:CONFIRMED_DIGITS]


@dataclass(frozen=True, slots=True)
class Desk:
    """What somebody signs with: a key, what the store holds, the rules in force, the time as records spell it."""

    key: SigningKey
    ledger: Ledger
    rules: Rules
    made_at: str


def sign_by_hand(op: Proposal, claims: Claims, stage: Stage, findings: Sequence[str], desk: Desk) -> Signed[Review]:
    """A person's review of one stage: an approval, or with findings a refusal.

    Raises:
        SelfReviewError: the key is an author's.
        ReviewError: `unknown_key`, `revoked`, `kind_mismatch`, `no_role` or `checkpoint_first`.
        ValueError: no record may say this.
    """
    key, trust = desk.key, desk.rules.trust
    person = _reviewer(key, trust)
    if person.id in trust.authors(op.op):
        raise SelfReviewError(key.public)
    sitting = Sitting(
        policy_id=desk.rules.policy.id,
        made_at=desk.made_at,
        tier=SignedTier.HUMAN,
        spec_id=claims.spec.id if claims.spec else None,
        claimed=tuple(sorted(set(claims.claimed))),
        round=_next_round(desk.ledger.reviews(op.id), stage, person),
        prev=previous(desk.ledger),
    )
    if findings:
        named = [Finding(check="human", text=text) for text in findings]
        return refuse(op, stage, key, named, sitting)
    with asking(op, [stage], sitting):
        return approve(op, claims.spec, stage, key)


def clear(record: Clearance, key: SigningKey) -> Signed[Clearance]:
    """A clearance under its signer's key; whether it clears anything is for whoever counts to say."""
    return Signed(content_id("clearance", record), record, sign(record, key))


def sign_event(
    kind: Literal["teach", "retire", "observe", "reinstate"], skill_id: str, reason: str, desk: Desk
) -> Signed[SkillEvent]:
    """A skill changes its state.

    Raises:
        ReviewError: `no_role`, the key is not that of somebody who may teach; `checkpoint_first`.
    """
    who = desk.rules.trust.holder(desk.key.public)
    if who is None or "teach" not in who.roles or desk.key.public in desk.rules.trust.revoked:
        raise _may_not("no_role", "is that of nobody with the role `teach`", desk.key)
    record = SkillEvent(
        by=desk.key.public,
        kind=kind,
        skill_id=skill_id,
        reason=reason,
        prev=previous(desk.ledger),
        made_at=desk.made_at,
    )
    return Signed(content_id("skill_event", record), record, sign(record, desk.key))


def _reviewer(key: SigningKey, trust: Trust) -> Principal:
    person = trust.holder(key.public)
    if person is None:
        raise _may_not("unknown_key", "is not in the trust file", key)
    if key.public in trust.revoked:
        raise _may_not("revoked", "was revoked", key)
    if person.kind != "human":
        raise _may_not("kind_mismatch", f"is that of the robot `{person.id}`, and this is for people", key)
    if "review" not in person.roles:
        raise _may_not("no_role", f"is that of `{person.id}`, who lacks the role `review`", key)
    return person


def _next_round(reviews: Iterable[Signed[Review]], stage: Stage, person: Principal) -> int:
    own = (each.record.round for each in reviews if each.record.reviewer in person.keys and each.record.stage is stage)
    return max(own, default=0) + 1


def _may_not(code: str, what: str, key: SigningKey) -> ReviewError:
    return ReviewError(
        f"the key {key.public} {what}", where="rubout review sign", fix="sign with a reviewer's key", code=code
    )
