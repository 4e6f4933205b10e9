"""The report of `trend` for people: a line a commit, the curve, the slope."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.facts.trend import Point
from rubout.judge.trend import micro, nearest
from rubout.report.record import ID_DIGITS, counted, printable
from rubout.report.text import page
from rubout.report.trend import UNJUDGED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.text import Style
    from rubout.report.trend import Fall, Row, TrendReport

BARS = "▁▂▃▄▅▆▇█"
_YEAR_10000 = 253_402_300_800  # Unix seconds; no calendar of the language goes further
_ROLES = {0: "bold", 1: "bold", 2: "warn", None: "quiet"}


def text(report: TrendReport, style: Style) -> str:
    """Oldest first; the last line counts."""
    counts = report.counts
    summary = f"window {counts.window}, rows {counts.rows}, pending {counts.pending}, failed {counts.failed}"
    title = f"Trend of the score over {counted(counts.rows, 'commit')}, soft line {report.soft_line}, law {report.law}."
    return page(title, _body(report, style), report, summary, style)


def sparkline(rows: Sequence[Row]) -> str:
    """A bar a row, from the lowest score of these rows to the highest."""
    values = [micro(Point(row.ts, row.score, row.scale)) for row in rows]
    low, high = min(values), max(values)
    if low == high:
        return BARS[0] * len(values)
    return "".join(BARS[int((value - low) * (len(BARS) - 1) / (high - low) + Fraction(1, 2))] for value in values)


def _body(report: TrendReport, style: Style) -> Iterator[str]:
    yield from map(_line, report.rows)
    for commit, reason in report.failed:
        yield style.paint(f"trend {commit} FAILED: {printable(reason)}", "fail")
    if report.rows:
        yield ""
        lowest, highest = (pick(report.rows, key=_share) for pick in (min, max))
        yield f"{sparkline(report.rows)}  {score_of(lowest)} to {score_of(highest)}"
        yield ""
    yield style.paint(verdict_line(report), "fail" if report.fail else _ROLES[report.judgment.verdict])
    yield from details(report)


def _line(row: Row) -> str:
    axes = " ".join(f"{code}:{charge}" for code, charge in row.axes)
    mark = "  (other knobs)" if row.knobs_differ else ""
    return f"trend {row.commit[:ID_DIGITS]} {time_of(row)} score {score_of(row)} | axes {axes}{mark}"


def time_of(row: Row) -> str:
    """When it was committed."""
    return f"{datetime.fromtimestamp(row.ts, UTC):%Y-%m-%dT%H:%M:%SZ}" if row.ts < _YEAR_10000 else str(row.ts)


def score_of(row: Row) -> str:
    """Out of the scale."""
    return f"{row.score}/{row.scale}"


def _share(row: Row) -> Fraction:
    return Fraction(row.score, row.scale)


def verdict_line(report: TrendReport) -> str:
    """Where the score is going, or why nobody knows."""
    judged = report.judgment
    if judged.slope_exact is None:
        why = UNJUDGED[judged.unjudged] or report.reason or ""
        least = f": {report.counts.rows} of {report.knobs.min_points}" if judged.unjudged == "too_few_points" else ""
        return f"verdict: unjudged ({why}{least})"
    return f"verdict: {judged.direction} (slope {tenths(Fraction(judged.slope_exact))} per mille/day)"


def tenths(slope: Fraction) -> str:
    """Micro units of the scale as per mille, with one digit behind the point."""
    value = nearest(slope / 100)
    whole, tenth = divmod(abs(value), 10)
    return f"{'-' if value < 0 else ''}{whole}.{tenth}"


def details(report: TrendReport) -> Iterator[str]:
    """The numbers behind that, a line each."""
    judged, counts = report.judgment, report.counts
    if judged.slope_exact is not None:
        fit = f"r2 {_permille(judged.r2_exact)}" if judged.r2_exact else "r2 none: every score is the same"
        steps = f"{counted(counts.rises, 'rise')}, {counted(counts.falls, 'fall')}, {counted(counts.ties, 'tie')}"
        yield f"  {fit}; {steps}"
    if judged.median_slope_exact is not None:
        mixed = ": the two disagree, mixed" if judged.mixed else ""
        yield f"  median of the slopes between any two: {tenths(Fraction(judged.median_slope_exact))}{mixed}"
    if report.steepest_fall:
        yield f"  {_fall(report.steepest_fall)}"


def _permille(exact: str) -> str:
    value = nearest(1000 * Fraction(exact))
    return f"{value // 1000}.{value % 1000:03}"


def _fall(fall: Fall) -> str:
    cause = f", most by {fall.name}" if fall.name else ""
    return f"steepest fall: {tenths(Fraction(fall.micro))} per mille at {fall.commit[:ID_DIGITS]}{cause}"
