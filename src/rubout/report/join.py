"""The report of `join`: a row a pair of files with all three legs, and the pairs of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.join import Code, Knobs, Reason
from rubout.measure.sources.universe import in_scope
from rubout.report.churn import window_notes
from rubout.report.join_rows import PairRow, UnitPairRow, pair_rows, unit_rows
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import Finding, Level, Note, Report, Rule, Span, envelope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.join import Verdict
    from rubout.gate.join import History, Joined
    from rubout.gate.outcome import Outcome

FAMILY = "join"


class WindowRow(msgspec.Struct, frozen=True, kw_only=True):
    """The history; without one only its days and whether the clone lacks it are said."""

    days: int
    shallow: bool
    head: str | None = None
    cutoff: int | None = None
    commits: int | None = None
    merges: int | None = None
    skipped_large_commits: int | None = None
    diff_degraded: int | None = None


class JoinCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Rows by what they are; `self_pairs` are places of one file that are alike."""

    pairs: int
    report_only: int
    merge_candidate: int
    delete_candidate: int
    churn_hotspot: int
    self_pairs: int
    units: int


class JoinReport(Report, frozen=True, kw_only=True):
    """`rows` by a and then b; `units` likewise, when they were asked for."""

    knobs: Knobs
    window: WindowRow
    counts: JoinCounts
    rows: tuple[PairRow, ...]
    units: tuple[UnitPairRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> JoinReport:
    """The report of one run; `options["found"]` is the `Joined`. A scope keeps what touches it."""
    found: Joined = outcome.options["found"]
    verdict: Verdict = outcome.verdict
    scope = outcome.survey.scope
    rows = tuple(row for row in pair_rows(outcome.facts, verdict, found) if _touches(row, scope))
    units = tuple(row for row in unit_rows(found) if _touches(row, scope))
    return JoinReport(
        **envelope(outcome, _notes(outcome, found)),
        window=_window(verdict.knobs.days, found.history),
        counts=_counts(rows, found.pairs.inside, len(units)),
        rows=rows,
        units=units if outcome.options["ask"].units else msgspec.UNSET,
    )


def findings(report: JoinReport) -> Iterator[Finding]:
    """One a pair with a code, in the order of the rows."""
    for row in report.rows:
        if row.code:
            yield Finding(
                rule=FAMILY,
                level=Level.NOTE,
                place=Span(row.a.path, row.a.start_line, row.a.end_line),
                message=f"{headline(row)} with {row.b.path}: {', '.join(because(row))}",
                id=row.id,
                related=(row.b,),
                weight=row.tokens,
            )


def headline(row: PairRow) -> str:
    """The code in words."""
    return row.verdict.replace("_", " ")


def because(row: PairRow) -> list[str]:
    """The conditions that held, in words."""
    return [_IN_WORDS[reason] for reason in Reason if row.reasons & reason and reason in _IN_WORDS]


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="Two files are alike, and their references and their history say what could be done.",
            full="Merge: both are referenced and lie in no common cycle. Delete: nothing refers to one of them, and it "
            "is not exported. Hotspot: they change together, by rewriting.",
            help="A candidate is something to look at; no gate fails on it. `rubout join` shows all three evidences.",
        ),
    )


def _touches(row: PairRow | UnitPairRow, scope: str) -> bool:
    return in_scope(row.a.path, scope) or in_scope(row.b.path, scope)


_IN_WORDS = {
    Reason.SIM_OVER: "alike enough",
    Reason.BOTH_REF: "both are referenced",
    Reason.SCC_DISTINCT: "they lie in no common cycle",
    Reason.DEAD_FLANK: "nothing refers to one of them",
    Reason.PUBLIC_GUARD: "that one is exported",
    Reason.COCHANGE_HOT: "they change together",
    Reason.REWRITE_HOT: "most added lines are rewritten ones",
}


def _counts(rows: tuple[PairRow, ...], inside: int, units: int) -> JoinCounts:
    codes = [row.code for row in rows]
    return JoinCounts(
        pairs=len(rows),
        report_only=codes.count(Code.REPORT_ONLY),
        merge_candidate=codes.count(Code.MERGE_CANDIDATE),
        delete_candidate=codes.count(Code.DELETE_CANDIDATE),
        churn_hotspot=codes.count(Code.CHURN_HOTSPOT),
        self_pairs=inside,
        units=units,
    )


def _window(days: int, history: History) -> WindowRow:
    if history.facts is None:
        return WindowRow(days=days, shallow=history.is_shallow)
    window = history.facts.window
    return WindowRow(
        days=days,
        shallow=window.shallow,
        head=window.head,
        cutoff=window.cutoff,
        commits=window.commits,
        merges=window.merges,
        skipped_large_commits=window.skipped_large_commits,
        diff_degraded=window.diff_degraded,
    )


def _notes(outcome: Outcome, found: Joined) -> Iterator[Note]:
    verdict: Verdict = outcome.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    if found.history.facts is None:
        yield Note("no-history", Level.WARNING, f"no history: {found.history.missing}")
    else:
        yield from window_notes(found.history.facts.window)
    if found.graph is None:
        yield Note("no-graph", Level.WARNING, "no reference graph, so no pair is a candidate for anything")
    yield from survey_notes(outcome.survey)
