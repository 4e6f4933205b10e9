"""The report of `near-miss`: classes of units that repeat one another, their pairs, and where they differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.near_miss import Knobs
from rubout.gate.near_miss_hint import hint_of
from rubout.measure.cells import cell_at
from rubout.measure.forest import OVER_CAP
from rubout.report import record
from rubout.report.notes import parse_notes, survey_notes, verdict_notes
from rubout.report.record import (
    Finding,
    Level,
    Note,
    Report,
    Rule,
    Span,
    class_fields,
    class_finding,
    counted,
    envelope,
    identified,
    unless_none,
)
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.gate.near_miss import NearMisses
    from rubout.gate.near_miss_classes import CloneClass, ClonePair
    from rubout.gate.near_miss_spots import Spot
    from rubout.gate.outcome import Outcome

FAMILY = "near-miss"


class UnitRow(Span, frozen=True):
    """A unit; `path:key#nth` is its identity."""

    key: str
    nth: int
    nodes: int
    cell: int | msgspec.UnsetType = msgspec.UNSET  # notebooks


class PairRow(msgspec.Struct, frozen=True, gc=False):
    """Two members of a class, by position, whose trees of `n1` and `n2` nodes are `ted` edits apart."""

    a: int
    b: int
    ted: int
    n1: int
    n2: int


class SpotRow(msgspec.Struct, frozen=True, gc=False):
    """Members `a` and `b` differ on these lines; a side without any has nothing there.

    `relabel`, `delete` and `insert` count nodes; the texts are of the first line of each side. Where the trees are
    equal, `operators` are those of `a` and `b` that differ, "" for one that is not there.
    """

    a: int
    b: int
    a_lines: tuple[int, int] | None
    b_lines: tuple[int, int] | None
    relabel: int
    delete: int
    insert: int
    a_text: str | None
    b_text: str | None
    operators: tuple[tuple[str, str], ...] | msgspec.UnsetType = msgspec.UNSET


class ClassRow(record.ClassRow, frozen=True):
    """Units that repeat one another, each at least one other.

    `clones` counts the pairs, of which `pairs` lists all unless there are thousands. `spots` says where each further
    member differs from the first, or from one that it is a clone of; null when that would take too long.
    """

    members: tuple[UnitRow, ...]
    pairs: tuple[PairRow, ...]
    clones: int
    spots: tuple[SpotRow, ...] | None
    hint: str | None
    cell: int | msgspec.UnsetType = msgspec.UNSET


class UnjudgedRow(msgspec.Struct, frozen=True):
    """A unit of more nodes than are judged, or a pair of units that would take too long."""

    why: str  # "over_cap" or "over_work"
    units: tuple[UnitRow, ...]


class AdvisoryRow(msgspec.Struct, frozen=True):
    """Two units that are no clones, and nearly are."""

    a: UnitRow
    b: UnitRow
    ted: int


class NearMissCounts(msgspec.Struct, frozen=True, kw_only=True):
    """`files` have a grammar, and what is windowed to judged are pairs of units.

    windowed = nested + pruned_label + pruned_sequence + over_work + sent; sent = judged + prefiltered.
    """

    files: int
    units: int
    admitted: int
    over_cap_units: int
    windowed: int
    nested: int
    pruned_label: int
    pruned_sequence: int
    over_work: int
    sent: int
    calls: int
    prefiltered: int
    judged: int
    clones: int
    classes: int
    excess: int
    permitted: int
    parse_errors: int


class NearMissReport(Report, frozen=True, kw_only=True):
    """`rows` are the classes by what merging them would save; `units` are all, when they were asked for."""

    knobs: Knobs
    counts: NearMissCounts
    rows: tuple[ClassRow, ...]
    unjudged: tuple[UnjudgedRow, ...]
    units: tuple[UnitRow, ...] | msgspec.UnsetType = msgspec.UNSET
    advisory: tuple[AdvisoryRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> NearMissReport:
    """The report of one run; `options["found"]` are the `NearMisses`."""
    found: NearMisses = outcome.options["found"]
    units = _Units(found)
    left_out = tuple(_unjudged(found, units))
    return NearMissReport(
        **envelope(outcome, _notes(outcome, found, left_out)),
        counts=_counts(found),
        rows=tuple(_rows(found, units)),
        unjudged=left_out,
        units=msgspec.UNSET if found.classes else tuple(units.all()),
        advisory=msgspec.UNSET if found.advisory is None else tuple(_advisory(found.advisory, units)),
    )


def findings(report: NearMissReport) -> Iterator[Finding]:
    """One finding a class, in the same order; its members but the first are the related places."""
    for row in report.rows:
        yield class_finding(row, row.members, headline(row), subject=row.members[0].key)


def headline(row: ClassRow) -> str:
    """A class in a line."""
    apart = max((pair.ted for pair in row.pairs), default=0)
    edits = f"{'at most ' if len(row.pairs) > 1 else ''}{counted(apart, 'edit')} apart"
    if apart == 0:
        edits = "equal but for operators" if row.spots else "equal trees"
    return f"{len(row.members)} near-copies, {edits}, merging saves {counted(row.saves, 'node')}"


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="Functions, classes and the like have almost the same syntax tree.",
            full="Units of one language whose trees, of 24 named nodes or more, are so few edits apart that 85 of 100 "
            "nodes stay as they are. Names and constants do not matter.",
            help="Keep one and make a parameter of what differs: the spots say where. `rubout explain ID` shows the "
            "numbers of a class. A comment `rubout:allow(near-miss) -- reason` in a unit, or right above it, takes "
            "it out.",
        ),
    )


class _Units:
    """Rows for the units of the forest."""

    def __init__(self, found: NearMisses) -> None:
        self._found = found

    def row(self, number: int) -> UnitRow:
        """The row of an admitted unit."""
        place = self._found.forest.units[number]
        return self._at(place.file, place.unit)

    def all(self) -> Iterator[UnitRow]:
        """Every unit, by path and key."""
        for file, nodes in enumerate(self._found.forest.nodes):
            yield from (self._at(file, unit) for unit in range(len(nodes)))

    def _at(self, file: int, number: int) -> UnitRow:
        surveyed, nodes = self._found.files[file], self._found.forest.nodes[file][number]
        unit = surveyed.facts.units[number]
        cell = cell_at(surveyed.facts.cells, unit.start_line) if surveyed.facts.cells else None
        return UnitRow(
            surveyed.path,
            unit.start_line,
            unit.end_line,
            unit.key,
            unit.nth,
            nodes,
            unless_none(cell),
        )


def _rows(found: NearMisses, units: _Units) -> Iterator[ClassRow]:
    classes = found.classes.classes if found.classes else ()
    for (one, row_id), spots in zip(identified(FAMILY, classes), found.spots, strict=True):
        members = tuple(units.row(unit) for unit in one.units)
        place = {unit: position for position, unit in enumerate(one.units)}
        yield ClassRow(
            **class_fields(row_id, members, one.saves, one.digest),
            pairs=tuple(_pair(place[pair.a], place[pair.b], pair.ted, members) for pair in one.pairs),
            clones=one.clones,
            spots=None if spots is None else tuple(_spot(spot, place, found) for spot in spots),
            hint=hint_of(one, spots),
            cell=members[0].cell,
        )


def _pair(a: int, b: int, ted: int, members: Sequence[UnitRow]) -> PairRow:
    return PairRow(a, b, ted, members[a].nodes, members[b].nodes)


def _spot(spot: Spot, place: dict[int, int], found: NearMisses) -> SpotRow:
    edits = spot.relabel, spot.delete, spot.insert
    texts = (_text(found, spot.a, spot.a_lines), _text(found, spot.b, spot.b_lines))
    sides = place[spot.a], place[spot.b], spot.a_lines, spot.b_lines
    return SpotRow(*sides, *edits, *texts, unless_none(spot.operators or None))


def _text(found: NearMisses, unit: int, lines: tuple[int, int] | None) -> str | None:
    return found.texts.get((found.forest.units[unit].file, lines[0])) if lines else None


def _unjudged(found: NearMisses, units: _Units) -> Iterator[UnjudgedRow]:
    for number, tree in enumerate(found.forest.tree_of):
        if tree == OVER_CAP:
            yield UnjudgedRow("over_cap", (units.row(number),))
    for a, b in found.over_work:
        yield UnjudgedRow("over_work", (units.row(a), units.row(b)))


def _not_judged(row: UnjudgedRow) -> str:
    first, *others = row.units
    sizes = [f"{first.key} ({counted(first.nodes, 'node')})"]
    sizes += [f"{place_of(unit)} {unit.key} ({counted(unit.nodes, 'node')})" for unit in others]
    reason = "too many nodes" if row.why == "over_cap" else "too much work"
    return f"not judged: {' and '.join(sizes)}, {reason}"


def _advisory(pairs: Iterable[ClonePair], units: _Units) -> Iterator[AdvisoryRow]:
    return (AdvisoryRow(units.row(pair.a), units.row(pair.b), pair.ted) for pair in pairs)


def _counts(found: NearMisses) -> NearMissCounts:
    classes = found.classes
    listed: Sequence[CloneClass] = classes.classes if classes else ()
    return NearMissCounts(
        files=len(found.files),
        units=sum(map(len, found.forest.nodes)),
        admitted=len(found.forest.units),
        over_cap_units=found.forest.tree_of.count(OVER_CAP),
        **asdict(found.ledger),
        clones=classes.clones if classes else 0,
        classes=len(listed),
        excess=sum(len(one.units) - 1 for one in listed),
        permitted=classes.permitted if classes else 0,
        parse_errors=sum(file.facts.parse_errors for file in found.files),
    )


def _notes(outcome: Outcome, found: NearMisses, left_out: Iterable[UnjudgedRow]) -> Iterator[Note]:
    yield from verdict_notes(degraded=outcome.verdict.degraded, reason=outcome.verdict.reason)
    if found.classes is None:
        yield Note("units", Level.NOTE, "nothing was judged: text and JSON list the units")
    for row in left_out:
        yield Note("unjudged", Level.WARNING, _not_judged(row), row.units[0].path, row.units[0].start_line)
    yield from parse_notes(sum(file.facts.parse_errors for file in found.files), "units")
    yield from survey_notes(outcome.survey)
