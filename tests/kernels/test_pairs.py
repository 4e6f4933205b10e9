"""Pairs of places that share a run of tokens: the worked examples of docs/methodology/clones.md, and a slow twin."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.hashing import fnv1a64
from rubout.kernels.pairs import pairs
from rubout.kernels.winnow import winnow

WIDTH, WINDOW, MIN_TOKENS = 25, 26, 50
CODES = 1 << 16
HASHES = array("Q", [fnv1a64(code.to_bytes(2, "big")) for code in range(CODES)])

Run = tuple[int, int, int, int, int]  # file a, token of a in its file, file b, token of b in its file, tokens
Anchor = tuple[int, int]  # hash, position in the tree


@dataclass(frozen=True)
class File:
    """Codes of one file, 0 where a stream is cut, and the line of each; without lines, a token a line."""

    codes: tuple[int, ...]
    lines: tuple[int, ...] = ()

    def line(self, token: int) -> int:
        return self.lines[token] if self.lines else token + 1


@dataclass(frozen=True)
class Found:
    """What the kernel answers, with tokens counted in their files."""

    blocks: list[Run]
    near: list[Run]
    hot_chained: int
    stale: int


def find(
    files: list[File], anchors: list[Anchor] | None = None, min_tokens: int = MIN_TOKENS, near_floor: int = WIDTH
) -> Found:
    """Run the kernel over `files`, on winnowed fingerprints where no anchors are given."""
    codes = array("H", [code for file in files for code in (*file.codes, 0)])
    firsts = array("I", accumulate((len(file.codes) + 1 for file in files), initial=0))
    lines = array("I", [line for file in files for line in (*map(file.line, range(len(file.codes))), 0)])
    hashes, positions = winnow(codes, HASHES, WIDTH, WINDOW)
    if anchors is not None:
        hashes = array("Q", [each for each, _ in anchors])
        positions = array("I", [position for _, position in anchors])
    blocks, near, hot_chained, stale = pairs(codes, hashes, positions, firsts, lines, lines, min_tokens, near_floor)

    def runs(columns: tuple[array[int], ...]) -> list[Run]:
        return [(fa, a - firsts[fa], fb, b - firsts[fb], n) for fa, a, fb, b, n in zip(*columns, strict=True)]

    return Found(runs(blocks), runs(near), hot_chained, stale)


def spread(first: int, count: int) -> tuple[int, ...]:
    """`count` different codes."""
    return tuple(range(first, first + count))


def lines_of(files: list[File], runs: list[Run]) -> list[tuple[int, ...]]:
    """(file, first line, last line) of both sides and the tokens of each run."""
    return [
        (fa, files[fa].line(a), files[fa].line(a + n - 1), fb, files[fb].line(b), files[fb].line(b + n - 1), n)
        for fa, a, fb, b, n in runs
    ]


# Worked examples.


@pytest.mark.parametrize("shared", [60, 50])
def test_a_shared_stretch_is_one_block_from_whichever_anchor(shared: int) -> None:
    stretch = spread(1000, shared)
    files = [
        File((*spread(1, 40), *stretch, *spread(2000, 30))),
        File((*spread(3000, 20), *stretch, *spread(4000, 30))),
    ]
    assert find(files).blocks == [(0, 40, 1, 20, shared)]


def test_a_shared_stretch_between_the_floors_is_a_near_run_if_an_anchor_exists() -> None:
    stretch = spread(1000, 30)
    files = [File((*spread(1, 40), *stretch)), File((*spread(3000, 20), *stretch))]
    anchored = find(files, anchors=[(9, 43), (9, 94)])
    assert (anchored.blocks, anchored.near) == ([], [(0, 40, 1, 20, 30)])
    assert find(files, anchors=[]).near == []


S = spread(1, 60)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (S * 2, [(1, 60, 61, 120, 60)]),
        (S * 3, [(1, 60, 61, 120, 60), (1, 60, 121, 180, 60)]),
        (S * 4, [(1, 60, 61, 120, 60), (1, 120, 121, 240, 120)]),
    ],
)
def test_the_two_sides_of_a_run_in_one_file_never_overlap(codes: tuple[int, ...], expected: list[Run]) -> None:
    files = [File(codes)]
    found = [(a, a_end, b, b_end, n) for _, a, a_end, _, b, b_end, n in lines_of(files, find(files).blocks)]
    assert found == expected


def test_ten_values_repeated_give_a_block_for_each_length_that_fits() -> None:
    blocks = find([File(spread(1, 10) * 20)]).blocks
    assert sorted(n for *_, n in blocks) == [50, 60, 70, 80, 90, 100]


def test_three_values_repeated_give_the_fourteen_blocks_that_the_floor_suppresses() -> None:
    assert len(find([File((1, 2, 3) * 60)]).blocks) == 14


@pytest.mark.parametrize(("count", "blocks", "chained"), [(64, 2016, 0), (65, 64, 2), (70, 69, 2)])
def test_a_hash_with_more_than_64_places_is_paired_along_a_chain(count: int, blocks: int, chained: int) -> None:
    found = find([File(S)] * count)
    assert (len(found.blocks), found.hot_chained) == (blocks, chained)


@pytest.mark.parametrize("position", [118, 200], ids=["on the end of a file", "behind the last token"])
def test_an_anchor_on_no_token_is_counted_and_makes_no_run(position: int) -> None:
    files = [File(spread(1, 58)), File(spread(1, 59))]
    found = find(files, anchors=[(9, 10), (9, position)])
    assert (found.blocks, found.near, found.stale) == ([], [], 1)


def test_a_data_table_gives_fourteen_blocks() -> None:
    kinds = {kind: code for code, kind in enumerate(("ID", "LIT", "=", "{", "}", "(", ")", ":", ","), start=1)}
    hashes = array("Q", [0, fnv1a64(b"\x01ID"), fnv1a64(b"\x02LIT"), *(fnv1a64(k.encode()) for k in list(kinds)[2:])])
    row = ["LIT", ":", "(", "LIT", ",", "LIT", ")", ","]
    rows = [["ID", "=", "{"], *[row] * 40, ["}"]]
    codes = array("H", [*(kinds[kind] for row in rows for kind in row), 0])
    lines = array("I", [*(line for line, row in enumerate(rows, start=1) for _ in row), 0])
    found, _, _, _ = pairs(
        codes, *winnow(codes, hashes, WIDTH, WINDOW), array("I", [0, len(codes)]), lines, lines, MIN_TOKENS, WIDTH
    )
    assert sorted(found[4]) == list(range(56, 161, 8))
    assert {len(set(codes[a : a + n])) for a, n in zip(found[1], found[4], strict=True)} == {5}


def test_a_hub_pairs_with_each_family_on_its_own_lines() -> None:
    first, second = spread(1, 60), spread(1000, 70)
    hub_lines = (*range(1, 61), *range(60, 130))
    files = [File((*first, *second), hub_lines), File(first), File(second)]
    assert lines_of(files, find(files).blocks) == [(0, 1, 60, 1, 1, 60, 60), (0, 60, 129, 2, 1, 70, 70)]


def test_a_stretch_that_begins_on_the_line_its_copy_ends_on_is_one_block() -> None:
    files = [File(S * 2, (*range(1, 61), *range(60, 120)))]
    assert lines_of(files, find(files).blocks) == [(0, 1, 60, 0, 60, 119, 60)]


# What the worked examples leave open.


def test_no_run_crosses_a_cut() -> None:
    cut = File((*S, 0, *spread(1000, 55)))
    assert find([cut, cut]).blocks == [(0, 0, 1, 0, 60), (0, 61, 1, 61, 55)]


def test_a_run_may_end_where_both_files_end() -> None:
    files = [File(spread(1, 70)), File(spread(1, 70)), File(spread(5000, 5))]
    assert find(files).blocks == [(0, 0, 1, 0, 70)]


def test_a_near_run_on_the_lines_of_a_block_is_not_told() -> None:
    one_line = File((*S, *spread(1000, 30)), (1,) * 90)
    other = File((*spread(1000, 30), *S), (1,) * 90)
    found = find([one_line, other], anchors=[(1, 5), (2, 62), (2, 93), (1, 126)])
    assert (found.blocks, found.near) == ([(0, 0, 1, 30, 60)], [])


def test_a_near_floor_above_the_least_block_leaves_nothing_near() -> None:
    stretch = spread(1000, 30)
    found = find([File(stretch), File(stretch)], min_tokens=20, near_floor=25)
    assert (found.blocks, found.near) == ([(0, 0, 1, 0, 30)], [])
    shorter = find([File(stretch), File(stretch)], anchors=[(1, 3), (1, 34)], min_tokens=30, near_floor=40)
    assert (shorter.blocks, shorter.near) == ([(0, 0, 1, 0, 30)], [])


def test_nothing_gives_nothing() -> None:
    assert find([]) == Found([], [], 0, 0)
    assert find([File(())]) == Found([], [], 0, 0)


def test_hashes_above_the_signed_range_group_like_any_other() -> None:
    high = (1 << 64) - 1
    assert find([File(S), File(S)], anchors=[(high, 5), (high, 66)]).blocks == [(0, 0, 1, 0, 60)]


# The twin: the rules one by one, on lists, with every anchor extended from where it stands.

HOT = 64


def slow(files: list[File], anchors: list[Anchor], min_tokens: int, near_floor: int) -> Found:
    firsts = list(accumulate((len(file.codes) + 1 for file in files), initial=0))

    def locate(position: int) -> tuple[int, int]:
        file = max(index for index, first in enumerate(firsts[:-1]) if first <= position)
        return file, position - firsts[file]

    def token(file: int, at: int) -> int:
        return files[file].codes[at] if 0 <= at < len(files[file].codes) else 0

    groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for each, position in anchors:
        groups[each].append(locate(position))
    paired = [
        pair for group in groups.values() for pair in (pairwise(group) if len(group) > HOT else combinations(group, 2))
    ]
    alive = [(a, b) for a, b in paired if token(*a) and token(*b)]

    def same(fa: int, a: int, fb: int, b: int) -> bool:
        return token(fa, a) != 0 and token(fa, a) == token(fb, b)

    def extend(side_a: tuple[int, int], side_b: tuple[int, int]) -> Run:
        (fa, a), (fb, b) = side_a, side_b
        while same(fa, a - 1, fb, b - 1):
            a, b = a - 1, b - 1
        n = 0
        while same(fa, a + n, fb, b + n) and (fa != fb or n < b - a):
            n += 1
        return fa, a, fb, b, n

    runs = {extend(*sorted(pair)) for pair in alive}
    long_enough = sorted((run for run in runs if run[4] >= near_floor), key=lambda run: (-run[4], run))
    kept: list[Run] = []
    for run in long_enough:
        if not any(holds(files, other, run) for other in kept):
            kept.append(run)
    kept.sort(key=lambda run: (run[0], files[run[0]].line(run[1]), run[2], files[run[2]].line(run[3])))
    return Found(
        [run for run in kept if run[4] >= min_tokens],
        [run for run in kept if run[4] < min_tokens],
        sum(len(group) > HOT for group in groups.values()),
        len(paired) - len(alive),
    )


def holds(files: list[File], outer: Run, inner: Run) -> bool:
    """Whether two runs are of one pair of files and the lines of one hold those of the other, on both sides."""
    (ofa, oas, oae, ofb, obs, obe, _), (ifa, ias, iae, ifb, ibs, ibe, _) = lines_of(files, [outer, inner])
    return (ofa, ofb) == (ifa, ifb) and oas <= ias and iae <= oae and obs <= ibs and ibe <= obe


# Few codes and short files, so that runs, cuts and ties are everywhere; several tokens a line.
STREAM = st.lists(st.sampled_from([0, 1, 1, 2, 2]), max_size=24).map(tuple)
FILE = STREAM.flatmap(
    lambda codes: st.lists(st.integers(1, 5), min_size=len(codes), max_size=len(codes)).map(
        lambda lines: File(codes, tuple(sorted(lines)))
    )
)


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[File], list[Anchor]]:
    """Files, and fingerprints at any of their positions, true or not."""
    files = draw(st.lists(FILE, min_size=1, max_size=4))
    size = sum(len(file.codes) + 1 for file in files)
    positions = draw(st.lists(st.integers(0, size - 1), unique=True, max_size=16).map(sorted))
    return files, [(draw(st.integers(0, 2)), position) for position in positions]


@given(tree=trees(), near_floor=st.integers(1, 4), more=st.integers(0, 3))
def test_pairs_are_what_the_rules_give_one_by_one(
    tree: tuple[list[File], list[Anchor]], near_floor: int, more: int
) -> None:
    files, anchors = tree
    min_tokens = near_floor + more
    assert find(files, anchors, min_tokens, near_floor) == slow(files, anchors, min_tokens, near_floor)


@pytest.mark.parametrize("count", [64, 65])
def test_chains_are_what_the_rules_give_one_by_one(count: int) -> None:
    files = [File((1, 2, 3) * count)]
    anchors = [(7, position) for position in range(0, 3 * count, 3)]
    found = find(files, anchors, 5, 4)
    assert found.hot_chained == (count > HOT)
    assert found == slow(files, anchors, 5, 4)


@given(before=STREAM, after=STREAM, other=STREAM, shared=st.integers(50, 80))
def test_a_shared_stretch_of_fifty_is_found_whatever_surrounds_it(
    before: tuple[int, ...], after: tuple[int, ...], other: tuple[int, ...], shared: int
) -> None:
    stretch = spread(1000, shared)
    files = [File((*before, *stretch, *after)), File((*other, *stretch))]
    blocks = find(files).blocks
    assert any(fa == 0 and fb == 1 and a <= len(before) and n >= shared for fa, a, fb, _, n in blocks)
