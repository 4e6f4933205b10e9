"""What does `trend` take over the last 30 commits, on an index that holds HEAD, and again?"""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import rubout
from bench.measured import measured
from bench.process import run
from bench.trees import SCRATCH, forget

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAD = ("run", "wall s", "CPU s", "largest process MiB", "commits", "rows")


def trend(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the scores of a clone of a tree, in Markdown."""
    work.mkdir(parents=True)
    clone, kept = work / "tree", work / "kept"
    subprocess.run(("git", "clone", "--quiet", str(tree), str(clone)), check=True)
    run(rubout("check"), clone, work / "head")
    shutil.copytree(clone / SCRATCH, kept)
    rows = [
        _row("HEAD known", clone, partial(_as_before, clone, kept), rounds),
        _row("all known", clone, lambda: None, rounds),
    ]
    return f"### trend on {tree.name}\n\nMedians of {rounds} runs.\n\n{table.markdown(HEAD, rows)}"


def _as_before(clone: Path, kept: Path) -> None:
    """Leave what a check of HEAD remembers, and nothing more."""
    forget(clone)
    shutil.copytree(kept, clone / SCRATCH)


def _row(name: str, clone: Path, prepare: Callable[[], object], rounds: int) -> list[str]:
    return [name, *measured("trend", clone, prepare, rounds).cells("window", "rows")]
