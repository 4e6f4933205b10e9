"""Carrying out a plan: refused by name with nothing touched, proved afterwards, or rolled back."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError, StoreError
from rubout.facts.erase_undo import DONE, OPEN, UNDONE, Journal
from rubout.gate.erase_apply import apply
from rubout.gate.erase_ready import ready
from rubout.gate.erase_restore import Restored, recover, undo
from rubout.gate.erase_rows import Plan
from rubout.store.erase_journal import NAME, only_eraser, read_journal, write_journal
from tests import erases
from tests.erases import EXAMPLE, half_changed, saved_as

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rubout.cli.measuring import Judged
    from rubout.gate.erase import Planned
    from tests.conftest import Git, Grow, Tree


def snapshot(root: Path) -> dict[str, tuple[int, bytes]]:
    """Mode and bytes of every file outside of git's folder and ours."""
    paths = [path for path in root.rglob("*") if path.is_file() and not {".git", ".rubout"} & set(path.parts)]
    return {path.relative_to(root).as_posix(): (path.lstat().st_mode, path.read_bytes()) for path in paths}


def refusal(root: Path, change: Callable[[Path], None]) -> str:
    """What an apply says of a tree that changed since the plan; nothing of it was touched."""
    found = erases.plan_of(root)
    change(root)
    before = snapshot(root)
    with pytest.raises(RepositoryError) as refused:
        apply(found.run, found.config, found.outcome.options["planned"])
    assert snapshot(root) == before
    journal = read_journal(str(root))
    assert journal is None or journal.state == UNDONE
    return refused.value.what


def commit(root: Path, git: Git) -> None:
    git(root, "add", "--all", "--force", "--", ".", ":!.rubout")
    git(root, "commit", "--quiet", "--message=more")


def litter(root: Path) -> None:
    (root / "junk.txt").write_text("x")


def test_an_untracked_file_is_no_clean_worktree(tree: Tree) -> None:  # example 12
    said = refusal(tree(EXAMPLE, git=True), litter)
    assert said == "worktree not clean: commit or stash first (junk.txt)"


@pytest.mark.parametrize("name", ["copy.py", "doc2.md", "lone.py"])
def test_a_target_that_changed_is_refused(tree: Tree, git: Git, name: str) -> None:  # example 12
    def drift(root: Path) -> None:
        (root / name).write_text("other = 1\n")
        commit(root, git)

    assert refusal(tree(EXAMPLE, git=True), drift) == "content changed since planning"


def test_a_folder_without_a_repository_is_refused(tree: Tree) -> None:  # example 12
    root = tree(EXAMPLE | {"rubout.toml": ""})
    assert refusal(root, lambda _root: None) == f"not a git repository at {root}"


def test_a_project_in_a_larger_repository_is_refused(tree: Tree) -> None:  # example 12
    files = {f"sub/{path}": text for path, text in (EXAMPLE | {"rubout.toml": ""}).items()}
    root = tree(files, git=True)
    assert refusal(root / "sub", lambda _root: None) == f"not a git repository at {root}/sub (git resolved {root})"


def test_a_repository_without_a_commit_is_refused(tree: Tree, git: Git) -> None:
    root = tree(EXAMPLE)
    git(root, "init", "--quiet")
    assert refusal(root, lambda _root: None) == "HEAD is no commit yet"


@pytest.mark.parametrize(
    ("name", "what"), [("MERGE_HEAD", "a merge"), ("rebase-merge", "a rebase"), ("BISECT_LOG", "a bisect")]
)
def test_a_repository_in_the_middle_of_something_is_refused(tree: Tree, name: str, what: str) -> None:
    def begin(root: Path) -> None:
        (root / ".git" / name).write_text("")

    assert refusal(tree(EXAMPLE, git=True), begin) == f"{what} is under way"


def test_a_file_that_became_a_symlink_is_refused(tree: Tree, git: Git) -> None:
    def link(root: Path) -> None:
        (root / "copy.py").unlink()
        (root / "copy.py").symlink_to("t2.py")
        commit(root, git)

    assert refusal(tree(EXAMPLE, git=True), link) == "is a symlink"


