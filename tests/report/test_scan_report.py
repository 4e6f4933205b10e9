"""Rows, counts and ids of the `scan` report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts.scan import Knobs
from rubout.facts.source import FileFacts, Function
from rubout.judge.scan import RULES
from rubout.report.record import Level
from rubout.report.scan import findings, rules
from rubout.report.scan import report as report_of
from tests.reports import ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.gate.outcome import Outcome


def function(name: str, start: int, *, name_ok: bool = False) -> Function:
    return Function(name, start, start + 2, 3, 0, 1, 0, 0, name_ok=name_ok)


@pytest.mark.parametrize(("lines", "level", "limit"), [(301, "warn", 300), (750, "warn", 300), (751, "fail", 750)])
def test_limit_is_the_line_that_was_passed(scan_of: Callable[..., Outcome], lines: int, level: str, limit: int) -> None:
    (row,) = report_of(scan_of({"a.py": FileFacts(0, lines)})).rows
    assert (row.level, row.limit, row.value, row.start_line, row.subject) == (level, limit, lines, 1, "a.py")


@pytest.mark.parametrize(("switch", "level"), [(False, "warn"), (True, "fail")])
def test_parse_errors_are_a_row_at_the_first_error(scan_of: Callable[..., Outcome], switch: bool, level: str) -> None:
    broken = FileFacts(0, 9, parsed=True, parse_errors=1, first_error_line=4)
    report = report_of(scan_of({"a.py": broken}, Knobs(parse_errors_fail=switch)))
    (row,) = report.rows
    assert (row.rule, row.level, row.start_line, row.value, row.limit) == ("parse-errors", level, 4, 1, 0)
    assert report.fail is switch


def test_an_id_outlives_a_shift_of_lines(scan_of: Callable[..., Outcome]) -> None:
    before = FileFacts(0, 90, parsed=True, functions=(function("aB", 1), function("aB", 10)))
    after = FileFacts(0, 95, parsed=True, functions=(function("aB", 6), function("aB", 15)))
    assert ids(scan_of({"a.py": before})) == ids(scan_of({"a.py": after}))


def test_rule_path_subject_and_nth_each_make_another_id(scan_of: Callable[..., Outcome]) -> None:
    twins = FileFacts(0, 301, parsed=True, functions=(function("aB", 1), function("aB", 10), function("aC", 20)))
    found = ids(scan_of({"a.py": twins, "b.py": twins}))
    assert len(found) == len(set(found)) == 8


def test_counts_add_up(scanned: Outcome) -> None:
    report = report_of(scanned)
    assert report.counts.files == len(report.files) == 5  # all but the generated one
    assert report.counts.warns + report.counts.fails == len(report.rows)
    assert report.counts.functions == sum(len(file.functions) for file in report.files)
    assert (report.counts.permitted, report.counts.parse_errors) == (1, 2)


def test_what_was_skipped_is_named(scanned: Outcome) -> None:
    assert [(note.kind, note.path, note.line) for note in report_of(scanned).notes] == [
        ("unusable", "locked.py", None),
        ("missing-grammar", None, None),
        ("permit", "src/main.py", 200),
        ("permit", "src/main.py", 300),
    ]


def test_rows_of_a_notebook_carry_their_cell_and_others_none(scanned: Outcome) -> None:
    cells = {row.path: row.cell for row in report_of(scanned).rows if isinstance(row.cell, int)}
    assert cells == {"book.ipynb": 2}


def test_findings_answer_the_rows_one_by_one(scanned: Outcome) -> None:
    report = report_of(scanned)
    levels = {"warn": Level.WARNING, "fail": Level.ERROR}
    assert [(finding.id, finding.level, finding.rule) for finding in findings(report)] == [
        (row.id, levels[row.level], f"scan/{row.rule}") for row in report.rows
    ]


def test_every_rule_of_the_judge_is_described() -> None:
    assert [rule.id for rule in rules()] == [f"scan/{rule.name}" for rule in RULES]
