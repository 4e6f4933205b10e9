"""Rows to a Markdown table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; every column but the first is aligned to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def sections(parts: Iterable[tuple[str, str]]) -> str:
    """Each text under its heading."""
    return "\n".join(f"### {heading}\n\n{said}" for heading, said in parts)


def seconds(number: float) -> str:
    """Seconds to the millisecond below one, else to the hundredth."""
    return f"{number:.3f}" if number < 1 else f"{number:.2f}"


def mebibytes(number: float | None) -> str:
    """Whole MiB; a dash where it was not measured."""
    return "-" if number is None else f"{number:.0f}"


def count(number: int | None) -> str:
    """A whole number with its thousands apart; a dash where nobody counted."""
    return "-" if number is None else f"{number:,}"
