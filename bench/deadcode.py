"""What does `liveness` take on a tree, cold, warm and after a change?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.states import timed

if TYPE_CHECKING:
    from pathlib import Path

COUNTS = ("files", "edges", "dead")


def deadcode(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the states of a copy of a tree, in Markdown."""
    return timed("liveness", COUNTS, tree, work, rounds)
