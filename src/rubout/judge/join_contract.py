"""Do the facts and the knobs of `join` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.facts.join import Kind
from rubout.judge.bounds import below

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.join import Facts, Knobs, Lines, Position, Sim, Together


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: the first row of the first table that does not ascend, names a file that is not there, or
            holds a number that cannot be: a ratio over 1 or of nothing, a kind there is not, a number below 0.
    """
    files = len(facts.files)
    _check("sim", ((_pair(row.u, row.v, files) or _wrong_with_ratio(row), (row.u, row.v)) for row in facts.sim))
    _check("pos", ((_file(row.node, files) or _wrong_with_position(row), (row.node,)) for row in facts.pos or ()))
    _check("churn", ((_file(row.file, files) or _wrong_with_lines(row), (row.file,)) for row in facts.churn or ()))
    _check(
        "cochange", ((_pair(row.u, row.v, files) or _wrong_with_count(row), (row.u, row.v)) for row in facts.cochange)
    )
    if facts.cochange and facts.churn is None:
        raise _broken("cochange 0", "there is no history")


def refuse_knobs(knobs: Knobs) -> None:
    """Refuse knobs that no run may hold.

    Raises:
        ContractError: the first of them.
    """
    for name, what in check_knobs(knobs):
        raise _broken(f"knobs.{name}", what)


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    least_1 = {
        "days": knobs.days,
        "cochange_floor": knobs.cochange_floor,
        "rewrite_den": knobs.rewrite_den,
        "clone_den": knobs.clone_den,
        "dup_den": knobs.dup_den,
        "node_cap": knobs.node_cap,
        "row_cap": knobs.row_cap,
    }
    least_0 = {
        "rewrite_num": knobs.rewrite_num,
        "cochange_file_cap": knobs.cochange_file_cap,
        "diff_cap": knobs.diff_cap,
        "clone_num": knobs.clone_num,
        "dup_num": knobs.dup_num,
        "entry_mask": knobs.entry_mask,
    }
    floors = ((1, least_1), (0, least_0))
    return below((name, value, floor) for floor, values in floors for name, value in values.items())


def _check(table: str, rows: Iterable[tuple[str | None, tuple[int, ...]]]) -> None:
    """Each row is what is wrong with it alone, and what the rows ascend by."""
    last: tuple[int, ...] = ()
    for index, (wrong, key) in enumerate(rows):
        what = wrong or (None if key > last else "not strictly ascending")
        if what is not None:
            raise _broken(f"{table} {index}", what)
        last = key


def _pair(u: int, v: int, files: int) -> str | None:
    if u >= v:
        return "pair not ascending"
    return None if u >= 0 and v < files else "endpoint out of range"


def _file(file: int, files: int) -> str | None:
    return None if 0 <= file < files else "file out of range"


def _wrong_with_ratio(row: Sim) -> str | None:
    if not 0 <= row.kind < len(Kind):
        return "unknown sim kind"
    if row.den == 0:
        return "zero denominator"
    if row.num < 0 or row.den < 0:
        return "negative field"
    return "ratio above 1" if row.num > row.den else None


def _wrong_with_position(row: Position) -> str | None:
    numbers = row.indeg, row.outdeg, row.scc, row.scc_size, row.reach, row.flags
    return "negative field" if min(numbers) < 0 else None


def _wrong_with_lines(row: Lines) -> str | None:
    return "negative field" if min(row.appended, row.rewrote) < 0 else None


def _wrong_with_count(row: Together) -> str | None:
    return "negative field" if row.count < 0 else None


def _broken(where: str, wrong: str) -> ContractError:
    return ContractError(wrong, where=f"join {where}", fix="measure the facts again with `rubout facts join`")
