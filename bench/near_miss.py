"""What does `near-miss` take, cold, warm and after a change, and does it grow in proportion to a tree?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bench.growth import copies
from bench.states import HEAD, States, page
from bench.trees import forget

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = "near-miss"
TIMES = (1, 2)


def near_miss(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the states of a copy of a tree, and one and two times the tree, in Markdown."""
    states = States(COMMAND, ("units", "judged", "clones"), rounds)
    rows = states.rows(tree, work)
    same = states.same_as_afresh(work)
    for times in TIMES:
        grown = copies(tree, work / f"copies{times}", times)
        rows.append(states.row(f"cold, {times}x", grown, partial(forget, grown)))
    return page(COMMAND, tree, rounds, same, (*HEAD, "units", "pairs judged", "clones"), rows)
