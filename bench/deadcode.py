"""What does `liveness` take on a tree, cold, warm and after a change?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.states import HEAD, States, page

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = "liveness"
COUNTS = ("files", "edges", "dead")


def deadcode(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the states of a copy of a tree, in Markdown."""
    states = States(COMMAND, COUNTS, rounds)
    rows = states.rows(tree, work)
    return page(COMMAND, tree, rounds, states.same_as_afresh(work), (*HEAD, *COUNTS), rows)
