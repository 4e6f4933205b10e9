"""Copies that a change brings in; example 13 of docs/methodology/guard.md as far as it is judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.audit import Row
from rubout.judge.audit import Facts, Knobs, check_knobs, judge

ROWS = st.lists(st.builds(Row, *[st.integers(0, 1)] * 3), max_size=12).map(tuple)
MODES = (None, "observe", "warn", "ask", "deny", "Deny")


def facts(*rows: tuple[int, int, int]) -> Facts:
    return Facts(tuple(Row(*row) for row in rows))


def test_a_pair_convicts_when_a_file_of_it_changed_and_the_change_made_it() -> None:
    verdict = judge(facts((1, 0, 1), (1, 1, 0), (0, 0, 1)), Knobs(mode="deny"))
    assert (verdict.convicted, verdict.touched) == ((0,), 2)
    assert verdict.fail
    assert verdict.blocks


@pytest.mark.parametrize("row", [(2, 0, 0), (0, -1, 0), (0, 0, 2)])
def test_a_number_that_is_no_switch_names_its_row(row: tuple[int, int, int]) -> None:
    with pytest.raises(ContractError, match=r"audit rows\[1\]: (2|-1) is neither 0 nor 1"):
        judge(facts((0, 0, 0), row))


def test_old_pairs_and_no_pairs_hold() -> None:
    for clean in (facts(), facts((1, 1, 0)), facts((0, 0, 1), (0, 0, 0))):
        verdict = judge(clean, Knobs(mode="deny"))
        assert (verdict.convicted, verdict.fail, verdict.degraded, verdict.blocks) == ((), False, False, False)


def test_a_third_copy_is_charged_once_with_each_old_one() -> None:
    assert judge(facts((0, 0, 0), (0, 1, 1), (0, 1, 1))).convicted == (1, 2)


@pytest.mark.parametrize(("mode", "blocks"), [(mode, mode == "deny") for mode in MODES])
def test_only_deny_blocks(mode: str | None, blocks: bool) -> None:
    verdict = judge(facts((1, 1, 1)), Knobs(mode=mode))
    assert verdict.fail
    assert verdict.blocks is blocks
    assert (verdict.tier == "deny") is blocks


def test_a_misspelt_mode_and_a_broken_configuration_say_so() -> None:
    assert judge(facts(), Knobs()).mode == "observe"
    assert judge(facts(), Knobs(mode="Deny")).mode.startswith('observe (rubout.toml ERROR: unknown guard mode "Deny"')
    assert judge(facts(), Knobs(mode="deny", error="line 1")).mode == "observe (rubout.toml ERROR: line 1)"


@pytest.mark.parametrize(("rows", "degraded"), [(65_536, False), (65_537, True)])
def test_over_the_cap_nothing_is_convicted_and_nothing_held(rows: int, degraded: bool) -> None:
    verdict = judge(Facts((Row(1, 1, 1),) * rows), Knobs(mode="deny"))
    assert (verdict.degraded, verdict.fail, verdict.blocks) == (degraded, True, not degraded)
    assert (len(verdict.convicted), verdict.touched) == ((0, 0) if degraded else (rows, rows))
    assert verdict.reason == ("65537 pairs, over the cap of 65536" if degraded else None)


def test_pairs_that_were_not_measured_convict_nothing() -> None:
    verdict = judge(Facts((Row(1, 1, 1),), reason="no index"), Knobs(mode="deny"))
    assert (verdict.convicted, verdict.fail, verdict.blocks, verdict.reason) == ((), True, False, "no index")


@pytest.mark.parametrize(
    ("moved", "field"),
    [
        (Knobs(mode="deny"), "blocks"),
        (Knobs(error="broken"), "mode"),
        (Knobs(dup_tolerance=1), "fail"),
        (Knobs(audit_row_cap=0), "degraded"),
    ],
)
def test_each_knob_alone_moves_a_verdict(moved: Knobs, field: str) -> None:
    one = facts((1, 0, 1))
    assert getattr(judge(one, moved), field) != getattr(judge(one), field)


@given(ROWS)
def test_convictions_are_what_the_rule_says_of_each_row(rows: tuple[Row, ...]) -> None:
    verdict = judge(Facts(rows))
    charged = [(row.a_changed or row.b_changed) and row.introduced for row in rows]
    assert verdict.convicted == tuple(index for index, guilty in enumerate(charged) if guilty)
    assert verdict.touched == len([row for row in rows if 1 in (row.a_changed, row.b_changed)])


@given(ROWS, ROWS, st.sampled_from(MODES))
def test_a_further_pair_never_frees_a_change(rows: tuple[Row, ...], more: tuple[Row, ...], mode: str | None) -> None:
    knobs = Knobs(mode=mode)
    assert judge(Facts(rows + more), knobs).blocks >= judge(Facts(rows), knobs).blocks


def test_a_knob_out_of_bounds_is_named() -> None:
    assert check_knobs(Knobs()) == []
    assert check_knobs(Knobs(dup_tolerance=-1, audit_row_cap=-2)) == [
        ("dup_tolerance", "-1 is negative"),
        ("audit_row_cap", "-2 is negative"),
    ]
