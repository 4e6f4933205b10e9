"""The score of the last commits as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.score import AXES
from rubout.report import trend as trends
from rubout.report.html.markup import Markup, said, section, tag
from rubout.report.html.tables import Column, listed, table
from rubout.report.record import ID_DIGITS
from rubout.report.trend_text import details, score_of, time_of, verdict_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.gate.outcome import Outcome
    from rubout.report.trend import Row, TrendReport

WIDTH, HEIGHT = 1000, 100
_MARGIN = 8


def trend(history: Outcome | str) -> Markup:
    """The curve with its numbers, or why there is none."""
    if isinstance(history, str):
        return section("trend", "Trend", said(f"No trend: {history}."))
    report = trends.report(history)
    if not report.rows:
        return section("trend", "Trend", said("No trend: none of the last commits has a score."), _remarks(report))
    return section(
        "trend",
        "Trend",
        _drawn(report.rows),
        said(f"{verdict_line(report).capitalize()}. {_ruler(report)}"),
        listed(line.strip() for line in details(report)),
        _remarks(report),
        _table(report.rows),
    )


def points(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Where each commit lies, all as far from one another; the lowest score at the bottom, the highest at the top."""
    shares = [row.score / row.scale for row in rows]
    low, high = min(shares), max(shares)
    room = HEIGHT - 2 * _MARGIN
    step = (WIDTH - 2 * _MARGIN) / max(1, len(rows) - 1)
    return [
        (_MARGIN + number * step, _MARGIN + room * ((high - share) / (high - low) if high > low else 0.5))
        for number, share in enumerate(shares)
    ]


def _drawn(rows: Sequence[Row]) -> Markup:
    places = [f"{x:.1f} {y:.1f}" for x, y in points(rows)]
    curve = tag("path", d=f"M{'L'.join(places)}", class_="curve")
    # A path of no length with round ends is a dot, whatever the picture is stretched to.
    dots = tag("path", d="".join(f"M{place}h0" for place in places), class_="dots")
    low, high = min(rows, key=_share), max(rows, key=_share)
    ends = f"from {score_of(rows[0])} to {score_of(rows[-1])}, lowest {score_of(low)}, highest {score_of(high)}"
    picture = tag(
        "svg",
        curve,
        dots,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"Curve of the score over {len(rows)} commits, {ends}",
        id="curve",
    )
    scale = tag("div", tag("span", score_of(high)), tag("span", score_of(low)), class_="scale")
    dates = tag("div", tag("span", time_of(rows[0])[:10]), tag("span", time_of(rows[-1])[:10]), class_="dates")
    return tag("figure", tag("div", scale, picture, class_="plot"), dates, tag("figcaption", f"The score {ends}."))


def _share(row: Row) -> float:
    return row.score / row.scale


def _ruler(report: TrendReport) -> str:
    return (
        f"All are judged by law {report.law} and a soft line of {report.soft_line} lines, so that they can be compared."
    )


def _remarks(report: TrendReport) -> Markup:
    """What the reader must know of the history, and the commits without a score."""
    failed = [f"{commit}: no score, {reason}" for commit, reason in report.failed]
    return listed([*(note.what for note in report.notes), *failed])


def _table(rows: Sequence[Row]) -> Markup:
    judged = sorted({axis for row in rows for axis, _ in row.axes})
    columns = (
        Column("commit"),
        Column("committed"),
        Column("score", is_number=True),
        *(Column(AXES[axis], is_number=True) for axis in judged),
    )
    return table("The commits, newest first, with the charge of each axis", columns, _rows(rows, judged), is_long=True)


def _rows(rows: Sequence[Row], judged: Sequence[int]) -> Iterator[tuple[object, ...]]:
    for row in reversed(rows):
        charges = dict(row.axes)
        mark = " (other knobs)" if row.knobs_differ else ""
        yield (
            tag("code", row.commit[:ID_DIGITS]),
            time_of(row) + mark,
            score_of(row),
            *(charges.get(axis, "") for axis in judged),
        )
