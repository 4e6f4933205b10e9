"""Histories of git, written at once by `git fast-import`, and their churn."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.facts.churn import Knobs
from rubout.gate.churn import churn_facts
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from tests.conftest import GIT_ENVIRONMENT
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from rubout.facts.churn import Facts

START = 1_700_000_000  # Unix seconds
DAY = 86_400
ALL = 10_000  # days
EVERYTHING = Knobs(days=ALL)
_MAIN = """\
import a
import lib.b

if __name__ == "__main__":
    print(a.total([], 1), lib.b.total([], 1))
"""


@dataclass(frozen=True)
class Made:
    """A commit: files written (None: taken out), files renamed, when, and the branch that it merges."""

    write: Mapping[str, str | bytes | None] = field(default_factory=dict)
    rename: Sequence[tuple[str, str]] = ()
    at: int = START
    on: str = "main"
    merge: str = ""


def make_history(root: Path, commits: Sequence[Made]) -> Path:
    """A repository with these commits, the work tree at the last one of `main`."""
    root.mkdir(parents=True)
    _git(root, "init", "--quiet", "--initial-branch=main")
    known: set[str] = set()
    stream = b"".join(_commit(number, made, known) for number, made in enumerate(commits))
    _git(root, "fast-import", "--quiet", "--date-format=raw", stdin=stream)
    if "main" in known:
        _git(root, "reset", "--quiet", "--hard", "main")
    return root


def make_versions(root: Path, versions: Mapping[int, Mapping[str, str | bytes | None]]) -> Path:
    """A repository with one commit a version, by the days since the start."""
    return make_history(root, [Made(files, at=START + day * DAY) for day, files in versions.items()])


def make_twins(root: Path) -> Path:
    """Two copies that a program imports, and that are changed together twice."""
    later = {day: dict.fromkeys(("a.py", "lib/b.py"), LOOP.replace("= 0", f"= {day}")) for day in (20, 21)}
    return make_versions(root, {0: {"a.py": LOOP, "lib/b.py": LOOP, "main.py": _MAIN}, **later})


def facts(root: Path, knobs: Knobs = EVERYTHING, exclude: Sequence[str] = (), *, cache: bool = False) -> Facts:
    """What is measured of a history."""
    anchor = str(root)
    run = Run(Request(anchor=anchor, cache=cache, jobs=1), candidates(anchor), 0, lambda _: None)
    return churn_facts(run, exclude, knobs)


def lines(found: Facts) -> dict[tuple[str, str, int], tuple[int, int]]:
    """Appended and rewritten lines by path, key and rank."""
    return {(row.path, row.key, row.nth): (row.appended, row.rewrote) for row in found.units}


def _commit(number: int, made: Made, known: set[str]) -> bytes:
    lines = [f"commit refs/heads/{made.on}", f"mark :{number + 1}", f"committer A <a@b.c> {made.at} +0000", "data 1\nc"]
    if made.on not in known and known:
        lines.append("from refs/heads/main")
    known.add(made.on)
    if made.merge:
        lines.append(f"merge refs/heads/{made.merge}")
    parts = [line.encode() for line in lines]
    for old, new in made.rename:
        parts.append(f"R {old} {new}".encode())
    for path, content in made.write.items():
        if content is None:
            parts.append(f"D {path}".encode())
        else:
            data = content.encode() if isinstance(content, str) else content
            parts.append(b"M 100644 inline %b\ndata %d\n%b" % (path.encode(), len(data), data))
    return b"\n".join(parts) + b"\n\n"


def _git(root: Path, *argv: str, stdin: bytes = b"") -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(
        ["git", "-C", str(root), *argv], env={**clean, **GIT_ENVIRONMENT}, input=stdin, capture_output=True, check=True
    )
