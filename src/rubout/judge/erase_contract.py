"""Do the facts of `erase` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.erase import CLASSES, DEAD_FILE, VERBATIM_DOC
from rubout.judge.bounds import broken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.erase import Facts

_NUMBERS = 5
_LEAST_CODE, _LARGEST_CODE = 1, 4  # of liveness


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: the first row that is wrong.
    """
    for index, row in enumerate(facts.rows):
        if wrong := _wrong_with(row):
            raise broken("erase", f"row {index}", wrong)


def _wrong_with(row: Sequence[int]) -> str | None:
    if len(row) != _NUMBERS:
        return f"{len(row)} numbers, not {_NUMBERS}"
    if min(row) < 0:
        return f"negative fact: {min(row)}"
    if row[0] >= len(CLASSES):
        return f"class out of range: {row[0]}"
    if row[0] == DEAD_FILE:
        return None if _LEAST_CODE <= row[1] <= _LARGEST_CODE else f"verdict out of range: {row[1]}"
    flags = row[4:] if row[0] == VERBATIM_DOC else row[1:4]
    return f"no yes or no: {max(flags)}" if max(flags) > 1 else None
