from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.measure.sources.anchor import find_anchor, in_work_tree, relative_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.measure.sources.conftest import Tree


@pytest.mark.parametrize(
    ("marker", "text"),
    [
        ("rubout.toml", ""),
        ("pyproject.toml", "[tool.rubout]\n"),
        ("pyproject.toml", "[project]\nname = 'x'\n\n[tool.rubout.thresholds]\n"),
        ("pyproject.toml", "[[tool.rubout.graph.conventions]]\n"),
        ("pyproject.toml", "  [ tool . rubout ]\r\n"),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ],
)
def test_a_project_begins_where_a_marker_is(tree: Tree, marker: str, text: str) -> None:
    tree.write(f"project/{marker}", text=text)
    tree.write("project/a/b/c.py")
    assert find_anchor(tree.root / "project/a/b/c.py") == str(tree.root / "project")


@pytest.mark.parametrize("text", ["[tool.ruboutx]\n", "# [tool.rubout]\n", "[tool.ruff]\n", "", "\xff"])
def test_a_pyproject_without_our_table_marks_nothing(tree: Tree, text: str) -> None:
    tree.write("pyproject.toml", text=text)
    tree.write("a/b.py")
    assert find_anchor(tree.root / "a") == str(tree.root / "a")


def test_without_a_marker_the_path_itself_is_the_anchor_or_the_folder_of_a_file(tree: Tree) -> None:
    tree.write("a/b.py")
    assert find_anchor(tree.root / "a") == str(tree.root / "a")
    assert find_anchor(tree.root / "a/b.py") == str(tree.root / "a")


def test_a_nested_git_wins_over_an_outer_configuration(tree: Tree) -> None:
    tree.write("rubout.toml", "inner/.git/HEAD", "inner/a.py")
    assert find_anchor(tree.root / "inner/a.py") == str(tree.root / "inner")


def test_a_nested_configuration_wins_over_an_outer_git(tree: Tree) -> None:
    tree.write(".git/HEAD", "inner/rubout.toml", "inner/a.py")
    assert find_anchor(tree.root / "inner/a.py") == str(tree.root / "inner")
    assert in_work_tree(str(tree.root / "inner"))


def test_a_gitfile_counts_when_it_leads_to_a_folder_and_only_then(tree: Tree) -> None:
    tree.write("rubout.toml", "real/a.py", "broken/a.py", "odd/a.py", "store/HEAD")
    tree.write("real/.git", text="gitdir: ../store\n")
    tree.write("broken/.git", text="gitdir: ../gone\n")
    tree.write("odd/.git", text="hello\n")
    assert find_anchor(tree.root / "real") == str(tree.root / "real")
    assert find_anchor(tree.root / "broken") == tree.anchor
    assert find_anchor(tree.root / "odd") == tree.anchor


def test_git_is_not_asked_where_it_would_find_no_repository(tree: Tree) -> None:
    tree.write("plain/a.py", "empty/.git/description", "good/.git/HEAD", "good/broken/a.py")
    tree.write("good/broken/.git", text="gitdir: /gone\n")
    answers = {name: in_work_tree(str(tree.root / name)) for name in ("plain", "empty", "good", "good/broken")}
    assert answers == {"plain": False, "empty": False, "good": True, "good/broken": False}


def test_a_path_through_a_symlink_has_the_anchor_of_its_real_place(tree: Tree) -> None:
    tree.write("project/rubout.toml", "project/src/a.py")
    (tree.root / "link").symlink_to("project/src")
    assert find_anchor(tree.root / "link") == str(tree.root / "project")


def test_relative_paths_are_posix_and_know_what_lies_outside(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.write("src/a b.py")
    (tree.root.parent / "alias").symlink_to(tree.root)
    monkeypatch.chdir(tree.root / "src")
    assert relative_path(tree.anchor, "a b.py") == "src/a b.py"
    assert relative_path(tree.anchor, "..") == ""
    assert relative_path(tree.anchor, tree.root.parent / "alias/src/a b.py") == "src/a b.py"
    assert relative_path(tree.anchor, tree.root.parent / "other.py") is None
    assert relative_path(tree.anchor, tree.root / "..hidden.py") == "..hidden.py"


def test_a_symlink_is_named_by_its_own_path(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("")
    (tree.root / "link.py").symlink_to(tmp_path / "outside.py")
    assert relative_path(tree.anchor, tree.root / "link.py") == "link.py"


def test_a_pyproject_that_cannot_be_read_marks_nothing(tree: Tree, as_nobody: Callable[[], None]) -> None:
    tree.write("pyproject.toml", text="[tool.rubout]\n")
    (tree.root / "pyproject.toml").chmod(0)
    (tree.root / "a").mkdir()
    as_nobody()
    assert find_anchor(tree.root / "a") == str(tree.root / "a")


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("anchor", ("re", "pathlib", "subprocess", "typing", "dataclasses")),
        ("universe", ("subprocess", "pathspec", "msgspec", "sqlite3", "tree_sitter", "pathlib", "dataclasses")),
    ],
)
def test_what_the_warm_path_loads_is_light(module: str, absent: tuple[str, ...]) -> None:
    code = f"import sys, rubout.measure.sources.{module}; print(*sys.modules)"
    command = [sys.executable, "-S", "-c", code]
    run = subprocess.run(
        command, check=True, capture_output=True, text=True, env={"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert not set(absent) & set(run.stdout.split())
