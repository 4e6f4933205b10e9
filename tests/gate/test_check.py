"""What of a survey and its copies enters the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts.clones import CloneClass, Knobs, Member, Verdict
from rubout.facts.score import CloneSpread
from rubout.facts.source import FileFacts, Function, TopLevel
from rubout.facts.survey import Survey, SurveyedFile
from rubout.gate.check import facts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

PYTHON, MARKDOWN, CSS, RST = 0, 5, 9, 23


def function(cognitive: int) -> Function:
    return Function("f", 1, 2, 2, 0, 1, cognitive, 0, name_ok=True)


def survey(*files: FileFacts) -> Survey:
    return Survey(tuple(SurveyedFile(f"{number:02}", "0" * 40, facts) for number, facts in enumerate(files)), {})


def copies(*classes: Sequence[int], distinct: int = 9) -> Verdict:
    """Classes by the files that their members stand in."""
    found = tuple(
        CloneClass(tuple(Member(file, 1, 9, 0) for file in files), 50, distinct, "T1", 50 * (len(files) - 1), "0" * 16)
        for files in classes
    )
    return Verdict(
        classes=found,
        excess=sum(len(files) - 1 for files in classes),
        low_diversity_suppressed=0,
        pairs=None,
        pairs_suppressed=0,
        advisory=None,
        fail=False,
        degraded=False,
        reason=None,
        knobs=Knobs(),
    )


@pytest.mark.parametrize(
    ("facts", "sizes", "judged_loc"),
    [
        (FileFacts(PYTHON, 70, parsed=True), (70,), (70,)),
        (FileFacts(MARKDOWN, 70), (70,), (70,)),
        (FileFacts(CSS, 70), (70,), ()),
        (FileFacts(RST, 70), (70,), ()),
        (FileFacts(PYTHON, 70), (70,), ()),  # its grammar is not installed
        (FileFacts(PYTHON, 70, rule="large"), (70,), ()),
        (FileFacts(PYTHON, 70, rule="generated"), (), ()),
        (FileFacts(PYTHON, 70, rule="minified"), (), ()),
        (FileFacts(PYTHON, 0, parsed=True), (0,), (0,)),
    ],
)
def test_what_has_rows_is_weighed_and_what_is_read_whole_draws_the_soft_line(
    facts: FileFacts, sizes: tuple[int, ...], judged_loc: tuple[int, ...]
) -> None:
    found = facts_of(survey(facts), copies())
    assert (found.sizes, found.judged_loc) == (sizes, judged_loc)


def test_sizes_keep_the_order_of_the_files_and_the_soft_lines_ascend() -> None:
    files = (FileFacts(PYTHON, 30, parsed=True), FileFacts(CSS, 5), FileFacts(PYTHON, 10, parsed=True))
    found = facts_of(survey(*files), copies())
    assert (found.sizes, found.judged_loc) == ((30, 5, 10), (10, 30))


def test_functions_are_weighed_and_what_stands_outside_them_is_not() -> None:
    top = TopLevel(1, 9, 9, 20, 30, 5)
    one = FileFacts(PYTHON, 9, parsed=True, functions=(function(4), function(0)), toplevel=top)
    two = FileFacts(PYTHON, 9, parsed=True, functions=(function(7),))
    made = FileFacts(PYTHON, 9, rule="generated", functions=(function(99),))
    assert facts_of(survey(one, made, two), copies()).cognitive == (4, 0, 7)


def test_a_class_counts_its_files_once_and_one_within_a_file_is_only_counted() -> None:
    files = [FileFacts(PYTHON, 9, parsed=True)] * 3
    found = facts_of(survey(*files), copies((0, 1), (0, 0, 1, 2, 2), (1, 1), (2, 2, 2)))
    assert found.clones == (CloneSpread(2, 100, 100), CloneSpread(3, 100, 100))
    assert found.skipped_self == 2


def test_every_class_counts_against_the_budget_with_all_its_members() -> None:
    found = facts_of(survey(FileFacts(PYTHON, 9, parsed=True)), copies((0, 0, 1), (1, 1), distinct=8))
    assert found.excesses == ((8, 3), (8, 2))


@pytest.mark.parametrize(
    ("facts", "measured"),
    [(FileFacts(PYTHON, 9, parsed=True), ()), (FileFacts(MARKDOWN, 9), None), (FileFacts(PYTHON, 9), None)],
)
def test_without_a_parsed_file_functions_and_copies_are_not_measured(
    facts: FileFacts, measured: tuple[()] | None
) -> None:
    found = facts_of(survey(facts), copies())
    assert (found.cognitive, found.clones) == (measured, measured)


def test_what_no_family_measures_yet_is_not_judged() -> None:
    found = facts_of(survey(FileFacts(PYTHON, 9, parsed=True)), copies())
    assert (found.docdup, found.positions, found.churn) == (None, None, None)
