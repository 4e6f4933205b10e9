from __future__ import annotations

import random
from array import array
from collections import defaultdict
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.repeats import distinct_codes, repeats
from rubout.kernels.winnow import winnow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Stream = Sequence[int]  # the codes of one file; 0 is a cut
    Found = list[tuple[int, tuple[int, ...]]]  # length and members of each repeat

LEAST = 5
SMALL = (3, 3, LEAST)  # k, w and min_tokens in the proportions of the real ones: min_tokens = w + k - 1
REAL = (25, 26, 50)
DICE = random.Random(2)
STRONG = array("Q", [DICE.getrandbits(64) for _ in range(1000)])
WEAK = array("Q", [code % 2 for code in range(1000)])  # most grams share their hash with others


def pieces_between_cuts(codes: Stream) -> Iterator[tuple[int, int]]:
    start = 0
    for index, code in enumerate([*codes, 0]):
        if code == 0:
            if index > start:
                yield start, index
            start = index + 1


def joined(files: Sequence[Stream]) -> list[int]:
    return [code for file in files for code in [*file, 0]]


def find(files: Sequence[Stream], knobs: tuple[int, int, int] = SMALL, hashes: array[int] = STRONG) -> Found:
    codes = array("H", joined(files))
    k, w, least = knobs
    lengths, offsets, members = repeats(codes, *winnow(codes, hashes, k, w), k, w, least)
    bounds = zip(lengths, offsets[:-1], offsets[1:], strict=True)
    return [(length, tuple(members[low:high])) for length, low, high in bounds]


