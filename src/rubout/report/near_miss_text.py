"""The report of `near-miss` for people: a paragraph a class, with its pairs and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.near_miss import headline
from rubout.report.record import counted, printable
from rubout.report.text import classes_title, page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.near_miss import ClassRow, NearMissReport, SpotRow, UnitRow
    from rubout.report.text import Style

MOST = 10  # pairs, or spots, of a class that are listed


def text(report: NearMissReport, style: Style) -> str:
    """A paragraph a class, largest saving first; all units instead, when those were asked for."""
    counts = report.counts
    if isinstance(report.units, tuple):
        title = f"Units: {counted(counts.units, 'unit')} in {counted(counts.files, 'file')}."
        return page(title, map(_unit_line, report.units), report, f"{counts.admitted} are large enough to judge", style)
    return page(classes_title("Nearly copied code", report), _body(report, style), report, _summary(report), style)


def _body(report: NearMissReport, style: Style) -> Iterator[str]:
    paragraphs = [list(_class_lines(row, style)) for row in report.rows]
    if report.unjudged:
        paragraphs.append([_unjudged_line(row.why, row.units, style) for row in report.unjudged])
    if isinstance(report.advisory, tuple) and report.advisory:
        paragraphs.append(
            [f"near {_pair_line(row.a, row.b, row.ted)}" for row in report.advisory],
        )
    for number, lines in enumerate(paragraphs):
        if number:
            yield ""
        yield from lines


def _class_lines(row: ClassRow, style: Style) -> Iterator[str]:
    yield f"{style.paint(headline(row), 'warn')}  {style.paint(row.id, 'quiet')}"
    for pair in row.pairs[:MOST]:
        yield f"  {_pair_line(row.members[pair.a], row.members[pair.b], pair.ted)}"
    if row.clones > MOST:
        more = counted(row.clones - min(MOST, len(row.pairs)), "more pair")
        yield style.paint(f"  {more}: --format json lists the members", "quiet")
    if row.spots is None:
        yield style.paint("    where they differ would take too long to say", "quiet")
    spots = row.spots or ()
    for spot in spots[:MOST]:
        yield f"    {_spot_line(row, spot)}"
        for mark, said in (("-", spot.a_text), ("+", spot.b_text)):
            if said is not None:
                yield style.paint(f"      {mark} {printable(said)}", "quiet")
    if len(spots) > MOST:
        yield style.paint(f"    {counted(len(spots) - MOST, 'more spot')}", "quiet")
    if row.hint:
        yield f"  hint: {row.hint}"


def _pair_line(a: UnitRow, b: UnitRow, ted: int) -> str:
    return f"{_name(a)} <-> {_name(b)}  ted {ted} (nodes {a.nodes}/{b.nodes})"


def _name(unit: UnitRow) -> str:
    nth = f"#{unit.nth}" if unit.nth else ""
    return f"{printable(unit.path)}:{unit.start_line}-{unit.end_line} {printable(unit.key)}{nth}"


def _spot_line(row: ClassRow, spot: SpotRow) -> str:
    sides = (
        f"{printable(row.members[member].path)}:{_lines(lines)}" if lines else "nothing"
        for member, lines in ((spot.a, spot.a_lines), (spot.b, spot.b_lines))
    )
    edits = ("relabel", spot.relabel), ("delete", spot.delete), ("insert", spot.insert)
    return f"{' | '.join(sides)}  {', '.join(f'{word} {count}' for word, count in edits if count)}"


def _lines(lines: tuple[int, int]) -> str:
    return str(lines[0]) if lines[0] == lines[1] else f"{lines[0]}-{lines[1]}"


def _unit_line(unit: UnitRow) -> str:
    lines = counted(unit.end_line - unit.start_line + 1, "line")
    return f"{printable(unit.path)}:{printable(unit.key)}#{unit.nth}  {counted(unit.nodes, 'node')}, {lines}"


def _unjudged_line(why: str, units: Iterable[UnitRow], style: Style) -> str:
    reason = "too many nodes" if why == "over_cap" else "too much work"
    names = " <-> ".join(f"{_name(unit)} ({counted(unit.nodes, 'node')})" for unit in units)
    return f"{style.paint('not judged:', 'note')} {names}, {reason}"


def _summary(report: NearMissReport) -> str:
    counts = report.counts
    said = (
        f"{counted(counts.units, 'unit')} in {counted(counts.files, 'file')}, {counts.admitted} admitted: "
        f"{counted(counts.clones, 'clone pair')} in {counted(counts.classes, 'class', 'classes')}, "
        f"excess {counts.excess}"
    )
    named = ("files", "units", "admitted", "clones", "classes", "excess")
    others = ((name, getattr(counts, name)) for name in counts.__struct_fields__ if name not in named)
    return f"{said}; {', '.join(f'{name} {value}' for name, value in others)}"
