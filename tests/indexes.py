"""Rows of an index, runs that learn them, and processes that do."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.store.index import Row, Stat, opened
from rubout.store.index_file import LOCK, NAME

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RULES = "rules 1"
READER = "who reads"
KEPT = {NAME, LOCK, ".gitignore"}
POSIX = pytest.mark.skipif(os.name != "posix", reason="processes are watched and killed as POSIX has it")


def blob(number: int) -> str:
    return f"{number:040x}"


def row(number: int, size: int = 3000) -> Row:
    return Row(b"%d" % number * 3, bytes([number % 251]) * size)


def stat(number: int, revision: str = RULES) -> Stat:
    return Stat(number, 10 + number, 20 + number, 30 + number, blob(number), revision, READER)


def learn(anchor: str, numbers: range, notes: list[str] | None = None, revision: str = RULES) -> None:
    """A run over one file a number, each settled."""
    with opened(anchor, (notes if notes is not None else []).append, patience=0.01) as index:
        index.stats()
        for number in numbers:
            if index.row(blob(number), revision) is None:
                index.put(blob(number), revision, row(number))
        index.save({f"{number}.py": stat(number, revision) for number in numbers}, whole=True)


def held(anchor: str, notes: list[str] | None = None) -> tuple[Mapping[str, Stat], dict[tuple[str, str], Row | None]]:
    """Everything the index knows."""
    with opened(anchor, (notes if notes is not None else []).append, patience=0.01) as index:
        return dict(index.stats()), {key: index.row(*key) for key in index.known()}


def expected(numbers: range) -> tuple[dict[str, Stat], dict[tuple[str, str], Row]]:
    return {f"{n}.py": stat(n) for n in numbers}, {(blob(n), RULES): row(n) for n in numbers}


def harm(place: Path, statement: str, *values: str) -> None:
    """Change an index behind its back."""
    connection = sqlite3.connect(place)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def names(place: Path) -> set[str]:
    return set(os.listdir(place.parent))


def garbage(place: Path) -> None:
    """What is no index, in the place of one."""
    place.write_bytes(b"garbage" * 5000)


PRELUDE = """
import os, signal, sys
from rubout.store.index import Row, Stat, opened
anchor = sys.argv[1]
def learn(numbers):
    with opened(anchor, print) as index:
        index.stats()
        for n in numbers:
            if index.row(f"{n:040x}", "rules 1") is None:
                index.put(f"{n:040x}", "rules 1", Row(b"%d" % n * 3, bytes([n % 251]) * 3000))
        settled = {f"{n}.py": Stat(n, 10 + n, 20 + n, 30 + n, f"{n:040x}", "rules 1", "who reads") for n in numbers}
        index.save(settled, whole=False)
"""


def command(text: str, anchor: str) -> list[str]:
    lines = text.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return [sys.executable, "-c", PRELUDE + "\n".join(line[indent:] for line in lines), anchor]


def script(text: str, anchor: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command(text, anchor), env=env, capture_output=True, text=True, check=False)


def together(anchor: str, *texts: str) -> list[str]:
    """Run several processes that start together, as far as that can be had; what each said."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    gate = "sys.stdin.read(1)\n"
    running = [
        subprocess.Popen(
            command(gate + text, anchor),
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for text in texts
    ]
    for process in running:
        assert process.stdin
        process.stdin.write(b"x")
        process.stdin.flush()
    return [process.communicate()[0].decode() for process in running]
