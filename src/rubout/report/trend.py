"""The report of `trend`: the score of each commit, and where it is going."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.trend import Direction, Knobs, Point, ScoredCommit
from rubout.judge.score import AXES
from rubout.judge.trend import micro, nearest
from rubout.report.record import ID_DIGITS, Finding, Level, Note, Report, Rule, counted, envelope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.trend import Scored, Verdict
    from rubout.gate.outcome import Outcome
    from rubout.gate.trend import History

FAMILY = "trend"
UNJUDGED = {None: "", "too_few_points": "too few scores", "one_second": "all commits are of one second"}


class Row(ScoredCommit, frozen=True):
    """A commit; `knobs_differ` says that it is judged by others than the row before it."""

    knobs_differ: bool


class Counts(msgspec.Struct, frozen=True):
    """Commits: found, with a score, not measured yet, and without a score; rises, falls and ties between neighbours."""

    window: int
    rows: int
    pending: int
    failed: int
    rises: int
    falls: int
    ties: int


class Judgment(msgspec.Struct, frozen=True):
    """`verdict` 0 improving, 1 flat, 2 degrading, and its word; all are null, and `direction` "unjudged", without one.

    Slopes are in millionths of the scale a day, but for the one per commit; `unjudged` says why there is none.
    """

    slope_micro_per_day: int | None
    slope_exact: str | None
    verdict: int | None
    direction: str
    unjudged: str | None
    r2_exact: str | None
    median_slope_exact: str | None
    slope_per_commit_exact: str | None
    mixed: bool


class Fall(msgspec.Struct, frozen=True):
    """The steepest fall between neighbours, in millionths of the scale, and the axis whose charge grew most in it."""

    commit: str
    micro: int
    axis: int | None
    name: str | None


class TrendReport(Report, frozen=True, kw_only=True):
    """`rows` and `failed` (the head of the commit's id, and why) oldest first.

    With `pin_config` all were judged by the present configuration.
    """

    knobs: Knobs
    counts: Counts
    rows: tuple[Row, ...]
    law: str
    soft_line: int
    shallow: bool
    pin_config: bool
    failed: tuple[tuple[str, str], ...]
    judgment: Judgment
    steepest_fall: Fall | None


def report(outcome: Outcome) -> TrendReport:
    """The report of one run."""
    history: History = outcome.options["history"]
    return TrendReport(
        **envelope(outcome, _notes(history)),
        counts=_counts(history),
        rows=tuple(_rows(history.rows)),
        law=history.law,
        soft_line=history.soft_line,
        shallow=history.is_shallow,
        pin_config=history.is_pinned,
        failed=tuple((commit[:ID_DIGITS], reason) for commit, reason in history.failed),
        judgment=_judgment(outcome.verdict),
        steepest_fall=_steepest_fall(history.rows),
    )


def findings(_report: TrendReport) -> Iterable[Finding]:
    """None: a slope has no place in a file."""
    return ()


def rules() -> tuple[Rule, ...]:
    """None, as there are no findings."""
    return ()


def _notes(history: History) -> Iterator[Note]:
    if history.is_cut:
        what = (
            "a shallow clone, whose history ends within the commits asked for: `git fetch --unshallow` brings the rest"
        )
        yield Note("shallow", Level.WARNING, what)
    if history.rows and not history.is_frozen:
        what = (
            f"no baseline holds a soft line, so every commit is judged past {history.soft_line} lines, while "
            "`rubout check` draws one from the tree it judges: `rubout baseline` freezes one for both"
        )
        yield Note("soft-line", Level.NOTE, what)
    changed = sum(row.knobs_differ for row in _rows(history.rows))
    if changed:
        what = (
            f"{counted(changed, 'commit')} changed the knobs that trees are judged by: a step there may be theirs alone"
        )
        yield Note("knobs", Level.NOTE, what)


def _rows(rows: Sequence[Scored]) -> Iterator[Row]:
    before = rows[0].ruler if rows else ""
    for row in rows:
        yield Row(row.commit, row.ts, row.score, row.scale, row.axes, row.ruler != before)
        before = row.ruler


def _counts(history: History) -> Counts:
    steps = [micro(_point(b)) - micro(_point(a)) for a, b in pairwise(history.rows)]
    return Counts(
        window=history.window,
        rows=len(history.rows),
        pending=history.pending,
        failed=len(history.failed),
        rises=sum(step > 0 for step in steps),
        falls=sum(step < 0 for step in steps),
        ties=sum(step == 0 for step in steps),
    )


def _judgment(verdict: Verdict) -> Judgment:
    direction = verdict.direction
    return Judgment(
        slope_micro_per_day=verdict.slope_micro_per_day,
        slope_exact=verdict.slope_exact,
        verdict=direction,
        direction="unjudged" if direction is None else Direction(direction).name.lower(),
        unjudged=verdict.unjudged,
        r2_exact=verdict.r2_exact,
        median_slope_exact=verdict.median_slope_exact,
        slope_per_commit_exact=verdict.slope_per_commit_exact,
        mixed=verdict.mixed,
    )


def _steepest_fall(rows: Sequence[Scored]) -> Fall | None:
    """The first of those that are steepest; None where nothing falls."""
    falls = [(micro(_point(a)) - micro(_point(b)), a, b) for a, b in pairwise(rows)]
    fall, before, after = max(falls, key=itemgetter(0), default=(Fraction(0), None, None))
    if before is None or after is None or fall <= 0:
        return None
    then, now = _charges(before), _charges(after)
    grown = {axis: now[axis] - then.get(axis, 0) for axis in now}
    axis = max(grown, key=grown.__getitem__, default=None)
    if axis is None or grown[axis] <= 0:  # an axis that cost less than others was judged no more
        return Fall(after.commit, nearest(fall), None, None)
    return Fall(after.commit, nearest(fall), axis, AXES[axis])


def _point(row: Scored) -> Point:
    return Point(row.ts, row.score, row.scale)


def _charges(row: Scored) -> dict[int, Fraction]:
    """By axis, as a share of the scale."""
    return {axis: Fraction(charge, row.scale) for axis, charge in row.axes}
