"""The report of `check`: the score, the axes it is folded from, what weighs most and what fails."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.score import Knobs
from rubout.judge.score import AXES, divisor
from rubout.report import clones, docdup, near_miss, scan
from rubout.report.notes import verdict_notes
from rubout.report.record import Finding, Level, Note, Report, counted, envelope
from rubout.report.score_worst import Class, Rows, Worst, spread, worst

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Axis, Verdict
    from rubout.gate.outcome import Outcome
    from rubout.report.clones import CloneReport
    from rubout.report.docdup import DocdupReport
    from rubout.report.near_miss import NearMissReport
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
    """What was weighed, classes over two files or more; `excess` is what the budget counts.

    Near-copies that are copies are no classes of their own. `skipped_self` counts the classes within one file, which
    are on no axis, `excluded` files by the rule that kept them out.
    """

    files: int
    functions: int
    clone_classes: int
    near_miss_classes: int
    docdup_classes: int
    skipped_self: int
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


class _Families(NamedTuple):
    """The reports that the score is folded from."""

    sizes: ScanReport
    copies: CloneReport
    alike: NearMissReport
    texts: DocdupReport


def report(outcome: Outcome) -> ScoreReport:
    """The report of one run; `options` hold the outcomes of the families that it was folded from."""
    verdict, options = outcome.verdict, outcome.options
    families = _Families(
        scan.report(options["scan"]),
        clones.report(options["clones"]),
        near_miss.report(options["near-miss"]),
        docdup.report(options["docdup"]),
    )
    weighed = _weighed(families)
    rows = tuple(_rows(verdict))
    return ScoreReport(
        **envelope(outcome, _notes(outcome, rows, families)),
        counts=_counts(outcome, families, weighed),
        rows=rows,
        law=verdict.knobs.law,
        score=verdict.score,
        score_scale=verdict.knobs.score_scale,
        soft_line=verdict.soft_line,
        axes=tuple(_axis_row(axis) for axis in verdict.axes),
        judged=verdict.judged,
        worst=worst(verdict, outcome.survey, weighed),
        results=(
            *_milder(scan.findings(families.sizes)),
            *clones.findings(families.copies),
            *near_miss.findings(families.alike),
            *docdup.findings(families.texts),
        ),
    )


def _weighed(families: _Families) -> Rows:
    copies = [Class(row, row.tokens, "tokens") for row in families.copies.rows]
    alike = [Class(row, min(unit.nodes for unit in row.members), "nodes") for row in families.alike.rows]
    texts = [Class(row, row.words, "words") for row in families.texts.rows]
    return Rows(families.sizes.rows, [*copies, *alike], texts)


def _milder(found: Iterable[Finding]) -> Iterator[Finding]:
    """A fail limit of `scan` fails `scan`: what fails here are the conditions, so nothing else is an error."""
    for finding in found:
        is_error = finding.level is Level.ERROR
        yield msgspec.structs.replace(finding, level=Level.WARNING) if is_error else finding


def findings(report: ScoreReport) -> tuple[Finding, ...]:
    """What the families behind the score found: sizes, copies, near-copies, then documentation."""
    return report.results


def rules() -> tuple[Rule, ...]:
    """The rules of the families behind the score."""
    return (*scan.rules(), *clones.rules(), *near_miss.rules(), *docdup.rules())


def points(axis: Axis | AxisRow, report: ScoreReport) -> Fraction:
    """What an axis takes off the score, before the sum over the axes is rounded down."""
    divided = divisor((row.weight for row in report.axes), report.knobs)
    return Fraction(axis.weight * axis.charge * report.knobs.viol_cost, divided)


def unjudged(axes: Sequence[Axis | AxisRow]) -> list[str]:
    """The names of the axes that nothing was measured for."""
    judged = {axis.name for axis in axes}
    return [name for name in AXES if name not in judged]


def classes_of(axis: str, counts: ScoreCounts) -> str:
    """The classes over several files that weigh on an axis, in words."""
    if axis == "docdup":
        return f"{counted(counts.docdup_classes, 'class', 'classes')} of documentation"
    if not counts.clone_classes and counts.near_miss_classes:
        return f"{counted(counts.near_miss_classes, 'class', 'classes')} of near-copies"
    copies = f"{counted(counts.clone_classes, 'class', 'classes')} of copies"
    return f"{copies} and {counts.near_miss_classes} of near-copies" if counts.near_miss_classes else copies


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


def _counts(outcome: Outcome, families: _Families, weighed: Rows) -> ScoreCounts:
    sizes, copies = families.sizes.counts, len(families.copies.rows)
    permits = (sizes.permitted, families.copies.counts.permitted, families.alike.counts.permitted)
    return ScoreCounts(
        files=sizes.files,
        functions=sizes.functions,
        clone_classes=spread(weighed.code[:copies]),
        near_miss_classes=spread(weighed.code[copies:]),
        docdup_classes=spread(weighed.documents),
        skipped_self=outcome.facts.skipped_self,
        excess=outcome.verdict.excess,
        warns=sizes.warns,
        fails=sizes.fails,
        permitted=sum(permits) + families.texts.counts.exempt_allow,
        excluded=sizes.excluded,
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


def _notes(outcome: Outcome, rows: Sequence[FailedRow], families: _Families) -> Iterator[Note]:
    verdict = outcome.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    for row in rows:
        what = _FAILED[row.condition].format(row.value, row.allowed)
        yield Note(row.condition, Level.ERROR, f"{what}: {row.clear}")
    if not verdict.degraded:
        yield Note("score", Level.NOTE, _in_a_sentence(verdict))
    # A budget that is passed is a condition of its own here, and a tree without code can still be scored.
    yield from (note for note in families.copies.notes if note.kind == "parse-errors" or note.level is Level.NOTE)
    if families.alike.unjudged:
        what = f"{counted(len(families.alike.unjudged), 'unit or pair', 'units or pairs')} too large to compare"
        yield Note("unjudged", Level.WARNING, f"{what}: `rubout near-miss` names them")
    # Those of the survey are among them.
    yield from (note for note in families.texts.notes if note.kind != "degraded")


def _in_a_sentence(verdict: Verdict) -> str:
    charged = ", ".join(f"{axis.name} {axis.charge}" for axis in verdict.axes)
    missing = ", ".join(unjudged(verdict.axes))
    said = f"score {verdict.score} of {verdict.knobs.score_scale}; charges: {charged}"
    return f"{said}; not judged: {missing}" if missing else said
