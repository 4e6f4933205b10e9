"""What git lists of a tree, and how many lines changed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources.changes import changed_pairs, working_tree
from rubout.measure.sources.entries import Lines, index_entries, line_counts, tree_entries, untracked

if TYPE_CHECKING:
    from tests.measure.sources.conftest import Tree


def test_a_commit_and_the_index_hold_regular_files_alone(repository: Tree) -> None:
    repository.write("a.py", "Ü/b c.py")
    (repository.root / "link.py").symlink_to("a.py")
    repository.commit()
    listed = tree_entries(repository.anchor, "HEAD")
    assert [entry.path for entry in listed] == ["a.py", "Ü/b c.py"]
    assert index_entries(repository.anchor) == listed


def test_a_folder_lists_what_lies_below_it_by_paths_of_its_own(repository: Tree) -> None:
    repository.write("a.py", "sub/b.py")
    repository.commit()
    sub = str(repository.root / "sub")
    assert [entry.path for entry in tree_entries(sub, "HEAD")] == ["b.py"]
    assert [entry.path for entry in index_entries(sub)] == ["b.py"]


def test_lines_are_counted_by_path_without_renames(repository: Tree) -> None:
    repository.write("a.py", text="x\ny\n")
    repository.write("b.py", text="1\n2\n3\n")
    repository.write("c.py", text="\0")
    repository.commit()
    repository.git("mv", "b.py", "d.py")
    repository.write("a.py", text="x\nz\nz\n")
    repository.write("c.py", text="\0\0")
    counts = line_counts(repository.anchor, working_tree(repository.anchor))()
    assert counts == {"a.py": Lines(2, 1), "b.py": Lines(0, 3), "c.py": Lines(0, 0), "d.py": Lines(3, 0)}


def test_a_file_on_disk_that_was_renamed_and_edited_has_no_blob(repository: Tree) -> None:
    repository.write("a.py", text="x = 1\n" * 9)
    repository.commit()
    repository.git("mv", "a.py", "b.py")
    repository.write("b.py", text="x = 1\n" * 10)
    (change,) = changed_pairs(repository.anchor, working_tree(repository.anchor)).pairs
    assert change.before is not None
    assert change.after is not None
    assert (change.before.path, change.after.path, change.after.blob) == ("a.py", "b.py", None)


def test_what_is_new_to_git_is_listed_without_nested_repositories(repository: Tree) -> None:
    repository.write(".gitignore", text="*.log\n")
    repository.commit()
    repository.write("b.py", "c.log", "nested/d.py")
    repository.git("init", "--quiet", "nested")
    assert untracked(repository.anchor)() == ["b.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs")
def test_our_own_folder_is_not_waited_for(repository: Tree) -> None:
    repository.write("a.py")
    (repository.root / ".rubout").mkdir()
    os.mkfifo(repository.root / ".rubout" / ".gitignore")
    assert untracked(repository.anchor)() == ["a.py"]


def test_what_git_refuses_is_an_error(tree: Tree) -> None:
    with pytest.raises(RepositoryError):
        index_entries(tree.anchor)
