"""Do time and memory grow in proportion to a tree?

Twice in two ways: by copies whose names are all changed, so that everything is a copy of something, and by files that
have nothing in common. The second kind is made, in the number and sizes of the tree's own source files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import rubout
from bench.process import run, run_sampled
from bench.programs import program
from bench.renaming import is_source, renamed
from bench.trees import committed, copy_tree, forget, sources, write_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

TIMES = (1, 2, 4)
HEAD = ("tree", "files", "MB", "classes", "excess", "wall s", "of 1x", "CPU s", "of 1x", "all processes MiB", "of 1x")


@dataclass(frozen=True, slots=True)
class Grown:
    """A tree and what a cold `clones` took on it."""

    name: str
    files: int
    megabytes: float
    classes: int
    excess: int
    wall: float
    cpu: float
    mib: float  # of all processes, or of the largest where the sum cannot be sampled


def growth(tree: Path, work: Path, *, rounds: int) -> str:
    """Cold `clones` on one, two and four times a tree, in Markdown."""
    copies = [_measured(f"{n}x, renamed copies", _copies(tree, work / f"copies{n}", n), rounds) for n in TIMES]
    strangers = [_measured(f"{n}x, unrelated files", _strangers(tree, work / f"made{n}", n), rounds) for n in TIMES]
    rows = [_row(grown, series[0]) for series in (copies, strangers) for grown in series]
    return f"### Growth of {tree.name}\n\nMedians of {rounds} cold runs.\n\n{table.markdown(HEAD, rows)}"


def _copies(tree: Path, target: Path, times: int) -> Path:
    copy_tree(tree, target)
    originals = [path for path in sources(target) if is_source(path.suffix)]
    for number in range(1, times):
        write_files(target / f"copy{number}", _renamed(originals, target, f"_{number}"))
    return committed(target)


def _renamed(originals: Iterable[Path], target: Path, suffix: str) -> Iterator[tuple[str, str]]:
    for path in originals:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a fixture for bad input
        yield path.relative_to(target).as_posix(), renamed(text, suffix, path.suffix)


def _strangers(tree: Path, target: Path, times: int) -> Path:
    sizes = [path.stat().st_size for path in sources(tree) if is_source(path.suffix)] * times
    files = ((f"d{number % 50}/f{number}.py", program(number, size)) for number, size in enumerate(sizes))
    return committed(write_files(target, files))


def _measured(name: str, tree: Path, rounds: int) -> Grown:
    runs, out = [], tree.with_name("out")
    for _ in range(rounds + 1):
        forget(tree)
        runs.append(run(rubout("clones"), tree, out))
    counted = runs[1:]  # the first run pays for what the page cache does not hold yet
    forget(tree)
    sampled = run_sampled(rubout("clones"), tree, out)
    counts: dict[str, int] = json.loads(out.read_bytes())["counts"]
    return Grown(
        name=name,
        files=counts["files"],
        megabytes=sum(path.stat().st_size for path in sources(tree) if is_source(path.suffix)) / 1e6,
        classes=counts["classes"],
        excess=counts["excess"],
        wall=median(once.wall for once in counted),
        cpu=median(once.cpu for once in counted),
        mib=sampled.largest_mib if sampled.all_mib is None else sampled.all_mib,
    )


def _row(grown: Grown, first: Grown) -> list[str]:
    return [
        grown.name,
        table.count(grown.files),
        f"{grown.megabytes:.1f}",
        table.count(grown.classes),
        table.count(grown.excess),
        table.seconds(grown.wall),
        f"{grown.wall / first.wall:.2f}",
        table.seconds(grown.cpu),
        f"{grown.cpu / first.cpu:.2f}",
        table.mebibytes(grown.mib),
        f"{grown.mib / first.mib:.2f}",
    ]
