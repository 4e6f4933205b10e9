"""The least values of windows."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.windows import window_minima

VALUES = st.lists(st.integers(0, 5) | st.integers(0, 2**64 - 1), max_size=40)


def minima_by_looking(values: list[int], window: int) -> list[int]:
    places: list[int] = []
    for start in range(len(values) - window + 1):
        least = min(range(start, start + window), key=lambda place: (values[place], -place))
        if places[-1:] != [least]:
            places.append(least)
    return [values[place] for place in places]


@given(VALUES, st.integers(1, 12))
def test_every_window_gives_its_least_value(values: list[int], window: int) -> None:
    assert window_minima(array("Q", values), window).tolist() == minima_by_looking(values, window)


@given(VALUES, VALUES, st.lists(st.integers(0, 2**64 - 1), min_size=6, max_size=9), VALUES, VALUES)
def test_a_common_stretch_of_a_window_shares_a_value(
    before: list[int], behind: list[int], common: list[int], over: list[int], under: list[int]
) -> None:
    one, two = (array("Q", [*a, *common, *b]) for a, b in ((before, behind), (over, under)))
    assert set(window_minima(one, 6)) & set(window_minima(two, 6))
