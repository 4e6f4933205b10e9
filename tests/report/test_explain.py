"""Explanations: the formula with the numbers of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.errors import UsageError
from rubout.facts.scan import Knobs
from rubout.facts.source import FileFacts, Function
from rubout.report.explain import explain
from rubout.report.render import report_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from rubout.gate.outcome import Outcome


@pytest.mark.parametrize("name", ["scanned", "cloned"])
def test_every_row_can_be_explained(name: str, request: pytest.FixtureRequest, snapshot: SnapshotAssertion) -> None:
    report = report_of(request.getfixturevalue(name))
    assert [explain(report, row.id) for row in report.rows] == snapshot


@pytest.mark.parametrize(
    ("cognitive", "fail", "expected"),
    [
        (23, 0, "cognitive 23 > warn 15, fail none: warn; passes at <= 15"),
        (23, 30, "cognitive 23 > warn 15, fail 30: warn; passes at <= 15"),
        (31, 30, "cognitive 31 > fail 30: fail; warns at <= 30, passes at <= 15"),
    ],
)
def test_a_value_stands_against_both_limits(
    scan_of: Callable[..., Outcome], cognitive: int, fail: int, expected: str
) -> None:
    function = Function("f", 1, 9, 9, 0, 1, cognitive, 0, name_ok=True)
    facts = FileFacts(0, 9, parsed=True, functions=(function,))
    report = report_of(scan_of({"a.py": facts}, Knobs(cognitive_fail=fail)))
    assert expected in explain(report, report.rows[0].id).splitlines()


@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        (False, "parse-errors 2 > 0, parse_errors_fail false: warn; passes at 0"),
        (True, "parse-errors 2 > 0, parse_errors_fail true: fail; passes at 0"),
    ],
)
def test_parse_errors_name_their_switch(scan_of: Callable[..., Outcome], switch: bool, expected: str) -> None:
    facts = FileFacts(0, 9, parsed=True, parse_errors=2, first_error_line=1)
    report = report_of(scan_of({"a.py": facts}, Knobs(parse_errors_fail=switch)))
    assert expected in explain(report, report.rows[0].id).splitlines()


def test_an_unknown_id_is_refused_with_the_nearest_ones(cloned: Outcome) -> None:
    with pytest.raises(UsageError, match="no row has the id 'clones:87959bfdca36'") as refused:
        explain(report_of(cloned), "clones:87959bfdca36")
    assert "clones:87959bfdca35" in refused.value.fix


def test_an_id_like_no_other_is_refused_with_where_to_find_them(cloned: Outcome) -> None:
    with pytest.raises(UsageError) as refused:
        explain(report_of(cloned), "?")
    assert refused.value.fix == "take the id of a row, as `rubout clones --format json` prints it"
