from __future__ import annotations

import random
from array import array
from collections import Counter, defaultdict
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
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


def group_of(codes: Stream, place: int, length: int) -> tuple[int, ...]:
    """What the occurrences that one member stands for have in common (D5); a cut is known by its place."""
    before, after = codes[place - 1] if place else 0, codes[place + length]
    if after:
        return (after,)
    return (0, before) if before else (0, 0, place)


def members_by_definition(codes: Stream, places: Sequence[int], length: int) -> tuple[int, ...]:
    leftmost: dict[tuple[int, ...], int] = {}
    for place in without_overlaps(places, length):
        leftmost.setdefault(group_of(codes, place, length), place)
    return tuple(leftmost.values())


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
        members = members_by_definition(codes, places, len(string))
        if len(befores) > 1 and len(afters) > 1 and len(members) > 1:
            found.append((len(string), members))
    found += [(g, tuple(range(s, e - g + 1, g))) for s, e, _, g in stretches]
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


def member_counts(files: list[list[int]]) -> Counter[tuple[int, ...]]:
    """How many members each string has, those of all its tandem stretches together."""
    codes, counts = joined(files), Counter[tuple[int, ...]]()
    for length, members in find(files):
        counts[tuple(codes[members[0] : members[0] + length])] += len(members)
    return counts


@given(trees(), trees(), st.integers(0, 5), st.integers(0, 5))
def test_a_file_more_takes_no_repeat_away_nor_leaves_it_fewer_members(
    files: list[list[int]], others: list[list[int]], at: int, copied: int
) -> None:
    added = list(chain(*others[:1], *files[copied : copied + 1]))
    assert member_counts(files) <= member_counts([*files[:at], added, *files[at:]])


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


def spare(found: Found) -> int:
    """Sum of members - 1."""
    return sum(len(members) - 1 for _, members in found)


@given(trees())
def test_no_two_repeats_join_what_is_joined_already(files: list[list[int]]) -> None:
    assert rank(find(files)) == spare(find(files))


def pieces_of(files: list[list[int]]) -> int:
    """Sum of members - 1 over tandem stretches alone."""
    return sum((end - start) // piece - 1 for start, end, _, piece in stretches_by_definition(joined(files), LEAST))


@given(trees(), st.data())
def test_a_copy_of_a_stream_adds_one_and_its_own_pieces(files: list[list[int]], data: st.DataObject) -> None:
    codes = joined(files)
    streams = [codes[low:high] for low, high in pieces_between_cuts(codes) if high - low >= LEAST]
    assume(streams)
    copy = data.draw(st.sampled_from(streams))
    at = data.draw(st.integers(0, len(files)))
    assert spare(find([*files[:at], copy, *files[at:]])) == spare(find(files)) + 1 + pieces_of([copy])


@given(trees(), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 69), st.integers(5, 9)), max_size=12))
def test_members_are_no_more_than_ends_and_streams(files: list[list[int]], edits: list[tuple[int, int, int]]) -> None:
    near = [list(file) for file in files * 3]
    for number, place, code in edits:
        for file in near[number : number + 1]:
            file[place : place + 1] = [code]
    codes = joined(near)
    streams = list(pieces_between_cuts(codes))
    ends = {tuple(codes[start:high]) for low, high in streams for start in range(low, high)}
    assert spare(find(near)) - pieces_of(near) <= max(0, len(ends) + len(streams) - 2)
    assert pieces_of(near) <= 3 * len(codes)


@pytest.mark.parametrize("copies", [20, 60])
def test_near_copies_cost_no_more_than_their_tokens(copies: int) -> None:
    dice = random.Random(copies)
    files = [dice.choices(range(1, 900), k=1000)] * copies
    edited = [[dice.randint(1, 899) if dice.random() < 1 / 300 else code for code in file] for file in files]
    found = find(edited, REAL)
    assert sum(len(members) for _, members in found) < 1000 * copies
    assert max(len(members) for _, members in found) < copies / 2


@given(trees(), st.randoms(use_true_random=False))
def test_the_order_of_the_files_decides_only_which_stand_for_the_others(
    files: list[list[int]], dice: random.Random
) -> None:
    shuffled = dice.sample(files, len(files))
    assert member_counts(shuffled) == member_counts(files)


@given(trees())
def test_repeats_that_contain_a_run_link_all_streams_that_hold_it(files: list[list[int]]) -> None:
    codes, stream_of, runs = joined(files), {}, defaultdict(set)
    for low, high in pieces_between_cuts(codes):
        stream_of.update(dict.fromkeys(range(low, high), low))
        for start in range(low, high - LEAST + 1):
            runs[tuple(codes[start : start + LEAST])].add(low)
    linked = defaultdict(list)
    for length, members in find(files):
        for start in range(members[0], members[0] + length - LEAST + 1):
            linked[tuple(codes[start : start + LEAST])].append({stream_of[member] for member in members})
    for run, streams in runs.items():
        assert reached(linked[run], min(streams)) == streams


def reached(links: Sequence[set[int]], stream: int) -> set[int]:
    """All streams that a chain of links leads to."""
    found = {stream}
    for _ in links:
        for link in links:
            if link & found:
                found |= link
    return found


@given(trees())
def test_a_run_that_another_stream_has_is_in_a_member_unless_it_overlaps_itself_or_is_shadowed(
    files: list[list[int]],
) -> None:
    codes, found, runs = joined(files), find(files), defaultdict(list)
    stretches = stretches_by_definition(codes, LEAST)
    for low, high in pieces_between_cuts(codes):
        for start in range(low, high - LEAST + 1):
            runs[tuple(codes[start : start + LEAST])].append((start, low))
    inside = {start for length, members in found for at in members for start in range(at, at + length - LEAST + 1)}
    for places in runs.values():
        if len({stream for _, stream in places}) > 1:
            alone = [one for one, _ in places if all(one == two or abs(one - two) >= LEAST for two, _ in places)]
            assert inside.issuperset(
                one for one in alone if not any(s <= one - q and one + LEAST <= e for s, e, q, _ in stretches)
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
        run = dice.choices(range(1, 900), k=50)
        ends = dice.sample(range(1, 900), k=copies)
        files = [dice.choices(range(1, 900), k=39) + run + [end] + values(1, 40) for end in ends]
        assert (50, tuple(range(39, 131 * copies, 131))) in find(files, REAL)


def test_of_places_that_go_on_alike_the_leftmost_stands_for_all() -> None:
    run = values(1, 60)
    ends = [[7], [8, 9], [7, 9], [8, 8], [8, 9]]
    files = [[100 + number, *run, *end] for number, end in enumerate(ends)]
    one, two, three, four, five = accumulate((len(file) + 1 for file in files[:-1]), initial=1)
    assert find(files, REAL) == [(60, (one, two)), (61, (one, three)), (61, (two, four)), (62, (two, five))]


def test_places_that_end_a_stream_count_once_for_each_code_before_them() -> None:
    run = values(1, 60)
    assert find([run, [7, *run], [8, *run], [8, *run]], REAL) == [(60, (0, 62, 124)), (61, (123, 185))]


@pytest.mark.parametrize("period", [26, 30, 49])
def test_a_place_that_overlaps_an_earlier_one_is_passed_over(period: int) -> None:
    row = (values(1, period) * 2)[:50]
    assert find([[*row, *(row * 2)[50 - period : 50], 90], [91, *row, 92]], REAL) == [(50, (0, 50 + period + 3))]


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
        run = dice.choices(range(1, 900), k=60)
        files = [dice.choices(range(1, 900), k=39) + run + dice.choices(range(1, 900), k=40) for _ in range(2)]
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
