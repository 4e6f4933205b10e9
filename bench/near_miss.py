"""What does `near-miss` take, cold, warm and after a change, and does it grow in proportion to a tree?"""

from __future__ import annotations

from filecmp import cmp
from functools import partial
from itertools import count
from statistics import median
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import rubout
from bench.growth import copies
from bench.measured import measured
from bench.process import run
from bench.trees import change, copy_tree, forget, probe_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMAND = "near-miss"
HEAD = ("run", "wall s", "CPU s", "largest process MiB", "all processes MiB", "units", "pairs judged", "clones")
TIMES = (1, 2)


def near_miss(tree: Path, work: Path, *, rounds: int) -> str:
    """Time the states of a copy of a tree, and one and two times the tree, in Markdown."""
    copy = copy_tree(tree, work / "tree")
    target, numbers = probe_file(copy), count()
    states = (
        ("cold", partial(forget, copy)),
        ("warm", lambda: None),
        ("one file changed", lambda: change(target, next(numbers))),
    )
    rows = [_measured(name, copy, prepare, rounds) for name, prepare in states]
    same = _same_as_afresh(copy, work)
    for times in TIMES:
        grown = copies(tree, work / f"copies{times}", times)
        rows.append(_measured(f"cold, {times}x", grown, partial(forget, grown), rounds))
    return (
        f"### {COMMAND} on {tree.name}\n\nMedians of {rounds} runs; with the index the report has {same}.\n\n"
        f"{table.markdown(HEAD, rows)}"
    )


def _measured(name: str, tree: Path, prepare: Callable[[], object], rounds: int) -> list[str]:
    found = measured(COMMAND, tree, prepare, rounds)
    return [
        name,
        table.seconds(found.wall),
        table.seconds(found.cpu),
        table.mebibytes(median(once.largest_mib for once in found.runs)),
        table.mebibytes(found.sampled.all_mib),
        *(table.count(found.counts[each]) for each in ("units", "judged", "clones")),
    ]


def _same_as_afresh(copy: Path, work: Path) -> str:
    indexed, afresh = work / "indexed", work / "afresh"
    run(rubout(COMMAND), copy, indexed)
    run(rubout(COMMAND, "--no-cache"), copy, afresh)
    return "the same bytes as without it" if cmp(indexed, afresh, shallow=False) else "other bytes than without it"
