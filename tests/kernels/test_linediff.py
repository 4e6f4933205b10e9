"""Changed lines, against the search written down plainly and against a table of common subsequences."""

from __future__ import annotations

from array import array
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.linediff import changed_lines

Script = tuple[list[int], list[int], bool]
LINES = st.lists(st.integers(0, 3), max_size=12)


def script(before: list[int], after: list[int], bound: int = 3000) -> Script:
    removed, added, degraded = changed_lines(array("I", before), array("I", after), bound)
    return list(removed), list(added), degraded


def by_diagonals(before: list[int], after: list[int]) -> Script:
    """Myers' search with one dictionary of diagonals a round, and nothing stripped but what the rule strips."""
    first = 0
    while before[first : first + 1] == after[first : first + 1] != []:
        first += 1
    end = 0
    while end < min(len(before), len(after)) - first and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[first : len(before) - end], after[first : len(after) - end]
    rounds: list[dict[int, int]] = []
    while not rounds or rounds[-1].get(len(old) - len(new)) != len(old):
        rounds.append(one_round(old, new, rounds))
    removed, added = [], []
    x, y = len(old), len(new)
    for d in range(len(rounds) - 1, 0, -1):
        reached, k = rounds[d - 1], x - y
        if steps_down(reached, k, d):
            x, y = reached[k + 1], reached[k + 1] - k - 1
            added.append(first + y + 1)
        else:
            x, y = reached[k - 1], reached[k - 1] - k + 1
            removed.append(first + x + 1)
    return sorted(removed), sorted(added), False


def one_round(old: list[int], new: list[int], rounds: list[dict[int, int]]) -> dict[int, int]:
    d = len(rounds)
    reached: dict[int, int] = {}
    for k in range(-d, d + 1, 2):
        x = 0
        if d:
            x = rounds[-1][k + 1] if steps_down(rounds[-1], k, d) else rounds[-1][k - 1] + 1
        while x < len(old) and x - k < len(new) and old[x] == new[x - k]:
            x += 1
        reached[k] = x
    return reached


def steps_down(reached: dict[int, int], k: int, d: int) -> bool:
    return k == -d or (k != d and reached[k - 1] < reached[k + 1])


def common(before: list[int], after: list[int]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(after) + 1)
    for line in before:
        last = row[:]
        for at, other in enumerate(after, start=1):
            row[at] = last[at - 1] + 1 if line == other else max(last[at], row[at - 1])
    return row[-1]


@given(LINES, LINES)
def test_changes_the_lines_that_the_plain_search_changes(before: list[int], after: list[int]) -> None:
    assert script(before, after) == by_diagonals(before, after)


def test_every_short_pair_agrees_with_the_plain_search() -> None:
    texts = [list(text) for size in range(5) for text in product(range(3), repeat=size)]
    for before, after in product(texts, texts):
        assert script(before, after) == by_diagonals(before, after)


@given(LINES, LINES)
def test_what_is_not_changed_is_a_longest_common_subsequence(before: list[int], after: list[int]) -> None:
    removed, added, _ = script(before, after)
    kept = [line for number, line in enumerate(before, start=1) if number not in removed]
    assert kept == [line for number, line in enumerate(after, start=1) if number not in added]
    assert len(kept) == common(before, after)
    assert (removed, added) == (sorted(set(removed)), sorted(set(added)))


@given(LINES, LINES)
def test_the_bound_is_the_largest_distance_that_is_solved(before: list[int], after: list[int]) -> None:
    solved = script(before, after)
    distance = len(solved[0]) + len(solved[1])
    assert script(before, after, distance) == solved
    if len(before) > len(solved[0]) > 0 < len(solved[1]):
        assert script(before, after, distance - 1)[2]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([], [], ([], [], False)),
        ([1, 2], [1, 2], ([], [], False)),
        ([], [1, 2], ([], [1, 2], False)),
        ([1, 2], [], ([1, 2], [], False)),
        ([1, 1], [1, 1, 1], ([], [3], False)),
        ([1, 2], [2, 1, 1], ([1], [2, 3], False)),
        ([1, 2, 3], [3, 2, 1], ([1, 2], [2, 3], False)),
    ],
)
def test_of_equal_lines_the_search_decides_which_stays(before: list[int], after: list[int], expected: Script) -> None:
    assert script(before, after) == expected


def test_above_the_bound_all_lines_between_the_common_ends_are_changed() -> None:
    assert script([9, 1, 2, 3, 8], [9, 4, 2, 5, 8], 3) == ([2, 3, 4], [2, 3, 4], True)
    assert script([9, 1, 2, 3, 8], [9, 4, 2, 5, 8], 4) == ([2, 4], [2, 4], False)


def test_one_empty_window_is_exact_whatever_its_size() -> None:
    assert script([7, 8], [7, *range(100, 5100), 8], 3) == ([], list(range(2, 5002)), False)


def test_answers_line_numbers_of_32_bits() -> None:
    removed, added, _ = changed_lines(array("I", [1]), array("I", [2]), 9)
    assert (removed.typecode, added.typecode) == ("I", "I")
