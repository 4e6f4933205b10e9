"""What do the stored records say of a change? Nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.judging import Claims, judge_change, judge_whole
from rubout.review.proposal import propose
from rubout.review.proposing import unsigned
from rubout.review.running import Run

if TYPE_CHECKING:
    from rubout.review.ops import Draft
    from rubout.review.proposal import Proposal
    from rubout.review.records import Context
    from rubout.review.setting import Setting


def verified(setting: Setting, draft: Draft, context: Context, claims: Claims | None = None) -> Run:
    """What the stored records say of a change; nobody is asked.

    Of several ops that propose it the report shows the one whose verdict decided.

    Raises:
        ReviewError: an op or a spec cannot be relied on.
    """
    change = unsigned(draft, context, "", "human")
    judged = judge_change(change, draft.authors, setting.ledger, setting.rules, claims)
    op_id, held, verdict = next(
        (each for each in judged.ops if each[2].outcome == judged.outcome), (None, Claims(None, ()), None)
    )
    stored = next((op for op in setting.ledger.ops_of(change.change_id) if op.id == op_id), None)
    proposal = propose(stored.record, stored.raw, draft.contents, draft.base) if stored else change
    reason = None if judged.outcome == "approved" else next(iter(judged.reasons), judged.outcome)
    if judged.outcome == "rejected":
        reason = "refused"
    return Run(
        proposal=proposal,
        claims=held,
        setting=setting,
        climb=None,
        verdict=verdict,
        outcome=judged.outcome,
        reason=reason,
    )


def verified_op(setting: Setting, proposal: Proposal, claims: Claims | None = None) -> Run:
    """What the stored records say of one op; nobody is asked; raises ReviewError as `verified`."""
    held, verdict = judge_whole(proposal, setting.ledger, setting.rules, claims)
    reason = None if verdict.approved else "refused" if verdict.outstanding else verdict.reasons[0]
    return Run(
        proposal=proposal,
        claims=held,
        setting=setting,
        climb=None,
        verdict=verdict,
        outcome=verdict.outcome,
        reason=reason,
    )
