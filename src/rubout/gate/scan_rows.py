"""What does each row of `scan` stand for: which rule, which place, whose value?

Facts and reports walk the same subjects in the same order, so a verdict's levels answer them one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.gate.permits import permitted, stands_for
from rubout.judge.scan import FAIL, PARSE_ERRORS
from rubout.measure.cells import cell_at
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.scan import Verdict
    from rubout.facts.source import FileFacts, Function
    from rubout.facts.survey import Survey, SurveyedFile

# The codes of `judge.scan.RULES` that are values of a function or a file.
FILE_LINES, FN_LINES, FN_PARAMS, CYCLOMATIC, COGNITIVE, NESTING, FN_NAMING = range(PARSE_ERRORS)
TOPLEVEL = "(toplevel)"
_OF_A_FUNCTION, _OF_THE_TOPLEVEL = 6, 3  # rows


class Subject(msgspec.Struct, frozen=True, gc=False):
    """What one row measures; `nth` counts equal subjects of a file from 0, `cell` is a notebook's code cell."""

    path: str
    code: int
    value: int
    start_line: int
    end_line: int
    subject: str
    nth: int
    cell: int | None


def has_rows(facts: FileFacts) -> bool:
    """Whether a file has rows: none under a content rule, except `large`, which leaves the size."""
    return facts.rule in ("", "large")


def is_judged(facts: FileFacts) -> bool:
    """Whether a file with rows has a language that every family judges."""
    return has_rows(facts) and BY_CODE[facts.language].scope is Scope.JUDGED


def draws_soft_line(facts: FileFacts) -> bool:
    """Whether a file helps to draw the soft line: not one of which only the size is known."""
    language = BY_CODE[facts.language]
    return not facts.rule and language.scope is Scope.JUDGED and (facts.parsed or language.grammar is None)


def scan_subjects(survey: Survey) -> Iterator[Subject]:
    """The subjects of all rows, in the order of `facts.scan.Facts.rows`."""
    for file in survey.files:
        if has_rows(file.facts):
            yield from _file_subjects(file)


def graded(survey: Survey, verdict: Verdict) -> tuple[list[tuple[Subject, int]], int]:
    """The subjects that warn or fail with their levels, and how many more a permit took out.

    A degraded verdict has no levels and grades nothing.

    Raises:
        ValueError: the verdict was not made from this survey's rows.
    """
    if verdict.degraded:
        return [], 0
    kept: list[tuple[Subject, int]] = []
    taken = at = 0
    for file in survey.files:
        size = _row_count(file.facts)
        levels = verdict.levels[at : at + size]
        at += size
        if not any(levels):  # nearly all of a tree
            continue
        for subject, level in zip(_file_subjects(file), levels, strict=True):
            if not level:
                continue
            if file.facts.permits and _permitted(file.facts, subject):
                taken += 1
            else:
                kept.append((subject, level))
    if at != len(verdict.levels):
        raise ValueError(f"{len(verdict.levels)} levels of {at} rows")
    return kept, taken


def with_permits(survey: Survey, verdict: Verdict) -> Verdict:
    """The verdict with `fail` answered without the rows that a permit takes out; a degraded one as it is."""
    if verdict.degraded or not verdict.fail or not any(file.facts.permits for file in survey.files):
        return verdict
    kept, _ = graded(survey, verdict)
    return msgspec.structs.replace(verdict, fail=any(level == FAIL for _, level in kept))


def _permitted(facts: FileFacts, subject: Subject) -> bool:
    """Whether a permit takes the subject out; one in a function, or right above it, is not the top level's."""
    if subject.subject == TOPLEVEL:
        places = [(function.start_line, function.end_line) for function in facts.functions]
        permits = tuple(permit for permit in facts.permits if not any(stands_for(permit, *place) for place in places))
        facts = msgspec.structs.replace(facts, permits=permits)
    return permitted(facts, "scan", subject.start_line, subject.end_line)


def _row_count(facts: FileFacts) -> int:
    """How many rows `_file_subjects` gives of a file."""
    if not has_rows(facts):
        return 0
    if not facts.parsed:
        return 1
    return 2 + _OF_A_FUNCTION * len(facts.functions) + (_OF_THE_TOPLEVEL if facts.toplevel else 0)


def _file_subjects(file: SurveyedFile) -> Iterator[Subject]:
    path, facts = file.path, file.facts
    yield Subject(path, FILE_LINES, facts.total_lines, 1, 1, path, 0, cell_at(facts.cells, 1))
    if not facts.parsed:
        return
    line = max(facts.first_error_line, 1)
    yield Subject(path, PARSE_ERRORS, facts.parse_errors, line, line, path, 0, cell_at(facts.cells, line))
    seen: dict[str, int] = {}
    for function in facts.functions:
        nth = seen.get(function.name, 0)
        seen[function.name] = nth + 1
        yield from _function_subjects(path, function, nth)
    top = facts.toplevel
    if top is None:
        return
    cell = cell_at(facts.cells, top.start_line)
    values = ((CYCLOMATIC, top.cyclomatic), (COGNITIVE, top.cognitive), (NESTING, top.max_nesting))
    for code, value in values:
        yield Subject(path, code, value, top.start_line, top.end_line, TOPLEVEL, 0, cell)


def _function_subjects(path: str, function: Function, nth: int) -> Iterator[Subject]:
    start, end, name, cell = function.start_line, function.end_line, function.name, function.cell
    yield Subject(path, FN_LINES, function.lines, start, end, name, nth, cell)
    yield Subject(path, FN_PARAMS, function.params, start, end, name, nth, cell)
    yield Subject(path, CYCLOMATIC, function.cyclomatic, start, end, name, nth, cell)
    yield Subject(path, COGNITIVE, function.cognitive, start, end, name, nth, cell)
    yield Subject(path, NESTING, function.max_nesting, start, end, name, nth, cell)
    yield Subject(path, FN_NAMING, 0 if function.name_ok else 1, start, end, name, nth, cell)