def test_a_file_that_is_reached_through_a_symlink_is_refused(tree: Tree, git: Git) -> None:
    def link(root: Path) -> None:
        (root / "lib").rename(root / "real")
        (root / "lib").symlink_to("real")
        commit(root, git)

    root = tree(EXAMPLE | {"lib/free_one.py": "x = 1\n"}, git=True)
    assert refusal(root, link) == "is reached through a symlink"


def test_a_read_only_file_is_refused(tree: Tree) -> None:
    root = tree(EXAMPLE, git=True)
    (root / "lone.py").chmod(0o444)
    assert refusal(root, lambda _root: None) == "is read-only"


def test_a_read_only_folder_is_refused(tree: Tree) -> None:
    root = tree(EXAMPLE | {"lib/free_one.py": "x = 1\n"}, git=True)
    (root / "lib").chmod(0o555)
    assert refusal(root, lambda _root: None) == "lies in a read-only folder"
    (root / "lib").chmod(0o755)


def test_a_file_that_git_does_not_track_is_refused(tree: Tree, git: Git) -> None:
    def untrack(root: Path) -> None:
        git(root, "rm", "--quiet", "--cached", "lone.py")
        (root / ".git" / "info" / "exclude").write_text("lone.py\n")
        git(root, "commit", "--quiet", "--message=less")

    assert refusal(tree(EXAMPLE, git=True), untrack) == "not tracked"


@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_a_file_that_git_does_not_look_at_is_refused(tree: Tree, git: Git, mark: str) -> None:
    root = tree(EXAMPLE, git=True)
    git(root, "update-index", mark, "lone.py")
    (root / "lone.py").write_text("x = 2\n")
    said = "is marked as one that git does not look at (assume-unchanged or skip-worktree)"
    assert refusal(root, lambda _root: None) == said


def full_for(*names: str) -> Callable[[str, str], None]:
    """A way to put a file in place that has no room for those of these names."""
    put = os.replace

    def full(source: str, target: str) -> None:
        if os.fspath(target).endswith(names):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        put(source, target)

    return full


