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
from rubout.measure.docs import compare
from rubout.measure.docs.candidates import fit, similar, verbatim
from tests.measure.docs.test_runs import longest

if TYPE_CHECKING:
    from collections.abc import Iterable

SETS = st.lists(st.frozensets(st.integers(0, 12), min_size=1), max_size=6)
TEXTS = st.lists(st.lists(st.integers(0, 2), max_size=16), max_size=5)


def alike(a: frozenset[int], b: frozenset[int], num: int, den: int) -> bool:
    return len(a & b) * den >= num * len(a | b)


def together(groups: Iterable[list[int]]) -> set[tuple[int, int]]:
    return {pair for group in groups for pair in combinations(group, 2)}


@given(SETS, st.integers(1, 10))
def test_every_similar_pair_is_a_candidate(sets: list[frozenset[int]], num: int) -> None:
    found = together(similar(sets, num, 10))
    wanted = {(a, b) for a, b in combinations(range(len(sets)), 2) if alike(sets[a], sets[b], num, 10)}
    assert wanted <= found
    assert all(fit(len(sets[a]), len(sets[b]), num, 10) for a, b in wanted)
    assert all(sets[a] & sets[b] and a < b for a, b in found)


@given(TEXTS, st.integers(5, 12))
def test_every_common_run_is_a_candidate(texts: list[list[int]], words: int) -> None:
    found = together(verbatim([array("Q", text) for text in texts], words))
    pairs = list(combinations(range(len(texts)), 2))
    assert {(a, b) for a, b in pairs if longest(texts[a], texts[b]) >= words - 4} <= found
    assert all(set(texts[a]) & set(texts[b]) and a < b for a, b in found)


@pytest.mark.parametrize(("a", "b", "fits"), [(10, 13, False), (10, 12, True), (80, 100, True), (79, 100, False)])
def test_what_is_too_long_to_be_similar_does_not_fit(a: int, b: int, fits: bool) -> None:
    assert fit(a, b, 80, 100) is fit(b, a, 80, 100) is fits


@pytest.mark.parametrize("count", [66, 300])
def test_no_group_is_too_large(count: int) -> None:
    common = list(range(100, 180))
    texts = [array("Q", [number, *common]) for number in range(count)]
    every = set(combinations(range(count), 2))
    assert together(similar([frozenset(text) for text in texts], 80, 100)) == every
    assert together(verbatim(texts, 50)) == every


@given(
    st.lists(st.frozensets(st.integers(0, 9), min_size=1, max_size=5), min_size=2, max_size=9),
    st.integers(1, 4),
)
def test_what_is_passed_over_joins_nothing(sets: list[frozenset[int]], enough: int) -> None:
    columns = [array("Q", sorted(own)) for own in sets]
    is_copy = partial(judge.is_copy, knobs=Knobs(jaccard_num=50, verbatim_floor=7))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "ENOUGH", enough)
        some = compare.Comparison(columns, sets, is_copy, [0] * len(sets))
        some.compare([list(range(len(sets)))], lambda _a, _b: True)
    joined = {pair for pair in some.runs if copies(sets, columns, *pair)}
    every = {pair for pair in combinations(range(len(sets)), 2) if copies(sets, columns, *pair)}
    assert components(joined, len(sets)) == components(every, len(sets))


def copies(sets: list[frozenset[int]], columns: list[array[int]], a: int, b: int) -> bool:
    return alike(sets[a], sets[b], 50, 100) or longest(columns[a], columns[b]) + 4 >= 7


def components(pairs: set[tuple[int, int]], count: int) -> list[int]:
    """By number the least one that can be reached."""
    reached = list(range(count))
    for _ in range(count):
        for a, b in pairs:
            reached[a] = reached[b] = min(reached[a], reached[b])
    return reached
