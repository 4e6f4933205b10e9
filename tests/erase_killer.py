"""Run in a process of its own: an erase is killed before its n-th write, for every n, and the next run looks at it.

For each n one line of JSON: how the killed run ended, what the next one said, and whether the tree is the old or the
new one by then. It ends with the first run that was not killed.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubout.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable

KILLED = 9
WRITES = ("replace", "unlink", "fsync", "write", "chmod", "mkdir", "makedirs")


def tree_of(root: Path) -> dict[str, str]:
    """Mode and bytes of every file outside of git's folder and ours, as JSON holds them."""
    paths = [path for path in root.rglob("*") if path.is_file() and not {".git", ".rubout"} & set(path.parts)]
    return {str(path.relative_to(root)): f"{path.stat().st_mode:o} {path.read_bytes()!r}" for path in paths}


def run(*argv: object) -> tuple[int, str]:
    """The command line's end, and what it said."""
    out, err = io.StringIO(), io.StringIO()
    code = main([str(word) for word in argv], out, err)
    return code, err.getvalue()


def die_before(number: int) -> None:
    """End this process before the write of that number, as a power cut would."""
    left = [number]

    def deadly(write: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            if not left[0]:
                os._exit(KILLED)
            left[0] -= 1
            return write(*args, **options)

        return wrapped

    for name in WRITES:
        setattr(os, name, deadly(getattr(os, name)))


def killed(root: Path, number: int, command: str) -> int:
    """How a run ended that was killed before its write of that number."""
    child = os.fork()
    if not child:
        die_before(number)
        os._exit(run("erase", command, root)[0])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def examine(source: Path, root: Path, command: str, trees: dict[str, dict[str, str]]) -> None:
    """Kill at every write of `command`; `trees` are the two that there may be afterwards, by name."""
    for number in range(1000):
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(source, root)
        code = killed(root, number, command)
        cut = tree_of(root)
        _, said = run("erase", root)
        found = tree_of(root)
        named = [name for name, files in trees.items() if files == found]
        line = {"code": code, "said": said, "is": named, "mixed": cut not in trees.values(), "after": run_undo(root)}
        sys.stdout.write(json.dumps(line) + "\n")
        if code != KILLED:
            return


def run_undo(root: Path) -> int:
    """Whether nothing is left to be recovered: the state of the undo file does not change any more."""
    return int("unfinished" in run("erase", root)[1])


def start(source: Path, command: str) -> None:
    root = source.parent / "work"
    before = tree_of(source)
    applied = source.parent / "applied"
    shutil.copytree(source, applied)
    run("erase", "--apply", applied)
    after = tree_of(applied)
    examine(source if command == "--apply" else applied, root, command, {"old": before, "new": after})


if __name__ == "__main__":
    start(Path(sys.argv[1]), sys.argv[2])
