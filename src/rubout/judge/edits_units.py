"""Which units did moved lines leave and reach, and which units moved whole?

Owner     of a line: the shortest unit that holds it; of equally short ones the later, then the lower key and nth
Intact    a unit of one key and rank on both sides, with a changed line that has a letter or a digit, all such moved
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.edits import Relocation
from rubout.kernels import spans
from rubout.kernels.spans import below

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.edits import Block, Pair, Row, Unit
    from rubout.judge.edits_within import Moved

UnitId = tuple[int, int]  # key, nth


@dataclass(slots=True)
class _Move:
    """The lines that went from one unit to another."""

    from_line: int
    to_line: int
    lines: int = 0


def lines_by_pair(sides: Iterable[tuple[int, Iterable[int]]]) -> dict[int, set[int]]:
    """The lines of each pair, out of (pair, lines) in any number."""
    found: dict[int, set[int]] = defaultdict(set)
    for pair, lines in sides:
        found[pair].update(lines)
    return found


def owners(units: Sequence[Unit], wanted: Iterable[int]) -> dict[int, UnitId | None]:
    """The unit that each line belongs to."""
    lines = sorted(set(wanted))
    ranked = sorted(units, key=_least_first)
    found = spans.owners([(unit.start_line, unit.end_line) for unit in ranked], lines)
    named = {number: (unit.key, unit.nth) for number, unit in enumerate(ranked)}
    return {line: named.get(number) for line, number in zip(lines, found, strict=True)}


def relocations(pairs: Sequence[Pair], blocks: Sequence[Block]) -> tuple[Relocation, ...]:
    """How many lines went from which unit to which, line by line, by where they left and arrived first."""
    left = lines_by_pair((block.from_pair, block.from_lines) for block in blocks)
    reached = lines_by_pair((block.to_pair, block.to_lines) for block in blocks)
    before = {number: owners(pairs[number].units_before, lines) for number, lines in left.items()}
    after = {number: owners(pairs[number].units_after, lines) for number, lines in reached.items()}
    moves: dict[tuple[int, UnitId | None, int, UnitId | None], _Move] = {}
    for block in blocks:
        for start, end in zip(block.from_lines, block.to_lines, strict=True):
            route = (block.from_pair, before[block.from_pair][start], block.to_pair, after[block.to_pair][end])
            move = moves.setdefault(route, _Move(start, end))
            move.lines += 1
    found = [
        Relocation(from_pair, from_unit, move.from_line, to_pair, to_unit, move.to_line, move.lines)
        for (from_pair, from_unit, to_pair, to_unit), move in moves.items()
    ]
    return tuple(sorted(found, key=_route))


def _route(found: Relocation) -> tuple[int, int, int, int]:
    return found.from_pair, found.from_line, found.to_pair, found.to_line


def intact_units(pair: Pair, moved: Moved) -> tuple[UnitId, ...]:
    """The units that moved whole within a pair, by key and nth."""
    if not moved.out:
        return ()
    before = _changes(pair.removed, moved.out, pair.units_before)
    after = _changes(pair.added, moved.into, pair.units_after)
    both = sorted(before.keys() & after.keys())
    return tuple(
        unit for unit in both if before[unit][0] + after[unit][0] > 0 and before[unit][1] + after[unit][1] == 0
    )


def _changes(rows: Iterable[Row], moved: AbstractSet[int], units: Iterable[Unit]) -> dict[UnitId, tuple[int, int]]:
    """By unit, how many changed lines have a letter or a digit, and how many of these did not move."""
    lines = [row.line for row in rows if row.width]
    plain = [0]
    for line in lines:
        plain.append(plain[-1] + (line not in moved))
    held = {(unit.key, unit.nth): (unit.start_line, unit.end_line + 1) for unit in units}
    ranks = below(lines, [line for span in held.values() for line in span])
    return {
        unit: (ranks[end] - ranks[start], plain[ranks[end]] - plain[ranks[start]])
        for unit, (start, end) in held.items()
    }


def _least_first(unit: Unit) -> tuple[int, int, int, int]:
    """The weakest claim on a line comes first, so that a stronger one can take its place."""
    return unit.start_line - unit.end_line, unit.start_line, -unit.key, -unit.nth
