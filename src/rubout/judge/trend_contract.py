"""Do the facts and the knobs of `trend` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.bounds import below, refuse_knobs, refuse_rows

if TYPE_CHECKING:
    from rubout.facts.trend import Facts, Knobs, Point


def check(facts: Facts, knobs: Knobs) -> None:
    """Refuse points that no measurement gives, and knobs that no run may hold.

    Raises:
        ContractError: the first knob, or the first point, that is wrong.
    """
    refuse_knobs("trend", check_knobs(knobs))
    refuse_rows("trend", [("points", map(_wrong_with, facts.points))])


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return below((("min_points", knobs.min_points, 2), ("decline_floor_micro", knobs.decline_floor_micro, 0)))


def _wrong_with(point: Point) -> str | None:
    if point.ts < 0:
        return f"time {point.ts} is before 1970"
    if point.scale <= 0:
        return f"scale {point.scale} is not positive"
    if not 0 <= point.score <= point.scale:
        return f"score {point.score} is not from 0 to {point.scale}"
    return None
