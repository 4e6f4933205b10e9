"""What a change is charged with, compared with the definition over whole trees."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.source import FileFacts
from rubout.gate.audit_blocks import MIN_DISTINCT, MIN_TOKENS, Block, Comparison, Content
from rubout.gate.held import Held, Measured
from rubout.measure.fingerprints import WIDTH, fingerprints
from rubout.measure.postings import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TOKENS_A_LINE = 5
PATHS = ("a", "b", "c", "d")
Codes = tuple[int, ...]
Files = dict[str, Codes]


def piece(number: int) -> Codes:
    """Thirty tokens that no other number shares; the fourth repeats a few tokens over and over."""
    draw = Random(number)
    return tuple(draw.choice((9, 10) if number == 3 else range(1, 40)) for _ in range(30))


def stream(codes: Codes) -> Stream:
    column = array("H", codes)
    lines = array("I", (index // TOKENS_A_LINE + 1 for index in range(len(codes))))
    return Stream(column, lines, lines, *fingerprints(column))


def runs(a: Codes, b: Codes) -> Iterator[tuple[int, int, int]]:
    """First token of either, and tokens, of every longest common stretch."""
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] != b[j] or (i and j and a[i - 1] == b[j - 1]):
                continue
            length = 0
            while i + length < len(a) and j + length < len(b) and a[i + length] == b[j + length]:
                length += 1
            if length >= MIN_TOKENS and len(set(a[i : i + length])) >= MIN_DISTINCT:
                yield i, j, length


def covered(a: Codes, b: Codes, side: int) -> int:
    return len({at for run in runs(a, b) for at in range(run[side], run[side] + run[2])})


def places(tree: Mapping[str, Codes]) -> Counter[Codes]:
    return Counter(codes[at : at + WIDTH] for codes in tree.values() for at in range(len(codes) - WIDTH + 1))


def lines(first: int, length: int) -> set[int]:
    return set(range(first // TOKENS_A_LINE + 1, (first + length - 1) // TOKENS_A_LINE + 2))


def apart(one: Codes, other: Codes) -> list[tuple[int, int, int]]:
    """The runs, without those within the lines, on both sides, of a longer one or of an equal one before."""
    found = sorted(runs(one, other), key=lambda run: (-run[2], run))
    return [
        (i, j, length)
        for at, (i, j, length) in enumerate(found)
        if not any(
            lines(i, length) <= lines(first, more) and lines(j, length) <= lines(second, more)
            for first, second, more in found[:at]
        )
    ]


def charged(before: Files, after: Files, novel: Mapping[str, set[int]]) -> set[tuple[str, int, str, int, int]]:
    gained = places(after)
    gained.subtract(places(before))
    found = set()
    for a, b in combinations(sorted(after), 2):
        old = before.get(a, ()), before.get(b, ())
        rise = max(covered(after[a], after[b], side) - covered(*old, side) for side in (0, 1))
        for i, j, length in apart(after[a], after[b]):
            own = after[a][i : i + length]
            prints = {own[at : at + WIDTH] for at in fingerprints(array("H", own))[1]}
            touched = any(
                before.get(path) != after[path] and novel[path] & lines(first, length)
                for path, first in ((a, i), (b, j))
            )
            if rise >= MIN_TOKENS and touched and any(gained[each] > 0 for each in prints):
                found.add((a, i, b, j, length))
    return found


def blocks(before: Files, after: Files, novel: Mapping[str, set[int]], most: int = 10_000) -> list[Block]:
    held = Held()
    for path, codes in after.items():
        held.put(path, "", Measured(FileFacts(language=0, total_lines=0, parsed=True), stream(codes)))
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    return Comparison(
        tree=held,
        now={path: Content(stream(after[path])) for path in changed if path in after},
        base_of={path: path if path in before else None for path in changed},
        bases=lambda: {path: Content(stream(before[path])) for path in changed if path in before},
        novel=lambda path: tuple(sorted(novel[path])),
    ).blocks(most)


def filled(numbers: Mapping[str, list[int]]) -> Files:
    return {path: sum(map(piece, each), ()) for path, each in numbers.items()}


@st.composite
def changes(draw: st.DrawFn) -> tuple[Files, Files, dict[str, set[int]]]:
    """A tree before and after, by changes that rub against one condition each, and the novel lines."""
    trees = st.dictionaries(st.sampled_from(PATHS), st.lists(st.integers(0, 5), max_size=4))
    before = draw(trees)
    after = dict(before)
    match draw(st.integers(0, 3)):
        case 0:
            after = draw(trees)
        case 1:  # contents change places, so nothing stands in more of them
            moved = draw(st.permutations(PATHS))
            after = {moved[PATHS.index(path)]: each for path, each in before.items()}
        case 2:  # every copy is mended alike, so no two files share more
            old, new = draw(st.integers(0, 5)), draw(st.integers(0, 9))
            after = {path: [new if number == old else number for number in each] for path, each in before.items()}
        case _:
            after[draw(st.sampled_from(PATHS))] = draw(st.sampled_from([[0, 1], *before.values()]))
    every = set(range(1, 31))
    novel = {path: draw(st.one_of(st.just(every), st.sets(st.integers(1, 30), max_size=4))) for path in PATHS}
    return filled(before), filled(after), novel


@given(changes())
def test_agrees_with_the_definition_over_whole_trees(change: tuple[Files, Files, dict[str, set[int]]]) -> None:
    before, after, novel = change
    found = {
        (block.a.path, block.a.first, block.b.path, block.b.first, block.tokens)
        for block in blocks(before, after, novel)
        if block.introduced and block.a.path != block.b.path
    }
    assert found == charged(before, after, novel)


@given(changes())
def test_every_pair_with_a_changed_file_is_listed_once_and_no_other(
    change: tuple[Files, Files, dict[str, set[int]]],
) -> None:
    before, after, novel = change
    listed = sorted(
        (block.a.path, block.a.first, block.b.path, block.b.first, block.tokens)
        for block in blocks(before, after, novel)
        if block.a.path != block.b.path
    )
    assert listed == sorted(
        (a, i, b, j, length)
        for a, b in combinations(sorted(after), 2)
        if before.get(a) != after[a] or before.get(b) != after[b]
        for i, j, length in apart(after[a], after[b])
    )


def test_a_change_of_nothing_has_no_pairs() -> None:
    tree = {"a": piece(0) + piece(1), "b": piece(0) + piece(1)}
    assert blocks(tree, tree, {}) == []


def test_more_pairs_than_the_cap_are_counted_and_not_judged() -> None:
    after = dict.fromkeys(PATHS, piece(0) + piece(1))
    novel = {path: {1} for path in PATHS}
    assert sum(block.introduced for block in blocks({}, after, novel)) == 6
    cut = blocks({}, after, novel, most=3)
    assert len(cut) == 4
    assert not any(block.introduced for block in cut)
