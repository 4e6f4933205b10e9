"""An erase that is killed between any two writes leaves the old tree or the new one, once the next run has looked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rubout
from tests import erase_killer
from tests.erases import EXAMPLE

if TYPE_CHECKING:
    from tests.conftest import Tree

HARNESS = Path(erase_killer.__file__)


def kills(root: Path, command: str) -> list[dict[str, Any]]:
    """What became of each run, the last of which was not killed."""
    environment = {**os.environ, "PYTHONPATH": str(Path(rubout.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, str(HARNESS), str(root), command], env=environment, capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture
def source(tree: Tree) -> Path:
    return tree({name: EXAMPLE[name] for name in ("__main__.py", "t2.py", "copy.py", "README.md", "doc2.md")}, git=True)


def test_a_killed_apply_is_rolled_back_by_the_next_run(source: Path) -> None:  # example 16
    *cut, whole = kills(source, "--apply")
    assert (whole["code"], whole["is"]) == (0, ["new"])
    assert {one["code"] for one in cut} == {erase_killer.KILLED}
    assert all(one["is"] in (["old"], ["new"]) for one in cut)
    assert all(one["after"] == 0 for one in cut)
    mixed = [one for one in cut if one["mixed"]]
    assert mixed
    assert all(one["is"] == ["old"] for one in mixed)
    assert all("restored copy.py (unfinished erase)\n" in one["said"] for one in mixed)


def test_the_run_that_finds_a_killed_one_says_what_it_did(source: Path) -> None:
    said = [one["said"] for one in kills(source, "--apply")[:-1]]
    restored = [text for text in said if "(unfinished erase)" in text]
    assert {text.count("restored ") for text in restored} >= {1, 2}
    assert any("nothing to restore (unfinished erase)\n" in text for text in restored)


def test_a_killed_undo_is_finished_by_the_next_run(source: Path) -> None:
    *cut, whole = kills(source, "--undo")
    assert (whole["code"], whole["is"]) == (0, ["old"])
    assert all(one["is"] in (["old"], ["new"]) for one in cut)
    assert [one for one in cut if one["mixed"]]
    assert all(one["is"] == ["old"] for one in cut if one["mixed"])
