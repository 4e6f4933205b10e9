from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.suffixes import suffix_order
from rubout.kernels.winnow import winnow

DICE = random.Random(4)
STRONG = array("Q", [DICE.getrandbits(64) for _ in range(10)])
WEAK = array("Q", [code % 2 for code in range(10)])


def shared(codes: list[int], one: int, two: int) -> int:
    """Tokens that begin alike at both, a cut excluded."""
    size = 0
    while codes[one + size] == codes[two + size] != 0:
        size += 1
    return size


@given(
    st.lists(st.lists(st.integers(0, 2), max_size=8).map(lambda block: block * 6), max_size=4),
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from([STRONG, WEAK]),
)
def test_anchors_that_begin_alike_stand_side_by_side(
    blocks: list[list[int]], k: int, w: int, table: array[int]
) -> None:
    codes = [code for block in blocks for code in block] + [0]
    hashes, positions = winnow(array("H", codes), table, k, w)
    order, commons = suffix_order(array("H", codes), hashes, positions, k, w)
    assert sorted(order) == list(range(len(positions)))
    for slot in range(1, len(order)):
        between = [shared(codes, positions[order[slot - 1]], positions[order[slot]])]
        assert commons[slot] == between[0]
        for earlier in range(slot - 2, -1, -1):
            between.append(commons[earlier + 1])
            common = shared(codes, positions[order[earlier]], positions[order[slot]])
            # In the order of a trie two anchors share what the least of the neighbours between them share.
            assert common == min(between) or max(common, min(between)) < k


@pytest.mark.parametrize("copies", [2, 500])
def test_copies_that_end_alike_are_told_apart_by_their_cuts(copies: int) -> None:
    codes = array("H", ([*range(1, 10)] * 6 + [0]) * copies)
    hashes, positions = winnow(codes, STRONG, 3, 3)
    order, commons = suffix_order(codes, hashes, positions, 3, 3)
    assert sorted(order) == list(range(len(positions)))
    assert max(commons) == 55 - 1 - positions[0]