def stretches_by_definition(codes: Stream, least: int) -> list[tuple[int, int, int, int]]:
    """(start, end, period, tokens in a piece) of D2, period by period."""
    found: dict[tuple[int, int], int] = {}
    for low, high in pieces_between_cuts(codes):
        for period in range(1, (high - low) // 2 + 1):
            start = low
            for end in range(low + period, high + 1):
                if end == high or codes[end] != codes[end - period]:
                    if end - start >= 2 * period:
                        found.setdefault((start, end), period)
                    start = end - period + 1
    pieces = [(start, end, period, -(-least // period) * period) for (start, end), period in found.items()]
    return [stretch for stretch in pieces if stretch[1] - stretch[0] > 2 * stretch[3]]


def without_overlaps(places: Sequence[int], length: int) -> tuple[int, ...]:
    kept: list[int] = []
    for place in places:
        if not kept or place >= kept[-1] + length:
            kept.append(place)
    return tuple(kept)


def repeats_by_definition(files: Sequence[Stream], least: int) -> Found:
    """D1 to D5, letter by letter."""
    codes = joined(files)
    stretches = stretches_by_definition(codes, least)
    occurrences = defaultdict(list)
    for low, high in pieces_between_cuts(codes):
        for start in range(low, high):
            for end in range(start + least, high + 1):
                if not any(s <= start - q and end <= e for s, e, q, _ in stretches):
                    occurrences[tuple(codes[start:end])].append(start)
    found = []
    for string, places in occurrences.items():
        befores = {codes[place - 1] or -place if place else 0 for place in places}
        afters = {codes[place + len(string)] or -place for place in places}
        members = without_overlaps(places, len(string))
        if len(befores) > 1 and len(afters) > 1 and len(members) > 1:
            found.append((len(string), members))
    for s, e, _, g in stretches:
        found += [(part, tuple(range(s, e - part + 1, g))) for part in (g, (e - s) % g) if part >= least]
    return sorted(found, key=lambda repeat: (repeat[1], repeat[0]))


def by_place(found: Found) -> Found:
    return sorted(found, key=lambda repeat: (repeat[1], repeat[0]))


@st.composite
def trees(draw: st.DrawFn) -> list[list[int]]:
    """Files put together from few blocks, some of them in a row, some cut, some with an edit."""
    block = st.lists(st.integers(1, draw(st.integers(1, 5))), max_size=9)
    blocks = st.sampled_from(draw(st.lists(block, min_size=1, max_size=4)))
    marks = st.sampled_from([[], [], [0], [9], [1]])
    part = st.builds(lambda block, times, mark: block * times + mark, blocks, st.integers(1, 5), marks)
    return draw(
        st.lists(st.lists(part, max_size=5).map(lambda parts: list(chain.from_iterable(parts))[:70]), max_size=5)
    )


class FileMore(NamedTuple):
    """A file that a tree gets: some tokens, and behind them one of its files if it has so many."""

    tokens: list[int]
    copied: int

    def __call__(self, files: list[list[int]]) -> list[list[int]]:
        return [*files, self.tokens + (files[self.copied] if self.copied < len(files) else [])]


FILES_MORE = st.builds(FileMore, st.lists(st.integers(1, 4), max_size=40), st.sampled_from([0, 1, 2]))


def around(dice: random.Random, run: list[int], copies: int) -> list[list[int]]:
    """Files that have the run in common, 39 tokens in."""
    return [dice.choices(range(1, 900), k=39) + run + dice.choices(range(1, 900), k=40) for _ in range(copies)]


KNOBS = st.builds(
    lambda k, w, more: (k, w, k + w - 1 + more), st.integers(1, 4), st.integers(1, 4), st.sampled_from([0, 0, 1, 3])
)


@given(trees(), KNOBS, st.sampled_from([STRONG, WEAK]))
def test_what_is_found_is_what_the_definition_says(
    files: list[list[int]], knobs: tuple[int, int, int], hashes: array[int]
) -> None:
    assert by_place(find(files, knobs, hashes)) == repeats_by_definition(files, knobs[2])


@given(trees(), KNOBS)
def test_repeats_come_by_first_member_then_length(files: list[list[int]], knobs: tuple[int, int, int]) -> None:
    keys = [(members[0], length) for length, members in find(files, knobs)]
    assert keys == sorted(keys)


@given(trees(), FILES_MORE)
def test_a_file_more_takes_no_member_away(files: list[list[int]], more_of: FileMore) -> None:
    larger = more_of(files)
    fewer, more = find(files), find(larger)
    members_of: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for length, members in more:
        members_of[tuple(joined(larger)[members[0] : members[0] + length])].update(members)
    for length, members in fewer:
        assert set(members) <= members_of[tuple(joined(files)[members[0] : members[0] + length])]


def rank(found: Found) -> int:
    """Sum of members - 1 over the classes that remain when repeats with a place in common are one."""
    leader: dict[tuple[int, int], tuple[int, int]] = {}

    def root(place: tuple[int, int]) -> tuple[int, int]:
        while leader.setdefault(place, place) != place:
            place = leader[place]
        return place

    joins = 0
    for length, members in found:
        for member in members[1:]:
            one, two = root((members[0], length)), root((member, length))
            joins += one != two
            leader[one] = two
    return joins


@given(trees(), FILES_MORE)
def test_a_file_more_never_lowers_the_excess(files: list[list[int]], more_of: FileMore) -> None:
    assert rank(find(more_of(files))) >= rank(find(files))


@given(trees(), st.randoms(use_true_random=False))
def test_the_order_of_the_files_changes_nothing_but_the_numbers(files: list[list[int]], dice: random.Random) -> None:
    order = list(range(len(files)))
    dice.shuffle(order)
    assert located(files, range(len(files))) == located([files[at] for at in order], order)


def located(files: list[list[int]], names: Sequence[int]) -> set[tuple[int, frozenset[tuple[int, int]]]]:
    """The repeats, their members as (name of the file, token)."""
    owner = [(name, at) for name, file in zip(names, files, strict=True) for at in range(len(file) + 1)]
    return {(length, frozenset(owner[member] for member in members)) for length, members in find(files)}


@given(trees())
def test_both_sides_of_a_shared_run_are_met_by_one_repeat(files: list[list[int]]) -> None:
    codes, found = joined(files), find(files)
    inside = {at for start, end, _, _ in stretches_by_definition(codes, LEAST) for at in range(start, end)}
    stream_of: dict[int, int] = {}
    runs = defaultdict(list)
    for low, high in pieces_between_cuts(codes):
        stream_of.update(dict.fromkeys(range(low, high), low))
        for start in range(low, high - LEAST + 1):
            runs[tuple(codes[start : start + LEAST])].append(start)

    def met(run: int, length: int, members: tuple[int, ...]) -> bool:
        near = [member for member in members if stream_of[member] == stream_of[run]]
        return any(run - length < member < run + LEAST for member in near) or (bool(near) and run in inside)

    for places in runs.values():
        for one, two in combinations(places, 2):
            assert stream_of[one] == stream_of[two] or any(
                met(one, length, members) and met(two, length, members) for length, members in found
            )


def values(first: int, count: int) -> list[int]:
    return list(range(first, first + count))


def test_shared_values_are_one_repeat_as_long_as_they_are() -> None:  # E6
    one = values(100, 40) + values(1, 60) + values(200, 20)
    two = values(300, 20) + values(1, 60) + values(400, 30)
    assert find([one, two], REAL) == [(60, (40, 121 + 20))]


def test_a_shared_run_below_the_threshold_is_no_repeat() -> None:  # E6
    one = values(100, 40) + values(1, 49) + values(200, 20)
    two = values(300, 20) + values(1, 49) + values(400, 30)
    assert find([one, two], REAL) == []


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (values(1, 60) * 2, [(60, (0, 60))]),
        (values(1, 60) * 3, [(60, (0, 60, 120))]),
        (values(1, 60) * 4, [(60, (0, 60, 120, 180))]),
        (values(1, 60) * 3 + values(1, 54), [(54, (0, 60, 120, 180)), (60, (0, 60, 120))]),
        (values(1, 10) * 20, [(50, (0, 50, 100, 150))]),
        (values(1, 3) * 60, [(51, (0, 51, 102))]),
        ([7] * 101, [(50, (0, 50))]),
        ([7] * 100, [(50, (0, 50))]),
        ([7] * 99, []),
    ],
)
def test_back_to_back_repeats_are_pieces_of_one_class(file: list[int], expected: Found) -> None:  # E7
    assert find([file], REAL) == expected


@pytest.mark.parametrize("copies", [2, 64, 65, 70])
def test_every_copy_of_a_file_is_a_member(copies: int) -> None:  # E8
    assert find([values(1, 60)] * copies, REAL) == [(60, tuple(range(0, 61 * copies, 61)))]


def test_a_place_that_two_families_touch_does_not_join_them() -> None:  # E12
    one, two = values(1, 60), values(101, 70)
    assert find([one, two, one + two], REAL) == [(60, (0, 61 + 71)), (70, (61, 61 + 71 + 60))]


@pytest.mark.parametrize("copies", [2, 3, 80])
def test_a_run_of_fifty_is_found_whatever_surrounds_it(copies: int) -> None:  # E5
    dice = random.Random(copies)
    for _ in range(20):
        files = around(dice, dice.choices(range(1, 900), k=50), copies)
        assert (50, tuple(range(39, 130 * copies, 130))) in find(files, REAL)


def test_no_repeat_crosses_a_cut() -> None:
    half = values(1, 30)
    assert find([[*half, 0, *half], [*half, 0, *half]], REAL) == []


def test_an_empty_tree_has_none() -> None:
    assert find([], REAL) == []


@given(trees(), st.integers(1, 5))
def test_shorter_ones_are_all_found_with_a_narrower_window(files: list[list[int]], w: int) -> None:
    assert by_place(find(files, (2, w, w + 1))) == repeats_by_definition(files, w + 1)


@pytest.mark.parametrize("least", [25, 30, 49, 50])
def test_a_lower_threshold_loses_no_run_that_is_long_enough(least: int) -> None:
    dice = random.Random(least)
    for _ in range(20):
        files = around(dice, dice.choices(range(1, 900), k=60), 2)
        assert find(files, (25, 26, least)) == [(60, (39, 140 + 39))]


def test_a_long_table_is_one_class_of_pieces() -> None:
    rows = values(1, 8) * 3000
    assert find([rows], REAL) == [(56, tuple(range(0, 24000 - 55, 56)))]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=30), st.data())
def test_codes_of_a_run_are_counted_once(codes: list[int], data: st.DataObject) -> None:
    bounds = st.tuples(st.integers(0, len(codes)), st.integers(0, len(codes))).map(sorted)
    runs = data.draw(st.lists(bounds, max_size=5))
    starts, lengths = array("I", [low for low, _ in runs]), array("I", [high - low for low, high in runs])
    counts = distinct_codes(array("H", codes), starts, lengths)
    assert counts == array("I", [len(set(codes[low:high])) for low, high in runs])
