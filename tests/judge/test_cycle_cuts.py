"""The smallest cut, against trying every set of arcs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rubout.judge.cycle_cuts import smallest_cut

Arcs = list[tuple[int, int]]


def has_cycle(arcs: Arcs) -> bool:
    """Whether something is left once nodes that nothing leads to are taken away."""
    while arcs:
        entered = {target for _, target in arcs}
        left = [arc for arc in arcs if arc[0] in entered]
        if left == arcs:
            return True
        arcs = left
    return False


def by_trying(arcs: Arcs) -> tuple[tuple[int, int], ...]:
    for size in range(len(arcs) + 1):
        for cut in combinations(arcs, size):
            if not has_cycle([arc for arc in arcs if arc not in cut]):
                return cut
    raise AssertionError


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=11))
def test_is_the_first_of_the_smallest_sets_without_which_no_cycle_is_left(drawn: set[tuple[int, int]]) -> None:
    arcs = sorted((a * 3, b * 3) for a, b in drawn if a != b)
    assert smallest_cut([0, 3, 6, 9, 12], arcs) == by_trying(arcs)


def test_fourteen_nodes_are_cut_exactly() -> None:
    ring = sorted((node, (node + 1) % 14) for node in range(14))
    assert smallest_cut(range(14), ring) == ((0, 1),)
