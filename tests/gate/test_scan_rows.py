"""The rows of `scan`: their order, their subjects, what a permit takes out."""

from __future__ import annotations

import msgspec
import pytest

from rubout.facts.scan import Facts, Verdict
from rubout.facts.source import FileFacts, Function, Permit, TopLevel
from rubout.facts.survey import Survey, SurveyedFile
from rubout.gate.scan_rows import Subject, graded, scan_values, with_permits
from rubout.judge.scan import FAIL, judge
from rubout.measure.cells import cell_at

LONG = Function("f", 5, 94, 90, 1, 2, 3, 4, name_ok=True)
TWIN = Function("f", 96, 97, 2, 0, 1, 0, 0, name_ok=False, cell=1)
TOP = TopLevel(1, 120, 30, 16, 7, 2)


def survey(**files: FileFacts) -> Survey:
    return Survey(tuple(SurveyedFile(path, "0" * 40, facts) for path, facts in sorted(files.items())), {})


def verdict_of(surveyed: Survey) -> Verdict:
    return judge(Facts(tuple(scan_values(surveyed))))


def subjects_of(surveyed: Survey) -> list[Subject]:
    """What every row would stand for, were it over a limit."""
    verdict = verdict_of(surveyed)
    kept, _ = graded(surveyed, msgspec.structs.replace(verdict, levels=(FAIL,) * len(verdict.levels)))
    subjects = [subject for subject, _ in kept]
    assert [(subject.code, subject.value) for subject in subjects] == list(scan_values(surveyed))
    return subjects


def with_permit(line: int, block: tuple[int, int]) -> Survey:
    permit = Permit("scan", "why", line, *block)
    return survey(a=FileFacts(0, 100, parsed=True, functions=(LONG,), toplevel=TOP, permits=(permit,)))


def taken_out(surveyed: Survey) -> set[tuple[int, str]]:
    kept, _ = graded(surveyed, verdict_of(surveyed))
    before, _ = graded(survey(a=FileFacts(0, 100, parsed=True, functions=(LONG,), toplevel=TOP)), verdict_of(surveyed))
    rows = {(subject.code, subject.subject) for subject, _ in before}
    return rows - {(subject.code, subject.subject) for subject, _ in kept}


def test_a_file_gives_its_size_its_parse_its_functions_and_its_top_level_in_that_order() -> None:
    facts = FileFacts(0, 100, parsed=True, parse_errors=2, first_error_line=8, functions=(LONG, TWIN), toplevel=TOP)
    rows = [(row.code, row.value, row.start_line, row.subject, row.nth) for row in subjects_of(survey(a=facts))]
    assert rows == [
        (0, 100, 1, "a", 0),
        (7, 2, 8, "a", 0),
        *[(code, value, 5, "f", 0) for code, value in enumerate((90, 1, 2, 3, 4, 0), start=1)],
        *[(code, value, 96, "f", 1) for code, value in enumerate((2, 0, 1, 0, 0, 1), start=1)],
        *[(code, value, 1, "(toplevel)", 0) for code, value in ((3, 16), (4, 7), (5, 2))],
    ]


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        (FileFacts(9, 10), [0]),  # size only
        (FileFacts(0, 10, rule="large"), [0]),
        (FileFacts(0, 10, rule="generated"), []),
        (FileFacts(8, 10, rule="minified"), []),
        (FileFacts(1, 10, rule="xml"), []),
        (FileFacts(0, 10, parsed=True), [0, 7]),
    ],
)
def test_a_file_that_is_not_judged_gives_its_size_or_nothing(facts: FileFacts, codes: list[int]) -> None:
    assert [row.code for row in subjects_of(survey(a=facts))] == codes


def test_rows_of_a_notebook_carry_the_cell_they_start_in() -> None:
    facts = FileFacts(0, 130, parsed=True, functions=(TWIN,), toplevel=TOP, cells=(1, 90, 125))
    assert {(row.subject, row.cell) for row in subjects_of(survey(a=facts))} == {
        ("a", 0),
        ("f", 1),
        ("(toplevel)", 0),
    }


@pytest.mark.parametrize(
    ("cells", "line", "cell"), [((), 7, None), ((1, 5), 1, 0), ((1, 5), 4, 0), ((1, 5), 5, 1), ((3,), 1, 0)]
)
def test_a_cell_reaches_to_the_line_before_the_next_one(cells: tuple[int, ...], line: int, cell: int | None) -> None:
    assert cell_at(cells, line) == cell


@pytest.mark.parametrize(
    ("line", "block", "expected"),
    [
        (4, (3, 4), {(1, "f")}),  # above the function: the function's, not the top level's
        (50, (50, 50), {(1, "f")}),
        (98, (98, 98), {(3, "(toplevel)")}),  # between functions
        (1, (1, 2), {(3, "(toplevel)")}),  # the header comment
    ],
)
def test_a_permit_takes_out_the_subject_it_stands_for(
    line: int, block: tuple[int, int], expected: set[tuple[int, str]]
) -> None:
    assert taken_out(with_permit(line, block)) == expected


def test_a_header_permit_takes_out_the_files_own_rows() -> None:
    header = Permit("scan", "why", 2, 1, 3)
    surveyed = survey(a=FileFacts(0, 800, parsed=True, permits=(header,)))
    assert graded(surveyed, verdict_of(surveyed)) == ([], 1)


def test_a_permit_on_the_only_failure_makes_the_verdict_hold() -> None:
    allowed, open_ = with_permit(50, (50, 50)), with_permit(98, (98, 98))
    assert verdict_of(allowed).fail
    assert not with_permits(allowed, verdict_of(allowed)).fail
    assert with_permits(open_, verdict_of(open_)).fail


def test_a_degraded_verdict_grades_nothing_and_still_fails() -> None:
    nothing = survey()
    verdict = verdict_of(nothing)
    assert verdict.degraded
    assert graded(nothing, verdict) == ([], 0)
    assert with_permits(nothing, verdict) is verdict


def test_levels_of_another_survey_are_refused() -> None:
    with pytest.raises(ValueError, match="2 levels of 1 rows"):
        graded(survey(a=FileFacts(0, 1)), verdict_of(survey(a=FileFacts(0, 1), b=FileFacts(0, 1))))
