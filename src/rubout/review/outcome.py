"""Who answered, and what came of it?"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

import msgspec

from rubout.review.envelope import Signed
from rubout.review.records import Finding, Review, ReviewVerdict
from rubout.review.skill import ReviewSkill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.review.proposal import Proposal
    from rubout.review.records import Spec


class ReviewTier(StrEnum):
    """The tiers, cheapest first."""

    LEARNED = "learned"
    STRUCTURAL = "structural"
    SEMANTIC = "semantic"

    @property
    def label(self) -> str:
        """The tier as records name it."""
        return self.value

    @property
    def estimate_uj(self) -> int:
        """Microjoules of one answer, of class `estimator`."""
        return _ESTIMATES[self]


_ESTIMATES = {ReviewTier.LEARNED: 10, ReviewTier.STRUCTURAL: 50, ReviewTier.SEMANTIC: 5_000_000}


class SemanticOutcome(msgspec.Struct, frozen=True):
    """What a semantic reviewer came to.

    `decodes` counts the requests that cost model work. A reviewer that could not decide has no reviews and says why in
    `reason`: the run is then inconclusive.

    Raises:
        ValueError: rules are taught without a refusal.
    """

    reviews: tuple[Signed[Review], ...]
    induced: tuple[ReviewSkill, ...] = ()
    decodes: int = 1
    reason: str | None = None

    def __post_init__(self) -> None:
        """Take only causes of a refusal, and either reviews or a reason."""
        if self.induced and not any(review.record.verdict is ReviewVerdict.REQUEST_CHANGES for review in self.reviews):
            raise ValueError("only a refusal teaches")
        if bool(self.reviews) == (self.reason is not None):
            raise ValueError("there are reviews, or a reason why there are none")


class SemanticReviewer(Protocol):
    """A principal of its own that reads for meaning; it signs its reviews with its own key."""

    @property
    def key(self) -> str:
        """Its public key, `ed25519:` and 64 hex digits."""

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
        """Judge a change; `op.notes` are what cheaper checks warn of. It can approve only in this call."""


class CascadeReview(msgspec.Struct, frozen=True):
    """What one climb came to.

    `escalated` when a semantic reviewer was asked. `reason` says why nothing was decided. `findings` are those that
    refused, `notes` those that only warn or are observed, `unevaluable` the skills that could not be looked for.
    """

    reviews: tuple[Signed[Review], ...]
    tier: ReviewTier
    escalated: bool
    estimated_uj: int
    induced: tuple[ReviewSkill, ...] = ()
    reason: str | None = None
    notes: tuple[Finding, ...] = ()
    unevaluable: tuple[str, ...] = ()  # skill ids

    @property
    def refused(self) -> bool:
        """Whether any review asks for changes."""
        return any(review.record.verdict is ReviewVerdict.REQUEST_CHANGES for review in self.reviews)
