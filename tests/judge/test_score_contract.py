"""Facts and knobs of the score that no measurement and no configuration gives."""

from __future__ import annotations

import pytest

from rubout.facts.score import Churned, CloneSpread, DocSpread, Facts, Knobs, Position
from rubout.judge.score import check_knobs, judge
from tests.refusals import refusal, refused_knob

PLAIN = Position(1, 1, 1, reached=True, document=False)


@pytest.mark.parametrize(
    ("facts", "where", "says"),
    [
        (Facts(sizes=(1, -1)), "sizes[1]", "-1 is negative"),
        (Facts(cognitive=(-2,)), "cognitive[0]", "-2 is negative"),
        (Facts(judged_loc=(-3, 1)), "judged_loc[0]", "-3 is negative"),
        (Facts(judged_loc=(1, 3, 2)), "judged_loc[1]", "3 is before 2"),
        (Facts(sizes=(1,), clones=(CloneSpread(1, 1, 1),)), "clones[0]", "1 members are no class"),
        (Facts(sizes=(1,), clones=(CloneSpread(2, 0, 0),)), "clones[0]", "0/0 is no likeness from 0 to 1"),
        (Facts(sizes=(1,), clones=(CloneSpread(2, 3, 2),)), "clones[0]", "3/2 is no likeness from 0 to 1"),
        (Facts(sizes=(1,), clones=(CloneSpread(2, -1, 2),)), "clones[0]", "-1/2 is no likeness from 0 to 1"),
        (Facts(clones=()), "sizes", "copies are weighed against the files, and there are none"),
        (Facts(docdup=()), "sizes", "copies are weighed against the files, and there are none"),
        (Facts(sizes=(1,), docdup=(DocSpread(1, 1, 1, verbatim=False),)), "docdup[0]", "1 members are no class"),
        (
            Facts(sizes=(1,), docdup=(DocSpread(2, 1, 1, verbatim=False), DocSpread(2, 1, 0, verbatim=True))),
            "docdup[1]",
            "1/0 is no likeness from 0 to 1",
        ),
        (
            Facts(positions=(PLAIN, Position(-1, 0, 1, reached=True, document=False))),
            "positions[1]",
            "degrees -1 and 0: a negative one",
        ),
        (
            Facts(positions=(Position(0, 0, 0, reached=True, document=False),)),
            "positions[0]",
            "a component of 0 files",
        ),
        (Facts(churn=(Churned(3, -4),)), "churn[0]", "-4 lines are negative"),
        (Facts(excesses=((7, 1),)), "excesses[0]", "7 distinct tokens in 1 members are no class"),
        (Facts(excesses=((0, 2),)), "excesses[0]", "0 distinct tokens in 2 members are no class"),
        (Facts(skipped_self=-1), "skipped_self", "-1 is negative"),
    ],
)
def test_a_row_that_breaks_the_contract_is_named(facts: Facts, where: str, says: str) -> None:
    assert refusal(judge, facts, Knobs()) == (f"score {where}", says)


@pytest.mark.parametrize(
    ("knobs", "knob", "says"),
    [
        (Knobs(law="weight"), "law", "'weight' is none of density, mass"),
        (Knobs(weights=(0,) * 7), "weights", "[0, 0, 0, 0, 0, 0, 0] holds a negative weight, or none at all"),
        (
            Knobs(weights=(1, -1, 1, 1, 1, 1, 1)),
            "weights",
            "[1, -1, 1, 1, 1, 1, 1] holds a negative weight, or none at all",
        ),
        (Knobs(viol_cost=0), "viol_cost", "0 is below 1"),
        (Knobs(soft_line=0), "soft_line", "0 is below 1"),
        (Knobs(hard_line=-1), "hard_line", "-1 is below 0"),
        (Knobs(soft_line_k=1025), "soft_line_k", "1025 is above 1024"),
        (Knobs(rewrite_den=0), "rewrite_den", "0 is below 1"),
        (Knobs(fail_under=-1), "fail_under", "-1 is below 0"),
        (Knobs(fail_under=1001), "fail_under", "1001 is above the scale of 1000: no score could pass"),
    ],
)
def test_a_knob_out_of_bounds_is_named(knobs: Knobs, knob: str, says: str) -> None:
    assert refused_knob(judge, check_knobs, Facts(sizes=()), knobs) == (knob, says)


@pytest.mark.parametrize("knobs", [Knobs(), Knobs(hard_line=0), Knobs(soft_line_k=1024), Knobs(fail_under=1000)])
def test_knobs_on_their_bounds_are_in_bounds(knobs: Knobs) -> None:
    assert check_knobs(knobs) == []
