"""The story as a library tells it, with the names that `import rubout` gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubout import (
    CascadeReview,
    ReviewCascade,
    Reviewer,
    ReviewSkill,
    ReviewSkills,
    ReviewTier,
    SemanticOutcome,
    SemanticReviewer,
    approval,
    approve,
)
from rubout.review.records import Finding, ReviewVerdict, Stage
from tests.review.story import CLEAN, EVIL, K2, K3, OTHER_EVIL, SPEC, TRUST, written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rubout.review.proposal import Proposal


class Strict:
    """Reads for meaning: input is never evaluated."""

    def __init__(self) -> None:
        self.key = K3.public
        self.asked = 0

    def review(self, op: Proposal, spec: Any, _: Sequence[str]) -> SemanticOutcome:
        self.asked += 1
        skill = ReviewSkill("eval(", "quality", "input is evaluated")
        if not skill.matches(op):
            return SemanticOutcome(tuple(approve(op, spec, stage, K3) for stage in Stage))
        finding = Finding(check="semantic", edit=0, text=skill.finding)
        return SemanticOutcome((Reviewer(K3).reject(op, Stage.QUALITY, [finding], [skill]),), (skill,))


def is_approved(op: Proposal, result: CascadeReview, cascade: ReviewCascade) -> bool:
    policy = cascade.structural.policy
    return approval(op, SPEC, ["C1"], result.reviews, (), TRUST, policy).approved


def test_a_rejection_is_remembered_and_an_approval_is_not(tmp_path: Path) -> None:
    strict = Strict()
    semantic: SemanticReviewer = strict
    cascade = ReviewCascade(Reviewer(K2, trust=TRUST), semantic)

    first = cascade.review(written(EVIL), SPEC, ["C1"])
    assert (first.tier, first.estimated_uj) == (ReviewTier.SEMANTIC, 5_000_050)
    assert [review.record.verdict for review in first.reviews] == [ReviewVerdict.REQUEST_CHANGES]
    assert [cascade.learn(skill) for skill in first.induced * 2] == [True, False]

    cascade.skills.save(tmp_path / "review-skills.json")
    recalled = ReviewCascade(cascade.structural, semantic, ReviewSkills.load(tmp_path / "review-skills.json"))
    again = recalled.review(written(OTHER_EVIL), SPEC, ["C1"])
    assert (again.tier, again.estimated_uj, strict.asked) == (ReviewTier.LEARNED, 10, 1)
    assert not is_approved(written(OTHER_EVIL), again, recalled)

    for asked in (2, 3):
        clean = recalled.review(written(CLEAN), SPEC, ["C1"])
        assert (clean.tier, clean.estimated_uj, clean.induced) == (ReviewTier.SEMANTIC, 5_000_060, ())
        assert strict.asked == asked
        assert is_approved(written(CLEAN), clean, recalled)
    assert len(recalled.skills) == 1
    assert ReviewTier.SEMANTIC.label == "semantic"
    assert [tier.estimate_uj for tier in ReviewTier] == [10, 50, 5_000_000]
