"""What does `docdup` take on a tree, on copies of it, and on texts that have nothing in common?"""

from __future__ import annotations

import random
import shutil
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bench import table
from bench.measured import Measured, growth_table, measured
from bench.trees import committed, copy_tree, forget, sources, write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = ("tree", "files", "texts", "classes", "excess", "compared", "cold s", "of 1x", "CPU s", "again s", "all MiB")
FILES, PARAGRAPHS, WORDS, VOCABULARY = 200, 20, (30, 160), 5_000


class Once(NamedTuple):
    """One tree, read afresh and again."""

    name: str
    cold: Measured
    warm: Measured


def docdup(tree: Path, work: Path, *, rounds: int) -> str:
    """Cold and warm runs on one, two and four times a tree, and on as many made texts, in Markdown."""
    kinds = {
        "": lambda times: _copies(tree, work / f"copies{times}", times),
        ", made texts": lambda times: _made(work / f"made{times}", times),
    }
    grown = growth_table(HEAD, kinds, partial(_measured, rounds=rounds), _row)
    return f"### docdup on {tree.name}\n\nMedians of {rounds} runs.\n\n{grown}"


def _copies(tree: Path, target: Path, times: int) -> Path:
    copy_tree(tree, target)
    originals = sources(target)
    for number in range(1, times):
        for path in originals:
            copy = target / f"copy{number}" / path.relative_to(target)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    return committed(target)


def _made(target: Path, times: int) -> Path:
    return committed(write_files(target, _texts(FILES * times)))


def _texts(files: int) -> Iterator[tuple[str, str]]:
    for number in range(files):
        chance = random.Random(number)
        paragraphs = (
            " ".join(f"word{chance.randrange(VOCABULARY)}" for _ in range(chance.randrange(*WORDS)))
            for _ in range(PARAGRAPHS)
        )
        yield f"d{number % 50}/f{number}.md", "\n\n".join(paragraphs) + "\n"


def _measured(name: str, tree: Path, rounds: int) -> Once:
    cold = measured("docdup", tree, partial(forget, tree), rounds)
    return Once(name, cold, measured("docdup", tree, lambda: None, rounds))


def _row(once: Once, first: Once) -> list[str]:
    cold = once.cold
    return [
        once.name,
        *(table.count(cold.counts[key]) for key in ("files", "segments", "classes", "excess", "sent")),
        table.seconds(cold.wall),
        f"{cold.wall / first.cold.wall:.2f}",
        table.seconds(cold.cpu),
        table.seconds(once.warm.wall),
        table.mebibytes(cold.mib),
    ]
