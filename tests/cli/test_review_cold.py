"""What a process that has nothing loaded does to refuse what was learned."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.conftest import SOURCE
from tests.review_worlds import ASKED, recurring

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.review_worlds import World

ASIDE = frozenset(
    {
        *("difflib", "fractions", "random", "secrets", "shutil", "subprocess", "tempfile"),
        *("rubout.gate.clones", "rubout.measure.extract", "rubout.review.structural"),
        *("rubout.review.export", "rubout.review.rehearsal", "rubout.review.semantic.providers"),
    }
)
LOADED = "import sys, rubout.cli.main as m; print(m.main({argv!r}, sys.stdout, sys.stderr)); print(*sys.modules)"


def learned(world: World, *, is_moved: bool = False) -> None:
    """On a branch from main, where `eval(` was learned, a change that has it; main may have gone on since."""
    recurring(world)
    if is_moved:
        world.git("checkout", "--quiet", "main")
        world.change({"a.py": "x = 2\n"}, branch="ahead")
        world.git("branch", "--quiet", "--force", "main", "ahead")
        world.git("checkout", "--quiet", "other")


def asked_of_git(world: World, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands of git that one review runs, ascending; it ends in a learned refusal that is stored."""
    log, program = folder / "asked", folder / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$*" >> "{log}"\nexec "{shutil.which("git")}" "$@"\n')
    program.chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        found = world.review()
    assert (found["outcome"], found["tier"], len(found["stored"])) == ("rejected", "learned", 2)
    return sorted(line.partition(f"-C {world.root} ")[2].split()[0] for line in log.read_text().splitlines())


def test_a_learned_refusal_asks_git_eight_times(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned(world)
    assert asked_of_git(world, tmp_path, monkeypatch) == [
        *("cat-file", "config", "for-each-ref", "log", "ls-tree", "ls-tree", "rev-parse", "rev-parse")
    ]


def test_a_target_that_has_gone_on_is_one_tree_more(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(world, is_moved=True)
    assert asked_of_git(world, tmp_path, monkeypatch) == [
        *("cat-file", "config", "for-each-ref", "log", "ls-tree", "ls-tree", "ls-tree", "rev-parse", "rev-parse")
    ]


def test_a_learned_refusal_loads_nothing_of_what_other_answers_need(world: World) -> None:
    learned(world)
    code = LOADED.format(argv=["review", "--range", "main..HEAD", *ASKED])
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = (sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {code}")
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    *_, status, modules = ended.stdout.splitlines()
    assert status == "1"
    assert ASIDE & set(modules.split()) == set()
