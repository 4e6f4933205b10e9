"""Which code cell of a notebook holds a line?"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def cell_at(cells: Sequence[int], line: int) -> int | None:
    """The 0-based cell, given the first line of each, ascending; None outside notebooks, which have no cells."""
    return max(bisect_right(cells, line) - 1, 0) if cells else None
