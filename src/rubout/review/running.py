"""One run of the ladder over one change: who signs, what is stored, what it comes to.

Sticks    a reviewer that has refused an op is not asked again, unless all that it said was learned and overridden, or
          was about other claims; what it read for meaning and refused it is not asked about under another op either
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubout.facts.plain import Plain
from rubout.review.cascade import ReviewCascade
from rubout.review.checkpoints import previous
from rubout.review.clearing import Bench, overridden, skills_of
from rubout.review.envelope import Signed
from rubout.review.hearing import is_about_other_claims
from rubout.review.judging import judge_whole, sticking
from rubout.review.records import Clearance, Review, ReviewVerdict, SignedTier, finding_fingerprint
from rubout.review.reviewer import Reviewer
from rubout.review.stores import keep

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from rubout.review.approval import Verdict
    from rubout.review.crypto import SigningKey
    from rubout.review.energy import Reading
    from rubout.review.envelope import Verified
    from rubout.review.judging import Claims
    from rubout.review.outcome import CascadeReview, SemanticReviewer
    from rubout.review.proposal import Proposal
    from rubout.review.setting import Setting
    from rubout.review.trust import Trust

ALREADY_REJECTED = "already_rejected"
# Why a run that asked a model has no measured energy.
UNAVAILABLE, BELOW_RESOLUTION = "meter_unavailable", "below_resolution"


class Hands(Plain, frozen=True, kw_only=True):
    """Who signs: what was learned and checked, and what was read for meaning; None is nobody."""

    reviewer: SigningKey
    semantic: SemanticReviewer | None = None


class Run(Plain, frozen=True, kw_only=True):
    """What one run came to; `climb` is None when nobody was asked, `verdict` when nothing may count."""

    proposal: Proposal
    claims: Claims
    setting: Setting
    climb: CascadeReview | None
    verdict: Verdict | None
    outcome: str  # approved, rejected or inconclusive
    reason: str | None
    stored: tuple[str, ...] = ()
    is_rehearsal: bool = False
    earlier: frozenset[str] = frozenset()  # fingerprints of what was found in earlier rounds
    metered: Reading | None = None  # what this machine took while a model was asked
    unmetered: str | None = None  # why that is not known


def run(setting: Setting, proposal: Proposal, claims: Claims, hands: Hands, seconds: int) -> Run:
    """Climb, store what was signed, count.

    Args:
        setting: what the change is judged by.
        proposal: the change.
        claims: what it claims.
        hands: who signs.
        seconds: the time, for a commit on the ref of the records.

    Raises:
        SelfReviewError: a reviewer is an author.
        ReviewError: op, spec or store cannot be relied on.
        StoreError: the records cannot be written.
    """
    own = _principals(setting, hands.reviewer.public, *((hands.semantic.key,) if hands.semantic else ()))
    cleared = _cleared(setting, proposal)
    climb = None
    fresh: list[Signed[Any]] = [Signed(proposal.id, proposal.op, proposal.envelope)]
    fresh += [claims.spec] if claims.spec else []
    if not _has_refused(setting, proposal, claims, own, cleared):
        prev = previous(setting.ledger)
        reviewer = reviewer_for(setting, hands.reviewer, setting.rules.trust, prev, _round(setting, proposal, own))
        cascade = ReviewCascade(reviewer, hands.semantic, setting.skills, cleared=cleared)
        climb = cascade.review(proposal, claims.spec, claims.claimed)
        fresh += climb.reviews
    stored = keep(setting.anchor, setting.rules.policy.settings.store, fresh, seconds=seconds)
    now = setting.again()
    _, verdict = judge_whole(proposal, now.ledger, setting.rules, claims)
    reason = None
    if not verdict.approved:
        reason = _reason(verdict, climb, now)
    return Run(
        proposal=proposal,
        claims=claims,
        setting=now,
        climb=climb,
        verdict=verdict,
        outcome=verdict.outcome,
        reason=reason,
        stored=tuple(stored),
        earlier=fingerprints(setting, proposal),
    )


def _reason(verdict: Verdict, climb: CascadeReview | None, setting: Setting) -> str:
    if climb is None:
        return ALREADY_REJECTED
    if setting.ledger.faults:
        return setting.ledger.faults[0].code
    return climb.reason or (verdict.reasons[0] if not verdict.outstanding else "refused")


def reviewer_for(setting: Setting, key: SigningKey, trust: Trust, prev: tuple[str, ...], number: int = 1) -> Reviewer:
    """Who signs what was learned and checked, judging by what is there."""
    return Reviewer(
        key,
        policy=setting.rules.policy,
        trust=trust,
        lineage=setting.lineage,
        vouched=setting.vouched,
        whole_tree=True,
        round=number,
        prev=prev,
    )


def _reviews(setting: Setting, op_id: str) -> list[Verified[Review]]:
    return [each for each in setting.ledger.of(Review) if each.record.op_id == op_id]


def _principals(setting: Setting, *keys: str) -> frozenset[str]:
    """Who holds these keys: a key that was rotated is no other reviewer."""
    holders = (setting.rules.trust.holder(key) for key in keys)
    return frozenset(holder.id for holder in holders if holder)


def _cleared(setting: Setting, proposal: Proposal) -> frozenset[tuple[str, str]]:
    """The (op, skill) of learned refusals that somebody may have overridden and did."""
    bench = Bench(proposal.id, setting.rules.trust.authors(proposal.op), setting.rules.policy)
    clearances = [each for each in setting.ledger.of(Clearance) if each.record.op_id == proposal.id]
    return overridden(clearances, _reviews(setting, proposal.id), bench)


def _has_refused(
    setting: Setting,
    proposal: Proposal,
    claims: Claims,
    own: AbstractSet[str],
    cleared: AbstractSet[tuple[str, str]],
) -> bool:
    """Whether one of the principals has refused this op for a reason that still stands."""
    ledger = setting.ledger
    if any(ledger.records[name].principal.id in own for name in sticking(proposal, ledger, setting.rules)):
        return True
    for each in _reviews(setting, proposal.id):
        review = each.record
        if each.principal.id not in own or review.verdict is not ReviewVerdict.REQUEST_CHANGES:
            continue
        if is_about_other_claims(review, claims.spec, claims.claimed):
            continue
        skills = {(proposal.id, name) for name in skills_of(review)}
        if review.tier is not SignedTier.LEARNED or not skills <= cleared:
            return True
    return False


def _round(setting: Setting, proposal: Proposal, own: AbstractSet[str]) -> int:
    rounds = (each.record.round for each in _reviews(setting, proposal.id) if each.principal.id in own)
    return max(rounds, default=0) + 1


def fingerprints(setting: Setting, proposal: Proposal) -> frozenset[str]:
    """What earlier reviews of the same change found, whoever proposed it."""
    ops = {op.id for op in setting.ledger.ops_of(proposal.change_id)}
    paths = [edit.path for edit in proposal.op.edits]
    return frozenset(
        finding_fingerprint(finding.check, "" if finding.edit is None else paths[finding.edit], finding.quote)
        for each in setting.ledger.of(Review)
        if each.record.op_id in ops
        for finding in each.record.findings
        if finding.edit is None or finding.edit < len(paths)
    )
