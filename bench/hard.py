"""Do trees made to be hard end in seconds, in bounded memory, and under which rule?"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import RUBOUT
from bench.measured import measured
from bench.trees import committed, forget, write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MB = 1_000_000
EQUAL_FILES = 20_000
EQUAL_ROWS = 75_000
HEAD = ("tree", "MB", "clones wall s", "CPU s", "largest MiB", "all MiB", "classes", "excess", "what `rubout why` says")
SMALL = """\
def total(rows, factor):
    result = 0
    for row in rows:
        if row.kind == "open" and row.amount > 0:
            result += row.amount * factor
        elif row.kind == "void":
            result -= row.amount
    return result / len(rows) if rows else None
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A tree that is hard in one way."""

    name: str
    files: Callable[[], Iterator[tuple[str, str]]]


def hard(work: Path, *, rounds: int) -> str:
    """Cold `clones` on each hard tree, in Markdown."""
    rows = [_row(case, work / str(number), rounds) for number, case in enumerate(CASES)]
    return f"### Hard trees\n\nMedians of {rounds} cold runs.\n\n{table.markdown(HEAD, rows)}"


def _row(case: Case, tree: Path, rounds: int) -> list[str]:
    # One ordinary file beside: a tree of which nothing is judged would be an error.
    files = [*case.files(), ("beside.py", "answer = 42\n")]
    committed(write_files(tree, files))
    cold = measured("clones", tree, partial(forget, tree), rounds)
    return [
        case.name,
        f"{sum(len(text) for _, text in files) / MB:.1f}",
        table.seconds(cold.wall),
        table.seconds(cold.cpu),
        table.mebibytes(max(once.largest_mib for once in cold.runs)),
        table.mebibytes(cold.sampled.all_mib),
        table.count(cold.counts["classes"]),
        table.count(cold.counts["excess"]),
        _rule(files[0][0], tree),
    ]


def _rule(name: str, tree: Path) -> str:
    done = subprocess.run((*RUBOUT, "why", name), cwd=tree, capture_output=True, text=True, check=False)
    return " ".join((done.stdout or done.stderr).split())


def _literal_table() -> Iterator[tuple[str, str]]:
    random = Random(1)  # the same table each time
    row = "    (%d, %d, 'word%d', %d.5, True),\n"
    rows = (row % tuple(random.choices(range(100_000), k=4)) for _ in range(5 * MB // 40))
    yield "table.py", f"TABLE = (\n{''.join(rows)})\n"


def _one_line(name: str, opening: str, closing: str) -> Iterator[tuple[str, str]]:
    random = Random(2)  # the same line each time
    calls = (f"run{random.randrange(999)}({random.randrange(9999)}, 'x');" for _ in range(2 * MB // 18))
    yield name, f"{opening}{''.join(calls)}{closing}\n"


def _equal_files() -> Iterator[tuple[str, str]]:
    for number in range(EQUAL_FILES):
        yield f"d{number % 100}/f{number}.py", SMALL


def _equal_rows() -> Iterator[tuple[str, str]]:
    rows = "    ('alpha', 1, 2.5, None, (True, -1)),\n" * EQUAL_ROWS
    yield "rows.py", f"ROWS = (\n{rows})\n"


CASES = (
    Case("a literal table of 5 MB", _literal_table),
    Case("one line of 2 MB, Python", lambda: _one_line("line.py", "", "")),
    Case("one line of 2 MB, JavaScript", lambda: _one_line("line.js", "function all(){", "}")),
    Case(f"{EQUAL_FILES:,} equal files", _equal_files),
    Case(f"{EQUAL_ROWS:,} equal rows", _equal_rows),
)
