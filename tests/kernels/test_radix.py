"""Columns of numbers put into another order."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.radix import stable_sort, stably_by, taken

U32 = st.integers(0, 3) | st.integers(0, (1 << 32) - 1)
U64 = st.integers(0, 3) | st.integers(0, (1 << 64) - 1)


@given(keys=st.lists(U64))
def test_equal_keys_stay_in_the_order_given(keys: list[int]) -> None:
    values = list(range(len(keys)))
    sorted_keys, sorted_values = stable_sort(array("Q", keys), array("I", values))
    assert list(sorted_keys) == sorted(keys)
    assert list(sorted_values) == sorted(values, key=keys.__getitem__)


@given(rows=st.lists(st.tuples(U32, U32)), data=st.data())
def test_indices_sort_by_both_columns(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    high, low = (array("I", [row[side] for row in rows]) for side in (0, 1))
    order = data.draw(st.permutations(range(len(rows))))
    assert list(stably_by(array("I", order), high, low)) == sorted(order, key=rows.__getitem__)


@given(column=st.lists(U32, min_size=1), data=st.data())
def test_items_are_taken_in_the_order_asked_for(column: list[int], data: st.DataObject) -> None:
    order = data.draw(st.lists(st.integers(0, len(column) - 1)))
    assert list(taken(array("I", column), array("I", order))) == [column[index] for index in order]
