"""What no tree and no configuration may hand to the ratchet."""

from __future__ import annotations

import pytest

from rubout.errors import ContractError
from rubout.facts.ratchet import Ceiling, Facts, Knobs
from rubout.judge.ratchet import judge
from tests.ratchets import baseline, clone, complexity, lines, tree
from tests.tables import cases

A, B = "a.py::f/0#0", "b.py::g/0#0"


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        (tree(lines("a", -1)), "ceilings[0]"),
        (tree(complexity(A, 1), Ceiling("fn_cognitive", B, 1, "1")), "ceilings[1]"),
        (tree(lines("a", 1), lines("a", 2)), "ceilings[0]"),
        (Facts((lines("b", 1), lines("a", 1)), ()), "ceilings[0]"),
        (tree(clone("1", 0, A)), "findings[0]"),
        (tree(clone("1", 1)), "findings[0]"),
        (tree(clone("1", 1, B, A)), "findings[0]"),
        (tree(clone("1", 1, A), clone("1", 1, B)), "findings[0]"),
        (Facts((), (), baseline(lines("a", -1))), "baseline.ceilings[0]"),
        (Facts((), (), baseline(clone("1", 1, A, A))), "baseline.findings[0]"),
    ],
)
def test_rows_that_no_measurement_gives_are_refused_by_table_and_row(facts: Facts, where: str) -> None:
    with pytest.raises(ContractError) as refused:
        judge(facts)
    assert refused.value.where == f"ratchet {where}"


@cases(
    "knob least",
    """
    tol_num           => 1
    tol_den           => 1
    tol_abs_lines     => 0
    tol_abs_cognitive => 0
    file_lines_fail   => 0
    cognitive_fail    => 0
    """,
)
def test_a_knob_on_its_floor_is_taken_and_one_below_is_refused(knob: str, least: str) -> None:
    assert not judge(tree(), Knobs(**{knob: int(least)})).fail
    with pytest.raises(ContractError, match=f"score knobs.{knob}"):
        judge(tree(), Knobs(**{knob: int(least) - 1}))
