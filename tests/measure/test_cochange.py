"""What changes together."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.cochange import together

CHANGES = st.lists(st.sets(st.sampled_from("abcdef"), max_size=5), max_size=8)


def test_worked_example_17_a_large_change_pairs_nothing() -> None:
    names = [f"{number:02}.py" for number in range(21)]
    assert together([names], cap=20, floor=1) == ([], 1)
    pairs, large = together([names[:20]], cap=20, floor=1)
    assert (len(pairs), large) == (190, 0)


def test_pairs_come_by_count_and_then_by_name() -> None:
    changes = ["ba", "ab", "cb", "bc", "ca"]
    assert together(changes, cap=9, floor=1)[0] == [("a", "b", 2), ("b", "c", 2), ("a", "c", 1)]


@given(CHANGES, st.integers(0, 5), st.integers(1, 3))
def test_a_pair_counts_the_changes_that_hold_both(changes: list[set[str]], cap: int, floor: int) -> None:
    small = [change for change in changes if len(change) <= cap]
    expected = {
        (a, b): count
        for a, b in combinations("abcdef", 2)
        if (count := sum(a in change and b in change for change in small)) >= floor
    }
    pairs, large = together(changes, cap, floor)
    assert {(a, b): count for a, b, count in pairs} == expected
    assert large == len(changes) - len(small)
    assert pairs == sorted(pairs, key=lambda pair: (-pair[2], *pair[:2]))


@given(CHANGES)
def test_the_order_of_the_changes_does_not_matter(changes: list[set[str]]) -> None:
    assert together(changes, 4, 1) == together(changes[::-1], 4, 1)
