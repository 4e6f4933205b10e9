"""Lines and the spans that hold them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.spans import NOBODY, below, owners

SPANS = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 5)).map(lambda drawn: (drawn[0], sum(drawn))), max_size=6)


@given(st.lists(st.integers(0, 9)).map(sorted), st.lists(st.integers(0, 10)))
def test_below_counts_the_lines_that_are_less(lines: list[int], values: list[int]) -> None:
    assert below(lines, values) == {value: sum(line < value for line in lines) for value in values}


@given(SPANS, st.sets(st.integers(1, 16)).map(sorted))
def test_a_line_belongs_to_the_last_span_that_holds_it(spans: list[tuple[int, int]], lines: list[int]) -> None:
    holding = [[index for index, (start, end) in enumerate(spans) if start <= line <= end] for line in lines]
    assert owners(spans, lines) == [found[-1] if found else NOBODY for found in holding]
