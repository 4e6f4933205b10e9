"""The report of `check`: the score, the axes it is folded from, what weighs most and what fails."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.score import Knobs
from rubout.judge.score import AXES, divisor
from rubout.report import clones, scan
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import Finding, Level, Note, Report, counted, envelope
from rubout.report.score_worst import Worst, worst

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Axis, Facts, Verdict
    from rubout.gate.outcome import Outcome
    from rubout.report.clones import CloneReport
    from rubout.report.record import Rule
    from rubout.report.scan import ScanReport

FAMILY = "score"


class AxisRow(msgspec.Struct, frozen=True):
    """A judged axis; `mass` is "num/den" when it is not whole."""

    axis: int
    name: str
    mass: int | str
    opportunity: int
    charge: int
    weight: int
    id: str


class FailedRow(msgspec.Struct, frozen=True):
    """A condition that does not hold; `clear` says what would make it hold."""

    condition: str  # "floor" or "dedup_budget"
    value: int
    allowed: int
    clear: str
    id: str


class ScoreCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What was weighed; `excess` is what the budget counts, `excluded` counts files by the rule that kept them out."""

    files: int
    functions: int
    clone_classes: int  # over two files or more
    skipped_self: int  # clone classes within one file, which are on no axis
    excess: int
    warns: int
    fails: int
    permitted: int
    excluded: dict[str, int]


class ScoreReport(Report, frozen=True, kw_only=True):
    """`rows` are what failed, `results` everything that the families behind the score found."""

    knobs: Knobs
    counts: ScoreCounts
    rows: tuple[FailedRow, ...]
    law: str
    score: int | None
    score_scale: int
    soft_line: int | None
    axes: tuple[AxisRow, ...]
    judged: tuple[int, ...]
    worst: tuple[Worst, ...]
    results: tuple[Finding, ...]


def report(outcome: Outcome) -> ScoreReport:
    """The report of one run; `options` hold the outcomes of `scan` and `clones` that it was folded from."""
    facts, verdict = outcome.facts, outcome.verdict
    sizes = scan.report(outcome.options["scan"])
    copies = clones.report(outcome.options["clones"])
    rows = tuple(_rows(verdict))
    return ScoreReport(
        **envelope(outcome, _notes(outcome, rows, copies)),
        counts=_counts(facts, verdict, sizes, copies),
        rows=rows,
        law=verdict.knobs.law,
        score=verdict.score,
        score_scale=verdict.knobs.score_scale,
        soft_line=verdict.soft_line,
        axes=tuple(_axis_row(axis) for axis in verdict.axes),
        judged=verdict.judged,
        worst=worst(verdict, outcome.survey, sizes.rows, copies.rows),
        results=(*_milder(scan.findings(sizes)), *clones.findings(copies)),
    )


def _milder(found: Iterable[Finding]) -> Iterator[Finding]:
    """A fail limit of `scan` fails `scan`: what fails here are the conditions, so nothing else is an error."""
    for finding in found:
        is_error = finding.level is Level.ERROR
        yield msgspec.structs.replace(finding, level=Level.WARNING) if is_error else finding


def findings(report: ScoreReport) -> tuple[Finding, ...]:
    """What the families behind the score found: sizes first, then copies."""
    return report.results


def rules() -> tuple[Rule, ...]:
    """The rules of the families behind the score."""
    return (*scan.rules(), *clones.rules())


def points(axis: Axis | AxisRow, report: ScoreReport) -> Fraction:
    """What an axis takes off the score, before the sum over the axes is rounded down."""
    divided = divisor((row.weight for row in report.axes), report.knobs)
    return Fraction(axis.weight * axis.charge * report.knobs.viol_cost, divided)


def unjudged(axes: Sequence[Axis | AxisRow]) -> list[str]:
    """The names of the axes that nothing was measured for."""
    judged = {axis.name for axis in axes}
    return [name for name in AXES if name not in judged]


def _axis_row(axis: Axis) -> AxisRow:
    return AxisRow(
        axis=axis.axis,
        name=axis.name,
        mass=axis.mass,
        opportunity=axis.opportunity,
        charge=axis.charge,
        weight=axis.weight,
        id=f"{FAMILY}:{axis.name}",
    )


def _counts(facts: Facts, verdict: Verdict, sizes: ScanReport, copies: CloneReport) -> ScoreCounts:
    return ScoreCounts(
        files=sizes.counts.files,
        functions=sizes.counts.functions,
        clone_classes=len(facts.clones or ()),
        skipped_self=facts.skipped_self,
        excess=verdict.excess,
        warns=sizes.counts.warns,
        fails=sizes.counts.fails,
        permitted=sizes.counts.permitted + copies.counts.permitted,
        excluded=sizes.counts.excluded,
    )


def _rows(verdict: Verdict) -> Iterator[FailedRow]:
    knobs = verdict.knobs
    if "floor" in verdict.failed:
        score, floor = verdict.score or 0, knobs.fail_under or 0
        heavy = sorted((axis for axis in verdict.axes if axis.weight * axis.charge), key=_heaviest_axis)
        names = ", ".join(axis.name for axis in heavy)
        clear = f"raise the score by {floor - score}, heaviest axis first ({names}), or lower --fail-under on purpose"
        yield FailedRow("floor", score, floor, clear, f"{FAMILY}:floor")
    if "dedup_budget" in verdict.failed:
        budget = knobs.budget or 0
        over = counted(verdict.excess - budget, "extra copy", "extra copies")
        clear = f"merge {over} (`rubout clones` lists them), or set [clones] budget = {verdict.excess} on purpose"
        yield FailedRow("dedup_budget", verdict.excess, budget, clear, f"{FAMILY}:dedup_budget")


def _heaviest_axis(axis: Axis) -> tuple[int, int]:
    return -axis.weight * axis.charge, axis.axis


_FAILED = {
    "floor": "score {} is under the floor of {}",
    "dedup_budget": "{} extra copies are over the budget of {}",
}


def _notes(outcome: Outcome, rows: Sequence[FailedRow], copies: CloneReport) -> Iterator[Note]:
    verdict = outcome.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    for row in rows:
        what = _FAILED[row.condition].format(row.value, row.allowed)
        yield Note(row.condition, Level.ERROR, f"{what}: {row.clear}")
    if not verdict.degraded:
        yield Note("score", Level.NOTE, _in_a_sentence(verdict))
    # A budget that is passed is a condition of its own here, and a tree without code can still be scored.
    yield from (note for note in copies.notes if note.kind == "parse-errors" or note.level is Level.NOTE)
    yield from survey_notes(outcome.survey)


def _in_a_sentence(verdict: Verdict) -> str:
    charged = ", ".join(f"{axis.name} {axis.charge}" for axis in verdict.axes)
    missing = ", ".join(unjudged(verdict.axes))
    said = f"score {verdict.score} of {verdict.knobs.score_scale}; charges: {charged}"
    return f"{said}; not judged: {missing}" if missing else said
