"""`rubout replay` as people run it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from rubout.report.schemas import schemas
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow, Rubout, Tree


@pytest.fixture
def history(tree: Tree, grow: Grow, git: Git) -> Path:
    root = tree({"a.py": LOOP, "rubout.toml": '[guard]\nmode = "deny"\n'}, git=True)
    grow(root, {"b.py": LOOP})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=c")
    return root


def test_the_record_is_printed_with_what_it_earns(history: Path, rubout: Rubout) -> None:
    ran = rubout("replay", "--repo", history)
    assert ran.code == 0
    assert "duplicate_write: 2 events, 1 refusal (0 true, 0 false, 1 open), false/events = 1/2\n" in ran.out
    assert "hard_budget: 2 events, 0 refusals (0 true, 0 false, 0 open), false/events = 0/2\n" in ran.out
    assert "earns ask" in ran.out
    assert "| b.py | 1-10 = a.py:1-10 (52 tokens) |" in ran.out


def test_verdicts_in_the_file_are_counted(history: Path, rubout: Rubout, tmp_path: Path) -> None:
    file = tmp_path / "verdicts.txt"
    rubout("replay", "--repo", history, "--arbitration", file)
    file.write_text(file.read_text().replace("? |", "true |").rstrip() + " a copy\n")
    kept = file.read_text()
    ran = rubout("replay", "--repo", history, "--arbitration", file)
    assert "all: 2 events, 1 refusal (1 true, 0 false, 0 open), false/events = 0/2\n" in ran.out
    assert file.read_text() == kept


def test_a_file_that_is_no_record_is_left_alone(history: Path, rubout: Rubout, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine\n")
    ran = rubout("replay", "--repo", history, "--arbitration", file)
    assert (ran.code, file.read_text()) == (2, "mine\n")


def test_without_a_repository_nothing_can_be_replayed(tree: Tree, rubout: Rubout) -> None:
    assert rubout("replay", "--repo", tree({"a.py": LOOP})).code == 2


def test_only_the_newest_commits_are_replayed_when_asked(history: Path, rubout: Rubout) -> None:
    assert "1 commit," in rubout("replay", "--repo", history, "--commits", 1).out


def test_json_fits_its_schema(history: Path, rubout: Rubout) -> None:
    document = json.loads(rubout("replay", "--repo", history, "--format", "json").out)
    Draft202012Validator(schemas()["replay.report"]).validate(document)
    assert [record["rule"] for record in document["records"]] == ["all", "duplicate_write", "hard_budget"]


def test_the_repository_is_only_read(history: Path, rubout: Rubout) -> None:
    rubout("replay", "--repo", history)
    assert sorted(path.name for path in history.iterdir()) == [".git", "a.py", "b.py", "rubout.toml"]


def test_what_a_mode_of_deny_would_refuse_is_asked_for(tree: Tree, grow: Grow, git: Git, rubout: Rubout) -> None:
    root = tree({"a.py": LOOP}, git=True)
    grow(root, {"b.py": LOOP})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=c")
    assert "all: 2 events, 0 refusals" in rubout("replay", "--repo", root).out
    assert "all: 2 events, 1 refusal" in rubout("replay", "--repo", root, "--deny").out
