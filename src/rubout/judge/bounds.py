"""Which knobs are below their floor?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def below(knobs: Iterable[tuple[str, int | None, int]]) -> list[tuple[str, str]]:
    """The names of those whose value is below the floor behind it, with what is wrong; None is below nothing."""
    return [(name, f"{value} is below {floor}") for name, value, floor in knobs if value is not None and value < floor]
