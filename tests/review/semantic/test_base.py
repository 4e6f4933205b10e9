"""How often a provider is asked, what that may cost, and that nothing but a whole answer counts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.review.semantic import request as limits
from rubout.review.semantic.base import Again, Asked, Patience, ProviderError, Received, ask
from rubout.review.semantic.budget import DECODE_UJ, Budget
from rubout.review.semantic.request import Request, encoded
from tests.questions import CLEAN, EVAL, approval, refusal, subject

if TYPE_CHECKING:
    from rubout.review.semantic.request import Subject

AT_ONCE = Patience(waits=(0, 0))
DOWN = ProviderError("unreachable", again=Again.LATER)
LOST = ProviderError("connection_lost", again=Again.LATER, decoded=True)
OTHERWISE = ProviderError("bad_request", again=Again.AT_ONCE)


@dataclass
class Scripted:
    """Answers honestly, after it has done what `script` says: an error is raised, bytes are sent."""

    script: list[ProviderError | bytes] = field(default_factory=list)
    tokens_in: int | None = None
    tokens_out: int | None = None
    seen: list[Request] = field(default_factory=list)
    name: str = "scripted"
    model: str = "m"

    def body(self, request: Request) -> bytes:
        return encoded(request)

    def send(self, body: bytes, _seconds: float) -> Received:
        asked = msgspec.json.decode(body, type=Request)
        self.seen.append(asked)
        step = self.script.pop(0) if self.script else None
        if isinstance(step, ProviderError):
            raise step
        honest = (
            refusal(asked, edit=asked.edits[0].index) if "eval(" in (asked.edits[0].after or "") else approval(asked)
        )
        return Received(json.dumps(honest).encode() if step is None else step, self.tokens_in, self.tokens_out)


def asked_of(provider: Scripted, about: Subject | None = None, **more: Budget | Patience) -> Asked:
    return ask(provider, about or subject(CLEAN), lambda _: True, **{"patience": AT_ONCE, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("script", "reason", "calls", "decodes"),
    [
        ([], None, 1, 1),
        ([DOWN, DOWN], None, 3, 1),
        ([DOWN, DOWN, DOWN], "unreachable", 3, 0),
        ([LOST, DOWN, LOST], "connection_lost", 3, 2),
        ([b"LGTM"], None, 2, 2),
        ([b"LGTM", b""], "empty", 2, 2),
        ([DOWN, DOWN, b"LGTM", b"LGTM"], "malformed", 4, 2),
        ([OTHERWISE] * 8, "budget", 8, 0),
        ([ProviderError("redirected")], "redirected", 1, 0),
    ],
)
def test_a_provider_is_asked_again_as_often_as_may_help(
    script: list[ProviderError | bytes], reason: str | None, calls: int, decodes: int
) -> None:
    provider = Scripted(list(script))
    found = asked_of(provider)
    assert (found.reason, found.spent.calls, found.spent.decodes) == (reason, calls, decodes)
    assert (found.answer is None) == (reason is not None)
    assert len({request.nonce for request in provider.seen}) == calls


def test_a_large_change_is_asked_about_in_parts() -> None:
    half = CLEAN + " " * (limits.CHUNK_BYTES // 2)
    provider = Scripted()
    found = asked_of(provider, subject(half, half, half))
    assert [[edit.index for edit in request.edits] for request in provider.seen] == [[0], [1], [2]]
    assert found.answer is not None
    assert [stage.covered for stage in found.answer.stages] == [(0, 1, 2)] * 2


def test_one_refused_part_refuses_the_whole() -> None:
    half = " " * (limits.CHUNK_BYTES // 2)
    found = asked_of(Scripted(), subject(CLEAN + half, EVAL + half))
    assert found.answer is not None
    assert found.answer.refuses


def test_an_edit_that_is_larger_than_a_question_is_not_asked_about() -> None:
    provider = Scripted()
    found = asked_of(provider, subject(CLEAN, "x" * (limits.CHUNK_BYTES + 1)))
    assert (found.reason, found.spent.calls, provider.seen) == ("too_large", 0, [])


def test_a_part_that_fails_fails_the_whole() -> None:
    half = CLEAN + " " * (limits.CHUNK_BYTES // 2)
    provider = Scripted([DOWN, DOWN])
    found = asked_of(provider, subject(half, half), budget=Budget(calls=3))
    assert (found.reason, found.spent.calls) == ("budget", 3)


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (Budget(calls=0), "budget"),
        (Budget(tokens_in=10), "budget"),
        (Budget(tokens_out=511), "budget"),
        (Budget(tokens_out=512), None),
        (Budget(day_tokens=4_000), "budget"),
        (Budget(day_tokens=9_000), None),
        (Budget(day_uj=DECODE_UJ - 1), "budget"),
        (Budget(day_uj=DECODE_UJ), None),
    ],
    ids=str,
)
def test_what_might_cost_too_much_is_not_begun(budget: Budget, reason: str | None) -> None:
    found = asked_of(Scripted(), budget=budget)
    assert (found.reason, found.spent.calls) == (reason, 0 if reason else 1)


def test_what_is_not_spent_comes_back() -> None:
    budget = Budget(day_tokens=20_000, day_uj=3 * DECODE_UJ)
    asked_of(Scripted([DOWN], tokens_in=100, tokens_out=50), budget=budget)
    assert (budget.calls, budget.tokens_in, budget.tokens_out) == (6, 199_900, 7_950)
    assert (budget.day_tokens, budget.day_uj) == (19_850, 2 * DECODE_UJ)


def test_of_what_is_lost_the_worst_is_assumed() -> None:
    budget = Budget()
    provider = Scripted([LOST], tokens_in=100, tokens_out=50)
    found = asked_of(provider, budget=budget)
    worst = -(-len(encoded(provider.seen[0])) // 3)
    assert (budget.tokens_in, budget.tokens_out) == (200_000 - worst - 100, 8_000 - 4_000 - 50)
    assert (found.spent.tokens_in, found.spent.tokens_out) == (worst + 100, 4_050)


@given(st.lists(st.sampled_from([DOWN, LOST, OTHERWISE, b"LGTM", b""]), max_size=12))
def test_no_script_is_asked_more_often_than_the_budget_allows(script: list[ProviderError | bytes]) -> None:
    budget = Budget()
    found = asked_of(Scripted(list(script)), budget=budget)
    assert found.spent.calls <= 8
    assert budget.calls == 8 - found.spent.calls
    assert min(budget.tokens_in, budget.tokens_out) >= 0
    assert (found.answer is None) == (found.reason is not None)
