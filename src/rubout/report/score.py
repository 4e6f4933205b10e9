"""The report of `check`: the score, the axes it is folded from, what weighs most and what fails."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.score import Axis, Knobs
from rubout.gate.ratchet import dead_spots
from rubout.judge.score import AXES, divisor
from rubout.report import clones, docdup, liveness, near_miss, scan, score_files
from rubout.report.churn import window_notes
from rubout.report.failed import FailedRow, failed_findings, failed_notes, failed_rows, failed_rules
from rubout.report.notes import verdict_notes
from rubout.report.ratchet import Ratchet, base_name, ratchet_notes, ratchet_of
from rubout.report.record import Finding, Level, Note, Report, counted, envelope
from rubout.report.score_worst import Rows, Worst, spread, weighed, worst

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Verdict
    from rubout.gate.against import Held
    from rubout.gate.judged import Judged
    from rubout.gate.outcome import Outcome
    from rubout.report.clones import CloneReport
    from rubout.report.docdup import DocdupReport
    from rubout.report.liveness import LivenessReport
    from rubout.report.near_miss import NearMissReport
    from rubout.report.record import Rule
    from rubout.report.scan import ScanReport

FAMILY = "score"


class AxisRow(Axis, frozen=True):
    """A judged axis, by the id that explains it."""

    id: str


class ScoreCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What was weighed, classes over two files or more; `excess` is what the budget counts.

    Near-copies that are copies are no classes of their own. `dead_files` are those that no entry leads to, `findings`
    the different copies and the different dead files that may fail a check. `skipped_self` counts the classes within
    one file, which are on no axis, `excluded` files by the rule that kept them out.
    """

    files: int
    functions: int
    clone_classes: int
    near_miss_classes: int
    docdup_classes: int
    dead_files: int
    findings: int
    skipped_self: int
    excess: int
    warns: int
    fails: int
    permitted: int
    excluded: dict[str, int]


class ScoreReport(Report, frozen=True, kw_only=True):
    """`rows` are what failed, `results` everything that the families behind the score found; none for text alone.

    `days` are those of the history that was judged, None when none was.
    """

    knobs: Knobs
    counts: ScoreCounts
    rows: tuple[FailedRow, ...]
    law: str
    score: int | None
    score_scale: int
    soft_line: int | None
    days: int | None
    axes: tuple[AxisRow, ...]
    judged: tuple[int, ...]
    ratchet: Ratchet
    worst: tuple[Worst, ...]
    results: tuple[Finding, ...]


class _Families(NamedTuple):
    """The reports that the score is folded from."""

    sizes: ScanReport
    copies: CloneReport
    alike: NearMissReport
    texts: DocdupReport
    unused: LivenessReport


def report(outcome: Outcome) -> ScoreReport:
    """The report of one run; `options` hold the outcomes of the families that it was folded from."""
    verdict, judged = outcome.verdict, outcome.options["judged"]
    families = _Families(
        scan.report(judged.sizes, listed=False),
        clones.report(judged.copies),
        near_miss.report(judged.alike),
        docdup.report(judged.texts),
        liveness.report(judged.unused),
    )
    weighed = _weighed(families, judged, verdict.knobs)
    held = outcome.options.get("held")
    rows = tuple(failed_rows(verdict, held))
    ratchet = ratchet_of(held, verdict.failed)
    return ScoreReport(
        **envelope(outcome, (*_notes(outcome, rows, families), *ratchet_notes(ratchet, verdict.knobs.law))),
        counts=_counts(outcome, families, weighed),
        rows=rows,
        law=verdict.knobs.law,
        score=verdict.score,
        score_scale=verdict.knobs.score_scale,
        soft_line=verdict.soft_line,
        days=judged.history.window.days if judged.history else None,
        axes=tuple(_axis_row(axis) for axis in verdict.axes),
        judged=verdict.judged,
        ratchet=ratchet,
        worst=worst(verdict, outcome.survey, weighed),
        results=()
        if not outcome.options.get("listed", True)
        else (
            *failed_findings(rows),
            *_milder(scan.findings(families.sizes)),
            *clones.findings(families.copies),
            *near_miss.findings(families.alike),
            *docdup.findings(families.texts),
            *_milder(liveness.findings(families.unused)),
        ),
    )


