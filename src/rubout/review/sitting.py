"""What do all reviews of one run have in common?"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

import msgspec

from rubout.review.canonical import content_id
from rubout.review.envelope import Signed, sign
from rubout.review.records import Energy, Evidence, Finding, Review, ReviewVerdict, SignedTier, Stage

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey
    from rubout.review.proposal import Proposal


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """Under which rules, on what claims and after which records a reviewer speaks; `made_at` as records spell it."""

    policy_id: str
    made_at: str
    tier: SignedTier
    uj: int = 0
    spec_id: str | None = None
    claimed: tuple[str, ...] = ()  # ascending
    round: int = 1
    prev: tuple[str, ...] = ()


# That of the question which is being put to somebody.
asked: ContextVar[Sitting | None] = ContextVar("asked", default=None)


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of one stage; `energy` None takes the estimate of the sitting."""

    verdict: ReviewVerdict
    findings: tuple[Finding, ...] = ()
    covered: tuple[int, ...] = ()
    induced: tuple[str, ...] = ()
    evidence: Evidence | None = None
    energy: Energy | None = None


def signed_review(op: Proposal, stage: Stage, key: SigningKey, sitting: Sitting, said: Said) -> Signed[Review]:
    """A review, signed; raises ValueError for one that no record may hold."""
    compliance = stage is Stage.SPEC_COMPLIANCE
    review = Review(
        reviewer=key.public,
        op_id=op.id,
        stage=stage,
        verdict=said.verdict,
        tier=sitting.tier,
        round=sitting.round,
        spec_id=sitting.spec_id if compliance else None,
        claimed=sitting.claimed if compliance else (),
        findings=said.findings,
        covered=said.covered,
        induced=said.induced,
        policy_id=sitting.policy_id,
        prev=sitting.prev,
        energy=said.energy or Energy("estimator", sitting.uj),
        evidence=said.evidence,
        made_at=sitting.made_at,
    )
    return Signed(content_id("review", review), review, sign(review, key))
