"""Which knobs are below their floor, which rows do not ascend, and how is a knob or a row refused?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Checked = Iterable[tuple[str | None, tuple[int | str, ...]]]  # of a row: what is wrong with it alone, and its key


def below(knobs: Iterable[tuple[str, int | None, int]]) -> list[tuple[str, str]]:
    """The names of those whose value is below the floor behind it, with what is wrong; None is below nothing."""
    return [(name, f"{value} is below {floor}") for name, value, floor in knobs if value is not None and value < floor]


def below_floor(floor: int, knobs: Mapping[str, int]) -> list[tuple[str, str]]:
    """As `below`, for knobs that share a floor."""
    return below((name, value, floor) for name, value in knobs.items())


def refuse_knobs(family: str, wrong: Iterable[tuple[str, str]]) -> None:
    """Refuse knobs of a family that no run may hold, given those with what is wrong.

    Raises:
        ContractError: the first of them.
    """
    for name, what in wrong:
        fix = f"give the knobs as `rubout facts {family}` does"
        raise ContractError(what, where=f"{family} knobs.{name}", fix=fix)


def refuse_rows(family: str, tables: Iterable[tuple[str, Iterable[str | None]]], command: str = "") -> None:
    """Refuse facts of a family, given of each table what is wrong with each of its rows.

    Args:
        family: as an error names it.
        tables: each is looked at once those before it are known to be right.
        command: what measures the facts, where that is not `rubout facts FAMILY`.

    Raises:
        ContractError: the first row of the first table that is wrong.
    """
    for table, wrongs in tables:
        for index, wrong in enumerate(wrongs):
            if wrong:
                raise broken(family, f"{table}[{index}]", wrong, command)


def broken(family: str, part: str, wrong: str, command: str = "") -> ContractError:
    """What refuses facts for a part of them; the arguments are those of `refuse_rows`."""
    fix = f"measure the facts again with `{command or f'rubout facts {family}'}`"
    return ContractError(wrong, where=f"{family} {part}".rstrip(), fix=fix)


def in_order(rows: Checked) -> Iterator[str | None]:
    """What is wrong with each row, alone, which is given, or behind the one before it: its key has to ascend."""
    last: tuple[int | str, ...] = ()
    for wrong, key in rows:
        yield wrong or (None if key > last else "not strictly ascending")
        last = key
