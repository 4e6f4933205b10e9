"""Limits of sizes, complexity and names."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.judge.scan import (
    PARSE_ERRORS,
    ROW_CAP,
    RULES,
    Facts,
    Knobs,
    check_knobs,
    grade,
    grade_rows,
    grades_in_force,
    judge,
    judge_chunked,
    limit_passed,
)
from tests.refusals import refusal

ROWS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 1000)), min_size=1, max_size=12).map(tuple)
KNOBS = st.builds(
    Knobs,
    file_lines_warn=st.integers(0, 900),
    file_lines_fail=st.integers(0, 900),
    cognitive_warn=st.integers(0, 900),
    cognitive_fail=st.integers(0, 900),
    parse_errors_fail=st.booleans(),
)


@pytest.mark.parametrize(
    ("warn", "fail", "value", "level"),
    [
        (300, 750, 300, 0),
        (300, 750, 301, 1),
        (300, 750, 750, 1),
        (300, 750, 751, 2),
        (5, 0, 5, 0),
        (5, 0, 6, 1),
        (5, 0, 100_000, 1),
        (0, 0, 0, 0),
        (0, 0, 1, 1),
        (10, 10, 10, 0),
        (10, 10, 11, 2),
    ],
)
def test_a_value_on_a_limit_has_not_passed_it(warn: int, fail: int, value: int, level: int) -> None:
    assert grade(warn, fail, value) == level


def test_each_row_gets_its_level_and_one_failure_fails_the_run() -> None:
    verdict = judge(Facts(((0, 301), (1, 50), (6, 1), (0, 800))))
    assert verdict.levels == (1, 0, 1, 2)
    assert verdict.fail
    assert not verdict.degraded


def test_warnings_alone_do_not_fail() -> None:
    assert not judge(Facts(((0, 301), (6, 1), (7, 3)))).fail


@pytest.mark.parametrize(("switch", "level", "fails"), [(False, 1, False), (True, 2, True)])
def test_a_parse_error_warns_and_fails_when_the_switch_is_on(switch: bool, level: int, fails: bool) -> None:
    verdict = judge(Facts(((7, 1), (7, 0))), Knobs(parse_errors_fail=switch))
    assert verdict.levels == (level, 0)
    assert verdict.fail is fails


def test_the_switch_leaves_the_other_rules_alone() -> None:
    rows = tuple((code, 60) for code in range(7))
    assert judge(Facts(rows), Knobs(parse_errors_fail=True)).levels == judge(Facts(rows)).levels


def test_the_verdict_shows_the_grades_in_force() -> None:
    assert judge(Facts(((0, 1),)), Knobs(cognitive_fail=25, parse_errors_fail=True)).grades == (
        (0, 300, 750),
        (1, 50, 75),
        (2, 5, 0),
        (3, 15, 0),
        (4, 15, 25),
        (5, 4, 0),
        (6, 0, 0),
        (7, 0, 1),
    )


def test_every_knob_belongs_to_one_rule() -> None:
    named = [name for rule in RULES for name in (rule.warn_knob, rule.fail_knob) if name]
    assert sorted(named) == sorted(Knobs.__struct_fields__)


@pytest.mark.parametrize(
    ("row", "knobs", "limit"),
    [
        ((0, 301), Knobs(), 300),
        ((0, 751), Knobs(), 750),
        ((6, 1), Knobs(), 0),
        ((7, 4), Knobs(), 0),
        ((7, 4), Knobs(parse_errors_fail=True), 0),
    ],
)
def test_a_finding_names_the_limit_it_passed(row: tuple[int, int], knobs: Knobs, limit: int) -> None:
    verdict = judge(Facts((row,)), knobs)
    assert limit_passed(verdict.grades[row[0]], verdict.levels[0]) == limit


# Each of these values lies between the knob's two settings.
MOVES = [
    ("file_lines_warn", 200, (0, 250)),
    ("file_lines_fail", 400, (0, 500)),
    ("fn_lines_warn", 10, (1, 20)),
    ("fn_lines_fail", 60, (1, 70)),
    ("params_warn", 2, (2, 3)),
    ("params_fail", 6, (2, 7)),
    ("cyclomatic_warn", 5, (3, 6)),
    ("cyclomatic_fail", 20, (3, 21)),
    ("cognitive_warn", 5, (4, 6)),
    ("cognitive_fail", 20, (4, 21)),
    ("nesting_warn", 2, (5, 3)),
    ("nesting_fail", 5, (5, 6)),
    ("parse_errors_fail", True, (7, 1)),
]


@pytest.mark.parametrize(("knob", "setting", "row"), MOVES)
def test_each_knob_moved_alone_moves_a_level(knob: str, setting: int, row: tuple[int, int]) -> None:
    moved = msgspec.structs.replace(Knobs(), **{knob: setting})
    assert judge(Facts((row,)), moved).levels != judge(Facts((row,))).levels


def test_no_knob_is_without_a_value_it_moves() -> None:
    assert [knob for knob, _, _ in MOVES] == list(Knobs.__struct_fields__)


@given(rows=ROWS, knobs=KNOBS)
def test_levels_follow_the_definition(rows: tuple[tuple[int, int], ...], knobs: Knobs) -> None:
    limits = {code: (warn, fail) for code, warn, fail in grades_in_force(knobs)}

    def level(code: int, value: int) -> int:
        warn, fail = limits[code]
        broken = value > 0 if code == PARSE_ERRORS and fail else 0 < fail < value
        return max(2 * broken, value > warn)

    verdict = judge(Facts(rows), knobs)
    assert verdict.levels == tuple(level(*row) for row in rows)
    assert verdict.fail == (2 in verdict.levels)


@given(rows=ROWS, knobs=KNOBS, data=st.data())
def test_the_order_of_the_rows_does_not_matter(
    rows: tuple[tuple[int, int], ...], knobs: Knobs, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    shuffled = judge(Facts(tuple(rows[index] for index in order)), knobs)
    straight = judge(Facts(rows), knobs)
    assert shuffled.levels == tuple(straight.levels[index] for index in order)
    assert shuffled.fail == straight.fail


@given(rows=ROWS, knobs=KNOBS, cap=st.integers(1, 5))
def test_chunks_give_what_one_call_gives(rows: tuple[tuple[int, int], ...], knobs: Knobs, cap: int) -> None:
    assert judge_chunked(Facts(rows), knobs, cap) == judge(Facts(rows), knobs)


def test_no_rows_are_no_pass() -> None:
    for verdict in (judge(Facts(())), judge_chunked(Facts(()))):
        assert (verdict.levels, verdict.fail, verdict.degraded) == ((), True, True)
        assert verdict.reason == "nothing to judge"


def test_rows_over_the_cap_are_judged_whole_or_not_at_all() -> None:
    full = Facts(((0, 1),) * ROW_CAP)
    over = Facts(((0, 1),) * (ROW_CAP + 1))
    assert not judge(full).degraded
    verdict = judge(over)
    assert (verdict.levels, verdict.fail, verdict.degraded) == ((), True, True)
    assert verdict.reason == "524289 rows in one call, over the cap of 524288"
    assert len(judge_chunked(over).levels) == ROW_CAP + 1


@dataclass(frozen=True)
class Malformed:
    """A row that breaks the contract, and what the error says of it."""

    row: object
    says: str


@pytest.mark.parametrize(
    "bad",
    [
        Malformed((8, 1), "rule code 8 is unknown"),
        Malformed((-1, 1), "rule code -1 is unknown"),
        Malformed((0, -1), "value -1 is not in 0 to 2**64 - 1"),
        Malformed((0, 1 << 64), f"value {1 << 64} is not in 0 to 2**64 - 1"),
        Malformed((0,), "(0,) is no pair of integers"),
        Malformed((0, 1, 2), "(0, 1, 2) is no pair of integers"),
        Malformed((0, True), "(0, True) is no pair of integers"),
        Malformed((0, 1.5), "(0, 1.5) is no pair of integers"),
    ],
    ids=lambda bad: bad.says,
)
def test_a_row_that_breaks_the_contract_is_named(bad: Malformed) -> None:
    facts = Facts(((0, 1), (0, (1 << 64) - 1), bad.row))  # type: ignore[arg-type]
    assert refusal(judge, facts, Knobs()) == ("scan rows[2]", bad.says)


def test_a_bad_row_of_a_later_chunk_keeps_its_number() -> None:
    with pytest.raises(ContractError) as caught:
        judge_chunked(Facts(((0, 1), (0, 1), (9, 1))), cap=2)
    assert caught.value.where == "scan rows[2]"


@pytest.mark.parametrize("codes", [(0, 0), (1, 0)])
def test_grades_ascend_by_rule_code(codes: tuple[int, int]) -> None:
    with pytest.raises(ContractError) as caught:
        grade_rows([(0, 1)], [(code, 1, 2) for code in codes])
    assert caught.value.where == "scan grades[1]"


def test_a_rule_without_a_grade_is_unknown() -> None:
    with pytest.raises(ContractError, match="rule code 1 is unknown"):
        grade_rows([(1, 1)], [(0, 1, 2)])


def test_default_knobs_are_in_bounds() -> None:
    assert check_knobs(Knobs()) == []


@pytest.mark.parametrize(
    ("knobs", "key"),
    [
        (Knobs(file_lines_warn=-1), "file_lines_warn"),
        (Knobs(params_fail=-3), "params_fail"),
        (Knobs(fn_lines_warn=80), "fn_lines_fail"),
        (Knobs(nesting_fail=3), "nesting_fail"),
    ],
)
def test_a_knob_out_of_bounds_is_named(knobs: Knobs, key: str) -> None:
    assert [name for name, _ in check_knobs(knobs)] == [key]


@pytest.mark.parametrize("knobs", [Knobs(file_lines_fail=0), Knobs(fn_lines_fail=50), Knobs(nesting_fail=4)])
def test_no_hard_line_or_one_on_the_warn_limit_is_no_fault(knobs: Knobs) -> None:
    assert check_knobs(knobs) == []


def test_every_fault_of_the_knobs_is_told_at_once() -> None:
    knobs = Knobs(file_lines_warn=-1, cognitive_fail=1, parse_errors_fail=True)
    assert check_knobs(knobs) == [
        ("file_lines_warn", "-1 is negative"),
        ("cognitive_fail", "1 is below cognitive_warn = 15; use 0 for no hard line"),
    ]
