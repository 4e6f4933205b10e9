"""What does a command take on a tree, cold, warm and after a change, and does its index change what it says?"""

from __future__ import annotations

from filecmp import cmp
from functools import partial
from itertools import count
from statistics import median
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import rubout
from bench.measured import measured
from bench.process import run
from bench.trees import change, copy_tree, forget, probe_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

HEAD = ("run", "wall s", "CPU s", "largest process MiB", "all processes MiB")


class States:
    """A command timed on copies of a tree; `counts` are the columns that it counts itself."""

    def __init__(self, command: str, counts: Sequence[str], rounds: int) -> None:
        self._command = command
        self._counts = counts
        self._rounds = rounds

    def rows(self, tree: Path, work: Path) -> list[list[str]]:
        """A row a state of a copy of the tree, below `work`."""
        copy = copy_tree(tree, work / "tree")
        target, numbers = probe_file(copy), count()
        states = (
            ("cold", partial(forget, copy)),
            ("warm", lambda: None),
            ("one file changed", lambda: change(target, next(numbers))),
        )
        return [self.row(name, copy, prepare) for name, prepare in states]

    def row(self, name: str, tree: Path, prepare: Callable[[], object]) -> list[str]:
        """One state of a tree, which `prepare` brings about."""
        found = measured(self._command, tree, prepare, self._rounds)
        return [
            name,
            table.seconds(found.wall),
            table.seconds(found.cpu),
            table.mebibytes(median(once.largest_mib for once in found.runs)),
            table.mebibytes(found.sampled.all_mib),
            *(table.count(found.counts[each]) for each in self._counts),
        ]

    def same_as_afresh(self, work: Path) -> str:
        """Whether the index of the copy below `work` changes a byte, in words."""
        copy, indexed, afresh = work / "tree", work / "indexed", work / "afresh"
        run(rubout(self._command), copy, indexed)
        run(rubout(self._command, "--no-cache"), copy, afresh)
        return "the same bytes as without it" if cmp(indexed, afresh, shallow=False) else "other bytes than without it"


def page(command: str, tree: Path, rounds: int, same: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The states of a command in Markdown."""
    return (
        f"### {command} on {tree.name}\n\nMedians of {rounds} runs; with the index the report has {same}.\n\n"
        f"{table.markdown(head, rows)}"
    )


def timed(command: str, counts: Sequence[str], tree: Path, work: Path, rounds: int) -> str:
    """The states of a copy of a tree below `work`, timed, in Markdown."""
    states = States(command, counts, rounds)
    rows = states.rows(tree, work)
    return page(command, tree, rounds, states.same_as_afresh(work), (*HEAD, *counts), rows)
