"""The bound by size and kinds, against counting."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.candidates import alike, histograms, totals
from rubout.kernels.tree_distance import distance
from tests.ordered_trees import Node, columns, trees

RATIO = (85, 100)
FORESTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=30), min_size=1, max_size=12)


def counted(found: list[list[int]], rows: range) -> tuple[list[tuple[int, int]], int]:
    """Every pair in the window, by its shared kinds."""
    kept, cut = [], 0
    for a, b in combinations(range(len(found)), 2):
        if a not in rows or len(found[a]) * RATIO[1] < RATIO[0] * len(found[b]):
            continue
        if (Counter(found[a]) & Counter(found[b])).total() * RATIO[1] >= RATIO[0] * len(found[b]):
            kept.append((a, b))
        else:
            cut += (a + 1) * (b + 1)
    return kept, cut


def by_kernel(found: list[list[int]], rows: range, coarse: int) -> tuple[list[tuple[int, int]], int]:
    labels, firsts, sizes = array("H"), array("I"), array("I")
    for kinds in found:
        firsts.append(len(labels))
        sizes.append(len(kinds))
        labels.extend(kinds)
    weights = array("I", range(1, len(found) + 1))
    fine = histograms(labels, (firsts, sizes), array("H", range(10)), 10), 10
    few = histograms(labels, (firsts, sizes), array("H", [kind % coarse for kind in range(10)]), coarse), coarse
    a, b, cut = alike((sizes, weights), fine, few, RATIO, rows)
    return list(zip(a, b, strict=True)), cut


@given(FORESTS, st.integers(1, 4), st.integers(0, 12), st.integers(0, 12))
def test_what_is_kept_is_what_shares_enough_kinds(found: list[list[int]], coarse: int, start: int, more: int) -> None:
    found.sort(key=len)
    rows = range(min(start, len(found)), min(start + more, len(found)))
    assert by_kernel(found, rows, coarse) == counted(found, rows)


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
    kept, _ = by_kernel([list(lab) for lab, _ in shapes], range(len(shapes)), 1)
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
        assert bool(by_kernel(found, range(2), 2)[0]) is kept
