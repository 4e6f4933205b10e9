"""No pair that is a copy is missing among those that are compared."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.docdup import Knobs
from rubout.judge import docdup as judge
from rubout.measure.docs import compare, likeness
from rubout.measure.docs.candidates import Group, verbatim
from rubout.measure.docs.likeness import Ratio
from tests.measure.docs.test_runs import longest

if TYPE_CHECKING:
    from collections.abc import Iterable

SETS = st.lists(st.frozensets(st.integers(0, 12), min_size=1), max_size=6)
TEXTS = st.lists(st.lists(st.integers(0, 2), max_size=16), max_size=5)


def alike(a: frozenset[int], b: frozenset[int], num: int, den: int) -> bool:
    return len(a & b) * den >= num * len(a | b)


def pairs_of(groups: Iterable[Group]) -> list[tuple[int, int]]:
    """Each pair as often as it is held."""
    return [
        (min(numbers[i], numbers[j]), max(numbers[i], numbers[j]))
        for numbers, reach in groups
        for i in range(len(numbers))
        for j in range(min(i, reach[i]))
        if i < reach[j]
    ]


def together(groups: Iterable[Group]) -> set[tuple[int, int]]:
    return set(pairs_of(groups))


@given(SETS, st.integers(1, 10), st.integers(1, 6))
def test_every_similar_pair_is_a_candidate(sets: list[frozenset[int]], num: int, crowd: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(likeness, "CROWD", crowd)
        found = together(likeness.alike(sets, Ratio(num, 10)))
    wanted = {(a, b) for a, b in combinations(range(len(sets)), 2) if alike(sets[a], sets[b], num, 10)}
    assert wanted <= found
    assert all(a < b for a, b in found)


@given(TEXTS, st.integers(5, 12))
def test_the_pairs_of_a_common_run_are_the_candidates(texts: list[list[int]], words: int) -> None:
    found = together(verbatim([array("Q", text) for text in texts], words))
    pairs = combinations(range(len(texts)), 2)
    assert {(a, b) for a, b in pairs if longest(texts[a], texts[b]) >= words - 4} == found


@pytest.mark.parametrize(("a", "b", "fits"), [(10, 13, False), (10, 12, True), (80, 100, True), (79, 100, False)])
def test_what_is_too_long_to_be_similar_is_no_candidate(a: int, b: int, fits: bool) -> None:
    sets = [frozenset(range(a)), frozenset(range(b))]
    assert (together(likeness.alike(sets, Ratio(80, 100))) == {(0, 1)}) is fits


@pytest.mark.parametrize("count", [66, 300])
def test_no_group_is_too_large(count: int) -> None:
    common = list(range(100, 180))
    texts = [array("Q", [number, *common]) for number in range(count)]
    every = set(combinations(range(count), 2))
    assert together(likeness.alike([frozenset(text) for text in texts], Ratio(80, 100))) == every
    assert together(verbatim(texts, 50)) == every


@pytest.mark.parametrize("crowds", [1, 3])
def test_a_crowd_of_half_similar_texts_is_not_multiplied_out(crowds: int) -> None:
    count, size = 600, 100
    sets = [
        frozenset(range(1000 * (number % crowds), 1000 * (number % crowds) + size))
        - {
            1000 * (number % crowds) + (number // crowds * step) % size
            for step in (1, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
        }
        | {10_000 + 20 * number + at for at in range(12)}
        for number in range(count)
    ]
    held = pairs_of(likeness.alike(sets, Ratio(80, 100)))
    assert len(held) < 10 * count
    assert {(a, b) for a, b in combinations(range(count), 2) if alike(sets[a], sets[b], 80, 100)} <= set(held)


@given(
    st.lists(st.frozensets(st.integers(0, 9), min_size=1, max_size=5), min_size=2, max_size=9),
    st.integers(1, 4),
)
def test_what_is_passed_over_joins_nothing(sets: list[frozenset[int]], enough: int) -> None:
    columns = [array("Q", sorted(own)) for own in sets]
    is_copy = partial(judge.is_copy, knobs=Knobs(jaccard_num=50, verbatim_floor=7))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "ENOUGH", enough)
        some = compare.Comparison(columns, sets, is_copy, Ratio(50, 100), [0] * len(sets))
        some.compare([Group(range(len(sets)), [len(sets)] * len(sets))], verbatim=True)
    every = {pair for pair in combinations(range(len(sets)), 2) if copies(sets, columns, *pair)}
    assert set(some.runs) <= every
    assert components(set(some.runs), len(sets)) == components(every, len(sets))


def copies(sets: list[frozenset[int]], columns: list[array[int]], a: int, b: int) -> bool:
    return alike(sets[a], sets[b], 50, 100) or longest(columns[a], columns[b]) + 4 >= 7


def components(pairs: set[tuple[int, int]], count: int) -> list[int]:
    """By number the least one that can be reached."""
    reached = list(range(count))
    for _ in range(count):
        for a, b in pairs:
            reached[a] = reached[b] = min(reached[a], reached[b])
    return reached
