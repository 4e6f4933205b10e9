"""What is the baseline of two branches merged?

Rule      row by row: changed on one side, that side; changed on both, the larger number and the places of both, where a
          row that one side removed leaves the other's; of the headers, the larger soft line
Conflict  headers that differ in anything else
Source    docs/methodology/score.md
Order     of the two sides does not matter
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from rubout.facts.ratchet import Baseline, Ceiling, Finding, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rubout.facts.ratchet import Header

Row = TypeVar("Row", Ceiling, Finding)


def merged(base: Baseline | None, ours: Baseline, theirs: Baseline) -> Baseline | None:
    """Merge what two sides made of `base`, None where both began one; None is a conflict."""
    if conflicts(ours.header, theirs.header):
        return None
    lines = [side.header.soft_line for side in (ours, theirs) if side.header.soft_line is not None]
    ceilings = base.ceilings if base else ()
    findings = base.findings if base else ()
    return Baseline(
        msgspec.structs.replace(ours.header, soft_line=max(lines, default=None)),
        tuple(_rows(ceilings, ours.ceilings, theirs.ceilings, _larger)),
        tuple(_rows(findings, ours.findings, theirs.findings, _united)),
    )


def conflicts(ours: Header, theirs: Header) -> tuple[str, ...]:
    """The fields in which two headers differ, but for the soft line."""
    fields: tuple[tuple[str, object, object], ...] = (
        ("accepted", ours.accepted, theirs.accepted),
        ("law", ours.law, theirs.law),
        ("revisions", ours.revisions, theirs.revisions),
        ("schema", ours.schema, theirs.schema),
        ("zone_tiers", ours.zone_tiers, theirs.zone_tiers),
    )
    return tuple(name for name, here, there in fields if here != there)


def _rows(
    base: Iterable[Row], ours: Iterable[Row], theirs: Iterable[Row], both: Callable[[Row, Row], Row]
) -> Iterator[Row]:
    """The merged rows, ascending by name; `both` makes one row of two that changed."""
    then, here, there = ({name_of(row): row for row in side} for side in (base, ours, theirs))
    for name in sorted(here.keys() | there.keys()):
        row = _chosen(then.get(name), here.get(name), there.get(name), both)
        if row is not None:
            yield row


def _chosen(then: Row | None, here: Row | None, there: Row | None, both: Callable[[Row, Row], Row]) -> Row | None:
    if here == then:
        return there
    if there == then:
        return here
    if here is None or there is None:
        return here or there
    return both(here, there)


def _larger(ours: Ceiling, theirs: Ceiling) -> Ceiling:
    return ours if (ours.value, ours.content) >= (theirs.value, theirs.content) else theirs


def _united(ours: Finding, theirs: Finding) -> Finding:
    places = tuple(sorted({*ours.places, *theirs.places}))
    return msgspec.structs.replace(ours, count=max(ours.count, theirs.count), places=places)
