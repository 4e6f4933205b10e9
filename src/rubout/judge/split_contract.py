"""Do the facts and the knobs of `split` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.bounds import below_floor, in_order, refuse_knobs, refuse_rows
from rubout.judge.score_contract import wrong_law

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.split import Facts, Knobs, Unit

    Row = tuple[int, int, int]
    Wrongs = Iterator[str | None]  # of each row of a table, what is wrong with it


def check(facts: Facts, knobs: Knobs) -> None:
    """Refuse facts that no measurement gives, and knobs that no run may hold.

    Raises:
        ContractError: the first knob, or the first row of the first table, that is wrong.
    """
    refuse_knobs("split", check_knobs(knobs))
    refuse_rows("split", _tables(facts))


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    numbers = {
        "soft_line": knobs.soft_line,
        "hard_line": knobs.hard_line,
        "size_penalty_max": knobs.size_penalty_max,
        "ref_milli": knobs.ref_milli,
        "clone_milli": knobs.clone_milli,
        "churn_milli": knobs.churn_milli,
        "phi_milli": knobs.phi_milli,
    }
    return [*wrong_law(knobs.law), *below_floor(1, numbers)]


def _tables(facts: Facts) -> Iterator[tuple[str, Wrongs]]:
    """In the order in which they are looked at."""
    yield "files", (_wrong_with_file(index, row.file, row.total) for index, row in enumerate(facts.files))
    totals = [row.total for row in facts.files]
    yield "units", _units(facts.units, totals)
    counts = [0] * len(totals)
    for unit in facts.units:
        counts[unit.file] += 1
    mentions = [(row.file, row.i, row.j) for row in facts.mentions]
    yield "mentions", in_order((_wrong_with_pair(row, counts), row) for row in mentions)
    clones = [(row.file, row.start, row.end) for row in facts.clones]
    yield "clones", in_order((_wrong_with_span(*row, totals), row) for row in clones)
    cochange = [(row.file, row.a, row.b) for row in facts.cochange]
    yield "cochange", in_order((_wrong_with_ordered(row, counts), row) for row in cochange)
    shared = [((row.file, row.a, row.b), row.name) for row in facts.shared]
    yield "shared", in_order((_wrong_with_ordered(row, counts), (*row, name)) for row, name in shared)


def _wrong_with_file(index: int, file: int, total: int) -> str | None:
    if file != index:
        return f"file {file} stands where {index} is due"
    return f"a total of {total} lines" if total < 1 else None


def _units(units: Sequence[Unit], totals: Sequence[int]) -> Wrongs:
    file, due, reached = 0, 0, 0
    for row in units:
        if row.file != file:
            due, reached = 0, 0
        yield _wrong_with_span(row.file, row.start, row.end, totals) or _wrong_place(row, file, due, reached)
        file, due, reached = row.file, row.unit + 1, row.end


def _wrong_place(row: Unit, file: int, due: int, reached: int) -> str | None:
    if row.file < file:
        return f"file {row.file} comes after file {file}"
    if row.unit != due:
        return f"unit {row.unit} stands where {due} is due"
    return f"line {row.start} belongs to the unit before" if row.start <= reached else None


def _wrong_with_span(file: int, start: int, end: int, totals: Sequence[int]) -> str | None:
    if not 0 <= file < len(totals):
        return f"file {file} is not there"
    if 1 <= start <= end <= totals[file]:
        return None
    return f"lines {start}-{end} are not within 1-{totals[file]}"


def _wrong_with_pair(row: Row, counts: Sequence[int]) -> str | None:
    file, one, other = row
    if not 0 <= file < len(counts):
        return f"file {file} is not there"
    if min(one, other) < 0 or max(one, other) >= counts[file]:
        return f"units {one} and {other} are not below {counts[file]}"
    return f"unit {one} with itself" if one == other else None


def _wrong_with_ordered(row: Row, counts: Sequence[int]) -> str | None:
    wrong = _wrong_with_pair(row, counts)
    return wrong or (f"unit {row[1]} is not before unit {row[2]}" if row[1] > row[2] else None)
