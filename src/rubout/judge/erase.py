"""What may be erased without anybody deciding anything?

Formula   dead_file: unresolved = 0. verbatim_doc: verbatim covers both texts, and their bytes are equal. t1_twin: the
          copy holds a whole unit, its bytes are equal, its file is dead, unresolved = 0. The first of these that fails
          is the reason
Fails     when a row is eraseable, and when degraded
Degraded  more than ROW_CAP rows: nothing is answered then, since a plan that nobody judged licenses nothing
Order     of the rows is that of the answers
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.erase import (
    BYTES_DIFFER,
    COPY_NOT_DEAD,
    DEAD_FILE,
    ERASEABLE,
    LANGUAGE_UNRESOLVED,
    NOT_FULL_SEGMENT,
    UNIT_NOT_COVERED,
    VERBATIM_DOC,
    Answer,
    Facts,
    Knobs,
    Verdict,
)
from rubout.judge.erase_contract import check

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ROW_CAP", "Facts", "Knobs", "Verdict", "check_knobs", "judge"]

ROW_CAP = 4096


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge the candidates of one plan.

    Raises:
        ContractError: as `erase_contract.check`. Facts over the cap are not looked at.
    """
    if len(facts.rows) > ROW_CAP:
        return Verdict((), fail=True, degraded=True, reason="erase_too_large", knobs=knobs)
    check(facts)
    rows = tuple(_answer(reason_of(row)) for row in facts.rows)
    return Verdict(rows, fail=any(row.eraseable for row in rows), degraded=False, reason=None, knobs=knobs)


def check_knobs(_knobs: Knobs) -> list[tuple[str, str]]:
    """There are none that could be out of bounds."""
    return []


def reason_of(row: Sequence[int]) -> int:
    """The first fact of a row that fails, by its position; 0 when every one holds."""
    if row[0] == DEAD_FILE:
        return LANGUAGE_UNRESOLVED if row[2] else ERASEABLE
    return _of_text(row) if row[0] == VERBATIM_DOC else _of_copy(row)


def _of_text(row: Sequence[int]) -> int:
    _, verbatim, survivor, candidate, bytes_equal = row
    if verbatim < survivor or verbatim < candidate:
        return NOT_FULL_SEGMENT
    return ERASEABLE if bytes_equal else BYTES_DIFFER


def _of_copy(row: Sequence[int]) -> int:
    _, unit_covered, bytes_equal, dead, unresolved = row
    failing = (
        (not unit_covered, UNIT_NOT_COVERED),
        (not bytes_equal, BYTES_DIFFER),
        (not dead, COPY_NOT_DEAD),
        (unresolved > 0, LANGUAGE_UNRESOLVED),
    )
    return next((reason for failed, reason in failing if failed), ERASEABLE)


def _answer(reason: int) -> Answer:
    return Answer(reason == ERASEABLE, reason)
