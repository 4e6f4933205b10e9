"""What is learned, from whom, and how far it is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.review.learning import DENY_MIN, INDUCED_PER_OP, Learned, learn, may_deny, replayed
from rubout.review.records import Stage
from rubout.review.reviewer import Reviewer
from rubout.review.skill import Provenance, Replay, ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.states import Tally, tallies
from tests.review.story import (
    CLEAN,
    EVAL,
    EVIL,
    K1,
    K2,
    K3,
    K4,
    K5,
    cleared,
    new_file,
    no,
    proposed,
    replaced,
    verified,
    written,
    yes,
)

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed, Verified
    from rubout.review.records import Review

OP = written(EVIL)


def rejection(*skills: ReviewSkill, key: SigningKey = K3) -> Verified[Review]:
    finding = no(OP, K3).record.findings
    return verified(Reviewer(key).reject(OP, Stage.QUALITY, finding, skills))


def test_a_skill_tells_who_taught_it() -> None:
    skills, review = ReviewSkills(), rejection(EVAL)
    replay = Replay(100, 0)
    assert learn(skills, EVAL, OP, review, replay=replay) == Learned(added=True)
    (known,) = skills
    assert known.provenance == Provenance(K3.public, OP.id, review.id, None, review.record.made_at, replay)


def test_what_a_rejection_did_not_name_is_not_learned_from_it() -> None:
    other = ReviewSkill("input", "quality", "no")
    cases = [
        (EVAL, OP, rejection(other)),
        (EVAL, OP, verified(yes(OP, K3)[0])),
        (EVAL, written(EVIL + b" "), rejection(EVAL)),
        (EVAL, OP, None),
        (EVAL, None, rejection(EVAL)),
    ]
    for skill, op, review in cases:
        assert learn(ReviewSkills(), skill, op, review).reason == "approval_review"


def test_only_who_may_teach_teaches() -> None:
    assert learn(ReviewSkills(), EVAL, OP, rejection(EVAL, key=K2)).reason == "role"


def test_a_skill_fires_on_what_taught_it() -> None:
    absent = ReviewSkill("exec(", "quality", "no")
    assert learn(ReviewSkills(), absent, OP, rejection(absent)).reason == "not_in_op"
    observing = msgspec.structs.replace(EVAL, state="observe")
    assert learn(ReviewSkills(), observing, OP, rejection(observing)).added


def test_one_op_teaches_so_much() -> None:
    text = EVIL.decode()
    taught = [ReviewSkill(text[at : at + 6], "quality", "no") for at in range(INDUCED_PER_OP + 1)]
    skills, review = ReviewSkills(), rejection(*taught)
    assert [learn(skills, skill, OP, review).reason for skill in taught] == [None] * INDUCED_PER_OP + ["cap"]


def test_there_is_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rubout.review.learning.SKILLS_MAX", 1)
    assert learn(ReviewSkills([EVAL]), ReviewSkill("exec(", "quality", "no")).reason == "cap"


def test_what_is_known_is_a_duplicate_whatever_its_state_and_finding() -> None:
    known = msgspec.structs.replace(EVAL, state="observe")
    skills = ReviewSkills([known])
    assert learn(skills, msgspec.structs.replace(EVAL, finding="other words")) == Learned(
        added=False, reason="duplicate"
    )
    assert [*skills] == [known]
    tombstone = ReviewSkills([msgspec.structs.replace(EVAL, state="retired")])
    assert learn(tombstone, EVAL).reason == "retired"


def test_a_replay_counts_the_edits_that_a_skill_would_have_refused() -> None:
    quiet = ReviewSkill("nowhere", "quality", "no")
    moved = ReviewSkill("eval(", "spec_compliance", "no", mode="introduced")
    here = ReviewSkill("write", "quality", "no", paths=("src/",))
    lines = b"eval(x)\ny\n"
    commits = [
        written(EVIL).texts,
        proposed(new_file("a.rs", EVIL), new_file("b.rs", EVIL), new_file("write.rs", CLEAN)).texts,
        proposed(
            replaced("c.py", lines, 0, 8, b""), replaced("c.py", lines, 10, 10, b"eval(x)\n"), files={"c.py": lines}
        ).texts,
        (),
    ]
    found = replayed([EVAL, quiet, moved, here], commits)
    assert found == [Replay(6, 4), Replay(6, 0), Replay(6, 3), Replay(6, 0)]


@pytest.mark.parametrize(
    ("replay", "denies"),
    [
        (None, False),
        (Replay(DENY_MIN - 1, 0), False),
        (Replay(DENY_MIN, 0), True),
        (Replay(499, 1), False),
        (Replay(500, 1), True),
    ],
)
def test_a_skill_denies_a_pending_write_once_it_has_seen_enough(replay: Replay | None, denies: bool) -> None:
    skill = msgspec.structs.replace(EVAL, provenance=Provenance("k", "o", "r", None, "t", replay))
    assert may_deny(skill) is denies
    assert not may_deny(EVAL)


def test_hits_and_overrides_come_from_the_store() -> None:
    hits = [no(OP, K2, "learned"), no(OP, K2, "learned", round=2)]
    other = no(OP, K2, "learned", check=f"skill:{'sha256:' + '0' * 64}")
    overrides = [cleared(OP, key, "override", hits[0], skills=[EVAL.id]) for key in (K1, K4, K5)]
    answer = cleared(OP, K4, "answer", hits[0])
    records: list[Signed[Any]] = [*hits, other, *overrides, answer, *yes(OP, K3), no(OP, K3)]
    counts = tallies(map(verified, records))
    assert counts[EVAL.id] == Tally(2, 3, 3)
    assert counts["sha256:" + "0" * 64] == Tally(1, 0, 0)
    assert counts[EVAL.id].suggests_retirement is False
    assert Tally(4, 2, 1).suggests_retirement is True
    assert Tally(4, 1, 1).precision == pytest.approx(0.75)
