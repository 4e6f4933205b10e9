"""Where do two clones differ, and what would have to become a parameter?"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.gate.remembered import program
from rubout.kernels.tree_distance import work as cells
from rubout.kernels.tree_mapping import UNKEPT, mapping
from rubout.measure import pool
from rubout.measure.forest import columns, lines_of
from rubout.store.blob import read_blob, write_blob

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.gate.near_miss_classes import CloneClass, ClonePair
    from rubout.gate.survey import Request
    from rubout.measure.forest import Forest

    Range = tuple[int, int]
    Labels = array[int]

NAME = "near-miss-spots.bin"
RELABEL, DELETE, INSERT = range(3)
MOST_CELLS = 100_000_000  # of a pair whose differences are looked for
ALONE = 2_000_000  # cells
CHUNKS = 64
MOST_PLACES = 3  # that a hint names


class Spot(NamedTuple):
    """Units a and b differ here: the lines on both sides, None for a side that has nothing here, and the edits."""

    a: int
    b: int
    a_lines: Range | None
    b_lines: Range | None
    relabel: int
    delete: int
    insert: int


class _Edit(NamedTuple):
    """A node of a, one of b, and what becomes of them: a side that the edit does not touch says where it is.

    Edits of one group have no node between them that both trees keep as it is.
    """

    group: int
    a: int
    b: int
    kind: int


class _Here(NamedTuple):
    """The lines of an edit."""

    a: int
    b: int
    kind: int


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """By pair of trees, as both digests joined, the edits, four u16 each in the order of this machine."""

    asked: str
    edits: dict[bytes, bytes]


_KEPT = msgspec.msgpack.Decoder(_Kept)


def spots_of(wood: Forest, classes: Sequence[CloneClass], request: Request) -> list[tuple[Spot, ...] | None]:
    """By class, where each further member differs from the first, or from one that it is a clone of.

    None for a class of which a pair is too much work.
    """
    compared = [[pair for pair in _compared(one) if pair.ted] for one in classes]
    distances = {_trees(wood, pair): pair.ted for pairs in compared for pair in pairs}
    edits = _edits_between(wood, distances, request)
    return [
        tuple(spot for pair in pairs for spot in _spots(wood, pair, edits[_trees(wood, pair)]))
        if all(_trees(wood, pair) in edits for pair in pairs)
        else None
        for pairs in compared
    ]


def hint_of(one: CloneClass, spots: Sequence[Spot] | None) -> str | None:
    """What merging a class would take, in words about the lines of its first member; None when it is too much."""
    if spots is None or any(spot.a != one.units[0] for spot in spots):
        return None
    if not spots:
        return "the trees are equal: what differs is names, constants or operators, which would become parameters"
    replaced = _joined(spot.a_lines for spot in spots if spot.a_lines and spot.b_lines)
    dropped = _joined(spot.a_lines for spot in spots if spot.a_lines and not spot.b_lines)
    added = {spot.b_lines for spot in spots if not spot.a_lines}
    if len(replaced) + len(dropped) + len(added) > MOST_PLACES:
        return None
    parts = []
    if replaced:
        parts.append(f"a parameter for what stands on {_words(replaced)}")
    if dropped:
        parts.append(f"a switch for {_words(dropped)}, which others do not have")
    if added:
        parts.append("a switch for what others have besides")
    return ", and ".join(parts)


def _trees(wood: Forest, pair: ClonePair) -> tuple[int, int]:
    return wood.tree_of[pair.a], wood.tree_of[pair.b]


def _compared(one: CloneClass) -> Iterator[ClonePair]:
    """For each further member the pair with the first member, else the one with the earliest other."""
    best: dict[int, ClonePair] = {}
    for pair in one.pairs:
        for unit in (pair.b, pair.a):
            if unit != one.units[0]:
                best.setdefault(unit, pair)
    yield from dict.fromkeys(best[unit] for unit in one.units[1:])


def _spots(wood: Forest, pair: ClonePair, edits: Sequence[_Edit]) -> Iterator[Spot]:
    """The differences of two units, by their lines."""
    a_lines, b_lines = lines_of(wood, pair.a), lines_of(wood, pair.b)
    groups: dict[int, list[_Here]] = {}
    for edit in edits:
        groups.setdefault(edit.group, []).append(_Here(a_lines[edit.a], b_lines[edit.b], edit.kind))
    merged: list[list[_Here]] = []
    for group in sorted(groups.values(), key=min):
        if merged and _touch(merged[-1], group):
            merged[-1] += group
        else:
            merged.append(group)
    for group in merged:
        kinds = Counter(here.kind for here in group)
        yield Spot(
            pair.a, pair.b, _range(_a_side(group)), _range(_b_side(group)), kinds[RELABEL], kinds[DELETE], kinds[INSERT]
        )


def _a_side(group: Iterable[_Here]) -> Iterator[int]:
    return (here.a for here in group if here.kind != INSERT)


def _b_side(group: Iterable[_Here]) -> Iterator[int]:
    return (here.b for here in group if here.kind != DELETE)


def _edits(a: Labels, b: Labels, kept: array[int]) -> Iterator[_Edit]:
    """What turns tree a into b, in postorder."""
    taken = {node for node in kept if node != UNKEPT}
    group = j = 0
    for i, node in enumerate(kept):
        if node == UNKEPT:
            yield _Edit(group, i, min(j, len(b) - 1), DELETE)
            continue
        while j < node:
            if j not in taken:
                yield _Edit(group, i, j, INSERT)
            j += 1
        if a[i] == b[j]:
            group += 1
        else:
            yield _Edit(group, i, j, RELABEL)
        j += 1
    for node in range(j, len(b)):
        yield _Edit(group, len(a) - 1, node, INSERT)


def _touch(one: Sequence[_Here], other: Sequence[_Here]) -> bool:
    """Whether two groups share a line on some side."""
    for side in (_a_side, _b_side):
        a, b = _range(side(one)), _range(side(other))
        if a and b and a[0] <= b[1] and b[0] <= a[1]:
            return True
    return False


def _range(lines: Iterable[int]) -> Range | None:
    """From the first line to the last."""
    found = list(lines)
    return (min(found), max(found)) if found else None


def _joined(ranges: Iterable[Range]) -> list[Range]:
    """Ascending ranges, those that touch made one."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _words(ranges: Sequence[Range]) -> str:
    several = len(ranges) > 1 or ranges[0][0] != ranges[0][1]
    listed = ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in ranges)
    return f"lines {listed}" if several else f"line {listed}"


