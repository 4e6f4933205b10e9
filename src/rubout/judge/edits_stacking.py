"""Which pairs gained a second unit of a name beside much that is new and little that went?

Formula   a key of stackable units stands at least twice and more often than before, novel >= stacking_novel_floor,
          and deleted * stacking_ratio < novel; lines without a letter or a digit do not count
Limits    on the floor it fires, on the ratio it does not
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rubout.facts.edits import Suspicion
from rubout.kernels.spans import below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.edits import Knobs, Pair, Row, Unit
    from rubout.judge.edits_within import Moved

SECOND = 2


def suspicions(pairs: Sequence[Pair], moves: Sequence[Moved], knobs: Knobs) -> tuple[Suspicion, ...]:
    """A suspicion a key, by pair and by where its copy stands."""
    found = [
        suspicion
        for number, (pair, moved) in enumerate(zip(pairs, moves, strict=True))
        for suspicion in _of_pair(number, pair, moved, knobs)
    ]
    return tuple(sorted(found, key=_place))


def is_lopsided(novel: int, deleted: int, knobs: Knobs) -> bool:
    """Whether so many new and deleted lines are what stacking leaves."""
    return novel >= knobs.stacking_novel_floor and deleted * knobs.stacking_ratio < novel


def plain_lines(rows: Iterable[Row], moved: AbstractSet[int]) -> list[int]:
    """The lines with a letter or a digit that did not move."""
    return [row.line for row in rows if row.width and row.line not in moved]


def _place(found: Suspicion) -> tuple[int, tuple[int, int], int]:
    return found.pair, found.spans[found.copy], found.key


def _of_pair(number: int, pair: Pair, moved: Moved, knobs: Knobs) -> Iterator[Suspicion]:
    novel = plain_lines(pair.added, moved.into)
    deleted = len(plain_lines(pair.removed, moved.out))
    if not is_lopsided(len(novel), deleted, knobs):
        return
    before = Counter(unit.key for unit in pair.units_before if unit.stackable)
    after = Counter(unit.key for unit in pair.units_after if unit.stackable)
    for key, count in after.items():
        if count >= SECOND and count > before[key]:
            spans = _spans(pair.units_after, key)
            yield Suspicion(number, key, spans, _copy(spans, novel), len(novel), deleted)


def _spans(units: Iterable[Unit], key: int) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((unit.start_line, unit.end_line) for unit in units if unit.key == key and unit.stackable))


def _copy(spans: Sequence[tuple[int, int]], novel: Sequence[int]) -> int:
    """The span with most new lines; of several the last."""
    ranks = below(novel, [line for start, end in spans for line in (start, end + 1)])
    new = [ranks[end + 1] - ranks[start] for start, end in spans]
    return max((lines, at) for at, lines in enumerate(new))[1]
