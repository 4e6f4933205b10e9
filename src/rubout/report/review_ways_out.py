"""Who may clear a refusal, and by which command?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.clearing import INTEGRITY
from rubout.review.records import SignedTier

if TYPE_CHECKING:
    from rubout.review.records import Review

_DIGITS = len("sha256:") + 8  # as many as a command asks for
_WHO = {
    SignedTier.LEARNED: "an author, or somebody with the role `override`, may clear it for this change",
    SignedTier.STRUCTURAL: "a person with the role `override` who is no author may clear it",
    SignedTier.SEMANTIC: "a person with the role `review` who is no author may clear it",
    SignedTier.HUMAN: "who signed it may withdraw it",
}


def way_out(name: str, refusal: Review) -> str:
    """What is to be done about a refusal that stands, short of changing the change."""
    short = name[:_DIGITS]
    if refusal.tier is SignedTier.STRUCTURAL and any(finding.check in INTEGRITY for finding in refusal.findings):
        return f"{short} stands until the change is another one: what cannot be wrong is cleared by nobody"
    asked = f"--op {refusal.op_id[:_DIGITS]} --target {short} --reason TEXT --as KEY"
    return f"{short} is {refusal.tier}: {_WHO[refusal.tier]}: `rubout review override {asked}`"
