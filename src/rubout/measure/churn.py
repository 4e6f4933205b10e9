"""How many lines did one change of a file add to each unit: to one that was there, or with a new one?

Rules    docs/methodology/churn.md
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.packed import Packed
from rubout.kernels.linediff import changed_lines
from rubout.kernels.spans import NOBODY, owners
from rubout.measure.edit_pairs import RefusedError, compared, judged_language
from rubout.measure.edit_units import Placed, placed_units
from rubout.measure.pool import uncollected
from rubout.measure.text_lines import lines_of, numbered, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.source import Unit
    from rubout.measure.edit_pairs import Sides

TOP_LEVEL = ""
CRASHED = "its parser crashed"

# Versions of one file are neighbours and share sides, so a larger chunk parses fewer of them twice.
CHUNK_BYTES = 2_000_000


class UnitLines(Packed, frozen=True):
    """The lines that a change added to a unit, `TOP_LEVEL` for what stands outside of all."""

    key: str
    nth: int
    appended: int
    rewrote: int


class PairChurn(Packed, frozen=True):
    """One change of a file; `skipped` says why it could not be compared."""

    lines: tuple[UnitLines, ...] = ()
    degraded: bool = False
    skipped: str = ""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[PairChurn])


def measure_chunk(chunk: Sequence[Sides], *, bound: int, cap: int, units: bool = True) -> bytes:
    """Measure changes whose side after is there, one answer each; without `units` they are only named as skipped."""
    if not units:
        return _ENCODER.encode([PairChurn(skipped=CRASHED) for _ in chunk])
    texts = _Texts(cap)
    with uncollected():
        return _ENCODER.encode([_measured(sides, texts, bound) for sides in chunk])


def read_answers(encoded: bytes) -> list[PairChurn]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


class _Texts:
    """The sides of a chunk, each split and parsed once."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._lines: dict[tuple[str | None, bytes | None], list[str]] = {}
        self._units: dict[tuple[str | None, bytes | None], tuple[Placed, ...]] = {}

    def lines(self, path: str | None, source: bytes | None) -> list[str]:
        """The lines of a side; raises RefusedError."""
        key = path, source
        if key not in self._lines:
            self._lines[key] = lines_of(text_of(compared(path, source, self._cap)))
        return self._lines[key]

    def units(self, path: str | None, source: bytes | None) -> tuple[Placed, ...]:
        """The units of a side."""
        key = path, source
        if key not in self._units:
            language = None if path is None else judged_language(path)
            code = compared(path, source, self._cap)
            self._units[key] = placed_units(code, self.lines(path, source), language) if language else ()
        return self._units[key]


def _measured(sides: Sides, texts: _Texts, bound: int) -> PairChurn:
    before, after = sides[:2], sides[2:]
    try:
        old, new = texts.lines(*before), texts.lines(*after)
    except RefusedError as error:
        return PairChurn(skipped=str(error))
    _, added, degraded = changed_lines(*numbered(old, new), bound)
    if not added:
        return PairChurn(degraded=degraded)
    there = {unit.key for unit in texts.units(*before)} if before[0] is not None else set()
    return PairChurn(tuple(unit_lines(added, texts.units(*after), there)), degraded)


def unit_lines(added: Sequence[int], units: Iterable[Placed], there: set[str]) -> list[UnitLines]:
    """The added lines by the unit they belong to, by key and rank; `there` are the keys of the text before."""
    ranked = sorted(units, key=strongest_first, reverse=True)
    counts: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for index in owners([(unit.start_line, unit.end_line) for unit in ranked], added):
        if index == NOBODY:
            counts[TOP_LEVEL, 0][0] += 1
        else:
            unit = ranked[index]
            counts[unit.key, unit.nth][unit.key in there] += 1
    return [UnitLines(key, nth, *numbers) for (key, nth), numbers in sorted(counts.items())]


def strongest_first(unit: Placed | Unit) -> tuple[int, int, str, int]:
    """Orders the units that hold a line: the shortest, of equally short ones the later, then the lower key and rank."""
    return unit.end_line - unit.start_line, -unit.start_line, unit.key, unit.nth
