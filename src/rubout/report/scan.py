"""The report of `scan`: rows over a limit, the files they stand in, the limits in force."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.scan import Knobs
from rubout.gate.scan_rows import Subject, graded, has_rows
from rubout.judge.scan import FAIL, RULES, limit_passed
from rubout.measure.languages.all import BY_CODE
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import Finding, Level, Report, Rule, Span, envelope, numbered, unless_none

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.facts.source import Function
    from rubout.facts.survey import SurveyedFile
    from rubout.gate.outcome import Outcome
    from rubout.judge.scan import Grade

FAMILY = "scan"


class ScanRow(Span, frozen=True):
    """One value over a limit; `limit` is the line that was passed."""

    rule: str
    level: str  # "warn" or "fail"
    value: int
    limit: int
    subject: str
    id: str
    cell: int | msgspec.UnsetType = msgspec.UNSET  # notebooks


class FunctionRow(msgspec.Struct, frozen=True):
    """A function unit and its metrics."""

    name: str
    start_line: int
    end_line: int
    lines: int
    params: int
    cyclomatic: int
    cognitive: int
    max_nesting: int
    name_ok: bool
    cell: int | msgspec.UnsetType = msgspec.UNSET  # notebooks


class FileRow(msgspec.Struct, frozen=True):
    """A file in scope and its metrics."""

    path: str
    lang: str
    total_lines: int
    comment_lines: int
    parse_errors: int
    functions: tuple[FunctionRow, ...]


class ScanCounts(msgspec.Struct, frozen=True):
    """`excluded` counts files by the rule that kept them out of the rows."""

    files: int
    functions: int
    warns: int
    fails: int
    parse_errors: int
    excluded: dict[str, int]
    permitted: int


class ScanReport(Report, frozen=True, kw_only=True):
    """`grades` are [rule code, warn, fail], ascending; a fail limit of 0 is no hard line."""

    knobs: Knobs
    counts: ScanCounts
    rows: tuple[ScanRow, ...]
    files: tuple[FileRow, ...]
    grades: tuple[tuple[int, int, int], ...]


# Of each rule: what the value is, with the value put in, and the rule in a sentence.
_RULES = {
    "file-lines": ("total lines: {}", "A file is longer than the limit."),
    "fn-lines": ("lines: {}", "A function is longer than the limit."),
    "fn-params": ("parameters: {}", "A function takes more parameters than the limit."),
    "cyclomatic": ("cyclomatic complexity: {}", "A function has more independent paths than the limit (McCabe 1976)."),
    "cognitive": ("cognitive complexity: {}", "A function is harder to follow than the limit (Campbell 2018)."),
    "nesting": ("nesting depth: {}", "Control flow is nested deeper than the limit."),
    "fn-naming": ("name not in the language's style", "A function's name is not in its language's style."),
    "parse-errors": ("places that do not parse: {}", "Code that does not parse is not fully judged."),
}


def report(outcome: Outcome, *, listed: bool = True) -> ScanReport:
    """The report of one run; rows in the order of the facts. Unless `listed`, it has no row for each file."""
    survey, verdict = outcome.survey, outcome.verdict
    found, permitted = graded(survey, verdict)
    sized = [file for file in survey.files if has_rows(file.facts)]
    fails = sum(level == FAIL for _, level in found)
    return ScanReport(
        **envelope(outcome, (*verdict_notes(degraded=verdict.degraded, reason=verdict.reason), *survey_notes(survey))),
        counts=ScanCounts(
            files=len(sized),
            functions=sum(len(file.facts.functions) for file in sized),
            warns=len(found) - fails,
            fails=fails,
            parse_errors=sum(file.facts.parse_errors for file in sized),
            excluded=survey.excluded,
            permitted=permitted,
        ),
        rows=tuple(_rows(found, {grade[0]: grade for grade in verdict.grades})),
        files=tuple(map(_file_row, sized)) if listed else (),
        grades=verdict.grades,
    )


def findings(report: ScanReport) -> Iterator[Finding]:
    """One finding a row, in the same order."""
    for row in report.rows:
        said = _RULES[row.rule][0].format(row.value)
        yield Finding(
            rule=f"{FAMILY}/{row.rule}",
            level=Level.ERROR if row.level == "fail" else Level.WARNING,
            place=Span(row.path, row.start_line, row.end_line),
            message=f"{said}, over the limit of {row.limit}" if row.limit else said,
            id=row.id,
            subject="" if row.subject == row.path else row.subject,
            weight=row.value * 1000 // max(row.limit, 1),
        )


def rules() -> tuple[Rule, ...]:
    """The rules in the order of their codes."""
    return tuple(
        Rule(
            id=f"{FAMILY}/{rule.name}",
            short=_RULES[rule.name][1],
            full=f"{_RULES[rule.name][1]} Over the warn limit is a warning, over the fail limit a failure.",
            help="The limits are in [thresholds] of rubout.toml. `rubout explain ID` shows the numbers of a row. "
            "A comment `rubout:allow(scan) -- reason` in the place, or right above it, takes it out.",
        )
        for rule in RULES
    )


def _rows(found: Sequence[tuple[Subject, int]], grades: Mapping[int, Grade]) -> Iterator[ScanRow]:
    ids = numbered(FAMILY, (_digest(subject) for subject, _ in found))
    for (subject, level), row_id in zip(found, ids, strict=True):
        yield ScanRow(
            path=subject.path,
            start_line=subject.start_line,
            end_line=subject.end_line,
            rule=RULES[subject.code].name,
            level="fail" if level == FAIL else "warn",
            value=subject.value,
            limit=limit_passed(grades[subject.code], level),
            subject=subject.subject,
            id=row_id,
            cell=unless_none(subject.cell),
        )


def _digest(subject: Subject) -> str:
    identity = "\0".join((RULES[subject.code].name, subject.path, subject.subject, str(subject.nth)))
    return sha256(identity.encode()).hexdigest()[:12]


def _file_row(file: SurveyedFile) -> FileRow:
    facts = file.facts
    return FileRow(
        path=file.path,
        lang=BY_CODE[facts.language].name,
        total_lines=facts.total_lines,
        comment_lines=facts.comment_lines,
        parse_errors=facts.parse_errors,
        functions=tuple(_function_row(function) for function in facts.functions),
    )


def _function_row(function: Function) -> FunctionRow:
    return FunctionRow(
        name=function.name,
        start_line=function.start_line,
        end_line=function.end_line,
        lines=function.lines,
        params=function.params,
        cyclomatic=function.cyclomatic,
        cognitive=function.cognitive,
        max_nesting=function.max_nesting,
        name_ok=function.name_ok,
        cell=unless_none(function.cell),
    )
