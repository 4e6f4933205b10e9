"""Do the facts and the knobs of `join` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.join import Kind
from rubout.judge.bounds import below_floor, in_order, refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.join import Facts, Knobs, Lines, Position, Sim, Together
    from rubout.judge.bounds import Checked


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: the first row of the first table that does not ascend, names a file that is not there, or
            holds a number that cannot be: a ratio over 1 or of nothing, a kind there is not, a number below 0.
    """
    refuse_rows("join", ((table, in_order(rows)) for table, rows in _tables(facts)))


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
    return below_floor(1, least_1) + below_floor(0, least_0)


def _tables(facts: Facts) -> Iterator[tuple[str, Checked]]:
    """In the order in which they are looked at."""
    files = len(facts.files)
    no_history = "there is no history" if facts.churn is None else None
    yield "sim", ((_pair(row.u, row.v, files) or _wrong_with_ratio(row), (row.u, row.v)) for row in facts.sim)
    yield "pos", ((_file(row.node, files) or _wrong_with_position(row), (row.node,)) for row in facts.pos or ())
    yield "churn", ((_file(row.file, files) or _wrong_with_lines(row), (row.file,)) for row in facts.churn or ())
    yield (
        "cochange",
        (
            (_pair(row.u, row.v, files) or _wrong_with_count(row) or no_history, (row.u, row.v))
            for row in facts.cochange
        ),
    )


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
