"""The one place that says no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.records import FINDINGS_MAX, ReviewVerdict, Stage
from rubout.review.sitting import Said, Sitting, asked, signed_review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.proposal import Proposal
    from rubout.review.records import Energy, Evidence, Finding, Review
    from rubout.review.skill import ReviewSkill


def refuse(  # noqa: PLR0913 - what a refusal says
    op: Proposal,
    stage: Stage,
    key: SigningKey,
    findings: Sequence[Finding],
    sitting: Sitting | None = None,
    *,
    induced: Sequence[ReviewSkill] = (),
    evidence: Evidence | None = None,
    energy: Energy | None = None,
) -> Signed[Review]:
    """Ask for changes; of more findings than a record holds the first ones are named.

    Args:
        op: what is refused.
        stage: in which respect.
        key: who refuses.
        findings: at least one.
        sitting: None for that of the question that is being put.
        induced: what to learn from it.
        evidence: of a model.
        energy: what it cost, where that is known better than by estimate.

    Raises:
        ValueError: there is no finding, or neither sitting nor question.
    """
    sitting = sitting or asked.get()
    if sitting is None:
        raise ValueError("nobody asks")
    said = Said(
        verdict=ReviewVerdict.REQUEST_CHANGES,
        findings=tuple(findings[:FINDINGS_MAX]),
        covered=tuple(sorted({finding.edit for finding in findings if finding.edit is not None})),
        induced=tuple(sorted(skill.id for skill in induced)),
        evidence=evidence,
        energy=energy,
    )
    return signed_review(op, stage, key, sitting, said)