def _weighed(families: _Families, judged: Judged, knobs: Knobs) -> Rows:
    copies = weighed(families.copies.rows, attrgetter("tokens"), "tokens")
    alike = weighed(families.alike.rows, lambda row: min(unit.nodes for unit in row.members), "nodes")
    return Rows(
        sizes=families.sizes.rows,
        code=[*copies, *alike],
        documents=weighed(families.texts.rows, attrgetter("words"), "words"),
        dead=tuple(score_files.dead(judged, families.unused, knobs)),
        churned=tuple(score_files.churned(judged, knobs)),
        cycles=tuple(score_files.cycles(judged)),
        days=judged.history.window.days if judged.history else 0,
    )


def _milder(found: Iterable[Finding]) -> Iterator[Finding]:
    """What fails `scan` or `liveness` fails those: what fails here are the conditions, so nothing else is an error."""
    for finding in found:
        is_error = finding.level is Level.ERROR
        yield msgspec.structs.replace(finding, level=Level.WARNING) if is_error else finding


def findings(report: ScoreReport) -> tuple[Finding, ...]:
    """What failed the ratchet, then what the families behind the score found, in their order."""
    return report.results


def rules() -> tuple[Rule, ...]:
    """The rules of the ratchet, and of the families behind the score."""
    return (*failed_rules(), *scan.rules(), *clones.rules(), *near_miss.rules(), *docdup.rules(), *liveness.rules())


def points(axis: Axis, report: ScoreReport) -> Fraction:
    """What an axis takes off the score, before the sum over the axes is rounded down."""
    divided = divisor((row.weight for row in report.axes), report.knobs)
    return Fraction(axis.weight * axis.charge * report.knobs.viol_cost, divided)


def unjudged(axes: Sequence[Axis]) -> list[str]:
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
    return AxisRow(**msgspec.structs.asdict(axis), id=f"{FAMILY}:{axis.name}")


def _counts(outcome: Outcome, families: _Families, weighed: Rows) -> ScoreCounts:
    sizes, copies = families.sizes.counts, len(families.copies.rows)
    judged: Judged = outcome.options["judged"]
    digests = {one.digest for one in judged.copies.verdict.classes}
    permits = (sizes.permitted, families.copies.counts.permitted, families.alike.counts.permitted)
    return ScoreCounts(
        files=sizes.files,
        functions=sizes.functions,
        clone_classes=spread(weighed.code[:copies]),
        near_miss_classes=spread(weighed.code[copies:]),
        docdup_classes=spread(weighed.documents),
        dead_files=families.unused.counts.dead,
        findings=len(digests) + len(dead_spots(judged)),
        skipped_self=outcome.facts.skipped_self,
        excess=outcome.verdict.excess,
        warns=sizes.warns,
        fails=sizes.fails,
        permitted=sum(permits) + families.texts.counts.exempt_allow,
        excluded=sizes.excluded,
    )


_OF_THE_GRAPH = ("manifest", "entry-glob")


def _notes(outcome: Outcome, rows: Sequence[FailedRow], families: _Families) -> Iterator[Note]:
    verdict = outcome.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    held: Held | None = outcome.options.get("held")
    yield from failed_notes(rows, base_name(held.against.base if held else None))
    if not verdict.degraded:
        yield Note("score", Level.NOTE, _in_a_sentence(verdict))
    # A budget that is passed is a condition of its own here, and a tree without code can still be scored.
    yield from (note for note in families.copies.notes if note.kind == "parse-errors" or note.level is Level.NOTE)
    if families.alike.unjudged:
        what = f"{counted(len(families.alike.unjudged), 'unit or pair', 'units or pairs')} too large to compare"
        yield Note("unjudged", Level.WARNING, f"{what}: `rubout near-miss` names them")
    # Those of the survey are among them.
    yield from (note for note in families.texts.notes if note.kind != "degraded")
    yield from (note for note in families.unused.notes if note.kind in _OF_THE_GRAPH)
    yield from (Note("hint", Level.NOTE, liveness.hint_line(hint)) for hint in families.unused.hints)
    advice = score_files.advice(outcome.options["judged"])
    if advice:
        what = f"{advice} on no axis, which may fail no check: `rubout liveness` and `rubout graph --cycles` list them"
        yield Note("advice", Level.NOTE, what)
    history = outcome.options["judged"].history
    yield from window_notes(history.window) if history else ()


def _in_a_sentence(verdict: Verdict) -> str:
    charged = ", ".join(f"{axis.name} {axis.charge}" for axis in verdict.axes)
    missing = ", ".join(unjudged(verdict.axes))
    said = f"score {verdict.score} of {verdict.knobs.score_scale}; charges: {charged}"
    return f"{said}; not judged: {missing}" if missing else said
