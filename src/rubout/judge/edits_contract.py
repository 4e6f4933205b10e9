"""Do the facts of `edits` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.bounds import broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.edits import Facts, Pair, Row, Unit


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: a pair without a path, or whose path does not follow the one before; lines on a side that is
            not there; lines that do not ascend from 1 to the number there are; a width below 0; a content that is
            not -1 exactly when the width is 0, or that has two widths; sides that match different numbers of
            lines; a unit without a key, with lines that are no range, or that is there twice.
    """
    widths: dict[int, int] = {}
    before = ""
    for number, pair in enumerate(facts.pairs):
        path = pair.after_path if pair.after_path is not None else pair.before_path
        if wrong := _wrong_with_pair(pair, path, before if number else None):
            raise broken("edits", f"pairs[{number}]", wrong)
        for name, rows, lines in (
            ("removed", pair.removed, pair.lines_before),
            ("added", pair.added, pair.lines_after),
        ):
            _check_rows(f"pairs[{number}].{name}", rows, lines, widths)
        for name, units in (("units_before", pair.units_before), ("units_after", pair.units_after)):
            _check_units(f"pairs[{number}].{name}", units, len(facts.keys))
        before = path or ""


def _wrong_with_pair(pair: Pair, path: str | None, last: str | None) -> str | None:
    if path is None:
        return "no path on either side"
    if last is not None and path <= last:
        return f"path {path!r} does not follow {last!r}"
    if (pair.before_path is None and pair.lines_before) or (pair.after_path is None and pair.lines_after):
        return "lines on a side that is not there"
    matched = pair.lines_before - len(pair.removed), pair.lines_after - len(pair.added)
    return None if matched[0] == matched[1] else f"{matched[0]} lines matched before, {matched[1]} after"


def _check_rows(table: str, rows: Iterable[Row], lines: int, widths: dict[int, int]) -> None:
    last = 0
    for index, row in enumerate(rows):
        wrong = _wrong_with_row(row, last, lines)
        if wrong is None and row.width and widths.setdefault(row.content, row.width) != row.width:
            wrong = f"content {row.content} has the widths {widths[row.content]} and {row.width}"
        if wrong:
            raise broken("edits", f"{table}[{index}]", wrong)
        last = row.line


def _wrong_with_row(row: Row, last: int, lines: int) -> str | None:
    if not 1 <= row.line <= lines:
        return f"line {row.line} is not one of {lines}"
    if row.line <= last:
        return f"line {row.line} does not ascend from {last}"
    if row.width < 0:
        return f"width {row.width} is below 0"
    if (row.content == -1) != (row.width == 0) or row.content < -1:
        return f"content {row.content} with width {row.width}"
    return None


def _check_units(table: str, units: Iterable[Unit], keys: int) -> None:
    seen: set[tuple[int, int]] = set()
    for index, unit in enumerate(units):
        wrong = None
        if not 0 <= unit.key < keys:
            wrong = f"key {unit.key} is not one of {keys}"
        elif not 1 <= unit.start_line <= unit.end_line:
            wrong = f"lines {unit.start_line} to {unit.end_line} are no range"
        elif (unit.key, unit.nth) in seen:
            wrong = f"key {unit.key} has two units of rank {unit.nth}"
        if wrong:
            raise broken("edits", f"{table}[{index}]", wrong)
        seen.add((unit.key, unit.nth))
