"""Explanations: the formula with the numbers of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Config
from rubout.errors import UsageError
from rubout.facts.scan import Knobs
from rubout.facts.source import FileFacts, Function
from rubout.gate.join import Ask, joined
from rubout.gate.join_graph import GraphLeg, Placed
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.report.explain import explain
from rubout.report.render import report_of
from tests.samples import LOOP
from tests.tables import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from rubout.gate.outcome import Outcome
    from tests.conftest import Tree


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


PLACED = {"a.py": Placed(0, 1, 0, 1, 0, 1), "b.py": Placed(2, 1, 1, 1, 1, 0, "main.py:3")}


@cases(
    "placed expected",
    """
    a.py b.py => yes  64 public_guard: flags & 1 of that one: 1 & 1 = 1 of a
    a.py b.py => code 2 delete_candidate: barred by public_guard
    a.py b.py => code 0 report_only: no row of the table fits
    b.py      => no   4 graph_both: the graph did not place a
    a.py      => no   4 graph_both: the graph did not place b
              => no   4 graph_both: the graph did not place a and b
    b.py      => no   32 dead_flank: takes graph_both
    b.py      => code 2 delete_candidate: lacks graph_both, dead_flank
    b.py      => no   256 rewrite_hot: not measured
    b.py      => reasons = 2 = 2
    """,
)
def test_a_pair_stands_where_the_graph_placed_its_files(tree: Tree, placed: str, expected: str) -> None:
    anchor = str(tree({"a.py": LOOP, "b.py": LOOP}))
    run = Run(Request(anchor=anchor, cache=False, jobs=1), candidates(anchor), 0, lambda _: None)
    graph = GraphLeg({path: PLACED[path] for path in placed.split()})
    report = report_of(joined(run, Config(), Ask(history=False), graph))
    assert expected in explain(report, report.rows[0].id).splitlines()


def test_an_unknown_id_is_refused_with_the_nearest_ones(cloned: Outcome) -> None:
    with pytest.raises(UsageError, match="no row has the id 'clones:87959bfdca36'") as refused:
        explain(report_of(cloned), "clones:87959bfdca36")
    assert "clones:87959bfdca35" in refused.value.fix


def test_an_id_like_no_other_is_refused_with_where_to_find_them(cloned: Outcome) -> None:
    with pytest.raises(UsageError) as refused:
        explain(report_of(cloned), "?")
    assert refused.value.fix == "take the id of a row, as `rubout clones --format json` prints it"
