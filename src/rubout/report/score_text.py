"""The report of `check` for people: the score, the axes, the places that weigh most, what fails."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rubout.judge.score import AXES
from rubout.report.ratchet_text import failed_again, failed_lines
from rubout.report.record import counted, printable
from rubout.report.score import classes_of, points, unjudged
from rubout.report.score_worst import Copies
from rubout.report.text import columns_of, page, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.record import Note
    from rubout.report.score import ScoreReport
    from rubout.report.score_worst import Place, Worst
    from rubout.report.text import Style

LAWS = {
    "density": "charge = scale * mass / (mass + of), rounded down",
    "mass": "charge = mass, rounded down",
}
_SIZES = {"tokens": "{} tokens", "nodes": "nearly the same {} nodes", "words": "{} words"}


def text(report: ScoreReport, style: Style) -> str:
    """What failed, the axes as a table, the heaviest places of each; the last lines say again what failed."""
    failed = [note for note in report.notes if note.kind in report.ratchet.failed and report.score is not None]
    said = [note for note in report.notes if note.kind != "score" and note not in failed]
    shown = msgspec.structs.replace(report, notes=tuple(said))
    ends = [_summary(report), *(("", *failed_again(failed, report.rows, style)) if failed else ())]
    return page(title(report), _body(report, failed, style), shown, "\n".join(ends), style)


def decimal(value: Fraction, places: int) -> str:
    """A value that is not negative, rounded half to even."""
    whole = round(value * 10**places)
    digits = str(whole).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def title(report: ScoreReport) -> str:
    """The score, and whether it holds."""
    if report.score is None:
        return "Score: could not judge."
    knobs = report.knobs
    if report.fail:
        verdict = f"failed ({', '.join(report.ratchet.failed)})"
    elif knobs.fail_under is None and knobs.budget is None and report.ratchet.base is None:
        verdict = "nothing can fail (no baseline, no --fail-under, no [clones] budget)"
    else:
        verdict = "held"
    return f"Score: {report.score} of {report.score_scale}, {verdict}."


def _body(report: ScoreReport, failed: Sequence[Note], style: Style) -> Iterator[str]:
    if report.score is None:
        return
    yield from (*failed_lines(failed, report.rows, style), "") if failed else ()
    yield from _table(report, style)
    for found in report.worst:
        yield ""
        yield style.paint(heading(report, found), "bold")
        yield from (_place_line(found, place, style) for place in found.shown)
        if found.places > len(found.shown):
            yield f"  {found.places - len(found.shown)} more"


def _table(report: ScoreReport, style: Style) -> Iterator[str]:
    yield style.paint(f"{'axis':<10} {'mass':>10}  {'of':<18} {'charge':>6} {'weight':>6} {'points':>7}", "quiet")
    for axis in report.axes:
        mass = str(axis.mass) if isinstance(axis.mass, int) else decimal(Fraction(axis.mass), 2)
        among = counted(axis.opportunity, "function" if axis.name == "complexity" else "file")
        off = decimal(points(axis, report), 1)
        lost = f"-{off}" if axis.charge * axis.weight else "0.0"
        yield f"{axis.name:<10} {mass:>10}  {among:<18} {axis.charge:>6} {axis.weight:>6} {lost:>7}"
    missing = unjudged(report.axes)
    if missing:
        yield style.paint(f"not judged, and no part of the score: {', '.join(missing)}", "quiet")
    yield style.paint(f"{LAWS[report.law]}; `rubout explain {report.axes[0].id}` puts the numbers in", "quiet")


def heading(report: ScoreReport, found: Worst) -> str:
    """What the places of an axis are, and how many."""
    if found.name == "size":
        return f"size: {counted(found.places, 'file')} over the soft line of {found.line} lines"
    if found.name == "complexity":
        return f"complexity: {counted(found.places, 'function')} over a cognitive complexity of {found.line}"
    if found.name in _GRAPH:
        return _graph_heading(report, found)
    classes, within = classes_of(found.name, report.counts), counted(found.within, "class", "classes")
    places = f"in {counted(found.places, 'set')} of files"
    return f"{found.name}: {classes} over several files, {places}; {within} within one file not counted"


_GRAPH = ("deadcode", "churn", "cycle")


def _graph_heading(report: ScoreReport, found: Worst) -> str:
    """That of an axis of the reference graph, or of the history."""
    knobs, files = report.knobs, counted(found.places, "file")
    if found.name == "deadcode":
        referred = f"at most {counted(found.line, 'reference')}" if found.line else "no reference"
        return f"deadcode: {files} that nothing starts, with {referred}"
    if found.name == "churn":
        share = f"at least {knobs.rewrite_num} of {counted(knobs.rewrite_den, 'new line')}"
        return f"churn: {files} in which {share} rewrite what stood there, in the last {counted(found.line, 'day')}"
    mass = next(axis.mass for axis in report.axes if axis.axis == found.axis)
    cycles = counted(found.places, "cycle")
    return f"cycle: {mass} files in {cycles} of imports; `rubout graph --cycles` says where to cut"


def _place_line(found: Worst, place: Place, style: Style) -> str:
    where = f"  {printable(place.path)}:{place.start_line}"
    said = said_of(found, place)
    finding = f"  {place.id}" if place.id else ""
    if place.subject:
        fixed = columns_of(f"{where} []  {said}{finding}")
        name = printable(place.subject)
        where += f" [{shortened(name, style.width - fixed) if style.width else name}]"
    return f"{where}  {style.paint(said, 'warn')}{style.paint(finding, 'quiet')}"


def said_of(found: Worst, place: Place) -> str:
    """What weighs in a place."""
    if isinstance(place.copies, Copies):
        return _shared(place, place.copies)
    if found.name == "size":
        return f"{counted(place.value, 'line')}, weighs {decimal(Fraction(place.weight), 2)}"
    if found.name == "deadcode":
        return counted(place.value, "line")
    if isinstance(place.added, int):
        return f"{place.value} of its {counted(place.added, 'new line')}"
    if isinstance(place.others, tuple):
        more = place.value - 1 - len(place.others)
        return f"{counted(place.value, 'file')}, with {', '.join(map(printable, place.others))}" + (
            f" and {more} more" if more else ""
        )
    return str(place.value)


def _shared(place: Place, copies: Copies) -> str:
    others = place.value - 2  # files besides the two that are named
    more = f" and {counted(others, 'more file')}" if others else ""
    shared = _SIZES[copies.unit].format(copies.size)
    extra = counted(int(place.weight), "extra copy", "extra copies")
    return (
        f"with {printable(copies.other.path)}:{copies.other.start_line}{more}: {shared}; "
        f"{extra} in {counted(copies.classes, 'class', 'classes')}"
    )


def _summary(report: ScoreReport) -> str:
    counts = report.counts
    excluded = ", ".join(f"{rule} {number}" for rule, number in sorted(counts.excluded.items()))
    return (
        f"{len(report.judged)} of {len(AXES)} axes judged, {counted(counts.files, 'file')}, "
        f"{counted(counts.functions, 'function')}, {counts.fails} over a fail limit, {counts.warns} over a warn limit, "
        f"{counted(counts.excess, 'extra copy', 'extra copies')} of code, {counted(counts.dead_files, 'dead file')}, "
        f"{counts.permitted} permitted; "
        f"excluded: {excluded or 'none'}"
    )
