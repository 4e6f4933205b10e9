"""What a record of refusals allows; example 15 of docs/methodology/guard.md."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.judge.gates import earned_tier, excluded, passes_a, passes_b

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("false", "events", "passes"),
    [
        (0, 630, True),
        (1, 630, True),
        (2, 630, False),
        (1, 500, True),
        (1, 499, False),
        (0, 499, False),
        (0, 500, True),
        (2, 999, False),
        (2, 1000, True),
        (0, 0, False),
    ],
)
def test_gate_a_is_one_false_refusal_in_500_of_at_least_500(false: int, events: int, passes: bool) -> None:
    assert passes_a(events, false) is passes
    assert earned_tier(events, false) == ("deny" if passes else "ask")


@pytest.mark.parametrize(
    ("false", "samples", "passes"),
    [(6, 600, True), (7, 600, False), (5, 500, True), (0, 499, False), (4, 499, False), (0, 500, True)],
)
def test_gate_b_is_one_false_in_100_of_at_least_500(false: int, samples: int, passes: bool) -> None:
    assert passes_b(samples, false, samples) is passes


@pytest.mark.parametrize(("from_agents", "passes"), [(299, False), (300, True), (600, True)])
def test_gate_b_wants_half_of_its_samples_from_agents(from_agents: int, passes: bool) -> None:
    assert passes_b(600, 0, from_agents) is passes


@pytest.mark.parametrize(("events", "k"), [(1496, 2), (1497, 1)])
def test_no_failure_excludes_1_in_500_from_1497_events_on(events: int, k: int) -> None:
    assert excluded(events, 0) == k
    assert (20 * 499**events <= 500**events) is (k == 1)


@pytest.mark.parametrize(
    ("events", "false", "k"),
    [(630, 0, 3), (5000, 3, 1), (5000, 30, 5), (1, 0, 475), (2, 1, 488), (25, 24, 499), (26, 25, 500)],
)
def test_a_longer_or_cleaner_record_excludes_more(events: int, false: int, k: int) -> None:
    assert excluded(events, false) == k


@pytest.mark.parametrize("events", [0, 1, 7])
def test_a_record_of_failures_alone_excludes_nothing(events: int) -> None:
    assert excluded(events, events) is None


def records(most: int) -> st.SearchStrategy[tuple[int, int]]:
    """Events, and the false ones of them."""
    return st.integers(0, most).flatmap(lambda events: st.tuples(st.just(events), st.integers(0, events)))


def bound_by_definition(events: int, false: int) -> int | None:
    """The first k whose binomial tail, in fractions, is at most a twentieth."""
    for k in range(1, 500):
        p = Fraction(k, 500)
        tail = sum(comb(events, i) * p**i * (1 - p) ** (events - i) for i in range(false + 1))
        if tail <= Fraction(1, 20):
            return k
    return None if false == events else 500


@given(records(12))
def test_the_bound_agrees_with_the_binomial_tail(record: tuple[int, int]) -> None:
    assert excluded(*record) == bound_by_definition(*record)


@given(records(60))
def test_a_further_event_without_a_failure_never_excludes_less(record: tuple[int, int]) -> None:
    events, false = record
    assert (excluded(events + 1, false) or 501) <= (excluded(events, false) or 501)


@pytest.mark.parametrize("ask", [passes_a, earned_tier, excluded, lambda events, false: passes_b(events, 0, false)])
@pytest.mark.parametrize(("events", "false"), [(500, -1), (500, 501), (-1, 0)])
def test_a_record_that_cannot_be_is_refused(ask: Callable[[int, int], object], events: int, false: int) -> None:
    with pytest.raises(ContractError, match="guard record"):
        ask(events, false)
