"""Where do two clones differ?"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.gate.near_miss_classes import compared
from rubout.gate.near_miss_operators import operator_changes
from rubout.gate.remembered import program
from rubout.kernels.tree_distance import work as cells
from rubout.kernels.tree_mapping import UNKEPT, mapping
from rubout.measure import pool
from rubout.measure.forest import columns, lines_of
from rubout.store.blob import read_record, write_blob

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


class Spot(NamedTuple):
    """Units a and b differ here: the lines on both sides, None for a side that has nothing here, and the edits.

    Or `operators` differ, those of a and b, "" for one that is not there: then the trees are equal.
    """

    a: int
    b: int
    a_lines: Range | None
    b_lines: Range | None
    relabel: int
    delete: int
    insert: int
    operators: tuple[tuple[str, str], ...] = ()


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
    listed = [compared(one.units, one.pairs) for one in classes]
    distances = {_trees(wood, pair): pair.ted for pairs in listed for pair in pairs if pair.ted}
    edits = _edits_between(wood, distances, request)

    def differences(pair: ClonePair) -> Iterator[Spot]:
        return _spots(wood, pair, edits[_trees(wood, pair)]) if pair.ted else _operator_spots(wood, pair)

    return [
        tuple(spot for pair in pairs for spot in differences(pair))
        if all(_trees(wood, pair) in edits for pair in pairs if pair.ted)
        else None
        for pairs in listed
    ]


def _trees(wood: Forest, pair: ClonePair) -> tuple[int, int]:
    return wood.tree_of[pair.a], wood.tree_of[pair.b]


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


def _operator_spots(wood: Forest, pair: ClonePair) -> Iterator[Spot]:
    """A spot for each two lines on which operators differ."""
    by_lines: dict[tuple[int | None, int | None], list[tuple[str, str]]] = {}
    for change in operator_changes(wood, pair.a, pair.b):
        by_lines.setdefault((change.a_line, change.b_line), []).append((change.a, change.b))
    for lines, operators in by_lines.items():
        a_lines, b_lines = ((line, line) if line else None for line in lines)
        yield Spot(pair.a, pair.b, a_lines, b_lines, 0, 0, 0, tuple(dict.fromkeys(operators)))


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
    if request.cache and request.objects is None and (new or len(held) < len(known)):
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
    kept = read_record(request.anchor, NAME, _KEPT)
    return kept.edits if kept and kept.asked == _asked() else {}


def _asked() -> str:
    """Everything besides the two trees and their distance that the edits depend on."""
    return repr(program())
