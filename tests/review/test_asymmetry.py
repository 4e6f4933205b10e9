"""Refusals are remembered, approvals are not: by construction."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rubout
from rubout.review.cascade import ReviewCascade
from rubout.review.envelope import Signed
from rubout.review.outcome import ReviewTier, SemanticOutcome
from rubout.review.records import Stage
from rubout.review.refusal import refuse
from rubout.review.verdict import FreshPass, NotAskedError, approve, asking
from tests.review.story import CLEAN, EVAL, K3, SPEC, Model, no, reviewer, signed_spec, sitting, written, yes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.review.proposal import Proposal
    from rubout.review.records import Spec

REVIEW = Path(rubout.__file__).parent / "review"
MAY_SAY_YES = {"approval.py", "records.py", "semantic/reply.py", "verdict.py"}
MAY_ASK = {"by_hand.py", "cascade.py"}

OP = written(CLEAN)


def modules_with(holds: Callable[[ast.AST], bool]) -> set[str]:
    return {
        path.relative_to(REVIEW).as_posix()
        for path in REVIEW.rglob("*.py")
        if any(map(holds, ast.walk(ast.parse(path.read_bytes()))))
    }


def names_the_verdict(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(_, "APPROVE") | ast.Name("APPROVE") | ast.Constant("approve"):
            return True
    return False


def imports(name: str) -> Callable[[ast.AST], bool]:
    def holds(node: ast.AST) -> bool:
        match node:
            case ast.ImportFrom("rubout.review.verdict", names):
                return any(each.name == name for each in names)
        return False

    return holds


def test_the_name_of_the_verdict_stands_where_it_is_counted_or_made_and_nowhere_else() -> None:
    assert modules_with(names_the_verdict) <= MAY_SAY_YES


def test_leave_to_approve_is_given_where_somebody_is_asked_and_nowhere_else() -> None:
    assert modules_with(imports("asking")) == MAY_ASK
    assert modules_with(imports("FreshPass")) == {"cascade.py"}  # as a type


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_leave_to_approve_is_neither_copied_nor_kept(way: object) -> None:
    leave = FreshPass(OP.id, Stage.QUALITY, sitting("semantic"))
    with pytest.raises(TypeError, match="given once"):
        way(leave)  # type: ignore[operator]


def test_nobody_approves_unasked() -> None:
    with pytest.raises(NotAskedError):
        approve(OP, SPEC, Stage.QUALITY, K3)


def test_nobody_approves_twice_or_something_else() -> None:
    other = written(CLEAN + b" ")
    with asking(OP, [Stage.QUALITY], sitting("semantic")):
        for op, stage in ((other, Stage.QUALITY), (OP, Stage.SPEC_COMPLIANCE)):
            with pytest.raises(NotAskedError):
                approve(op, SPEC, stage, K3)
        approve(OP, SPEC, Stage.QUALITY, K3)
        with pytest.raises(NotAskedError):
            approve(OP, SPEC, Stage.QUALITY, K3)
    with pytest.raises(NotAskedError):
        approve(OP, SPEC, Stage.QUALITY, K3)


def test_leave_ends_with_the_question() -> None:
    with asking(OP, Stage, sitting("semantic")) as passes:
        assert all(len(leave.nonce) == 32 for leave in passes)
    with pytest.raises(NotAskedError):
        approve(OP, SPEC, Stage.QUALITY, K3)
    with pytest.raises(ValueError, match="nobody asks"):
        refuse(OP, Stage.QUALITY, K3, no(OP, K3).record.findings)


def test_quality_is_approved_without_a_spec() -> None:
    with asking(OP, [Stage.QUALITY], sitting("semantic")):
        assert approve(OP, None, Stage.QUALITY, K3).record.spec_id is None


@pytest.mark.parametrize("spec", [None, signed_spec(K3, "C1", "C2")])
def test_nobody_approves_under_another_spec(spec: object) -> None:
    with asking(OP, Stage, sitting("semantic")), pytest.raises(NotAskedError, match="another spec"):
        approve(OP, spec, Stage.SPEC_COMPLIANCE, K3)  # type: ignore[arg-type]


class Scripted(Model):
    """Answers what it is told to."""

    def __init__(self, outcome: SemanticOutcome) -> None:
        super().__init__()
        self.outcome = outcome

    def review(self, *_: object) -> SemanticOutcome:
        return self.outcome


OLD = yes(OP, K3)
FORGED = Signed(OLD[0].id, OLD[0].record, OLD[1].raw)


@pytest.mark.parametrize(
    ("reviews", "reason"),
    [
        (OLD, "stale_reply"),
        (yes(written(CLEAN + b" "), K3), "wrong_op"),
        ([FORGED], "bad_signature"),
        (yes(OP, K3)[:1] * 2, "stage_twice"),
        ([no(written(CLEAN + b" "), K3)], "wrong_op"),
    ],
)
def test_an_answer_that_is_not_fresh_whole_and_its_own_decides_nothing(reviews: list[Signed], reason: str) -> None:
    model = Scripted(SemanticOutcome(tuple(reviews)))
    result = ReviewCascade(reviewer(), model).review(OP, SPEC, ["C1"])
    assert (result.reviews, result.reason, result.tier) == ((), reason, ReviewTier.STRUCTURAL)
    assert (result.escalated, result.estimated_uj) == (True, 5_000_050)


def test_an_old_approval_is_not_passed_off_as_a_fresh_one() -> None:
    class Passing(Model):
        def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
            fresh = super().review(op, spec, claimed).reviews
            return SemanticOutcome(
                tuple(Signed(new.id, old.record, old.raw) for new, old in zip(fresh, OLD, strict=True))
            )

    result = ReviewCascade(reviewer(), Passing()).review(OP, SPEC, ["C1"])
    assert (result.reviews, result.reason) == ((), "bad_signature")


def test_an_old_approval_is_not_passed_off_as_a_refusal() -> None:
    refusal = no(OP, K3)
    model = Scripted(SemanticOutcome((Signed(OLD[0].id, refusal.record, OLD[0].raw),)))
    result = ReviewCascade(reviewer(), model).review(OP, SPEC, ["C1"])
    assert (result.reviews, result.reason) == ((), "bad_signature")


def test_an_answer_in_another_name_decides_nothing() -> None:
    model = Scripted(SemanticOutcome((no(OP, K3),)))
    model.signing = K3
    other = Model(K3)
    assert ReviewCascade(reviewer(), other).review(OP, SPEC, ["C1"]).reason is None
    stranger = Scripted(SemanticOutcome((no(OP, reviewer().key),)))
    assert ReviewCascade(reviewer(), stranger).review(OP, SPEC, ["C1"]).reason == "bad_signature"


def test_half_an_approval_decides_nothing() -> None:
    class Half(Model):
        def review(self, op: object, spec: object, _: object) -> SemanticOutcome:
            return SemanticOutcome((approve(op, spec, Stage.QUALITY, K3),))  # type: ignore[arg-type]

    assert ReviewCascade(reviewer(), Half()).review(OP, SPEC, ["C1"]).reason == "missing_stage"


def test_only_a_refusal_teaches() -> None:
    with pytest.raises(ValueError, match="only a refusal teaches"):
        SemanticOutcome(tuple(OLD), (EVAL,))


def test_an_answer_has_reviews_or_a_reason() -> None:
    for reviews, reason in (((), None), (tuple(OLD), "why")):
        with pytest.raises(ValueError, match="a reason why"):
            SemanticOutcome(reviews, reason=reason)
