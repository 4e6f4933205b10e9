"""The classes that tell something new."""

from __future__ import annotations

from dataclasses import dataclass

from rubout.report.outermost import outermost
from rubout.report.record import Span
from tests.tables import cases


@dataclass(frozen=True)
class Class:
    members: tuple[Span, ...]


def classed(*members: tuple[str, int, int]) -> Class:
    return Class(tuple(Span(*member) for member in members))


WHOLE = classed(("a", 1, 20), ("b", 1, 20))


@cases(
    "one other is_told",
    """
    a 2 9 => b 2 9 => no
    a 2 9 => b 12 19 => no
    a 2 9 => c 1 8 => told
    a 16 24 => b 16 24 => no
    a 17 24 => b 17 24 => no
    a 18 24 => b 17 24 => told
    d 1 8 => e 1 8 => told
    """,
)  # of the fourth five lines of nine are known, of the fifth half, of one of the sixth most are new
def test_what_lies_within_the_lines_of_one_above_is_left_out(one: str, other: str, is_told: str) -> None:
    places = (text.split() for text in (one, other))
    below = classed(*((path, int(first), int(last)) for path, first, last in places))
    assert outermost([WHOLE, below]) == ([WHOLE, below] if is_told == "told" else [WHOLE])


def test_what_joins_places_known_only_apart_is_told_once() -> None:
    one, other = classed(("a", 1, 20), ("a", 21, 40)), classed(("b", 1, 20), ("b", 21, 40))
    between, again = classed(("a", 1, 19), ("b", 1, 19)), classed(("a", 22, 39), ("b", 2, 18))
    assert outermost([one, other, between, again]) == [one, other, between]
    assert outermost([one, other, again, between]) == [one, other, again]


def test_families_that_were_joined_count_as_one() -> None:
    apart = [classed(("a", 1, 4), ("x", 1, 4)), classed(("a", 5, 7), ("y", 1, 3)), classed(("a", 8, 10), ("z", 1, 3))]
    joint, over = classed(("y", 1, 3), ("z", 1, 3)), classed(("a", 1, 10), ("y", 1, 3))
    assert outermost([*apart, joint, over]) == [*apart, joint]
