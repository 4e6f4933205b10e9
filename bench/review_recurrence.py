"""How long does a defect that was learned take to be refused again, by a process that has nothing loaded?"""

from __future__ import annotations

import json
import os
import subprocess
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import RUBOUT
from bench.process import run
from rubout.review.keys import keys_folder, new_key
from rubout.review.skill import ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.skills_file import PATH as SKILLS_PATH
from rubout.review.skills_file import text_of
from rubout.review.start import start_reviews
from rubout.review.trust import PATH as TRUST_PATH
from rubout.store.records import FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bench.process import Run

ROUNDS = 30
HEAD = ("", "p50 ms", "p95 ms", "CPU, p50 ms")
ASKED = (
    *("--range", "main..topic", "--claim", "C1", "--intent", "what it does"),
    *("--author", "author", "--as", "reviewer"),
)
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def recurrence(work: Path, *, rounds: int = ROUNDS) -> str:
    """Whole runs of `rubout review` that end in a learned refusal, signed and stored, in Markdown.

    A bare interpreter and one git are timed beside them, so that the machine can be told from the program.
    """
    os.environ |= {"XDG_CONFIG_HOME": str(work / "config"), **ALONE}
    root, out = _project(work / "project"), work / "out"
    own = frozenset(_records(root))
    ways = {
        "a bare interpreter": (RUBOUT[0], "-I", "-S", "-c", "pass"),
        "one git": ("git", "rev-parse", "HEAD"),
        "a learned refusal": (*RUBOUT, "review", *ASKED, "--format", "json"),
    }
    taken: dict[str, list[Run]] = {name: [] for name in ways}
    for _ in range(rounds + 1):
        for name, command in ways.items():
            taken[name].append(run(command, root, out))
        _require_learned(out)
        for path in frozenset(_records(root)) - own:  # else the reviewer has refused and is not asked again
            path.unlink()
    rows = [_row(name, runs[1:]) for name, runs in taken.items()]  # the first compiles and fills caches
    return f"### A learned refusal from a cold process, {rounds} runs\n\n{table.markdown(HEAD, rows)}"


def _project(root: Path) -> Path:
    """A change on the branch `topic` that breaks the one skill of `main`."""
    keys = {name: new_key(name, keys_folder(os.environ)) for name in ("author", "reviewer")}
    root.mkdir()
    _git(root, "init", "--quiet", "--initial-branch=main")
    (root / "a.py").write_text("x = 1\n")
    start_reviews(root, "author", "human", keys["author"])
    principals = [
        {"id": "author", "kind": "human", "keys": [keys["author"].public], "roles": ["author", "spec", "admin"]},
        {"id": "reviewer", "kind": "robot", "keys": [keys["reviewer"].public], "roles": ["review", "teach"]},
    ]
    (root / TRUST_PATH).write_text(json.dumps({"v": 1, "principals": principals}))
    skill = ReviewSkill("eval(", "quality", "Input is never evaluated as code.")
    (root / SKILLS_PATH).write_text(text_of(ReviewSkills((skill,))))
    _commit(root)
    _git(root, "checkout", "--quiet", "-b", "topic")
    (root / "b.py").write_text("def f(x):\n    return eval(x)\n")
    _commit(root)
    return root


def _commit(root: Path) -> None:
    _git(root, "add", ".")
    _git(root, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--message=c")


def _git(root: Path, *words: str) -> None:
    subprocess.run(("git", "-C", root, *words), check=True)


def _records(root: Path) -> list[Path]:
    return list((root / FOLDER).rglob("*.json"))


def _require_learned(out: Path) -> None:
    """Refuse to time anything else."""
    report = json.loads(out.read_bytes())
    found = report["outcome"], report["tier"], len(report["stored"])
    if found != ("rejected", "learned", 2):
        raise SystemExit(f"a run came to {found}")


def _row(name: str, runs: Sequence[Run]) -> tuple[str, ...]:
    walls = [each.wall for each in runs]
    last = quantiles(walls, n=20, method="inclusive")[-1]
    figures = median(walls), last, median(each.cpu for each in runs)
    return (name, *(f"{seconds * 1e3:.0f}" for seconds in figures))
