"""What does `check` take on a tree, cold, warm and after a change?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.states import timed

if TYPE_CHECKING:
    from pathlib import Path

COUNTS = ("files", "functions", "clone_classes", "near_miss_classes", "docdup_classes", "dead_files")


def check(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the states of a copy of a tree, in Markdown."""
    return timed("check", COUNTS, tree, work, rounds)
