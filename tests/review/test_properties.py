"""P1 to P12 of the review: what no skill, clearance, event or order of reviews can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.review.approval import approval
from rubout.review.canonical import content_id
from rubout.review.cascade import ReviewCascade
from rubout.review.clearing import overridden
from rubout.review.envelope import Signed, sign
from rubout.review.hearing import Case
from rubout.review.learning import learn
from rubout.review.outcome import ReviewTier
from rubout.review.policy import Policy
from rubout.review.records import Context, ReviewVerdict, SkillEvent
from rubout.review.skill import Provenance, Replay, ReviewSkill
from rubout.review.skills import ReviewSkills, skills_of
from rubout.review.skills_file import text_of
from rubout.review.states import effective_skills
from tests.review.story import (
    AUTHOR,
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
    Model,
    cleared,
    new_file,
    no,
    policy,
    proposed,
    reviewer,
    signed_spec,
    trusting,
    verified,
    written,
    yes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.approval import Verdict
    from rubout.review.outcome import CascadeReview
    from rubout.review.proposal import Proposal

often = settings(max_examples=500)

WORDS = ["eval(", "exec(", "open(", "sleep(1)"]
OPS = [
    proposed(),  # refused by S01
    *(written(f"fn a() {{ {' '.join(words)} }}".encode()) for words in ([], *zip(WORDS), WORDS[:2], WORDS)),
]
MARKERS = st.sampled_from([*WORDS, "fn a", "fn b", "nowhere"])
SKILLS = st.builds(
    ReviewSkill,
    MARKERS,
    st.sampled_from(["spec_compliance", "quality"]),
    st.just("it was refused before"),
    mode=st.sampled_from(["present", "introduced"]),
    state=st.sampled_from(["active", "active", "observe", "retired"]),
    paths=st.sampled_from([("**",), ("src/",), ("*.py", "tests/")]),
)
SETS = st.lists(SKILLS, unique_by=lambda skill: skill.id, max_size=6)
SOME_OP = st.sampled_from(OPS)


def climbed(skills: Iterable[ReviewSkill], op: Proposal, model: Model | None = None) -> CascadeReview:
    return ReviewCascade(reviewer(), model, ReviewSkills(skills)).review(op, SPEC, ["C1"])


def said(result: CascadeReview) -> tuple[Any, ...]:
    """A result without what it cost."""
    reviews = [(each.record.stage, each.record.verdict, each.record.findings) for each in result.reviews]
    return result.tier, result.escalated, result.reason, reviews, result.induced


@often
@given(SETS, SKILLS, SOME_OP, st.booleans())
def test_one_more_skill_can_only_refuse(
    known: list[ReviewSkill], one: ReviewSkill, op: Proposal, ask: bool
) -> None:  # P1
    more = [*(skill for skill in known if skill.id != one.id), one]
    without = [skill for skill in known if skill.id != one.id]
    before = climbed(without, op, Model() if ask else None)
    after = climbed(more, op, Model() if ask else None)
    assert said(after) == said(before) or (after.tier is ReviewTier.LEARNED and after.refused)


@often
@given(SETS, st.data(), SOME_OP)
def test_forgetting_skills_refuses_nothing(known: list[ReviewSkill], data: st.DataObject, op: Proposal) -> None:  # P2
    left = data.draw(st.lists(st.sampled_from(known), unique_by=lambda skill: skill.id)) if known else []
    for fewer in (left, []):
        assert climbed(known, op).refused or not climbed(fewer, op).refused


OP = written(b"fn run() { eval(input); }")
EVENTS = [
    Signed(content_id("skill_event", event), event, sign(event, K3))
    for event in (
        SkillEvent(by=K3.public, kind=kind, skill_id=skill.id, reason="because", made_at="2026-01-01T00:00:00Z")
        for kind in ("retire", "observe", "reinstate", "teach")
        for skill in (ReviewSkill(word, "quality", "x") for word in WORDS)
    )
]
REFUSALS = [
    no(OP, K2, "learned"),
    no(OP, K2, "structural"),
    no(OP, K2, "structural", "S16"),
    no(OP, K3),
    no(OP, K3, round=3),
    no(OP, K4, "human"),
    no(OP, K5, "human", round=2),
]
APPROVALS = [
    *yes(OP, K3),
    *yes(OP, K3, round=2),
    *yes(OP, K4, "human"),
    *yes(OP, K5, "human"),
    *yes(OP, K5, "human", round=3),
    *yes(OP, K2, "structural"),
    *yes(OP, K1, "human"),
]
SKILL_IDS = sorted({finding.check.removeprefix("skill:") for finding in REFUSALS[0].record.findings})
CLEARANCES = [
    cleared(OP, key, kind, target, skills=SKILL_IDS if kind == "override" else ())
    for target in REFUSALS
    for kind in ("override", "answer", "withdraw")
    for key in (K1, K4, K5)
]
SOME_REVIEWS = st.lists(st.sampled_from([*REFUSALS, *APPROVALS]), unique_by=lambda one: one.id, max_size=10)
SOME_CLEARANCES = st.lists(st.sampled_from(CLEARANCES), unique_by=lambda one: one.id, max_size=6)
POLICIES = st.builds(
    policy,
    require_human=st.booleans(),
    accept_structural=st.booleans(),
    self_operated=st.booleans(),
    override_by=st.sampled_from(["author", "human"]),
    required_stages=st.sampled_from([("quality",), ("quality", "spec_compliance")]),
)


def counted(
    reviews: Sequence[Signed[Any]], clearances: Sequence[Signed[Any]] = (), rules: Policy | None = None, **more: Any
) -> Verdict:
    said = {"op": OP, "spec": SPEC, "claimed": ["C1"], "trust": TRUST, **more}
    return approval(**said, reviews=reviews, clearances=clearances, policy=rules or Policy())


def under(rules: Policy, reviews: Sequence[Signed[Any]]) -> list[Signed[Any]]:
    """Reviews whose approvals were made under another policy; what clearances name stays as it is."""
    refused = ReviewVerdict.REQUEST_CHANGES
    return [each if each.record.verdict is refused else resigned(each, policy_id=rules.id) for each in reviews]


KEYS = {key.public: key for key in (K1, K2, K3, K4, K5)}


def resigned(signed: Signed[Any], **changes: Any) -> Signed[Any]:
    record = msgspec.structs.replace(signed.record, **changes)
    return Signed(content_id("review", record), record, sign(record, KEYS[record.reviewer]))


@often
@given(SETS, st.lists(st.sampled_from(EVENTS), unique_by=lambda one: one.id), SOME_CLEARANCES, SOME_OP)
def test_no_memory_approves(
    known: list[ReviewSkill], events: list[Signed[Any]], clearances: list[Signed[Any]], op: Proposal
) -> None:  # P3
    records = {each.id: verified(each) for each in (*events, *clearances)}
    skills = effective_skills(ReviewSkills(known), records, auto_observe=True)
    bench = Case(OP, SPEC, ("C1",), TRUST, Policy()).bench
    pairs = overridden([verified(each) for each in clearances], [verified(each) for each in REFUSALS], bench)
    for change in (op, OP):
        result = ReviewCascade(reviewer(), None, skills, cleared=pairs).review(change, SPEC, ["C1"])
        assert not counted(result.reviews, clearances, op=change).approved


@often
@given(SOME_REVIEWS, SOME_CLEARANCES, st.data(), POLICIES)
def test_less_approval_is_never_more(
    reviews: list[Signed[Any]], clearances: list[Signed[Any]], data: st.DataObject, rules: Policy
) -> None:  # P4
    reviews = under(rules, reviews)
    left = [
        each
        for each in reviews
        if each.record.verdict is ReviewVerdict.REQUEST_CHANGES or data.draw(st.booleans(), label="keep")
    ]
    before, after = counted(reviews, clearances, rules), counted(left, clearances, rules)
    # A person's own later approval takes the place of their refusal, so that without it the refusal holds again.
    assert before.approved or not after.approved
    assert set(after.counted) <= set(before.counted) | {each.id for each in left}


@often
@given(SOME_REVIEWS, SOME_CLEARANCES, st.sampled_from(REFUSALS), POLICIES)
def test_a_trusted_refusal_that_nobody_clears_is_no_approval(
    reviews: list[Signed[Any]], clearances: list[Signed[Any]], refusal: Signed[Any], rules: Policy
) -> None:  # P4
    latest = resigned(refusal, round=1_000)
    verdict = counted([*under(rules, reviews), latest], clearances, rules)
    assert not verdict.approved
    assert latest.id in verdict.outstanding


OTHERS = [
    written(b"fn run() { eval(input); } "),
    proposed(new_file("src/s.rs", b"fn run() { eval(input); }"), context=Context("test", "refs/heads/release")),
    proposed(new_file("src/s.rs", b"fn run() { eval(input); }"), intent="another"),
    proposed(new_file("src/t.rs", b"fn run() { eval(input); }")),
]
TWO = signed_spec(K1, "C1", "C2")


@often
@given(st.lists(st.sampled_from(APPROVALS), unique_by=lambda one: one.id), st.sampled_from(OTHERS), st.data())
def test_an_approval_is_for_one_op_one_claim_and_one_policy(
    reviews: list[Signed[Any]], other: Proposal, data: st.DataObject
) -> None:  # P6
    assert not counted(reviews, op=other).approved
    assert not counted(reviews, rules=policy(auto_observe=False)).approved
    spec, claimed = data.draw(st.sampled_from([(TWO, ["C1"]), (TWO, ["C1", "C2"]), (SPEC, []), (None, [])]))
    assert not counted(reviews, spec=spec, claimed=claimed).approved


@often
@given(SETS, st.randoms())
def test_learning_is_a_set(skills: list[ReviewSkill], order: Any) -> None:  # P7
    once, twice, shuffled = ReviewSkills(), ReviewSkills(), ReviewSkills()
    active = [msgspec.structs.replace(skill, state="active") for skill in skills]
    for skill in active:
        assert learn(once, skill).added
    for skill in (*active, *active):
        learn(twice, skill)
    order.shuffle(active)
    for skill in active:
        learn(shuffled, skill)
    assert once == twice
    assert sorted(skill.id for skill in once) == sorted(skill.id for skill in shuffled)
    assert all(not learn(once, skill).added for skill in active)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\ufffd"), max_size=30)
FULL = st.builds(
    ReviewSkill,
    TEXT.map("abcd{}".format),
    st.sampled_from(["spec_compliance", "quality"]),
    TEXT.map("because {}".format),
    mode=st.sampled_from(["present", "introduced"]),
    state=st.sampled_from(["active", "observe", "retired"]),
    paths=st.lists(TEXT, min_size=1, max_size=3).map(tuple),
    provenance=st.none()
    | st.builds(Provenance, TEXT, TEXT, TEXT, st.none() | TEXT, TEXT, st.none() | st.just(Replay(500, 1))),
)
SHORT = st.builds(
    ReviewSkill, TEXT.map("abcd{}".format), st.sampled_from(["spec_compliance", "quality"]), TEXT.map("x{}".format)
)


@often
@given(
    st.lists(FULL | SHORT, unique_by=lambda skill: skill.id, max_size=5)
    | st.lists(SHORT, unique_by=lambda skill: skill.id, max_size=3)
)
def test_skills_survive_their_file(listed: list[ReviewSkill]) -> None:  # P8
    skills = ReviewSkills(listed)
    text = text_of(skills)
    assert skills_of(text.encode()) == skills
    assert text_of(skills_of(text.encode())) == text


PRINCIPALS = [AUTHOR, TOOL, MODEL, HUMAN, SECOND]


@often
@given(SOME_REVIEWS, st.sets(st.sampled_from(range(1, 5)), max_size=3), POLICIES)
def test_no_author_is_counted(reviews: list[Signed[Any]], also: set[int], rules: Policy) -> None:  # P10
    """Whoever git names is an author too, whatever key they sign with."""
    addressed = [{**each, "emails": [f"{each['id']}@b.c"]} for each in PRINCIPALS]
    emails = sorted(f"{PRINCIPALS[number]['id']}@B.c" for number in also)
    op = proposed(new_file("src/s.rs", b"fn run() { eval(input); }"), authors=emails)
    moved = [resigned(each, op_id=op.id, policy_id=rules.id) for each in reviews]
    verdict = counted(moved, rules=rules, op=op, trust=trusting(*addressed))
    authors = {"author", *(PRINCIPALS[number]["id"] for number in also)}
    assert not authors & {name for names in verdict.per_stage.values() for name in names}
    assert not authors & set(verdict.humans)


@often
@given(SOME_REVIEWS, SOME_CLEARANCES, st.randoms(), POLICIES)
def test_the_order_of_reviews_decides_nothing(
    reviews: list[Signed[Any]], clearances: list[Signed[Any]], order: Any, rules: Policy
) -> None:  # P12
    reviews = under(rules, reviews)
    before = counted(reviews, clearances, rules)
    order.shuffle(reviews)
    order.shuffle(clearances)
    assert counted([*reviews, *reviews], clearances, rules) == before


@pytest.mark.parametrize("raw", [b"", b"{}", b"\xff"])
def test_what_is_no_record_is_ignored(raw: bytes) -> None:
    verdict = counted([*yes(OP, K3), raw])  # type: ignore[list-item]
    assert verdict.approved
    assert [why for _, why in verdict.ignored] == ["schema"]
