"""Rows, counts, ids and notes of the `clones` report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.errors import ExitCode
from rubout.facts.clones import Facts, Knobs, Place
from rubout.facts.source import FileFacts
from rubout.facts.survey import Survey, SurveyedFile
from rubout.report.clones import report as report_of
from tests.reports import ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.gate.outcome import Outcome


def shifted(facts: Facts, lines: int) -> Facts:
    repeats = tuple(
        msgspec.structs.replace(
            repeat,
            places=tuple(
                Place(place.file, place.start_line + lines, place.end_line + lines, place.text)
                for place in repeat.places
            ),
        )
        for repeat in facts.repeats
    )
    return msgspec.structs.replace(facts, repeats=repeats)


def notes(outcome: Outcome) -> list[tuple[str, str]]:
    return [(note.kind, note.level.value) for note in report_of(outcome).notes]


def test_an_id_is_the_digest_with_repeats_counted(cloned: Outcome) -> None:
    assert ids(cloned) == ["clones:87959bfdca35", "clones:111111111111", "clones:111111111111~2"]


def test_an_id_outlives_shifted_lines_and_renamed_files(clones_of: Callable[..., Outcome], cloned_facts: Facts) -> None:
    moved = msgspec.structs.replace(shifted(cloned_facts, 7), files=("d.py", "e.py", "f.py", "g.py"))
    assert ids(clones_of(moved)) == ids(clones_of(cloned_facts))


def test_the_worked_example_of_three_copies(cloned: Outcome) -> None:
    row = report_of(cloned).rows[0]
    assert (row.path, row.start_line, row.end_line, row.tokens, row.distinct) == ("a.py", 1, 10, 52, 22)
    assert (row.type, row.saves, row.digest) == ("T2", 104, "87959bfdca35fb2d")
    assert [(member.path, member.text) for member in row.members] == [("a.py", 0), ("b.py", 1), ("c.py", 0)]


def test_pairs_and_their_counts_are_there_when_asked_for(cloned: Outcome, paired: Outcome) -> None:
    without, asked = report_of(cloned), report_of(paired)
    assert (without.pairs, without.advisory, without.counts.blocks) == (msgspec.UNSET,) * 3
    assert all(row.blocks is msgspec.UNSET for row in without.rows)
    assert isinstance(asked.pairs, tuple)
    assert isinstance(asked.advisory, tuple)
    assert [pair.type for pair in asked.pairs] == ["T2", "T1", "T2"]
    assert (asked.counts.blocks, asked.counts.t1, asked.counts.t2) == (3, 1, 2)
    assert [row.blocks for row in asked.rows] == [3, 0, 0]
    assert [(pair.a.path, pair.b.path) for pair in asked.advisory] == [("b.py", "c.py")]


def test_what_the_facts_masked_suppressed_and_permitted_is_counted(cloned: Outcome) -> None:
    counts = report_of(cloned).counts
    assert (counts.files, counts.classes, counts.excess) == (4, 3, 4)
    assert (counts.masked_tokens, counts.low_diversity_suppressed, counts.permitted) == (31, 1, 1)


@pytest.mark.parametrize(
    ("budget", "code", "expected"),
    [
        (3, ExitCode.FAILED, [("budget", "error")]),
        (3, ExitCode.HELD, [("budget", "warning")]),  # without --check it is only said
        (4, ExitCode.HELD, []),
        (5, ExitCode.HELD, [("budget", "note")]),
        (None, ExitCode.HELD, []),
    ],
)
def test_the_budget_is_named_when_it_is_over_or_could_be_lower(
    clones_of: Callable[..., Outcome],
    cloned_facts: Facts,
    budget: int | None,
    code: ExitCode,
    expected: list[tuple[str, str]],
) -> None:
    facts = msgspec.structs.replace(cloned_facts, parse_errors=0)
    outcome = clones_of(facts, Knobs(budget=budget))
    assert notes(replaced(outcome, code)) == expected


def replaced(outcome: Outcome, code: ExitCode) -> Outcome:
    return type(outcome)(outcome.family, outcome.survey, outcome.facts, outcome.verdict, code, outcome.options)


def test_a_threshold_below_the_promise_is_said_and_its_budget_is_not(
    clones_of: Callable[..., Outcome], cloned_facts: Facts
) -> None:
    facts = msgspec.structs.replace(cloned_facts, parse_errors=0)
    assert notes(clones_of(facts, Knobs(min_tokens=49, budget=9))) == [("min-tokens", "note")]
    assert notes(clones_of(facts, Knobs(min_tokens=50))) == []


def test_code_that_did_not_parse_is_said(cloned: Outcome) -> None:
    assert notes(cloned) == [("parse-errors", "warning")]


def test_places_in_a_notebook_carry_their_cell(clones_of: Callable[..., Outcome], cloned_facts: Facts) -> None:
    book = FileFacts(0, 60, parsed=True, cells=(1, 6, 41))
    plain = FileFacts(0, 100, parsed=True)
    rows = tuple(SurveyedFile(path, "0" * 40, plain) for path in ("a.py", "b.py", "c.py"))
    survey = Survey((SurveyedFile(cloned_facts.files[0], "0" * 40, book), *rows), {})
    report = report_of(clones_of(cloned_facts, survey=survey))
    assert [row.cell for row in report.rows] == [msgspec.UNSET, 0, 1]
    assert [member.cell for member in report.rows[1].members] == [0, msgspec.UNSET]
