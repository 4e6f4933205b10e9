"""What would the ladder say? Nothing is signed for good or stored, and the answer is a refusal or none."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from rubout.review.cascade import ReviewCascade
from rubout.review.crypto import SEED_BYTES, signing_key
from rubout.review.running import Run, fingerprints, reviewer_for
from rubout.review.trust import Principal, Trust, TrustFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.review.judging import Claims
    from rubout.review.proposal import Proposal
    from rubout.review.setting import Setting

REHEARSAL = "dry_run"
_NOBODY = "(nobody)"


def rehearse(setting: Setting, proposal: Proposal, claims: Claims) -> Run:
    """Climb without signing anything for good, and without asking a model.

    Raises:
        ReviewError: op or spec cannot be relied on.
    """
    tool = signing_key(secrets.token_bytes(SEED_BYTES))
    trust = _with_nobody(setting.rules.trust, proposal.op.author, tool.public)
    reviewer = reviewer_for(setting, tool, trust, ())
    cascade = ReviewCascade(reviewer, None, setting.skills)
    climb = cascade.review(proposal, claims.spec, claims.claimed)
    outcome, reason = ("rejected", "refused") if climb.refused else ("inconclusive", climb.reason or REHEARSAL)
    return Run(
        proposal=proposal,
        claims=claims,
        setting=setting,
        climb=climb,
        verdict=None,
        outcome=outcome,
        reason=reason,
        is_rehearsal=True,
        earlier=fingerprints(setting, proposal),
    )


def _with_nobody(trust: Trust, *keys: str) -> Trust:
    """The trust file with robots of no name for keys that it does not know."""
    unknown = [key for key in keys if trust.holder(key) is None]
    robots: Iterable[Principal] = (
        Principal(id=f"{_NOBODY} {number}", kind="robot", keys=(key,), roles=("author", "review", "teach"))
        for number, key in enumerate(unknown)
    )
    file: TrustFile = msgspec.structs.replace(trust.file, principals=(*trust.file.principals, *robots))
    return Trust(file)
