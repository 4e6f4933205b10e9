from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rubout.kernels.repeats import distinct_codes, repeats

K, W, LEAST = 3, 3, 5  # the smallest knobs with the proportions of the real ones: LEAST = W + K - 1
REAL = (25, 26, 50)
MIX = 0x9E3779B97F4A7C15

Stream = Sequence[int]  # the codes of one file; 0 is a cut
Found = list[tuple[int, tuple[int, ...]]]  # length and members


def fnv(gram: Stream) -> int:
    value = 0xCBF29CE484222325
    for code in gram:
        value = (value ^ code) * MIX % 2**64
    return value ^ value >> 29


def weak(gram: Stream) -> int:
    return fnv(gram) % 3


def pieces_between_cuts(codes: Stream) -> Iterator[tuple[int, int]]:
    start = 0
    for index, code in enumerate([*codes, 0]):
        if code == 0:
            if index > start:
                yield start, index
            start = index + 1


def winnow(codes: Stream, k: int, w: int, hashed: Callable[[Stream], int]) -> tuple[array[int], array[int]]:
    """Least hash of each window, the rightmost of equals; a short stream is one window."""
    picks = {}
    for start, end in pieces_between_cuts(codes):
        grams = [hashed(codes[at : at + k]) for at in range(start, end - k + 1)]
        for low in range(max(len(grams) - w + 1, min(len(grams), 1))):
            at = min(range(low, min(low + w, len(grams))), key=lambda gram: (grams[gram], -gram))
            picks[start + at] = grams[at]
    return array("Q", [picks[at] for at in sorted(picks)]), array("I", sorted(picks))


def joined(files: Sequence[Stream]) -> list[int]:
    return [code for file in files for code in [*file, 0]]


def find(
    files: Sequence[Stream],
    knobs: tuple[int, int, int] = (K, W, LEAST),
    hashed: Callable[[Stream], int] = fnv,
) -> Found:
    codes = joined(files)
    k, w, least = knobs
    lengths, offsets, members = repeats(array("H", codes), *winnow(codes, k, w, hashed), k, w, least)
    return [(lengths[i], tuple(members[offsets[i] : offsets[i + 1]])) for i in range(len(lengths))]


def stretches_by_definition(codes: Stream, least: int) -> list[tuple[int, int, int, int]]:
    """(start, end, period, tokens in a piece) of D2, period by period."""
    found = {}
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


def repeats_by_definition(files: Sequence[Stream], least: int = LEAST) -> Found:
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
    found += [(g, tuple(range(s, e - g + 1, g))) for s, e, _, g in stretches]
    return sorted(found, key=lambda repeat: (repeat[1], repeat[0]))


def by_place(found: Found) -> Found:
    return sorted(found, key=lambda repeat: (repeat[1], repeat[0]))


def run(draw: st.DrawFn, letters: int, longest: int) -> list[int]:
    return draw(st.lists(st.integers(1, letters), max_size=longest))


@st.composite
def trees(draw: st.DrawFn) -> list[list[int]]:
    """Files put together from few blocks, some repeated in a row, some cut, some with an edit."""
    letters = draw(st.integers(1, 5))
    blocks = [run(draw, letters, 9) for _ in range(draw(st.integers(1, 4)))]
    files = []
    for _ in range(draw(st.integers(1, 5))):
        file: list[int] = []
        for _ in range(draw(st.integers(0, 5))):
            file += draw(st.sampled_from(blocks)) * draw(st.integers(1, 5))
            file += draw(st.sampled_from([[], [], [0], [9], [1]]))
        files.append(file[:70])
    return files