def test_a_full_disk_leaves_the_old_tree(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    found = erases.plan_of(root := tree(EXAMPLE, git=True))
    before = snapshot(root)
    monkeypatch.setattr(os, "replace", full_for("doc2.md"))
    applied = apply(found.run, found.config, found.outcome.options["planned"])
    assert applied.wrong == "cannot be changed: No space left on device"
    assert (applied.restored, snapshot(root)) == (Restored(("copy.py",)), before)


def test_the_next_run_ends_what_a_full_disk_kept_from_being_rolled_back(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = erases.plan_of(root := tree(EXAMPLE, git=True))
    before = snapshot(root)
    with monkeypatch.context() as narrow:
        narrow.setattr(os, "replace", full_for("doc2.md", "copy.py"))
        with pytest.raises(StoreError, match=r"copy\.py: cannot be changed: No space left"):
            apply(found.run, found.config, found.outcome.options["planned"])
    assert (recover(str(root)), snapshot(root)) == (Restored(("copy.py",)), before)


def test_a_scratch_folder_that_goes_meanwhile_is_no_reason_to_lose_a_file(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree(EXAMPLE, git=True)
    before = snapshot(root)
    found = erases.plan_of(root)
    unlink = os.unlink

    def and_scratch(path: str) -> None:
        unlink(path)
        if str(path).endswith("copy.py"):
            (root / ".rubout").rename(tmp_path / "elsewhere")

    monkeypatch.setattr(os, "unlink", and_scratch)
    applied = apply(found.run, found.config, found.outcome.options["planned"])
    assert "cannot be written" in applied.wrong
    assert snapshot(root) == before


def test_a_file_of_a_submodule_is_refused(tree: Tree, git: Git, grow: Grow) -> None:
    inner = grow(tree({}, name="inner"), {"far.py": "x = 1\n"}, git=True)
    root = tree(EXAMPLE, git=True)
    git(root, "submodule", "--quiet", "add", str(inner), "sub")
    git(root, "commit", "--quiet", "--message=sub")
    assert "sub/far.py" not in dict(erases.going(root))
    plan = Plan(rows=(erases.row("sub/far.py", None, b"x = 1\n"),))
    with pytest.raises(RepositoryError, match="lies in a submodule"):
        ready(str(root), plan)


def test_a_file_of_a_nested_repository_is_never_planned(tree: Tree, grow: Grow) -> None:
    root = tree(EXAMPLE, git=True)
    grow(root / "nested", {"far.py": "x = 1\n"}, git=True)
    assert "nested/far.py" not in dict(erases.going(root))
    assert refusal(root, lambda _root: None).startswith("worktree not clean")


def test_a_scratch_folder_that_git_tracks_is_refused(tree: Tree, git: Git) -> None:
    root = tree(EXAMPLE, git=True)
    (root / ".rubout").mkdir()
    (root / ".rubout/x").write_text("")
    git(root, "add", "--force", ".rubout/x")
    git(root, "commit", "--quiet", "--message=scratch")
    assert refusal(root, lambda _root: None) == ".rubout/ is tracked by git, so no undo file in it would be believed"


def test_two_erasers_do_not_meet(tree: Tree) -> None:
    root = tree(EXAMPLE, git=True)
    found = erases.plan_of(root)
    before = snapshot(root)
    with only_eraser(str(root)), pytest.raises(StoreError, match="another rubout erase is at work"):
        apply(found.run, found.config, found.outcome.options["planned"])
    assert snapshot(root) == before


def wrongly(root: Path, path: str) -> tuple[Judged, Planned]:
    """A plan that takes a file that is not dead."""
    found = erases.plan_of(root)
    planned: Planned = found.outcome.options["planned"]
    plan = replace(planned.plan, rows=(erases.row(path, None, (root / path).read_bytes()),))
    return found, replace(planned, plan=plan)


def test_a_live_file_that_went_comes_back(tree: Tree) -> None:  # example 18
    root = tree(EXAMPLE, git=True)
    before = snapshot(root)
    found, planned = wrongly(root, "t2.py")
    applied = apply(found.run, found.config, planned)
    assert applied.wrong == "no longer resolved: __main__.py: t2"
    assert applied.restored == Restored(("t2.py",))
    assert snapshot(root) == before


def test_an_import_that_means_something_else_by_now_counts_as_broken(tree: Tree) -> None:
    root = tree({"__main__.py": "import json\n\nprint(json)\n", "json.py": "x = 1\n", "b.py": "b = 1\n"}, git=True)
    found, planned = wrongly(root, "json.py")
    applied = apply(found.run, found.config, planned)
    assert applied.wrong == "no longer resolved: __main__.py: json"
    assert (root / "json.py").exists()


def test_what_may_go_next_is_told_and_left(tree: Tree) -> None:
    files = {"__main__.py": "m = 1\n", "docs/a.md": "[b](b.md)\n", "lone.py": "x = 1\n"}
    root = tree(files, git=True)
    found = erases.plan_of(root)
    applied = apply(found.run, found.config, found.outcome.options["planned"])
    assert (applied.wrong, applied.paths, applied.further) == ("", ("lone.py",), ())


def test_a_file_that_somebody_changed_meanwhile_is_left_alone(tree: Tree) -> None:
    root = half_changed(tree, OPEN)
    assert recover(str(root)) == Restored(("a.py",), ("b.py",))
    assert ((root / "a.py").read_text(), (root / "b.py").read_text()) == ("old\n", "theirs\n")
    assert recover(str(root)) is None


@pytest.mark.parametrize("path", ["../out.py", "/etc/out.py", ".git/hooks/pre-commit", "a/../../out.py", "link/out.py"])
def test_an_undo_file_brings_nothing_back_outside_of_the_tree(tree: Tree, tmp_path: Path, path: str) -> None:
    root = tree({"a.py": "x\n"}, git=True)
    (root / "link").symlink_to(tmp_path)
    write_journal(str(root), Journal(state=OPEN, plan="", head="", targets=(saved_as(path, b"evil\n", None),)))
    assert recover(str(root)) == Restored((), (path,))
    assert not (tmp_path / "out.py").exists()


def test_undo_changes_nothing_when_a_file_was_changed(tree: Tree) -> None:
    root = half_changed(tree, DONE)
    with pytest.raises(RepositoryError, match=r"changed since the erase: b\.py"):
        undo(str(root))
    assert (root / "a.py").read_text() == "new\n"


@pytest.mark.parametrize("text", ["", "{", '{"schema": "other/1"}', "[]"])
def test_an_undo_file_that_cannot_be_read_is_said(tree: Tree, text: str) -> None:
    root = tree({f".rubout/{NAME}": text})
    with pytest.raises(StoreError, match="cannot be used"):
        recover(str(root))
