"""Do the records of a store approve a change?

Asks nobody: integrity of the store, then the count. Several ops may propose the same change. One that is approved will
do, unless somebody who reads for meaning refused another: that sticks to the change, whatever its author writes about
it. What was refused from memory or by a check would be refused again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.plain import Plain
from rubout.review.approval import Verdict, approval
from rubout.review.records import Review, SignedTier, Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.envelope import Signed, Verified
    from rubout.review.ledger import Ledger
    from rubout.review.policy import Rules
    from rubout.review.proposal import Proposal
    from rubout.review.records import Op

_STICKING = frozenset({SignedTier.SEMANTIC, SignedTier.HUMAN})  # the tiers that read for meaning
NO_OP = "no_op"
MISSING_AUTHORS = "missing_authors"


class Claims(NamedTuple):
    """What a change is held against; None and nothing for a change that claims nothing."""

    spec: Signed[Spec] | None
    claimed: tuple[str, ...]


class Judgement(Plain, frozen=True):
    """What the store says about a change: the verdict on each op that proposes it, by op id."""

    outcome: str  # approved, rejected or inconclusive
    reasons: tuple[str, ...]
    ops: tuple[tuple[str, Claims, Verdict], ...]


def judge_op(op: Proposal, ledger: Ledger, rules: Rules, claims: Claims | None = None) -> tuple[Claims, Verdict]:
    """The verdict on one op, under the claims given, or under those of its reviews that come to most.

    Raises:
        ReviewError: op or spec cannot be relied on.
    """
    reviews, clearances = ledger.reviews(op.id), ledger.clearances(op.id)
    choices = [claims] if claims else _claims(reviews, ledger)
    counted = [
        (each, approval(op, each.spec, each.claimed, reviews, clearances, rules.trust, rules.policy, ledger.faults))
        for each in choices
    ]
    return max(counted, key=lambda each: (each[1].approved, len(each[1].counted)))


def judge_whole(op: Proposal, ledger: Ledger, rules: Rules, claims: Claims | None = None) -> tuple[Claims, Verdict]:
    """As `judge_op`; what stands against the same change under other ops stands against this one too."""
    held, verdict = judge_op(op, ledger, rules, claims)
    outstanding = {*verdict.outstanding, *sticking(op, ledger, rules)}
    if outstanding == set(verdict.outstanding):
        return held, verdict
    reasons = tuple(sorted({*verdict.reasons, "refused"}))
    return held, msgspec.structs.replace(
        verdict, approved=False, reasons=reasons, outstanding=tuple(sorted(outstanding))
    )


def sticking(op: Proposal, ledger: Ledger, rules: Rules) -> frozenset[str]:
    """The refusals of the same change under other ops that hold for the change and not for one op."""
    others = [other for other in ledger.ops_of(op.change_id) if other.id != op.id]
    judged = [judge_op(_as(op, other), ledger, rules)[1] for other in others]
    return frozenset(
        name for verdict in judged for name in verdict.outstanding if ledger.records[name].record.tier in _STICKING
    )


def judge_change(
    change: Proposal, authors: Iterable[str], ledger: Ledger, rules: Rules, claims: Claims | None = None
) -> Judgement:
    """The verdict on a change as git tells it.

    Args:
        change: the difference, under any author; its op is not looked for in the store.
        authors: the addresses that git names.
        ledger: the records.
        rules: those of the revision that the change starts from.
        claims: by default those of the reviews.

    Raises:
        ReviewError: as `judge_op`.
    """
    found = ledger.ops_of(change.change_id)
    judged = [(op.id, *judge_op(_as(change, op), ledger, rules, claims)) for op in found]
    if ledger.faults:
        codes = sorted({fault.code for fault in ledger.faults})
        return Judgement("inconclusive", tuple(codes), tuple(judged))
    refused = [each for each in judged if _sticks(each[2], ledger)]
    if refused:  # by an op that names too few authors too: one author more does not make it another change
        return Judgement("rejected", _reasons(refused), tuple(refused))
    named = {op.id for op in found if set(authors) <= set(op.record.claimed_authors)}
    told = [each for each in judged if each[0] in named]
    if not told:
        return Judgement("inconclusive", (MISSING_AUTHORS if found else NO_OP,), ())
    outcomes = {verdict.outcome for _, _, verdict in told}
    outcome = next(outcome for outcome in ("approved", "rejected", "inconclusive") if outcome in outcomes)
    return Judgement(outcome, _reasons(told) if outcome != "approved" else (), tuple(told))


def _sticks(verdict: Verdict, ledger: Ledger) -> bool:
    return any(ledger.records[name].record.tier in _STICKING for name in verdict.outstanding)


def _reasons(judged: Sequence[tuple[str, Claims, Verdict]]) -> tuple[str, ...]:
    return tuple(sorted({reason for _, _, verdict in judged for reason in verdict.reasons}))


def _as(change: Proposal, op: Verified[Op]) -> Proposal:
    return msgspec.structs.replace(change, op=op.record, id=op.id, envelope=op.raw)


def _claims(reviews: list[Signed[Review]], ledger: Ledger) -> list[Claims]:
    """The claims that reviews of compliance speak of, each once; nothing, when no spec they name is there."""
    named = {(each.record.spec_id, each.record.claimed) for each in reviews if each.record.spec_id is not None}
    specs = {spec.id: spec for spec in ledger.of(Spec)}
    known = [Claims(specs[spec_id], claimed) for spec_id, claimed in sorted(named) if spec_id in specs]
    return known or [Claims(None, ())]
