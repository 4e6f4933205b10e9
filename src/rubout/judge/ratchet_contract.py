"""Do the facts and the knobs of the ratchet hold what their types cannot say?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.judge.bounds import below, refuse_knobs, refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.ratchet import Ceiling, Facts, Finding, Knobs


def check(facts: Facts, knobs: Knobs) -> None:
    """Refuse facts that no measurement gives, and knobs that no configuration may hold.

    Raises:
        ContractError: the first knob, or the first table and row, that is wrong.
    """
    refuse_knobs("score", check_knobs(knobs))
    refuse_rows("ratchet", _tables(facts), "rubout check")


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return below(
        (
            ("tol_num", knobs.tol_num, 1),
            ("tol_den", knobs.tol_den, 1),
            ("tol_abs_lines", knobs.tol_abs_lines, 0),
            ("tol_abs_cognitive", knobs.tol_abs_cognitive, 0),
            ("file_lines_fail", knobs.file_lines_fail, 0),
            ("cognitive_fail", knobs.cognitive_fail, 0),
        )
    )


def _tables(facts: Facts) -> Iterator[tuple[str, Iterator[str | None]]]:
    """Of each table, what is wrong with each of its rows."""
    yield from _rows("", facts.ceilings, facts.findings)
    if facts.baseline:
        yield from _rows("baseline.", facts.baseline.ceilings, facts.baseline.findings)


def _rows(
    prefix: str, ceilings: Sequence[Ceiling], findings: Sequence[Finding]
) -> Iterator[tuple[str, Iterator[str | None]]]:
    yield f"{prefix}ceilings", (row.wrong for row in ceilings)
    yield f"{prefix}ceilings", iter([_unordered([(row.metric, row.key) for row in ceilings])])
    yield f"{prefix}findings", (row.wrong for row in findings)
    yield f"{prefix}findings", iter([_unordered([(row.kind, row.digest) for row in findings])])


def _unordered(names: Sequence[tuple[str, str]]) -> str | None:
    for lower, upper in pairwise(names):
        if lower >= upper:
            return f"{upper!r} does not ascend from {lower!r}"
    return None
