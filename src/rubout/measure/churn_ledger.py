"""What do the changes of many commits come to, file by file and unit by unit?"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.facts.packed import Packed
from rubout.measure.churn import TOP_LEVEL, PairChurn
from rubout.measure.present_names import present_names
from rubout.measure.units import ANONYMOUS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    UnitId = tuple[str, str, int]  # path, key, rank


class PairRow(Packed, frozen=True):
    """A file of a judged language that a commit left in the tree; `churn` is None while nobody asked for it."""

    before: str | None
    after: str
    churn: PairChurn | None = None


class CommitRow(Packed, frozen=True):
    """What a commit changed of its first parent; `renames` are (before, after) of files of any kind."""

    renames: tuple[tuple[str, str], ...] = ()
    pairs: tuple[PairRow, ...] = ()


@dataclass(slots=True)
class Ledger:
    """`lines` are [appended, rewrote]; `files` and `units` hold a set a commit: what it changed, what got lines."""

    lines: dict[UnitId, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    files: list[set[str]] = field(default_factory=list)
    units: list[set[UnitId]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    degraded: int = 0


def present_pairs(rows: Sequence[CommitRow]) -> Iterator[list[tuple[str, PairRow]]]:
    """The files of each commit, newest first, under the names that they have at the end."""
    for row, present in zip(rows, present_names(row.renames for row in rows), strict=True):
        yield [(present.get(pair.after, pair.after), pair) for pair in row.pairs]


def ledger(rows: Sequence[CommitRow], holds: Callable[[str], bool]) -> Ledger:
    """Add up commits, newest first, over the files that `holds` by their present names; all of these are measured."""
    found = Ledger()
    for pairs in present_pairs(rows):
        files: set[str] = set()
        units: set[UnitId] = set()
        for path, pair in pairs:
            if holds(path):
                files.add(path)
                units.update(_enter(found, path, pair.churn or PairChurn()))
        found.files.append(files)
        found.units.append(units)
    return found


def _enter(found: Ledger, path: str, churn: PairChurn) -> Iterator[UnitId]:
    """Enter one change; the units that it touched."""
    found.degraded += churn.degraded
    if churn.skipped:
        found.skipped[churn.skipped] += 1
    for lines in churn.lines:
        unit = path, lines.key, lines.nth
        numbers = found.lines[unit]
        numbers[0] += lines.appended
        numbers[1] += lines.rewrote
        # Of units without a name only the rank tells them apart, and that moves.
        if lines.key != TOP_LEVEL and not lines.key.startswith(ANONYMOUS):
            yield unit
