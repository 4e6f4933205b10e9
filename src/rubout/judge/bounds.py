"""Which knobs are below their floor?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Iterable


def below(knobs: Iterable[tuple[str, int | None, int]]) -> list[tuple[str, str]]:
    """The names of those whose value is below the floor behind it, with what is wrong; None is below nothing."""
    return [(name, f"{value} is below {floor}") for name, value, floor in knobs if value is not None and value < floor]


def refuse_knobs(family: str, wrong: Iterable[tuple[str, str]]) -> None:
    """Refuse knobs of a family that no run may hold, given those with what is wrong.

    Raises:
        ContractError: the first of them.
    """
    for name, what in wrong:
        fix = f"give the knobs as `rubout facts {family}` does"
        raise ContractError(what, where=f"{family} knobs.{name}", fix=fix)
