"""What signed reviews amount to, under the trust file and the policy of the examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubout.review.approval import approval
from rubout.review.policy import Policy
from tests.review.story import CLEAN, SPEC, TRUST, written

if TYPE_CHECKING:
    from rubout.review.approval import Verdict
    from rubout.review.envelope import Signed
    from rubout.review.proposal import Proposal

OP = written(CLEAN)


def counted(*reviews: Signed[Any] | bytes, op: Proposal = OP, **more: Any) -> Verdict:
    said = {"spec": SPEC, "claimed": ["C1"], "clearances": (), "trust": TRUST, "policy": Policy(), **more}
    return approval(op, reviews=reviews, **said)


def whys(verdict: Verdict) -> set[str]:
    return {why for _, why in verdict.ignored}
