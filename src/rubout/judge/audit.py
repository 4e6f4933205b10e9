"""Does a change bring in copies that were not there?

Formula   a row convicts iff (a_changed or b_changed) and introduced; touched counts (a_changed or b_changed)
Fails     when more than `dup_tolerance` rows convict
Blocks    when it fails, is not degraded, and the tier is deny
Degraded  rows that were not all measured, or more than `audit_row_cap`: nothing is convicted, and the verdict fails
Source    docs/methodology/guard.md
Order     of the rows decides the numbers in `convicted` and nothing else
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.facts.audit import Facts, Knobs, Row, Verdict
from rubout.judge.tiers import DENY, OBSERVE, Mode, resolved

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Facts", "Knobs", "Verdict", "audit_mode", "check_knobs", "judge"]


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge the pairs of a tree; no pair at all is a clean answer.

    Raises:
        ContractError: a number of a row that is neither 0 nor 1.
    """
    _check(facts.rows)
    reason = facts.reason or _why_unjudged(len(facts.rows), knobs)
    rows = () if reason else facts.rows
    convicted = tuple(index for index, row in enumerate(rows) if _changed(row) and row.introduced)
    fail = reason is not None or len(convicted) > knobs.dup_tolerance
    mode = audit_mode(knobs)
    return Verdict(
        convicted=convicted,
        touched=sum(map(_changed, rows)),
        tier=mode.tier,
        mode=mode.text,
        blocks=mode.tier == DENY and fail and reason is None,
        fail=fail,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


def audit_mode(knobs: Knobs) -> Mode:
    """The tier of the audit, as the feed and the health line have it, too."""
    return resolved(knobs.mode, OBSERVE, knobs.error)


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    bounds = (("dup_tolerance", knobs.dup_tolerance), ("audit_row_cap", knobs.audit_row_cap))
    return [(name, f"{value} is negative") for name, value in bounds if value < 0]


def _why_unjudged(rows: int, knobs: Knobs) -> str | None:
    return f"{rows} pairs, over the cap of {knobs.audit_row_cap}" if rows > knobs.audit_row_cap else None


def _changed(row: Row) -> bool:
    return bool(row.a_changed or row.b_changed)


def _check(rows: Sequence[Row]) -> None:
    for index, row in enumerate(rows):
        for value in (row.a_changed, row.b_changed, row.introduced):
            if value not in {0, 1}:
                raise ContractError(f"{value} is neither 0 nor 1", where=f"audit rows[{index}]", fix="audit again")
