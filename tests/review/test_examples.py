"""The worked examples of docs/methodology/review.md, by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.review.canonical import content_id
from rubout.review.cascade import ReviewCascade, SelfReviewError
from rubout.review.clearing import overridden
from rubout.review.envelope import Signed, sign
from rubout.review.hearing import Case, Ignored
from rubout.review.learning import Learned, is_admitted, learn
from rubout.review.outcome import ReviewTier
from rubout.review.policy import Policy
from rubout.review.records import Context, ReviewVerdict, SignedTier, SkillEvent, Stage
from rubout.review.skill import Replay, ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.states import Tally, effective, effective_skills, stored_states
from tests.review import counting
from tests.review.story import (
    AUTHOR,
    CLEAN,
    EVAL,
    EVIL,
    HUMAN,
    K1,
    K2,
    K3,
    K4,
    K5,
    MODEL,
    OTHER_EVIL,
    SPEC,
    TOOL,
    TRUST,
    Model,
    cleared,
    new_file,
    no,
    policy,
    proposed,
    replaced,
    reviewer,
    signed_spec,
    trusting,
    verified,
    written,
    yes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.review.approval import Verdict
    from rubout.review.outcome import CascadeReview
    from rubout.review.proposal import Proposal
    from rubout.review.records import Review

OMEGA = written(EVIL)
CLEAN_OP = written(CLEAN)
EVAL_ID = "sha256:84723821596ad042b4ee77eaae51d95d4462b59de91beb92809c0523bf632b37"


def counted(op: Proposal, *reviews: Signed[Review], **more: Any) -> Verdict:
    return counting.counted(*reviews, op=op, **more)


def checks(result: CascadeReview) -> list[str]:
    return [finding.check for review in result.reviews for finding in review.record.findings]


def test_the_ids_are_those_of_the_examples() -> None:  # 2, and the skill of 4
    assert SPEC.id == "sha256:276f7ace082fb99b87e511001a95dbef96c4d3c45540a159d6e3ea23a18e8346"
    assert OMEGA.id == "sha256:f711519f39776fc33657cbb986d57782e581f09be99c053f653896221c4a2589"
    assert OMEGA.change_id == "sha256:21ac1b5cc0f94932222365dd4ecfb17eadfeefecb1c828456ebcd320454f9bfa"
    assert EVAL.id == EVAL_ID


def test_a_first_defect_costs_a_model_call() -> None:  # 3
    result = ReviewCascade(reviewer(), Model()).review(OMEGA, SPEC, ["C1"])
    assert (result.tier, result.escalated, result.estimated_uj) == (ReviewTier.SEMANTIC, True, 5_000_050)
    (refusal,) = result.reviews
    assert refusal.record.verdict is ReviewVerdict.REQUEST_CHANGES
    assert refusal.record.findings[0].span == (11, 22)
    assert result.induced == (EVAL,)
    assert not counted(OMEGA, *result.reviews).approved


def test_its_recurrence_costs_none() -> None:  # 4
    model = Model()
    cascade = ReviewCascade(reviewer(), model)
    (skill,) = cascade.review(OMEGA, SPEC, ["C1"]).induced
    assert cascade.learn(skill)
    op = written(OTHER_EVIL)
    result = cascade.review(op, SPEC, ["C1"])
    assert (result.tier, result.escalated, result.estimated_uj) == (ReviewTier.LEARNED, False, 10)
    assert result.estimated_uj * 100 < ReviewTier.SEMANTIC.estimate_uj
    assert model.asked == 1
    assert checks(result) == [f"skill:{EVAL_ID}"]
    assert counted(op, *result.reviews).outcome == "rejected"


def test_a_clean_change_is_approved_afresh_each_time(tmp_path: Path) -> None:  # 5
    path = tmp_path / "skills.json"
    model = Model()
    for asked, skills, cost in ((1, (), 5_000_050), (2, (), 5_000_050), (3, (EVAL,), 5_000_060)):
        ReviewSkills(skills).save(path)
        before = path.read_bytes()
        result = ReviewCascade(reviewer(), model, ReviewSkills.load(path)).review(CLEAN_OP, SPEC, ["C1"])
        assert (result.tier, result.estimated_uj, result.induced) == (ReviewTier.SEMANTIC, cost, ())
        assert [review.record.reviewer for review in result.reviews] == [K3.public] * 2
        assert counted(CLEAN_OP, *result.reviews).approved
        assert model.asked == asked
        assert path.read_bytes() == before


def test_learning_twice_changes_nothing(tmp_path: Path) -> None:  # 6
    skills = ReviewSkills()
    other = msgspec.structs.replace(EVAL, stage="spec_compliance")
    assert [skills.learn(EVAL), skills.learn(EVAL), skills.learn(other)] == [True, False, True]
    assert [*skills] == [EVAL, other]
    skills.save(tmp_path / "skills.json")
    assert ReviewSkills.load(tmp_path / "skills.json") == skills


def test_the_short_form_loads_to_the_same_skill(tmp_path: Path) -> None:  # 6
    path = tmp_path / "review-skills.json"
    path.write_text('{"skills": [{"marker": "eval(", "stage": "Quality", "finding": "never evaluate input"}]}')
    assert [*ReviewSkills.load(path)] == [EVAL]
    ReviewSkills.load(path).save(path)
    assert '"stage": "Quality"' in path.read_text()


@pytest.mark.parametrize(("skills", "cost"), [((), 50), ((EVAL,), 60)])
def test_a_structural_refusal_asks_no_model(skills: tuple[ReviewSkill, ...], cost: int) -> None:  # 7
    model = Model()
    result = ReviewCascade(reviewer(), model, ReviewSkills(skills)).review(proposed(), SPEC, ["C1"])
    assert (result.tier, result.estimated_uj, checks(result), model.asked) == (
        ReviewTier.STRUCTURAL,
        cost,
        ["S01"],
        0,
    )


def test_learned_hits_of_two_stages_are_two_refusals() -> None:  # 8
    compliance = ReviewSkill("input", "spec_compliance", "the spec forbids it")
    both = ReviewCascade(reviewer(), None, ReviewSkills([EVAL, compliance])).review(OMEGA, SPEC, ["C1"])
    assert [review.record.stage for review in both.reviews] == [Stage.SPEC_COMPLIANCE, Stage.QUALITY]
    one = ReviewCascade(reviewer(), None, ReviewSkills([EVAL])).review(OMEGA, SPEC, ["C1"])
    assert [review.record.stage for review in one.reviews] == [Stage.QUALITY]


def test_nobody_reviews_what_they_wrote() -> None:  # 9
    author = {**AUTHOR, "keys": [K1.public, K5.public]}
    trust = trusting(author, TOOL, MODEL, HUMAN)
    skills = ReviewSkills([EVAL])
    for structural, semantic in ((K1, None), (K5, None), (K2, K5)):
        model = Model(semantic) if semantic else None
        with pytest.raises(SelfReviewError) as caught:
            ReviewCascade(reviewer(structural, trust), model, skills).review(OMEGA, SPEC, ["C1"])
        assert caught.value.code == "self_review"


def test_a_name_that_git_tells_makes_an_author() -> None:  # 9
    trust = trusting(AUTHOR, {**TOOL, "emails": ["Tool@b.c"]}, MODEL)
    op = proposed(new_file("a.rs", CLEAN), authors=["tool@b.c"])
    with pytest.raises(SelfReviewError):
        ReviewCascade(reviewer(trust=trust)).review(op, SPEC, ["C1"])


def test_an_approval_is_for_one_change_only() -> None:  # 11
    reviews = yes(CLEAN_OP, K3)
    assert counted(CLEAN_OP, *reviews).approved
    elsewhere = proposed(new_file("src/s.rs", CLEAN), context=Context("test", "refs/heads/release"))
    edited = written(CLEAN + b"\n")
    for other in (elsewhere, edited):
        verdict = counted(other, *reviews)
        assert (verdict.outcome, {why for _, why in verdict.ignored}) == ("inconclusive", {"other_op"})
    two = signed_spec(K1, "C1", "C2")
    one_claim = yes(CLEAN_OP, K3, spec=two)
    assert counted(CLEAN_OP, *one_claim, spec=two, claimed=["C1"]).approved
    more = counted(CLEAN_OP, *one_claim, spec=two, claimed=["C1", "C2"])
    assert more.reasons == ("missing_spec_compliance", "other_claims")


def test_a_robot_that_refused_does_not_come_round() -> None:  # 12
    reviews = [no(OMEGA, K3), *yes(OMEGA, K3, round=2)]
    verdict = counted(OMEGA, *reviews)
    assert (verdict.outcome, verdict.outstanding) == ("rejected", (reviews[0].id,))


def test_a_person_who_refused_may_come_round() -> None:  # 12
    reviews = [no(OMEGA, K4, "human"), *yes(OMEGA, K4, "human", round=2)]
    assert counted(OMEGA, *reviews).approved
    same_round = [no(OMEGA, K4, "human"), *yes(OMEGA, K4, "human")]
    assert counted(OMEGA, *same_round).outcome == "rejected"


def test_a_persons_refusal_stands_until_it_is_withdrawn() -> None:  # 13
    refusal = no(CLEAN_OP, K4, "human")
    reviews = [*yes(CLEAN_OP, K3), refusal]
    assert counted(CLEAN_OP, *reviews).outcome == "rejected"
    assert counted(CLEAN_OP, *reviews, clearances=[cleared(CLEAN_OP, K4, "withdraw", refusal)]).approved
    by_another = counted(CLEAN_OP, *reviews, clearances=[cleared(CLEAN_OP, K5, "withdraw", refusal)])
    assert by_another.outcome == "rejected"
    assert "not_own" in {why for _, why in by_another.ignored}


def test_a_gap_in_the_store_is_no_approval() -> None:  # 13
    verdict = counted(CLEAN_OP, *yes(CLEAN_OP, K3), gaps=["sha256:…"])
    assert (verdict.outcome, verdict.reasons) == ("inconclusive", ("gap",))


def test_an_author_may_override_what_was_learned_for_this_op() -> None:  # 14
    skills = ReviewSkills([EVAL])
    op = written(OTHER_EVIL)
    (refusal,) = ReviewCascade(reviewer(), Model(), skills).review(op, SPEC, ["C1"]).reviews
    clearance = cleared(op, K1, "override", refusal, skills=[EVAL.id])
    bench = Case(op, SPEC, ("C1",), TRUST, Policy()).bench
    pairs = overridden([verified(clearance)], [verified(refusal)], bench)
    assert pairs == {(op.id, EVAL.id)}

    model = Model()
    again = ReviewCascade(reviewer(), model, skills, cleared=pairs)
    assert again.review(op, SPEC, ["C1"]).tier is ReviewTier.SEMANTIC
    other = again.review(OMEGA, SPEC, ["C1"])
    assert (other.tier, other.estimated_uj, model.asked) == (ReviewTier.LEARNED, 10, 1)
    assert counted(op, refusal, clearances=[clearance]).outstanding == ()


def test_what_cannot_be_wrong_is_overridden_by_nobody() -> None:  # 15
    refusal = no(OMEGA, K2, "structural", "S16")
    for key in (K1, K4):
        verdict = counted(OMEGA, refusal, clearances=[cleared(OMEGA, key, "override", refusal)])
        assert verdict.outstanding == (refusal.id,)
    heuristic = no(OMEGA, K2, "structural", "S20")
    by_human = counted(OMEGA, heuristic, clearances=[cleared(OMEGA, K4, "override", heuristic)])
    assert (by_human.outstanding, by_human.outcome) == ((), "inconclusive")


def test_an_author_does_not_answer_a_models_refusal() -> None:  # 15
    refusal = no(OMEGA, K3)
    answer = cleared(OMEGA, K1, "answer", refusal)
    verdict = counted(OMEGA, refusal, clearances=[answer])
    assert (verdict.outcome, verdict.ignored) == ("rejected", (Ignored(answer.id, "self_review"),))
    by_human = counted(OMEGA, refusal, *yes(OMEGA, K5, "human"), clearances=[cleared(OMEGA, K4, "answer", refusal)])
    assert by_human.approved


def event(key: str, prev: tuple[str, ...] = (), skill: str = EVAL_ID) -> Signed[SkillEvent]:
    record = SkillEvent(
        by=K3.public,
        kind=key,  # type: ignore[arg-type]
        skill_id=skill,
        reason="too noisy by far",
        prev=prev,
        made_at="2026-01-01T00:00:00Z",
    )
    return Signed(content_id("skill_event", record), record, sign(record, K3))


def test_what_was_retired_is_not_learned_again() -> None:  # 16
    retire = event("retire")
    records = {retire.id: verified(retire)}
    states = stored_states(records)
    assert states == {EVAL_ID: "retired"}
    skills = effective_skills(ReviewSkills([EVAL]), records, auto_observe=True)
    assert skills.matching(OMEGA) == []
    assert learn(skills, EVAL) == Learned(added=False, reason="retired")
    assert learn(ReviewSkills(), EVAL, retired=states.keys()) == Learned(added=False, reason="retired")


def test_a_reinstatement_holds_where_it_stands_on_what_it_lifts() -> None:  # 16
    retire = event("retire")
    beside, on_top = event("reinstate"), event("reinstate", (retire.id,))
    assert stored_states({each.id: verified(each) for each in (retire, beside)}) == {EVAL_ID: "retired"}
    assert stored_states({each.id: verified(each) for each in (retire, on_top)}) == {}


@pytest.mark.parametrize(
    ("tally", "state"),
    [
        (Tally(4, 3, 2), "observe"),
        (Tally(4, 3, 1), "active"),
        (Tally(6, 3, 2), "observe"),
        (Tally(7, 3, 2), "active"),
        (Tally(4, 2, 2), "active"),
    ],
)
def test_a_skill_that_is_overruled_only_observes(tally: Tally, state: str) -> None:  # 17
    assert effective(EVAL, None, tally, auto_observe=True) == state
    assert effective(EVAL, None, tally, auto_observe=False) == "active"


def test_the_precision_of_what_never_fired_is_unknown() -> None:  # 17
    assert Tally().precision is None


@pytest.mark.parametrize(
    ("edits", "hits", "admitted"), [(400, 212, False), (500, 1, True), (999, 2, False), (49, 49, True), (50, 1, False)]
)
def test_a_skill_that_fires_on_accepted_history_only_observes(edits: int, hits: int, admitted: bool) -> None:  # 18
    assert is_admitted(Replay(edits, hits)) is admitted
    skills = ReviewSkills()
    assert learn(skills, EVAL, replay=Replay(edits, hits)).added
    assert [skill.state for skill in skills] == ["active" if admitted else "observe"]


@pytest.mark.parametrize(
    ("marker", "reason"),
    [
        ("ab", "too_short"),  # 18
        ("   a b ", "too_short"),
        ("a" * 513, "too_long"),
        ("a\ufffdbc", "bad_chars"),  # 19
        ("a\0bc", "bad_chars"),
        ("a\rbc", "bad_chars"),
    ],
)
def test_a_marker_that_says_too_little_is_not_learned(marker: str, reason: str) -> None:
    assert learn(ReviewSkills(), ReviewSkill(marker, "quality", "no")) == Learned(added=False, reason=reason)


def test_bad_bytes_hide_no_marker() -> None:  # 19
    assert EVAL.matches(written(b"\x61\xff\x65\x76\x61\x6c\x28"))


LINES = b"a = 1\ny = eval(x)\nb = 2\n"


def test_a_line_that_moves_is_not_introduced() -> None:  # 20
    introduced = msgspec.structs.replace(EVAL, mode="introduced")
    moved = proposed(
        replaced("a.py", LINES, 6, 18, b""), replaced("a.py", LINES, 24, 24, b"y = eval(x)\n"), files={"a.py": LINES}
    )
    copied = proposed(replaced("a.py", LINES, 24, 24, b"y = eval(x)\n"), files={"a.py": LINES})
    assert [skill.matches(op) for op in (moved, copied) for skill in (EVAL, introduced)] == [True, False, True, True]


def test_without_a_model_the_checks_approve_only_where_the_policy_says_so() -> None:  # 25
    result = ReviewCascade(reviewer()).review(CLEAN_OP, SPEC, ["C1"])
    assert (result.reviews, result.reason, result.escalated) == ((), "no_semantic_tier", False)
    accepting = policy(accept_structural=True)
    result = ReviewCascade(reviewer(rules=accepting)).review(CLEAN_OP, SPEC, ["C1"])
    assert [review.record.tier for review in result.reviews] == [SignedTier.STRUCTURAL] * 2
    assert not result.escalated
    assert counted(CLEAN_OP, *result.reviews, policy=accepting).approved
    assert counted(CLEAN_OP, *result.reviews).outcome == "inconclusive"


def test_a_change_does_not_grant_itself_what_it_needs() -> None:  # 25
    op = proposed(new_file("rubout.toml", b"[review]\naccept_structural = true\n"))
    result = ReviewCascade(reviewer()).review(op, SPEC, ["C1"])
    assert (result.tier, checks(result)) == (ReviewTier.STRUCTURAL, ["S08"])


def test_a_key_that_a_change_brings_counts_for_nothing() -> None:  # 26
    op = proposed(new_file("rubout-review/trust.json", b"{}"))
    assert checks(ReviewCascade(reviewer()).review(op, SPEC, ["C1"])) == ["S08"]
    stranger = trusting(AUTHOR, TOOL, MODEL, HUMAN)
    verdict = counted(op, *yes(op, K5, "human"), trust=stranger)
    assert {why for _, why in verdict.ignored} == {"unknown_key"}


def test_an_author_does_not_approve_through_their_own_robot() -> None:  # 28
    own = trusting(AUTHOR, TOOL, {**MODEL, "operator": "author"})
    verdict = counted(CLEAN_OP, *yes(CLEAN_OP, K3), trust=own)
    assert verdict.outcome == "inconclusive"
    assert verdict.reasons == ("missing_quality", "missing_spec_compliance", "self_operated")
    assert counted(CLEAN_OP, *yes(CLEAN_OP, K3)).approved
    allowing = policy(self_operated=True)
    assert counted(CLEAN_OP, *yes(CLEAN_OP, K3, policy_id=allowing.id), trust=own, policy=allowing).approved
    assert counted(CLEAN_OP, no(CLEAN_OP, K3), trust=own).outcome == "rejected"


def test_an_untouched_line_next_to_an_edit_fires_nothing() -> None:  # 31
    op = proposed(replaced("a.py", LINES, 18, 24, b"b = 3\n"), files={"a.py": LINES})
    assert not EVAL.matches(op)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# \U0001f468\u200d\U0001f469\nx = 1\n", []),
        ("s = '\u200d'\n", []),
        ("na\u200dme = 1\n", ["S17"]),
        ("# \U000e0041\n", ["S17"]),
        ("s = '\u00ad'\n", ["S17"]),
        ("\ufeffx = 1\n", []),
        ("x = '\ufeff'\n", ["S17"]),
    ],
)
def test_what_nobody_sees_is_refused_where_it_deceives(text: str, found: list[str]) -> None:  # 31
    op = proposed(new_file("a.py", text.encode()))
    assert checks(ReviewCascade(reviewer()).review(op, SPEC, ["C1"])) == found
