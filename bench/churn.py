"""What does `churn` take over the last 2,000 commits, cold and warm, and co-change alone?"""

from __future__ import annotations

import subprocess
import time
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from bench import table
from bench.measured import measured
from bench.trees import forget
from rubout.measure.cochange import together
from rubout.measure.edit_pairs import judged_language
from rubout.measure.sources.history import chain, changed_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMITS = 2_000
DAY = 86_400  # seconds
CAP, FLOOR = 20, 2  # of co-change
HEAD = ("run", "wall s", "CPU s", "largest process MiB", "commits", "lines added", "pairs")


def churn(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the history of a clone of a tree, in Markdown."""
    work.mkdir(parents=True)
    clone = work / "tree"
    subprocess.run(("git", "clone", "--quiet", str(tree), str(clone)), check=True)
    days = _days(str(clone))
    (clone / "rubout.toml").write_text(f"[churn]\ndays = {days}\n", encoding="utf-8")
    rows = [
        _row("cold", clone, partial(forget, clone), rounds),
        _row("warm", clone, lambda: None, rounds),
        _alone(str(clone), days, rounds),
    ]
    return f"### churn on {tree.name}, {days} days\n\nMedians of {rounds} runs.\n\n{table.markdown(HEAD, rows)}"


def _days(clone: str) -> int:
    """How far back the last commits reach."""
    times = [link.time for link in chain(clone)]
    return 1 + (times[0] - min(times[:COMMITS])) // DAY


def _row(name: str, clone: Path, prepare: Callable[[], object], rounds: int) -> list[str]:
    return [name, *measured("churn", clone, prepare, rounds).cells("commits", "added_in_window"), ""]


def _alone(clone: str, days: int, rounds: int) -> list[str]:
    walls = []
    for _ in range(rounds):
        started = time.perf_counter()
        links = chain(clone)
        names = [link.name for link in links if link.time >= links[0].time - days * DAY]
        files = [
            {change.path for change in commit.changes if change.after and judged_language(change.path)}
            for commit in changed_in(clone, names)
        ]
        pairs, _ = together(files, CAP, FLOOR)
        walls.append(time.perf_counter() - started)
    return [
        "co-change alone",
        table.seconds(median(walls)),
        "",
        "",
        table.count(len(names)),
        "",
        table.count(len(pairs)),
    ]
