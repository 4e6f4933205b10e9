"""What does a file of so many lines weigh? The size curve, with its lines put in."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.report.score_text import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator


def curve(soft: int, hard: int, most: int, law: str) -> Iterator[str]:
    """Between the soft and the hard line, and past it."""
    yield f"p(x) = 0 for x <= {soft}"
    if hard <= soft:
        yield f"p(x) = {most} past it"
        return
    square = f"p(x) = {most} * ((x - {soft}) / {hard - soft})^2"
    if law == "mass":
        yield f"{square} past it"
        return
    yield f"{square} for x <= {hard}"
    yield f"p(x) = {most} * (1 + 2 * (x - {hard}) / {hard - soft}) past it"


def weight(value: int | str | Fraction) -> str:
    """What a file or an axis weighs: a whole number as it is, a fraction rounded to be read, then exact."""
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else f"{decimal(exact, 2)} ({exact})"
