"""Which lines left one pair and arrived in another?

Runs      the lines that nothing explains within their pair, one behind the other; blank ones and lone punctuation
          bridge them, up to `bridge_max`
Station   the longest common stretch of a removed and an added run of two pairs, if its distinct lines are worth more
          than they cost to believe and one of them has at least `anchor_floor` letters and digits
Extension an added line of a run with a station has arrived too, when the pair of such a station removed it; a removed
          line has left, when the same line arrived in another pair. What arrives without a station is a copy
No line is used up: three copies removed and one arriving give three stations, so no order decides.
Cost      the products of the numbers of places of each line, which `bucket_cap` bounds
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.edits import Block
from rubout.judge.edits_units import lines_by_pair
from rubout.judge.edits_within import Moved, site_floor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.edits import Knobs, Pair, Row


@dataclass(frozen=True, slots=True)
class EditRun:
    """Neighbouring lines of one side of a pair, all with a letter or a digit."""

    pair: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The runs of both sides, by pair and line."""

    removed: tuple[EditRun, ...]
    added: tuple[EditRun, ...]


def leftovers(pairs: Sequence[Pair], moves: Sequence[Moved], bridge_max: int) -> Leftovers:
    """The runs of all pairs but the degraded ones."""
    numbered = [(number, pair) for number, pair in enumerate(pairs) if not pair.degraded]
    return Leftovers(
        tuple(
            EditRun(number, rows)
            for number, pair in numbered
            for rows in runs(pair.removed, moves[number].out, bridge_max)
        ),
        tuple(
            EditRun(number, rows)
            for number, pair in numbered
            for rows in runs(pair.added, moves[number].into, bridge_max)
        ),
    )


def runs(rows: Iterable[Row], moved: AbstractSet[int], bridge_max: int) -> Iterator[tuple[Row, ...]]:
    """The runs of the changed rows of one side; a line in `moved` ends one and is in none."""
    run: list[Row] = []
    last = 0
    for row in rows:
        far = run and row.line - run[-1].line - 1 > bridge_max and row.width
        if run and (row.line != last + 1 or row.line in moved or far):
            yield tuple(run)
            run = []
        last = row.line
        if row.width and row.line not in moved:
            run.append(row)
    if run:
        yield tuple(run)


def is_over_budget(left: Leftovers, knobs: Knobs) -> bool:
    """Whether some line has too many places to compare each with each."""
    removed = Counter(row.content for run in left.removed for row in run.rows)
    added = Counter(row.content for run in left.added for row in run.rows)
    most = knobs.bucket_cap * knobs.bucket_cap
    return any(number * added[content] > most for content, number in removed.items())


def across(left: Leftovers, knobs: Knobs) -> tuple[tuple[Block, ...], dict[int, Moved]]:
    """The stations, by where they left and arrived, and by pair the lines that moved."""
    blocks = tuple(sorted(_stations(left, knobs), key=_place))
    arrived = _arrived(left, blocks)
    at: dict[int, set[int]] = defaultdict(set)  # content -> the pairs it arrived in
    for run in left.added:
        for row in run.rows:
            if row.line in arrived.get(run.pair, ()):
                at[row.content].add(run.pair)
    gone: dict[int, set[int]] = defaultdict(set)
    for run in left.removed:
        gone[run.pair].update(row.line for row in run.rows if at.get(row.content, set()) - {run.pair})
    numbers = {number for moved in (gone, arrived) for number, lines in moved.items() if lines}
    return blocks, {number: Moved(gone.get(number, set()), arrived.get(number, set())) for number in sorted(numbers)}


def _stations(left: Leftovers, knobs: Knobs) -> Iterator[Block]:
    floor = site_floor(knobs.site_cost_cross, knobs)
    if floor is None:
        return
    places: dict[int, list[tuple[EditRun, int]]] = defaultdict(list)
    for run in left.added:
        for at, row in enumerate(run.rows):
            places[row.content].append((run, at))
    for source in left.removed:
        for at, row in enumerate(source.rows):
            for target, start in places.get(row.content, ()):
                if source.pair != target.pair and _starts(source, at, target, start):
                    rows = _common(source, at, target, start)
                    if len({each.content for each in rows}) >= floor and _has_anchor(rows, knobs.anchor_floor):
                        yield _block(source, at, target, start, len(rows))


def _starts(source: EditRun, at: int, target: EditRun, start: int) -> bool:
    return at == 0 or start == 0 or source.rows[at - 1].content != target.rows[start - 1].content


def _common(source: EditRun, at: int, target: EditRun, start: int) -> tuple[Row, ...]:
    """The rows of `source` from `at` on that `target` has from `start` on."""
    length = 0
    most = min(len(source.rows) - at, len(target.rows) - start)
    while length < most and source.rows[at + length].content == target.rows[start + length].content:
        length += 1
    return source.rows[at : at + length]


def _has_anchor(rows: Iterable[Row], floor: int) -> bool:
    return any(row.width >= floor for row in rows)


def _block(source: EditRun, at: int, target: EditRun, start: int, length: int) -> Block:
    return Block(
        source.pair,
        tuple(row.line for row in source.rows[at : at + length]),
        target.pair,
        tuple(row.line for row in target.rows[start : start + length]),
    )


def _place(block: Block) -> tuple[int, tuple[int, ...], int, tuple[int, ...]]:
    return block.from_pair, block.from_lines, block.to_pair, block.to_lines


def _arrived(left: Leftovers, blocks: Sequence[Block]) -> Mapping[int, AbstractSet[int]]:
    """By pair the lines that arrived: those of blocks, and those beside them that the same pairs removed."""
    lines = lines_by_pair((block.to_pair, block.to_lines) for block in blocks)
    sources: dict[int, set[int]] = defaultdict(set)
    for block in blocks:
        sources[block.to_pair].add(block.from_pair)
    removers: dict[int, set[int]] = defaultdict(set)
    for run in left.removed:
        for row in run.rows:
            removers[row.content].add(run.pair)
    opened = [run for run in left.added if any(row.line in lines.get(run.pair, ()) for row in run.rows)]
    for run in opened:
        lines[run.pair].update(
            row.line for row in run.rows if not sources[run.pair].isdisjoint(removers.get(row.content, ()))
        )
    return lines
