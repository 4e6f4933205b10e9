"""What does a command of rubout take on a tree, and on trees of one, two and four times the size?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from bench import table
from bench.contenders import rubout
from bench.process import Run, run, run_sampled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

TIMES = (1, 2, 4)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Measured:
    """The timed runs of one command, one more that was watched for its memory, and what it counted."""

    runs: tuple[Run, ...]
    sampled: Run
    counts: dict[str, int]

    @property
    def wall(self) -> float:
        """The median, seconds."""
        return median(once.wall for once in self.runs)

    @property
    def cpu(self) -> float:
        """The median, seconds."""
        return median(once.cpu for once in self.runs)

    def cells(self, *counts: str) -> list[str]:
        """Wall and CPU seconds, the mebibytes of the largest process, and some of the counts."""
        largest = median(once.largest_mib for once in self.runs)
        counted = (table.count(self.counts[name]) for name in counts)
        return [table.seconds(self.wall), table.seconds(self.cpu), table.mebibytes(largest), *counted]

    @property
    def mib(self) -> float:
        """Of all processes, or of the largest where the sum cannot be sampled."""
        return self.sampled.largest_mib if self.sampled.all_mib is None else self.sampled.all_mib


def measured(command: str, tree: Path, prepare: Callable[[], object], rounds: int) -> Measured:
    """Run a command in a tree, prepared before each run."""
    out = tree.with_name("out")
    runs = []
    for _ in range(rounds + 1):
        prepare()
        runs.append(run(rubout(command), tree, out))
    prepare()
    sampled = run_sampled(rubout(command), tree, out)
    # The first run pays for what the page cache does not hold yet.
    return Measured(tuple(runs[1:]), sampled, json.loads(out.read_bytes())["counts"])


def growth_table(
    head: Sequence[str],
    kinds: Mapping[str, Callable[[int], Path]],
    measure: Callable[[str, Path], T],
    row: Callable[[T, T], Sequence[str]],
) -> str:
    """What was measured on one, two and four times a tree, in each of some ways to grow it, in Markdown.

    `row` takes what was measured of one tree, and of the first of its kind.
    """
    rows: list[Sequence[str]] = []
    for kind, grow in kinds.items():
        series = [measure(f"{times}x{kind}", grow(times)) for times in TIMES]
        rows += [row(each, series[0]) for each in series]
    return table.markdown(head, rows)
