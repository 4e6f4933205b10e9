"""Permits: where they stand, and which permit nothing."""

from __future__ import annotations

import pytest

from rubout.facts.source import FileFacts, Permit
from rubout.facts.survey import Survey, SurveyedFile
from rubout.gate.permits import PermitProblem, permit_problems, permitted


def facts(*permits: Permit) -> FileFacts:
    return FileFacts(language=0, total_lines=99, parsed=True, permits=permits)


@pytest.mark.parametrize(
    ("line", "block", "expected"),
    [
        (8, (7, 8), False),  # ends two lines above
        (8, (7, 9), True),  # its block ends on the line above
        (9, (9, 9), True),
        (8, (8, 10), True),  # its block runs into the first line
        (10, (10, 10), True),
        (20, (20, 20), True),
        (21, (21, 21), False),
        (21, (19, 22), False),  # a block that only begins inside
    ],
)
def test_a_permit_stands_inside_the_place_or_in_the_block_right_above(
    line: int, block: tuple[int, int], expected: bool
) -> None:
    assert permitted(facts(Permit("scan", "why", line, *block)), "scan", 10, 20) is expected


@pytest.mark.parametrize("permit", [Permit("clones", "why", 12, 12, 12), Permit("scan", "", 12, 12, 12)])
def test_another_family_and_a_bare_permit_permit_nothing(permit: Permit) -> None:
    assert not permitted(facts(permit), "scan", 10, 20)


def test_bare_and_unknown_permits_are_named_and_good_ones_are_not() -> None:
    permits = (Permit("near-miss", "why", 1, 1, 1), Permit("scan", "", 2, 2, 2), Permit("deadcode", "why", 3, 3, 3))
    survey = Survey((SurveyedFile("a.py", "0" * 40, facts(*permits)),), {})
    assert permit_problems(survey) == (
        PermitProblem("a.py", 2, "rubout:allow(scan) permits nothing: give a reason after ` -- `"),
        PermitProblem(
            "a.py",
            3,
            "rubout:allow(deadcode) permits nothing: the families are "
            "clones, docdup, edits, liveness, near-miss, scan, split",
        ),
    )