def _edits_between(
    wood: Forest, distances: Mapping[tuple[int, int], int], request: Request
) -> dict[tuple[int, int], list[_Edit]]:
    """The edits between trees, by what earlier runs left behind where they did; a pair of too much work has none."""
    known = _read(request) if request.cache else {}
    keys = {pair: wood.trees[pair[0]].digest + wood.trees[pair[1]].digest for pair in distances}
    missing = [pair for pair in distances if keys[pair] not in known]
    found = zip(missing, _measured(wood, missing, distances, request), strict=True)
    new = {keys[pair]: encoded for pair, encoded in found}
    held = {key: new[key] if key in new else known[key] for key in keys.values()}
    if request.cache and (new or len(held) < len(known)):
        write_blob(request.anchor, NAME, msgspec.msgpack.encode(_Kept(_asked(), held)))
    return {pair: _decoded(held[key]) for pair, key in keys.items() if held[key]}


def _measured(
    wood: Forest, missing: Sequence[tuple[int, int]], pairs: Mapping[tuple[int, int], int], request: Request
) -> list[bytes]:
    def work(task: Sequence[int]) -> bytes:
        return msgspec.msgpack.encode([_encoded(wood, missing[number], pairs[missing[number]]) for number in task])

    guesses = sorted(
        ((wood.trees[pair[0]].nodes * (pairs[pair] + 1) ** 2, number) for number, pair in enumerate(missing)),
        reverse=True,
    )
    # Dealt like cards: the costliest ones lie first, and in different tasks.
    tasks = [[number for _, number in guesses[start::CHUNKS]] for start in range(min(CHUNKS, len(guesses)))]
    jobs = 1 if sum(guess for guess, _ in guesses) < ALONE else request.jobs or pool.processors()
    found = [b""] * len(missing)
    for number, answer in pool.answers(tasks, work, jobs):
        values = msgspec.msgpack.decode(work(tasks[number]) if answer is None else answer, type=list[bytes])
        for place, value in zip(tasks[number], values, strict=True):
            found[place] = value
    return found


def _encoded(wood: Forest, pair: tuple[int, int], ted: int) -> bytes:
    a, b = (columns(wood, wood.trees[tree]) for tree in pair)
    if cells(a[1], b[1], ted) > MOST_CELLS:
        return b""
    edits = _edits(a[0], b[0], mapping(*a, *b, ted))
    return array("H", [value for edit in edits for value in edit]).tobytes()


def _decoded(encoded: bytes) -> list[_Edit]:
    values = iter(array("H", encoded))
    return [_Edit(*four) for four in zip(values, values, values, values, strict=True)]


def _read(request: Request) -> dict[bytes, bytes]:
    data = read_blob(request.anchor, NAME)
    try:
        kept = _KEPT.decode(data) if data else None
    except msgspec.DecodeError:  # of another version: its shape is not ours to know
        return {}
    return kept.edits if kept and kept.asked == _asked() else {}


def _asked() -> str:
    """Everything besides the two trees and their distance that the edits depend on."""
    return repr(program())
