"""What clears a refusal?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rubout.review.clearing import Bench, clearance_fault, kind_of, overridden
from rubout.review.hearing import Case
from rubout.review.policy import Policy
from tests.review.counting import OP, counted, whys
from tests.review.story import (
    AUTHOR,
    CLEAN,
    EVAL,
    HUMAN,
    K1,
    K2,
    K3,
    K4,
    K5,
    MODEL,
    SECOND,
    SPEC,
    TOOL,
    TRUST,
    cleared,
    new_file,
    no,
    policy,
    principal,
    proposed,
    trusting,
    verified,
    written,
    yes,
)

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey


REFUSALS = {
    "learned": no(OP, K2, "learned"),
    "structural": no(OP, K2, "structural"),
    "semantic": no(OP, K3),
    "human": no(OP, K4, "human"),
}
ROBOT = principal("robot", K5, "review", "override")


@pytest.mark.parametrize(
    ("tier", "key", "kind", "fault"),
    [
        ("learned", K1, "override", None),
        ("learned", K4, "override", None),
        ("learned", K3, "override", "no_role"),
        ("learned", K1, "answer", "kind"),
        ("structural", K1, "override", "self_review"),
        ("structural", K3, "override", "no_role"),
        ("structural", K4, "override", None),
        ("structural", K4, "withdraw", "kind"),
        ("semantic", K1, "answer", "self_review"),
        ("semantic", K2, "answer", "no_role"),
        ("semantic", K4, "answer", None),
        ("semantic", K4, "override", "kind"),
        ("human", K4, "withdraw", None),
        ("human", K5, "withdraw", "not_own"),
        ("human", K4, "answer", "kind"),
    ],
)
def test_who_clears_what(tier: str, key: SigningKey, kind: str, fault: str | None) -> None:
    refusal = REFUSALS[tier]
    skills = [EVAL.id] if kind == "override" else []
    clearance = cleared(OP, key, kind, refusal, skills=skills)
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    assert clearance_fault(verified(clearance), verified(refusal), bench) == fault
    assert (kind_of(refusal.record.tier) == kind) is (fault != "kind")
    verdict = counted(refusal, clearances=[clearance])
    assert (verdict.outstanding == ()) is (fault is None)
    assert whys(verdict) == ({fault} if fault else set())


@pytest.mark.parametrize("other", [ROBOT, {**SECOND, "roles": ["author"]}], ids=["robot", "no role"])
@pytest.mark.parametrize(("tier", "kind"), [("structural", "override"), ("semantic", "answer")])
def test_it_takes_a_person_with_the_role(other: dict[str, Any], tier: str, kind: str) -> None:
    trust = trusting(AUTHOR, TOOL, MODEL, HUMAN, other)
    clearance = cleared(OP, K5, kind, REFUSALS[tier])
    assert whys(counted(REFUSALS[tier], clearances=[clearance], trust=trust)) == {"no_role"}


@pytest.mark.parametrize(
    ("tier", "kind", "role"), [("structural", "override", "review"), ("semantic", "answer", "override")]
)
def test_the_role_of_the_other_tier_clears_nothing(tier: str, kind: str, role: str) -> None:
    for roles, whose in (([role], {"no_role"}), (["review", "override"], set())):
        trust = trusting(AUTHOR, TOOL, MODEL, HUMAN, {**SECOND, "roles": roles})
        clearance = cleared(OP, K5, kind, REFUSALS[tier])
        assert whys(counted(REFUSALS[tier], clearances=[clearance], trust=trust)) == whose


def test_an_author_that_is_a_robot_overrides_where_the_policy_lets_it() -> None:
    robot = principal("bot", K5, "author")
    trust = trusting(robot, {**AUTHOR, "emails": []}, TOOL, MODEL, HUMAN)
    op = proposed(new_file("a.rs", CLEAN), key=K5)
    refusal = no(op, K2, "learned")
    clearance = cleared(op, K5, "override", refusal, skills=[EVAL.id])
    assert counted(refusal, op=op, trust=trust, clearances=[clearance]).outstanding == ()
    people = policy(override_by="human")
    by_person = cleared(OP, K1, "override", REFUSALS["learned"], skills=[EVAL.id])
    assert counted(REFUSALS["learned"], clearances=[by_person], policy=people).outstanding == ()
    assert counted(refusal, op=op, trust=trust, clearances=[clearance], policy=people).outstanding == (refusal.id,)


@pytest.mark.parametrize("check", ["S01", "S07", "S12", "S15", "S16", "S17"])
def test_what_cannot_be_wrong_is_cleared_by_nobody(check: str) -> None:
    refusal = no(OP, K2, "structural", check)
    assert whys(counted(refusal, clearances=[cleared(OP, K4, "override", refusal)])) == {"integrity"}


@pytest.mark.parametrize("check", ["S13", "S14", "S18", "S29"])
def test_what_may_be_wrong_is_cleared(check: str) -> None:
    refusal = no(OP, K2, "structural", check)
    assert counted(refusal, clearances=[cleared(OP, K4, "override", refusal)]).outstanding == ()


def test_an_override_names_every_skill_and_reaches_those_that_it_names() -> None:
    other = "sha256:" + "0" * 64
    refusal = no(OP, K2, "learned")
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    for skills, outstanding, pairs in (
        ([EVAL.id], (), {(OP.id, EVAL.id)}),
        ([EVAL.id, other], (), {(OP.id, EVAL.id)}),
        ([other], (refusal.id,), set()),
        ([], (refusal.id,), set()),
    ):
        clearance = cleared(OP, K1, "override", refusal, skills=skills)
        assert counted(refusal, clearances=[clearance]).outstanding == outstanding
        assert overridden([verified(clearance)], [verified(refusal)], bench) == pairs


def test_an_override_by_somebody_who_may_not_reaches_nothing() -> None:
    refusal, model = no(OP, K2, "learned"), no(OP, K3)
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    wrong = [
        cleared(OP, K3, "override", refusal, skills=[EVAL.id]),
        cleared(OP, K1, "answer", refusal),
        cleared(OP, K1, "override", model, skills=[EVAL.id]),
    ]
    assert overridden(map(verified, wrong), [verified(refusal), verified(model)], bench) == frozenset()
    of_another = no(written(CLEAN + b" "), K2, "learned")
    misplaced = cleared(OP, K1, "override", of_another, skills=[EVAL.id])
    assert clearance_fault(verified(misplaced), verified(of_another), bench) == "other_op"
    assert overridden([verified(misplaced)], [verified(of_another)], bench) == frozenset()
    elsewhere = Bench("sha256:" + "0" * 64, bench.authors, bench.policy)
    right = cleared(OP, K1, "override", refusal, skills=[EVAL.id])
    assert overridden([verified(right)], [verified(refusal)], elsewhere) == frozenset()


def test_an_override_of_what_a_check_refused_skips_no_skill() -> None:
    refusal = no(OP, K2, "structural", f"skill:{EVAL.id}")
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    clearance = cleared(OP, K4, "override", refusal, skills=[EVAL.id])
    assert clearance_fault(verified(clearance), verified(refusal), bench) is None
    assert overridden([verified(clearance)], [verified(refusal)], bench) == frozenset()


def test_a_clearance_is_for_one_op() -> None:
    other = written(CLEAN + b" ")
    refusal = no(OP, K3)
    verdict = counted(refusal, clearances=[cleared(other, K4, "answer", refusal)])
    assert (verdict.outstanding, whys(verdict)) == ((refusal.id,), {"other_op"})


def test_a_clearance_of_nothing_is_ignored() -> None:
    clearance = cleared(OP, K4, "answer", no(OP, K3, round=7))
    verdict = counted(*yes(OP, K3), clearances=[clearance])
    assert (verdict.approved, whys(verdict)) == (True, {"no_target"})


def test_an_approval_is_not_cleared_away() -> None:
    approvals = yes(OP, K4, "human")
    verdict = counted(*approvals, clearances=[cleared(OP, K4, "withdraw", *approvals)])
    assert (verdict.approved, whys(verdict)) == (True, {"no_target"})


def test_a_clearance_reaches_what_it_names_and_says_nothing_of_the_rest() -> None:
    first, second = no(OP, K3), no(OP, K5, "human")
    answer = cleared(OP, K4, "answer", first)
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    assert clearance_fault(verified(answer), verified(no(OP, K3, round=2)), bench) == "other_op"
    verdict = counted(first, second, clearances=[answer])
    assert (verdict.outstanding, verdict.ignored) == ((second.id,), ())


def test_a_clearance_approves_nothing() -> None:
    refusal = no(OP, K3)
    verdict = counted(refusal, clearances=[cleared(OP, K4, "answer", refusal)])
    assert (verdict.outcome, verdict.counted) == ("inconclusive", ())
