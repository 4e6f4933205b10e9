"""What does each row of `scan` stand for: which rule, which place, whose value?

Facts and reports walk the same parts of files in the same order, so a verdict's levels answer them one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.gate.permits import permitted, stands_for
from rubout.judge.scan import FAIL, PARSE_ERRORS
from rubout.measure.cells import cell_at
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


class _Part(NamedTuple):
    """A file, its parse, a function or the top level: where it is, and its rows' codes and values."""

    rows: tuple[tuple[int, int], ...]
    start_line: int
    end_line: int
    subject: str
    nth: int = 0


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


def scan_values(survey: Survey) -> Iterator[tuple[int, int]]:
    """The code and the value of each row, in the order of `facts.scan.Facts.rows`."""
    for file in survey.files:
        for part in _parts(file):
            yield from part.rows


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
        for subject, level in _leveled(file, levels):
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
    """How many rows the parts of a file have."""
    if not has_rows(facts):
        return 0
    if not facts.parsed:
        return 1
    return 2 + _OF_A_FUNCTION * len(facts.functions) + (_OF_THE_TOPLEVEL if facts.toplevel else 0)


def _leveled(file: SurveyedFile, levels: Sequence[int]) -> Iterator[tuple[Subject, int]]:
    """The subjects of a file that have a level, with it."""
    at = 0
    for part in _parts(file):
        for row in part.rows:
            if levels[at]:
                yield _subject(file, part, row), levels[at]
            at += 1


def _subject(file: SurveyedFile, part: _Part, row: tuple[int, int]) -> Subject:
    code, value = row
    cell = cell_at(file.facts.cells, part.start_line)
    return Subject(file.path, code, value, part.start_line, part.end_line, part.subject, part.nth, cell)


def _parts(file: SurveyedFile) -> Iterator[_Part]:
    path, facts = file.path, file.facts
    if not has_rows(facts):
        return
    yield _Part(((FILE_LINES, facts.total_lines),), 1, 1, path)
    if not facts.parsed:
        return
    line = max(facts.first_error_line, 1)
    yield _Part(((PARSE_ERRORS, facts.parse_errors),), line, line, path)
    seen: dict[str, int] = {}
    for function in facts.functions:
        nth = seen.get(function.name, 0)
        seen[function.name] = nth + 1
        yield _Part(_function_rows(function), function.start_line, function.end_line, function.name, nth)
    top = facts.toplevel
    if top is not None:
        rows = ((CYCLOMATIC, top.cyclomatic), (COGNITIVE, top.cognitive), (NESTING, top.max_nesting))
        yield _Part(rows, top.start_line, top.end_line, TOPLEVEL)


def _function_rows(function: Function) -> tuple[tuple[int, int], ...]:
    return (
        (FN_LINES, function.lines),
        (FN_PARAMS, function.params),
        (CYCLOMATIC, function.cyclomatic),
        (COGNITIVE, function.cognitive),
        (NESTING, function.max_nesting),
        (FN_NAMING, 0 if function.name_ok else 1),
    )
