"""Repositories as few people have them: every command judges what is the project's own, or says that it could not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports import COMMANDS, reports, spans
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree


def test_a_shallow_clone_is_judged(rubout: Rubout, tree: Tree, git: Git) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    git(root, "commit", "--quiet", "--allow-empty", "--message=c2")
    git(root.parent, "clone", "--quiet", "--depth=1", f"file://{root}", "shallow")
    assert (root.parent / "shallow/.git/shallow").exists()
    assert reports(rubout, root.parent / "shallow") == reports(rubout, root)


@pytest.mark.parametrize("place", ["../linked", "inside"])
def test_a_linked_worktree_is_judged_on_its_own(rubout: Rubout, tree: Tree, git: Git, place: str) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    alone = reports(rubout, root)
    git(root, "worktree", "add", "--quiet", "-b", "other", place)
    assert reports(rubout, root / place) == alone
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == ({"foreign": 1} if place == "inside" else {})


@pytest.mark.parametrize("kind", ["submodule", "nested repository"])
def test_foreign_repositories_are_never_judged(rubout: Rubout, tree: Tree, git: Git, kind: str) -> None:
    other = tree({"c.py": LOOP}, git=True, name="other")
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    if kind == "submodule":
        git(root, "submodule", "--quiet", "add", str(other), "sub")
    else:
        git(root.parent, "clone", "--quiet", str(other), str(root / "sub"))
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == {"foreign": 1}
    assert [file["path"] for file in reports(rubout, root / "sub")["scan"]["files"]] == ["c.py"]


def test_a_tree_without_git_is_walked(rubout: Rubout, tree: Tree) -> None:
    files = {"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, ".gitignore": "c.py\n", "c.py": LOOP}
    found = reports(rubout, tree(files))
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == {"gitignore": 1}


def test_without_a_git_program_a_repository_is_walked_and_the_report_says_so(
    rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert ["git is not on PATH" in note["what"] for note in found["clones"]["notes"]] == [True]


def test_a_git_program_that_comes_or_goes_changes_the_answer(
    rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    before = reports(rubout, root)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tmp_path / "nothing"))
        assert reports(rubout, root) != before
    assert reports(rubout, root) == before


@pytest.mark.parametrize("content", ["gitdir: /nowhere/at/all\n", "not a gitfile\n", ""])
def test_a_gitfile_that_leads_nowhere_marks_no_repository(rubout: Rubout, tree: Tree, content: str) -> None:
    root = tree({"rubout.toml": "", ".git": content, "a.py": LOOP, "b.py": LOOP})
    assert spans(reports(rubout, root)["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]


def test_a_broken_repository_is_no_pass_and_says_what_git_said(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP}, git=True)
    (root / ".git/index").write_bytes(b"DIRC nonsense" * 9)
    for command in COMMANDS:
        ran = rubout(command, root)
        assert (ran.code, ran.out) == (2, "")
        assert "index" in ran.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_bare_repository_has_nothing_to_judge(rubout: Rubout, tree: Tree, git: Git, command: str) -> None:
    root = tree({}, name="bare.git")
    git(root, "init", "--quiet", "--bare")
    ran = rubout(command, root)
    assert (ran.code, ran.out) == (2, "")
