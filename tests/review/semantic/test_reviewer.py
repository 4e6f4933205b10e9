"""A reviewer made of a provider, in the ladder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.review.cascade import ReviewCascade
from rubout.review.outcome import ReviewTier
from rubout.review.records import ReviewVerdict, Stage
from rubout.review.reviewer import Reviewer
from rubout.review.semantic.base import Again, Patience, ProviderError, Received
from rubout.review.semantic.budget import Budget
from rubout.review.semantic.request import Request, encoded
from rubout.review.semantic.reviewer import ModelReviewer
from rubout.review.skills import ReviewSkills
from rubout.review.verdict import NotAskedError
from tests.questions import approval, refusal
from tests.review.story import CLEAN, EVIL, K2, K3, OTHER_EVIL, SPEC, new_file, proposed, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.review.outcome import CascadeReview
    from rubout.review.proposal import Proposal
    from rubout.review.skill import ReviewSkill

TAUGHT = [{"kind": "literal", "lang": None, "marker": "write_to", "stage": "quality", "finding": "x"}]


@dataclass
class Scripted:
    """Refuses what holds `eval(`, approves everything else; `spoil` is done to each answer."""

    spoil: Callable[[dict[str, Any]], object] = bool
    calls: int = 0
    name: str = "http"
    model: str = "scripted"

    def body(self, request: Request) -> bytes:
        return encoded(request)

    def send(self, body: bytes, _seconds: float) -> Received:
        self.calls += 1
        asked = msgspec.json.decode(body, type=Request)
        is_evil = any("eval(" in (edit.after or "") for edit in asked.edits)
        answer = refusal(asked) if is_evil else approval(asked)
        self.spoil(answer)
        return Received(json.dumps(answer).encode())


class Failing(Scripted):
    """Fails as `script` says, one call after the other, the last way again and again; None is an honest answer."""

    script: tuple[ProviderError | bytes, ...] = ()

    def send(self, _body: bytes, _seconds: float) -> Received:
        step = self.script[min(self.calls, len(self.script) - 1)]
        self.calls += 1
        if isinstance(step, bytes):
            return Received(step)
        raise step


def failing(*script: ProviderError | bytes) -> Failing:
    provider = Failing()
    provider.script = script
    return provider


DOWN = ProviderError("unreachable", again=Again.LATER)
BUSY = ProviderError("rate_limited", again=Again.LATER)


def climbed(provider: Scripted, op: Proposal, *skills: ReviewSkill) -> CascadeReview:
    reviewer = ModelReviewer(K3, provider, patience=Patience(waits=(0, 0)))
    cascade = ReviewCascade(Reviewer(K2), reviewer, ReviewSkills(skills))
    return cascade.review(op, SPEC, ["C1"])


def test_a_refusal_is_signed_with_its_evidence_and_teaches() -> None:
    result = climbed(Scripted(), written(EVIL))
    assert (result.tier, result.escalated, result.estimated_uj) == (ReviewTier.SEMANTIC, True, 5_000_050)
    refused = result.reviews[-1].record
    assert (refused.stage, refused.verdict, refused.reviewer) == (
        Stage.QUALITY,
        ReviewVerdict.REQUEST_CHANGES,
        K3.public,
    )
    assert [(finding.check, finding.edit, finding.span) for finding in refused.findings] == [("semantic", 0, (11, 16))]
    assert refused.evidence is not None
    assert (refused.evidence.model, refused.evidence.calls) == ("scripted", 1)
    assert [skill.marker for skill in result.induced] == ["eval("]
    assert refused.induced == (result.induced[0].id,)


def test_what_it_taught_is_refused_without_it() -> None:
    provider = Scripted()
    (taught,) = climbed(provider, written(EVIL)).induced
    again = climbed(provider, written(OTHER_EVIL), taught)
    assert (again.tier, again.escalated, again.estimated_uj, provider.calls) == (ReviewTier.LEARNED, False, 10, 1)


def test_a_clean_change_is_approved_afresh_each_time() -> None:
    provider = Scripted()
    for calls in (1, 2):
        result = climbed(provider, written(CLEAN))
        assert [review.record.verdict for review in result.reviews] == [ReviewVerdict.APPROVE] * 2
        assert (result.induced, provider.calls) == ((), calls)


@pytest.mark.parametrize(
    ("reason", "spoil"),
    [
        ("incomplete", lambda answer: answer["stages"][1].update(covered=[0])),
        ("missing_stage", lambda answer: answer["stages"].pop()),
        ("induced_on_approval", lambda answer: answer.update(induced=TAUGHT)),
        ("stale_reply", lambda answer: answer.update(nonce="0" * 32)),
        ("wrong_op", lambda answer: answer.update(op_id="sha256:" + "0" * 64)),
    ],
)
def test_example_21_an_answer_that_does_not_count_decides_nothing(
    reason: str, spoil: Callable[[dict[str, Any]], object]
) -> None:
    provider = Scripted(spoil)
    result = climbed(provider, proposed(new_file("a.rs", CLEAN), new_file("b.rs", CLEAN)))
    assert (result.reviews, result.reason, result.tier) == ((), reason, ReviewTier.STRUCTURAL)
    assert (result.escalated, result.estimated_uj, provider.calls) == (True, 10_000_050, 2)


def test_example_22_a_refusal_that_quotes_nothing_teaches_nothing() -> None:
    def invent(answer: dict[str, Any]) -> None:
        answer["stages"][1]["findings"][0]["quote"] = "os.system("

    result = climbed(Scripted(invent), written(EVIL))
    assert (result.reviews, result.induced, result.reason) == ((), (), "ungrounded")


@pytest.mark.parametrize(
    ("script", "reason", "calls", "uj"),
    [
        ((DOWN,), "unreachable", 3, 50),
        ((BUSY, BUSY, b"LGTM"), "malformed", 4, 10_000_050),
        ((ProviderError("timeout", decoded=True),), "timeout", 1, 5_000_050),
    ],
)
def test_examples_23_and_24_a_provider_that_fails_decides_nothing(
    script: tuple[ProviderError | bytes, ...], reason: str, calls: int, uj: int
) -> None:
    provider = failing(*script)
    result = climbed(provider, written(CLEAN))
    assert (result.tier, result.escalated, result.reviews) == (ReviewTier.STRUCTURAL, True, ())
    assert (result.reason, result.estimated_uj, provider.calls) == (reason, uj, calls)


def test_example_24_a_question_that_costs_too_much_is_not_put() -> None:
    provider = Scripted()
    reviewer = ModelReviewer(K3, provider, budget=Budget(tokens_in=10))
    result = ReviewCascade(Reviewer(K2), reviewer).review(written(CLEAN), SPEC, ["C1"])
    assert (result.reason, result.estimated_uj, provider.calls) == ("budget", 50, 0)


def test_it_answers_a_cascade_alone() -> None:
    with pytest.raises(NotAskedError):
        ModelReviewer(K3, Scripted()).review(written(CLEAN), SPEC, ["C1"])
