"""The report of `near-miss` for people: a paragraph a class, its members side by side and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.gate.near_miss_classes import compared
from rubout.gate.near_miss_hint import said_of_operators
from rubout.report.near_miss import headline
from rubout.report.record import counted, printable
from rubout.report.text import class_line, classes_page, page, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.near_miss import ClassRow, NearMissReport, SpotRow, UnitRow
    from rubout.report.text import Style

MOST = 10  # further members, and spots, of a class that are shown
SMALL = 60  # nodes of a small unit
# From docs/samples/near-miss: pairs of small units, and of larger ones, that were worth merging.
SMALL_SAMPLED, LARGER_SAMPLED = "35 of 80", "33 of 40"


def text(report: NearMissReport, style: Style) -> str:
    """A paragraph a class, those of small units last, else by what they save; all units instead, if asked for."""
    counts = report.counts
    if isinstance(report.units, tuple):
        title = f"Units: {counted(counts.units, 'unit')} in {counted(counts.files, 'file')}."
        too_large = f", {counts.over_cap_units} of them too large" if counts.over_cap_units else ""
        said = f"{counts.admitted} are large enough to judge{too_large}"
        return page(title, map(_unit_line, report.units), report, said, style)
    return classes_page("Nearly copied code", _paragraphs(report, style), report, [_summary(report)], style)


def _paragraphs(report: NearMissReport, style: Style) -> Iterator[Iterable[str]]:
    small = [row for row in report.rows if _is_small(row)]
    yield from (_class_lines(row, style) for row in report.rows if not _is_small(row))
    if small:
        yield (style.paint(_said_of_small(), "bold"),)
    yield from (_class_lines(row, style) for row in small)
    if isinstance(report.advisory, tuple):
        yield (f"near {_pair_line(row.a, row.b, row.ted)}" for row in report.advisory)


def _is_small(row: ClassRow) -> bool:
    return all(member.nodes <= SMALL for member in row.members)


def _said_of_small() -> str:
    return (
        f"Small units, of at most {SMALL} nodes: in a labelled sample {SMALL_SAMPLED} such pairs were worth merging, "
        f"of larger ones {LARGER_SAMPLED}."
    )


def _class_lines(row: ClassRow, style: Style) -> Iterator[str]:
    """Each further member beside another one, and below where the two differ."""
    yield class_line(row, headline(row), style)
    listed = compared(range(len(row.members)), row.pairs)
    spots = row.spots or ()
    said = 0
    for pair in listed[:MOST]:
        yield f"  {_pair_line(row.members[pair.a], row.members[pair.b], pair.ted)}"
        own = [spot for spot in spots if (spot.a, spot.b) == (pair.a, pair.b)][: MOST - said]
        said += len(own)
        for spot in own:
            yield from _spot_lines(row, spot, style)
    left = [counted(len(listed) - MOST, "more member")] if len(listed) > MOST else []
    left += [counted(len(spots) - said, "more spot")] if len(spots) > said else []
    if left:
        yield style.paint(f"  {' and '.join(left)}: --format json lists all", "quiet")
    if row.spots is None:
        yield style.paint("  where they differ would take too long to say", "quiet")
    if row.hint:
        yield f"  hint: {row.hint}"


def _spot_lines(row: ClassRow, spot: SpotRow, style: Style) -> Iterator[str]:
    yield f"    {_spot_line(row, spot)}"
    for mark, said in (("-", spot.a_text), ("+", spot.b_text)):
        if said is not None:
            yield style.paint(f"      {mark} {printable(said)}", "quiet")


def _pair_line(a: UnitRow, b: UnitRow, ted: int) -> str:
    return f"{_name(a)} <-> {_name(b)}  ted {ted} (nodes {a.nodes}/{b.nodes})"


def _name(unit: UnitRow) -> str:
    nth = f"#{unit.nth}" if unit.nth else ""
    return f"{place_of(unit)} {printable(unit.key)}{nth}"


def _spot_line(row: ClassRow, spot: SpotRow) -> str:
    sides = (
        f"{printable(row.members[member].path)}:{_lines(lines)}" if lines else "nothing"
        for member, lines in ((spot.a, spot.a_lines), (spot.b, spot.b_lines))
    )
    return f"{' | '.join(sides)}  {change_of(spot)}"


def change_of(spot: SpotRow) -> str:
    """`relabel 1, insert 2`, or the operators that differ."""
    if isinstance(spot.operators, tuple):
        return f"operators {printable(said_of_operators(spot.operators))}"
    edits = ("relabel", spot.relabel), ("delete", spot.delete), ("insert", spot.insert)
    return ", ".join(f"{word} {count}" for word, count in edits if count)


def _lines(lines: tuple[int, int]) -> str:
    return str(lines[0]) if lines[0] == lines[1] else f"{lines[0]}-{lines[1]}"


def _unit_line(unit: UnitRow) -> str:
    lines = counted(unit.end_line - unit.start_line + 1, "line")
    return f"{printable(unit.path)}:{printable(unit.key)}#{unit.nth}  {counted(unit.nodes, 'node')}, {lines}"


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
