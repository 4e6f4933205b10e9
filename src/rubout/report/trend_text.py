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
    pinned = ", present knobs" if report.pin_config else ""
    over = f"{counted(counts.rows, 'commit')}, soft line {report.soft_line}, law {report.law}{pinned}"
    title = f"Trend of the score over {over}."
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
    band = report.knobs.decline_floor_micro
    floor = f", flat within {_floor(band)}" if band else ""
    return f"verdict: {judged.direction} (slope {per_mille(Fraction(judged.slope_exact), band)} per mille/day{floor})"


def per_mille(value: Fraction, band: int = 0) -> str:
    """Micro units of the scale as per mille, with as many digits as it takes to stay on its side of the band's ends.

    One digit at least: a slope that is no more than dust is not printed as the 0 that it is not.
    """
    places = 1
    while _side(_rounded(value, places), band) != _side(value, band):
        places += 1
    units = nearest(value * 10**places / 1000)
    whole, rest = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole}.{rest:0{places}}"


def _rounded(value: Fraction, places: int) -> Fraction:
    """To so many digits behind the point of its per mille."""
    unit = Fraction(1000, 10**places)
    return nearest(value / unit) * unit


def _side(value: Fraction, band: int) -> tuple[bool, bool, bool]:
    return value > band, value < -band, value == 0


def _floor(band: int) -> str:
    whole, rest = divmod(band, 1000)
    return f"{whole}.{f'{rest:03}'.rstrip('0') or '0'}"


def details(report: TrendReport) -> Iterator[str]:
    """The numbers behind that, a line each."""
    judged, counts = report.judgment, report.counts
    if judged.slope_exact is not None:
        fit = f"r2 {_permille(judged.r2_exact)}" if judged.r2_exact else "r2 none: every score is the same"
        steps = f"{counted(counts.rises, 'rise')}, {counted(counts.falls, 'fall')}, {counted(counts.ties, 'tie')}"
        yield f"  {fit}; {steps}"
    if judged.median_slope_exact is not None:
        mixed = ": the two disagree, mixed" if judged.mixed else ""
        yield f"  median of the slopes between any two: {per_mille(Fraction(judged.median_slope_exact))}{mixed}"
    if judged.slope_per_commit_exact is not None:
        steps = per_mille(Fraction(judged.slope_per_commit_exact))
        yield f"  slope per commit, whatever time lies between: {steps} per mille"
    if report.steepest_fall:
        yield f"  {_fall(report.steepest_fall)}"


def _permille(exact: str) -> str:
    value = nearest(1000 * Fraction(exact))
    return f"{value // 1000}.{value % 1000:03}"


def _fall(fall: Fall) -> str:
    cause = f", most by {fall.name}" if fall.name else ""
    return f"steepest fall: {per_mille(Fraction(fall.micro))} per mille at {fall.commit[:ID_DIGITS]}{cause}"
