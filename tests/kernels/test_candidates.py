"""The bound by size and kinds, against counting."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.candidates import alike, histograms, totals
from rubout.kernels.tree_distance import distance
from tests.ordered_trees import Node, columns, trees

if TYPE_CHECKING:
    from collections.abc import Iterable

RATIO = (85, 100)
FORESTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=30), min_size=1, max_size=12)


def counted(found: list[list[int]], rows: Iterable[int], others: Iterable[int]) -> list[tuple[int, int]]:
    """Every pair in the window that shares enough kinds."""
    return [
        (a, b)
        for a, b in combinations(range(len(found)), 2)
        if a in rows
        and b in others
        and len(found[a]) * RATIO[1] >= RATIO[0] * len(found[b])
        and (Counter(found[a]) & Counter(found[b])).total() * RATIO[1] >= RATIO[0] * len(found[b])
    ]


def by_kernel(found: list[list[int]], rows: Iterable[int], others: Iterable[int], coarse: int) -> list[tuple[int, int]]:
    labels, firsts, sizes = array("H"), array("I"), array("I")
    for kinds in found:
        firsts.append(len(labels))
        sizes.append(len(kinds))
        labels.extend(kinds)
    fine = histograms(labels, (firsts, sizes), array("H", range(10)), 10), 10
    few = histograms(labels, (firsts, sizes), array("H", [kind % coarse for kind in range(10)]), coarse), coarse
    a, b = alike(sizes, fine, few, RATIO, array("I", sorted(rows)), array("I", sorted(others)))
    return list(zip(a, b, strict=True))


@given(FORESTS, st.integers(1, 4), st.sets(st.integers(0, 11)), st.sets(st.integers(0, 11)))
def test_what_is_kept_is_what_shares_enough_kinds(
    found: list[list[int]], coarse: int, rows: set[int], others: set[int]
) -> None:
    found.sort(key=len)
    numbers = set(range(len(found)))
    assert by_kernel(found, rows & numbers, others & numbers, coarse) == counted(found, rows, others)


@given(FORESTS, st.sets(st.integers(0, 11)))
def test_the_kinds_of_some_trees_are_counted(found: list[list[int]], chosen: set[int]) -> None:
    numbers = [number for number in range(len(found)) if number in chosen]
    starts = [sum(map(len, found[:number])) for number in numbers]
    labels = array("H", [kind for kinds in found for kind in kinds])
    counts = totals(labels, (array("I", starts), array("I", [len(found[number]) for number in numbers])))
    expected = Counter(kind for number in numbers for kind in found[number])
    assert list(counts) == [expected[kind] for kind in range(max(expected, default=-1) + 1)]


@given(st.lists(trees(most=24, labels=2), min_size=2, max_size=5))
def test_no_clone_is_cut(roots: list[Node]) -> None:
    shapes = sorted(map(columns, roots), key=lambda tree: len(tree[0]))
    kept = by_kernel([list(lab) for lab, _ in shapes], range(len(shapes)), range(len(shapes)), 1)
    for a, b in combinations(range(len(shapes)), 2):
        larger = len(shapes[b][0])
        if distance(*shapes[a], *shapes[b], 48) * 100 <= 15 * larger:
            assert (a, b) in kept


def test_4_the_bounds_on_both_sides_of_the_line() -> None:
    whole = [0] * 100
    for other, kept in (
        ([0] * 85, True),
        ([0] * 84, False),
        ([0] * 84 + [1] * 16, False),
        ([0] * 85 + [1] * 15, True),
    ):
        found = sorted([whole, other], key=len)
        assert bool(by_kernel(found, [0], [1], 2)) is kept
