"""The classes that tell something new."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rubout.report.outermost import outermost
from rubout.report.record import Span


@dataclass(frozen=True)
class Class:
    members: tuple[Span, ...]


def classed(*members: tuple[str, int, int]) -> Class:
    return Class(tuple(Span(*member) for member in members))


WHOLE = classed(("a", 1, 20), ("b", 1, 20))


@pytest.mark.parametrize(
    ("below", "is_told"),
    [
        (classed(("a", 2, 9), ("b", 2, 9)), False),
        (classed(("a", 2, 9), ("b", 12, 19)), False),
        (classed(("a", 2, 9), ("c", 1, 8)), True),
        (classed(("a", 16, 24), ("b", 16, 24)), False),  # five lines of nine are known
        (classed(("a", 17, 24), ("b", 17, 24)), False),  # half
        (classed(("a", 18, 24), ("b", 17, 24)), True),  # most of one are new
        (classed(("d", 1, 8), ("e", 1, 8)), True),
    ],
)
def test_what_lies_within_the_lines_of_one_above_is_left_out(below: Class, is_told: bool) -> None:
    assert outermost([WHOLE, below]) == ([WHOLE, below] if is_told else [WHOLE])


def test_what_joins_places_known_only_apart_is_told_once() -> None:
    one, other = classed(("a", 1, 20), ("a", 21, 40)), classed(("b", 1, 20), ("b", 21, 40))
    between, again = classed(("a", 1, 19), ("b", 1, 19)), classed(("a", 22, 39), ("b", 2, 18))
    assert outermost([one, other, between, again]) == [one, other, between]
    assert outermost([one, other, again, between]) == [one, other, again]
