"""The predicate of `erase`: the first fact that fails names the refusal."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.erase import REASONS, Facts, Knobs
from rubout.judge.erase import ROW_CAP, judge


def reasons_by_hand(row: tuple[int, ...]) -> list[str]:
    """Every fact of a row that fails, in the order of the class: the other definition."""
    kind, a, b, c, d = row
    if kind == 0:
        return ["language_unresolved"] * (b != 0)
    if kind == 1:
        return ["not_full_segment"] * (a < max(b, c)) + ["bytes_differ"] * (d == 0)
    failing = {
        "unit_not_covered": a == 0,
        "bytes_differ": b == 0,
        "copy_not_dead": c == 0,
        "language_unresolved": d > 0,
    }
    return [name for name, fails in failing.items() if fails]


@pytest.mark.parametrize(
    ("row", "eraseable", "reason"),
    [
        ((0, 3, 0, 0, 0), True, 0),  # example 1
        ((0, 1, 12, 0, 0), False, 1),
        ((1, 80, 80, 80, 1), True, 0),  # example 2
        ((1, 79, 80, 80, 1), False, 2),
        ((1, 80, 80, 81, 1), False, 2),
        ((1, 90, 80, 85, 1), True, 0),
        ((1, 80, 80, 80, 0), False, 3),
        ((1, 79, 80, 80, 0), False, 2),
        ((2, 1, 1, 1, 0), True, 0),  # example 3
        ((2, 1, 1, 1, 3), False, 1),
        ((2, 1, 1, 0, 0), False, 4),
        ((2, 1, 0, 1, 0), False, 3),
        ((2, 0, 0, 0, 9), False, 5),
    ],
)
def test_the_first_fact_that_fails_is_the_reason(row: tuple[int, ...], eraseable: bool, reason: int) -> None:
    (answer,) = judge(Facts((row,))).rows
    assert (answer.eraseable, answer.reason) == (eraseable, reason)


@pytest.mark.parametrize(  # example 4
    "row",
    [
        (3, 0, 0, 0, 0),
        (0, 5, 0, 0, 0),
        (0, 0, 0, 0, 0),
        (1, 9, 9, 9, 2),
        (2, 1, 2, 0, 0),
        (2, 2, 1, 0, 0),
        (2, 1, 1, 2, 0),
        (0, 1, -1, 0, 0),
        (-1, 1, 1, 0, 0),
        (0, 1, 0),
        (),
    ],
)
def test_a_row_that_no_measurement_gives_is_refused_by_its_number(row: tuple[int, ...]) -> None:
    with pytest.raises(ContractError, match="erase row 0: "):
        judge(Facts((row,)))
    with pytest.raises(ContractError, match="erase row 1: "):
        judge(Facts(((0, 1, 0, 0, 0), row)))


def test_a_knob_is_refused_since_there_is_none() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"min_words": 40}', type=Knobs)


@pytest.mark.parametrize(("rows", "degraded"), [(ROW_CAP, False), (ROW_CAP + 1, True)])  # example 5
def test_what_nobody_judged_authorises_nothing(rows: int, degraded: bool) -> None:
    verdict = judge(Facts(((0, 1, 0, 0, 0),) * rows))
    assert ROW_CAP == 4096
    assert verdict.fail
    assert (verdict.degraded, verdict.reason) == ((True, "erase_too_large") if degraded else (False, None))
    assert len(verdict.rows) == (0 if degraded else rows)


def test_no_row_is_a_plan_without_anything_in_it() -> None:
    verdict = judge(Facts())
    assert (verdict.rows, verdict.fail, verdict.degraded) == ((), False, False)


small = st.integers(0, 3)
bit = st.integers(0, 1)
rows = st.one_of(
    st.tuples(st.just(0), st.integers(1, 4), small, small, small),
    st.tuples(st.just(1), small, small, small, bit),
    st.tuples(st.just(2), bit, bit, bit, small),
)


@given(st.lists(rows, max_size=8))
def test_it_agrees_with_the_list_of_all_that_fails(given_rows: list[tuple[int, ...]]) -> None:
    verdict = judge(Facts(tuple(given_rows)))
    expected = [(reasons_by_hand(row) or ["eraseable"])[0] for row in given_rows]
    assert [REASONS[answer.reason] for answer in verdict.rows] == expected
    assert [answer.eraseable for answer in verdict.rows] == [reason == "eraseable" for reason in expected]
    assert verdict.fail == ("eraseable" in expected)
