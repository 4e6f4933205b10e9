"""Pairs of files between two states of a real repository, and what the files held."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources import changes
from rubout.measure.sources.changes import (
    Change,
    Side,
    States,
    blob_sizes,
    blobs,
    changed_pairs,
    commit_range,
    empty_tree,
    head,
    one_commit,
    working_tree,
)

if TYPE_CHECKING:
    from tests.measure.sources.conftest import Tree

TEXT = "".join(f"line {n}\n" for n in range(40))
Paths = list[tuple[str | None, str | None]]


def paths(repository: Tree, states: States, untracked: tuple[str, ...] = ()) -> Paths:
    found = changed_pairs(repository.anchor, states, untracked)
    return [(change.before_path, change.after_path) for change in found.pairs]


def test_a_working_tree_is_compared_with_head(repository: Tree) -> None:
    repository.write("changed.py", "gone.py", "same.py")
    repository.commit()
    repository.write("changed.py", text="y = 2\n")
    (repository.root / "gone.py").unlink()
    repository.write("staged.py", text=TEXT)
    repository.git("add", "staged.py")
    assert paths(repository, working_tree(repository.anchor)) == [
        ("changed.py", "changed.py"),
        ("gone.py", None),
        (None, "staged.py"),
    ]


def test_the_index_alone_is_compared_when_asked_for(repository: Tree) -> None:
    repository.write("a.py", "b.py")
    repository.commit()
    repository.write("a.py", text="staged = 1\n")
    repository.git("add", "a.py")
    repository.write("a.py", "b.py", text="later = 1\n")
    found = changed_pairs(repository.anchor, working_tree(repository.anchor, staged=True)).pairs
    (change,) = found
    assert change.after
    assert change.after.blob
    assert blobs(repository.anchor, [change.after.blob]) == {change.after.blob: b"staged = 1\n"}


def test_a_rename_is_one_pair_and_a_copy_has_come(repository: Tree) -> None:
    repository.write("old.py", "source.py", text=TEXT)
    repository.commit()
    (repository.root / "old.py").rename(repository.root / "new.py")
    repository.write("copy.py", "source.py", text=TEXT + "more\n")
    repository.git("add", "--all")
    assert paths(repository, working_tree(repository.anchor)) == [
        (None, "copy.py"),
        ("old.py", "new.py"),
        ("source.py", "source.py"),
    ]


def test_a_rename_is_found_whatever_is_configured(repository: Tree) -> None:
    for key, value in (("diff.renames", "false"), ("diff.renameLimit", "1"), ("diff.relative", "true")):
        repository.git("config", key, value)
    repository.write("old.py", text=TEXT)
    repository.commit()
    repository.git("mv", "old.py", "new.py")
    assert paths(repository, working_tree(repository.anchor)) == [("old.py", "new.py")]


def test_what_is_new_to_git_has_come_when_it_is_named(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.write("new.py")
    states = working_tree(repository.anchor)
    assert paths(repository, states) == []
    assert paths(repository, states, ("new.py",)) == [(None, "new.py")]


def test_a_file_that_git_was_told_to_forget_is_still_the_same_file(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.git("rm", "--quiet", "--cached", "a.py")
    assert paths(repository, working_tree(repository.anchor), ("a.py",)) == [("a.py", "a.py")]


def test_without_a_commit_everything_has_come(repository: Tree) -> None:
    assert head(repository.anchor) is None
    repository.write("a.py")
    repository.git("add", "a.py")
    assert paths(repository, working_tree(repository.anchor)) == [(None, "a.py")]
    assert paths(repository, working_tree(repository.anchor, staged=True)) == [(None, "a.py")]


def test_a_repository_of_sha256_has_an_empty_tree_of_its_own(tree: Tree) -> None:
    tree.init("--object-format=sha256")
    tree.write("a.py")
    tree.git("add", "a.py")
    states = working_tree(tree.anchor)
    assert states.before == empty_tree(tree.anchor)
    assert len(states.before) == 64
    (change,) = changed_pairs(tree.anchor, states._replace(staged=True)).pairs
    assert change.after
    assert blobs(tree.anchor, [change.after.blob or ""]) == {change.after.blob: b"x = 1\n"}


def test_a_commit_is_compared_with_its_first_parent(repository: Tree) -> None:
    repository.merge_aside("side.py", "main.py")
    assert paths(repository, one_commit(repository.anchor, "HEAD")) == [(None, "side.py")]
    assert paths(repository, one_commit(repository.anchor, "HEAD^1")) == [(None, "main.py")]
    assert paths(repository, one_commit(repository.anchor, "HEAD^1^1")) == [(None, "a.py")]


def test_a_range_is_what_its_end_changed_since_they_parted(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.commit_aside("side.py")
    repository.write("main.py")
    repository.commit()
    assert paths(repository, commit_range(repository.anchor, "main", "side")) == [(None, "side.py")]


def test_histories_with_nothing_in_common_have_no_range(repository: Tree) -> None:
    repository.commit()
    repository.git("checkout", "--quiet", "--orphan", "other")
    repository.write("a.py")
    repository.commit()
    with pytest.raises(RepositoryError, match="no common ancestor"):
        commit_range(repository.anchor, "main", "other")


def test_the_first_commit_of_a_shallow_clone_is_not_taken_for_a_first_commit(repository: Tree) -> None:
    repository.commit()
    repository.write("a.py")
    repository.commit()
    clone = repository.root.parent / "clone"
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.anchor}", str(clone))
    with pytest.raises(RepositoryError, match="the parent of HEAD is not in this clone"):
        one_commit(str(clone), "HEAD")


@pytest.mark.parametrize("revision", ["nothing", "--all", "", "HEAD:a.py", "a\nb"])
def test_a_revision_that_is_none_is_named(repository: Tree, revision: str) -> None:
    repository.write("a.py")
    repository.commit()
    with pytest.raises(RepositoryError) as refused:
        working_tree(repository.anchor, revision)
    assert refused.value.what == f"no commit `{revision}`"


@pytest.mark.parametrize("base", [None, "HEAD"])
def test_without_a_repository_the_root_is_named(tree: Tree, base: str | None) -> None:
    with pytest.raises(RepositoryError, match="not a git repository") as refused:
        working_tree(tree.anchor, base)
    assert refused.value.where == tree.anchor


def test_without_git_it_is_said(repository: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RepositoryError, match="git is not on PATH"):
        working_tree(repository.anchor)


def test_a_broken_head_is_an_error_and_no_empty_history(repository: Tree) -> None:
    repository.commit()
    shutil.rmtree(repository.root / ".git" / "objects")
    (repository.root / ".git" / "objects").mkdir()
    with pytest.raises(RepositoryError):
        working_tree(repository.anchor)


def test_paths_are_relative_to_the_anchor_and_end_there(repository: Tree) -> None:
    repository.write("in/a.py", "out.py")
    repository.commit()
    repository.write("in/a.py", "out.py", text="y\n")
    anchor = str(repository.root / "in")
    found = changed_pairs(anchor, working_tree(anchor)).pairs
    assert [change.path for change in found] == ["a.py"]


def test_a_path_is_taken_as_its_bytes(repository: Tree) -> None:
    names = ["a\nb.py", 'q"uo\te.py', "é名.py", "\udcff.py"]
    repository.commit()
    repository.write(*names)
    repository.git("add", "--all")
    assert [after for _, after in paths(repository, working_tree(repository.anchor))] == sorted(names)


def test_a_change_of_kind_keeps_its_modes(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    (repository.root / "a.py").unlink()
    (repository.root / "a.py").symlink_to("b.py")
    (change,) = changed_pairs(repository.anchor, working_tree(repository.anchor)).pairs
    assert [side.mode for side in change if side] == ["100644", changes.SYMLINK]


def test_paths_that_a_merge_left_undecided_are_told_apart(repository: Tree) -> None:
    repository.write("a.py", text="1\n")
    repository.commit()
    repository.commit_aside("a.py", "2\n")
    repository.write("a.py", text="3\n")
    repository.commit()
    with pytest.raises(Exception, match="merge"):
        repository.git("merge", "side")
    found = changed_pairs(repository.anchor, working_tree(repository.anchor, staged=True))
    assert found.unmerged == ["a.py"]


def test_records_of_two_paths_are_both_consumed() -> None:
    one, two, none = "1" * 40, "2" * 40, "0" * 40
    records = [
        *(f":100644 100644 {one} {two} C075", "src.py", "copy.py"),
        *(f":100644 100644 {one} {none} R100", "old.py", "new.py"),
        *(f":100644 100755 {one} {one} T", "t.py"),
        *(f":000000 000000 {none} {none} X", "unknown.py"),
        *(f":100644 000000 {one} {none} D", "d.py"),
    ]
    assert changes.read_raw(records) == (
        [
            Change(None, Side("copy.py", "100644", two)),
            Change(Side("old.py", "100644", one), Side("new.py", "100644", None)),
            Change(Side("t.py", "100644", one), Side("t.py", "100755", one)),
            Change(Side("d.py", "100644", one), None),
        ],
        ["unknown.py"],
    )


def test_more_blobs_than_one_question_holds_are_all_found(repository: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_IDS_AT_ONCE", 3)
    for number in range(8):
        repository.write(f"{number}.py", text=f"x = {number}\n\nblob 7\n" * number)
    repository.commit()
    ids = [line.split()[2] for line in repository.git("ls-tree", "HEAD").splitlines()]
    held = blobs(repository.anchor, ids)
    assert held == {each: f"x = {n}\n\nblob 7\n".encode() * n for n, each in enumerate(ids)}
    assert blob_sizes(repository.anchor, ids) == {each: len(held[each]) for each in ids}


def test_what_is_no_blob_or_is_not_there_is_left_out(repository: Tree) -> None:
    repository.write("a/b.py")
    repository.commit()
    tree, blob = repository.git("rev-parse", "HEAD:a", "HEAD:a/b.py").split()
    none = "1" * 40
    assert blobs(repository.anchor, [none, tree, blob]) == {blob: b"x = 1\n"}
    assert blob_sizes(repository.anchor, [none, tree, blob]) == {blob: 6}
    assert blobs(repository.anchor, []) == {}
