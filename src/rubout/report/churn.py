"""The report of `churn`: what each file and unit got, and what changed together."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.churn import Churned, Knobs, Together, UnitsTogether, Window
from rubout.measure.sources.universe import in_scope
from rubout.report.record import Finding, Level, Note, Report, Rule, counted, envelope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.churn import Facts
    from rubout.gate.outcome import Outcome

FAMILY = "churn"


class FileRow(msgspec.Struct, frozen=True):
    """A file by its present name, and the lines that it got."""

    path: str
    appended: int
    rewrote: int


class ChurnCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Of the rows; added_in_window = append_lines + rewrite_lines. `surviving` and `churned` are of the whole project.

    These are there when survival was asked for.
    """

    commits: int
    merges: int
    append_lines: int
    rewrite_lines: int
    added_in_window: int
    skipped_large_commits: int
    surviving: int | msgspec.UnsetType = msgspec.UNSET
    churned: int | msgspec.UnsetType = msgspec.UNSET


class ChurnReport(Report, frozen=True, kw_only=True):
    """`rows` and `units` by name; pairs by count, the most first."""

    knobs: Knobs
    window: Window
    counts: ChurnCounts
    rows: tuple[FileRow, ...]
    units: tuple[Churned, ...]
    cochange: tuple[Together, ...]
    unit_cochange: tuple[UnitsTogether, ...]


def report(outcome: Outcome) -> ChurnReport:
    """The report of one run; a scope keeps what touches it."""
    facts: Facts = outcome.facts
    scope = outcome.survey.scope
    units = tuple(row for row in facts.units if in_scope(row.path, scope))
    return ChurnReport(
        **envelope(outcome, window_notes(facts.window)),
        window=facts.window,
        counts=_counts(facts, units),
        rows=tuple(_files(units)),
        units=units,
        cochange=tuple(pair for pair in facts.cochange if in_scope(pair.a, scope) or in_scope(pair.b, scope)),
        unit_cochange=tuple(
            pair for pair in facts.unit_cochange if in_scope(pair.a.path, scope) or in_scope(pair.b.path, scope)
        ),
    )


def window_notes(window: Window) -> Iterator[Note]:
    """What of the history could not be measured line by line."""
    if window.diff_degraded:
        what = (
            f"{counted(window.diff_degraded, 'change')} too large to compare line by line: more lines count as added "
            "than were"
        )
        yield Note("diff-degraded", Level.WARNING, what)
    yield from skipped_notes(window.skipped)


def skipped_notes(skipped: Mapping[str, int]) -> Iterator[Note]:
    """How many changes were left out, by reason."""
    if skipped:
        reasons = ", ".join(f"{count} {reason}" for reason, count in skipped.items())
        yield Note("skipped", Level.NOTE, f"changes left out: {reasons}")


def findings(_report: ChurnReport) -> Iterable[Finding]:
    """None: a history is measured and not judged."""
    return ()


def rules() -> tuple[Rule, ...]:
    """None, as there are no findings."""
    return ()


def _counts(facts: Facts, units: tuple[Churned, ...]) -> ChurnCounts:
    appended, rewrote = sum(row.appended for row in units), sum(row.rewrote for row in units)
    return ChurnCounts(
        commits=facts.window.commits,
        merges=facts.window.merges,
        append_lines=appended,
        rewrite_lines=rewrote,
        added_in_window=appended + rewrote,
        skipped_large_commits=facts.window.skipped_large_commits,
        surviving=facts.survival.surviving if facts.survival else msgspec.UNSET,
        churned=facts.survival.churned if facts.survival else msgspec.UNSET,
    )


def _files(units: Iterable[Churned]) -> Iterator[FileRow]:
    for path, group in groupby(units, attrgetter("path")):
        rows = list(group)
        yield FileRow(path, sum(row.appended for row in rows), sum(row.rewrote for row in rows))
