"""What a write repeats beyond what the text before it did."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.guard import Run
from rubout.judge.gains import gains

if TYPE_CHECKING:
    from collections.abc import Sequence

Span = tuple[int, int, int]  # file, start, length
SPANS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 12), st.integers(1, 9)), max_size=7)


def runs(spans: Sequence[Span]) -> list[Run]:
    return [Run(file, start, length, 1, 1, 1, 1, 1) for file, start, length in spans]


def gain_by_definition(before: Sequence[Span], after: Sequence[Span], span: Span) -> int:
    """Position by position, as the page says it."""

    def cover(spans: Sequence[Span], position: int) -> int:
        return sum(file == span[0] and start <= position < start + length for file, start, length in spans)

    return sum(cover(after, p) > cover(before, p) for p in range(span[1], span[1] + span[2]))


@given(SPANS, SPANS)
def test_agrees_with_counting_position_by_position(before: list[Span], after: list[Span]) -> None:
    assert gains(runs(before), runs(after)) == [gain_by_definition(before, after, span) for span in after]


@given(SPANS)
def test_what_was_there_gains_nothing(spans: list[Span]) -> None:
    assert gains(runs(spans), runs(spans)) == [0] * len(spans)


@given(SPANS)
def test_without_a_text_before_all_is_gained(spans: list[Span]) -> None:
    assert gains([], runs(spans)) == [length for _, _, length in spans]


@given(SPANS, st.lists(SPANS, min_size=2, max_size=4))
def test_repeating_more_before_never_gains_more(after: list[Span], further: list[list[Span]]) -> None:
    growing = [[span for spans in further[:count] for span in spans] for count in range(len(further) + 1)]
    for less, more in pairwise(gains(runs(before), runs(after)) for before in growing):
        assert all(fewer <= gain for gain, fewer in zip(less, more, strict=True))


@given(SPANS, SPANS)
def test_another_file_changes_nothing(before: list[Span], after: list[Span]) -> None:
    elsewhere = (9, 0, 30)
    assert gains(runs([*before, elsewhere]), runs([elsewhere, *after]))[1:] == gains(runs(before), runs(after))


@pytest.mark.parametrize("length", [1, 10**12])
def test_the_length_of_a_run_costs_nothing(length: int) -> None:
    assert gains([], runs([(0, 0, length), (0, length, 1)])) == [length, 1]
