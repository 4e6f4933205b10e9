"""Do time and memory grow in proportion to a tree?

Twice in two ways: by copies whose names are all changed, so that everything is a copy of something, and by files that
have nothing in common. The second kind is made, in the number and sizes of the tree's own source files.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bench import table
from bench.measured import Measured, growth_table, measured
from bench.programs import program
from bench.renaming import is_source, renamed
from bench.trees import committed, copy_tree, forget, sources, write_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

HEAD = ("tree", "files", "MB", "classes", "excess", "wall s", "of 1x", "CPU s", "of 1x", "all processes MiB", "of 1x")


class Grown(NamedTuple):
    """A tree and what a cold `clones` took on it."""

    name: str
    megabytes: float
    cold: Measured


def growth(tree: Path, work: Path, *, rounds: int) -> str:
    """Cold `clones` on one, two and four times a tree, in Markdown."""
    kinds = {
        ", renamed copies": lambda times: copies(tree, work / f"copies{times}", times),
        ", unrelated files": lambda times: _strangers(tree, work / f"made{times}", times),
    }
    grown = growth_table(HEAD, kinds, partial(_measured, rounds=rounds), _row)
    return f"### Growth of {tree.name}\n\nMedians of {rounds} cold runs.\n\n{grown}"


def copies(tree: Path, target: Path, times: int) -> Path:
    """A repository of a tree and times - 1 copies of it in which every name is another one."""
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
    megabytes = sum(path.stat().st_size for path in sources(tree) if is_source(path.suffix)) / 1e6
    return Grown(name, megabytes, measured("clones", tree, partial(forget, tree), rounds))


def _row(each: Grown, first: Grown) -> list[str]:
    cold, base = each.cold, first.cold
    return [
        each.name,
        table.count(cold.counts["files"]),
        f"{each.megabytes:.1f}",
        *(table.count(cold.counts[key]) for key in ("classes", "excess")),
        table.seconds(cold.wall),
        f"{cold.wall / base.wall:.2f}",
        table.seconds(cold.cpu),
        f"{cold.cpu / base.cpu:.2f}",
        table.mebibytes(cold.mib),
        f"{cold.mib / base.mib:.2f}",
    ]
