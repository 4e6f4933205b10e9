"""The head of the page: the score, what failed and what would clear it, the axes, the heaviest places."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.report.failed import grown
from rubout.report.html.markup import Markup, joined, said, section, tag, worded
from rubout.report.html.tables import Column, listed, table
from rubout.report.record import counted
from rubout.report.score import points, unjudged
from rubout.report.score_text import LAWS, decimal, heading, said_of, title

if TYPE_CHECKING:
    from rubout.report.failed import FailedRow
    from rubout.report.record import Note
    from rubout.report.score import AxisRow, ScoreReport
    from rubout.report.score_worst import Place, Worst

MOST_FAILED = 100
_AXES = (
    Column("axis"),
    Column("mass", is_number=True),
    Column("of", is_number=True),
    Column("charge", is_number=True),
    Column("weight", is_number=True),
    Column("points", is_number=True),
    Column("share of the loss"),
)
_FAILED = (Column("where"), Column("what"), Column("what would clear it"), Column("condition"))
_PLACES = (Column("place"), Column("what weighs"))
_FOUND = (*_PLACES, Column("finding"))


def head(report: ScoreReport) -> Markup:
    """The score in large letters, and all of it in a sentence."""
    number = "?" if report.score is None else str(report.score)
    state = "failed" if report.fail or report.score is None else "held"
    return tag(
        "header",
        tag("p", tag("b", number), tag("span", f"of {report.score_scale}"), class_=f"score {state}"),
        tag("div", tag("h1", title(report)), said(_law(report)), said(_counted(report))),
    )


def failed(report: ScoreReport) -> Markup:
    """The conditions that do not hold; nothing when all do."""
    if not report.rows:
        return Markup()
    shown = report.rows[:MOST_FAILED]
    caption = f"{counted(len(report.rows), 'condition')} that {'does' if len(report.rows) == 1 else 'do'} not hold"
    if len(shown) < len(report.rows):
        caption = f"{caption}, the first {len(shown)} shown"
    return section("failed", "What failed", table(caption, _FAILED, map(_failed_row, shown)))


def axes(report: ScoreReport) -> Markup:
    """What each axis takes off the score."""
    off = [points(axis, report) for axis in report.axes]
    most = sum(off, Fraction(0))
    rows = (_axis_row(axis, own, most) for axis, own in zip(report.axes, off, strict=True))
    missing = unjudged(report.axes)
    return section(
        "axes",
        "Axes",
        table("What the score is folded from", _AXES, rows),
        said(f"Not judged, and no part of the score: {', '.join(missing)}.") if missing else "",
        said(f"{LAWS[report.law]}.") if report.axes else "",
    )


def places(report: ScoreReport) -> Markup:
    """The heaviest places of each axis."""
    if not report.worst:
        return Markup()
    return section("places", "What weighs most", *(_places(report, found) for found in report.worst))


def notes(report: ScoreReport) -> Markup:
    """What the reader must know besides."""
    return section("notes", "Notes", listed(map(_note, report.notes), "notes"))


def _law(report: ScoreReport) -> str:
    soft = "" if report.soft_line is None else f", soft line {report.soft_line} lines"
    return f"Law {report.law}{soft}. rubout {report.version}."


def _counted(report: ScoreReport) -> str:
    counts = report.counts
    return (
        f"{counted(counts.files, 'file')}, {counted(counts.functions, 'function')}, {counts.fails} over a fail limit, "
        f"{counts.warns} over a warn limit, {counted(counts.excess, 'extra copy', 'extra copies')} of code, "
        f"{counted(counts.dead_files, 'dead file')}."
    )


def _failed_row(row: FailedRow) -> tuple[str, ...]:
    is_placed = row.path is not None
    where = tag("code", f"{row.path}:{row.start_line}-{row.end_line}") if is_placed else "the whole tree"
    what = grown(row) if is_placed else f"{row.value}, allowed {row.allowed}"
    accept = joined((", or ", tag("code", row.accept))) if row.accept else ""
    condition = joined((tag("div", tag("code", row.condition)), tag("code", row.id)))
    return where, what, joined((worded(row.clear), accept)), condition


def _axis_row(axis: AxisRow, off: Fraction, most: Fraction) -> tuple[object, ...]:
    mass = str(axis.mass) if isinstance(axis.mass, int) else decimal(Fraction(axis.mass), 2)
    share = int(100 * off / most) if most else 0
    among = counted(axis.opportunity, "function" if axis.name == "complexity" else "file")
    return axis.name, mass, among, axis.charge, axis.weight, _lost(off), _bar(share)


def _lost(off: Fraction) -> str:
    return f"-{decimal(off, 1)}" if off else "0.0"


def _bar(share: int) -> Markup:
    bar = tag("rect", width=f"{share}%", height="100%")
    drawn = tag("svg", tag("rect", class_="rail", width="100%", height="100%"), bar, class_="bar", aria_hidden="true")
    return joined((drawn, tag("span", f"{share} %", class_="n")))


def _caption(report: ScoreReport, found: Worst) -> str:
    more = found.places - len(found.shown)
    return heading(report, found) + (f"; the heaviest {len(found.shown)} shown" if more else "")


def _places(report: ScoreReport, found: Worst) -> Markup:
    """A table, with the findings about the places where the axis has any."""
    rows = [(_where(place), said_of(found, place)) for place in found.shown]
    if all(place.id is None for place in found.shown):
        return table(_caption(report, found), _PLACES, rows)
    ids = (tag("code", place.id or "") for place in found.shown)
    return table(_caption(report, found), _FOUND, [(*row, own) for row, own in zip(rows, ids, strict=True)])


def _where(place: Place) -> Markup:
    where = tag("code", f"{place.path}:{place.start_line}")
    return joined((where, " ", place.subject)) if place.subject else where


def _note(note: Note) -> str:
    place = "" if note.path is None else note.path + ("" if note.line is None else f":{note.line}") + ": "
    return joined((tag("b", note.level.value), " ", tag("code", place) if place else "", worded(note.what)))
