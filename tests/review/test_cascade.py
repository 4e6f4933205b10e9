"""What the ladder makes of checks and skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.errors import ReviewError
from rubout.review.cascade import ReviewCascade, SelfReviewError
from rubout.review.checks.subject import REJECT, Check
from rubout.review.crypto import signing_key
from rubout.review.envelope import Signed
from rubout.review.outcome import ReviewTier, SemanticOutcome
from rubout.review.records import Stage
from rubout.review.reviewer import Reviewer
from rubout.review.skill import ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.skills_file import PATH
from tests.review.counting import counted, whys
from tests.review.story import (
    EVAL,
    K1,
    K2,
    K3,
    SPEC,
    TRUST,
    Model,
    new_file,
    policy,
    proposed,
    reviewer,
    signed_spec,
    written,
)

if TYPE_CHECKING:
    from rubout.review.proposal import Proposal
    from rubout.review.records import Spec
    from rubout.review.trust import Trust

KEY = b"AKIA" + b"ABCDEFGH" * 2


def test_skills_that_are_none_are_no_pass() -> None:
    op = proposed(new_file(PATH, b"{"))
    result = ReviewCascade(reviewer(), Model()).review(op, SPEC, ["C1"])
    assert (result.reviews, result.reason, result.tier) == ((), "check_error", ReviewTier.STRUCTURAL)


def failing(_: object) -> list[Any]:
    raise OSError("broken")


def test_a_check_that_fails_is_no_pass() -> None:
    checks = (Check("S14", "broken", Stage.QUALITY, REJECT, failing),)
    for model in (None, Model()):
        cascade = ReviewCascade(reviewer(checks=checks, rules=policy(accept_structural=True)), model)
        result = cascade.review(written(b"fn a() {}"), SPEC, ["C1"])
        assert (result.reviews, result.reason, result.estimated_uj) == ((), "check_error", 50)
        assert not result.escalated


def test_what_refuses_is_no_note() -> None:
    result = ReviewCascade(reviewer()).review(proposed(intent=" "), SPEC, ["C1"])
    assert [finding.check for review in result.reviews for finding in review.record.findings] == ["S01"]
    assert [finding.check for finding in result.notes] == ["S13"]


def test_warnings_are_told_to_who_reads_for_meaning_and_to_the_caller() -> None:
    model = Model()
    op: Proposal = written(KEY + b" # noqa", "a.txt")
    result = ReviewCascade(reviewer(), model).review(op, SPEC, ["C1"])
    assert [finding.check for finding in result.notes] == ["S19", "S26"]
    assert [finding.check for finding in model.seen[0].notes] == ["S19"]


def test_a_learned_refusal_quotes_what_it_is_about() -> None:
    result = ReviewCascade(reviewer(), None, ReviewSkills([EVAL])).review(written(b"x = eval(y)"), SPEC, ["C1"])
    assert [finding.quote for review in result.reviews for finding in review.record.findings] == ["eval("]


def test_an_observing_skill_is_noted() -> None:
    observing = msgspec.structs.replace(EVAL, state="observe")
    active = msgspec.structs.replace(EVAL, stage="spec_compliance")
    for skills, tier in (([observing], ReviewTier.STRUCTURAL), ([observing, active], ReviewTier.LEARNED)):
        result = ReviewCascade(reviewer(), None, ReviewSkills(skills)).review(written(b"eval(x)"), SPEC, ["C1"])
        assert [finding.check for finding in result.notes] == [f"skill:{EVAL.id}"]
        assert result.tier is tier


def test_what_could_not_be_looked_for_is_named() -> None:
    old = ReviewSkill(("eval", "(", "x"), "quality", "no", kind="tokens", lang="python", engine="another")
    for skills in ([old], [old, EVAL]):
        op = proposed(new_file("a.py", b"eval(x)\n"))
        result = ReviewCascade(reviewer(), None, ReviewSkills(skills)).review(op, SPEC, ["C1"])
        assert result.unevaluable == (old.id,)


@pytest.mark.parametrize("trust", [TRUST, None])
def test_an_op_and_a_spec_are_what_was_signed(trust: Trust | None) -> None:
    op, other = written(b"fn a() {}"), written(b"fn b() {}")
    forged = Signed(SPEC.id, SPEC.record, signed_spec(K1, "C1", "C2").raw)
    for proposal, spec in (
        (msgspec.structs.replace(op, envelope=other.envelope), SPEC),
        (msgspec.structs.replace(op, envelope=b"{}"), SPEC),
        (msgspec.structs.replace(op, id=other.id), SPEC),
        (op, forged),
        (op, Signed(SPEC.id, SPEC.record, b"{}")),
    ):
        with pytest.raises(ReviewError):
            ReviewCascade(Reviewer(K2, trust=trust), Model()).review(proposal, spec, ["C1"])


def test_an_op_by_somebody_who_is_not_trusted_is_not_reviewed() -> None:
    op = proposed(new_file("a.rs", b"fn a() {}"), key=signing_key(bytes([9]) * 32))
    with pytest.raises(ReviewError) as caught:
        ReviewCascade(reviewer(), Model()).review(op, SPEC, ["C1"])
    assert caught.value.code == "unknown_key"


def test_without_a_trust_file_every_key_is_a_principal() -> None:
    op = written(b"fn a() {}")
    assert ReviewCascade(Reviewer(K2), Model()).review(op, SPEC, ["C1"]).tier is ReviewTier.SEMANTIC
    for structural, semantic in ((K1, K3), (K2, K1)):
        with pytest.raises(SelfReviewError):
            ReviewCascade(Reviewer(structural), Model(semantic)).review(op, SPEC, ["C1"])


@pytest.mark.parametrize("spec", [None, SPEC], ids=["no spec", "a spec"])
def test_without_a_claim_quality_alone_is_asked_about(spec: Signed[Spec] | None) -> None:
    model = Model()
    rules = policy(required_stages=("quality",))
    for semantic in (model, None):
        accepting = rules if semantic else policy(required_stages=("quality",), accept_structural=True)
        result = ReviewCascade(reviewer(rules=accepting), semantic).review(written(b"fn a() {}"), spec, [])
        assert [review.record.stage for review in result.reviews] == [Stage.QUALITY]
        assert result.reason is None


def test_a_reviewer_whom_nobody_trusts_may_look_and_counts_for_nothing() -> None:
    op, stranger = written(b"fn a() {}"), signing_key(bytes([9]) * 32)
    result = ReviewCascade(reviewer(stranger), Model(stranger)).review(op, SPEC, ["C1"])
    assert result.tier is ReviewTier.SEMANTIC
    verdict = counted(*result.reviews, op=op)
    assert (verdict.approved, whys(verdict)) == (False, {"unknown_key"})


def test_a_reviewer_that_could_not_decide_says_why_and_what_it_cost() -> None:
    class Unreachable(Model):
        def review(self, *_: object) -> SemanticOutcome:
            return SemanticOutcome((), decodes=2, reason="unreachable")

    result = ReviewCascade(reviewer(), Unreachable()).review(written(b"fn a() {}"), SPEC, ["C1"])
    assert (result.reviews, result.reason, result.escalated) == ((), "unreachable", True)
    assert (result.tier, result.estimated_uj) == (ReviewTier.STRUCTURAL, 10_000_050)
