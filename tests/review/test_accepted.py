"""The edits of what was accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.accepted import accepted_edits
from rubout.review.learning import replayed
from rubout.review.skill import Replay
from tests.review.story import EVAL

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Files, Git, Grow, Tree


def commit(root: Path, grow: Grow, git: Git, files: Files) -> None:
    grow(root, files)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message=c")


def test_the_newest_commit_comes_first_and_the_first_of_all_is_left_out(tree: Tree, git: Git, grow: Grow) -> None:
    root = tree({"a.py": "x = 1\ny = 2\n"}, git=True)
    commit(root, grow, git, {"a.py": "x = 1\ny = eval(z)\n"})
    commit(root, grow, git, {"b.py": "eval(1)\n", "c.bin": b"\0"})
    git(root, "rm", "--quiet", "a.py")
    commit(root, grow, git, {})
    found = [
        [(edit.path, edit.replaced, edit.text) for edit in texts] for texts in accepted_edits(str(root), "HEAD", 500)
    ]
    assert found == [
        [("a.py", b"x = 1\ny = eval(z)\n", None)],
        [("b.py", b"", b"eval(1)\n"), ("c.bin", b"", b"\0")],
        [("a.py", b"y = 2\n", b"y = eval(z)\n")],
    ]
    assert replayed([EVAL], accepted_edits(str(root), "HEAD", 500)) == [Replay(4, 2)]


def test_only_so_many_commits_are_looked_at(tree: Tree, git: Git, grow: Grow) -> None:
    root = tree({"a.py": "0\n"}, git=True)
    for number in range(1, 45):
        commit(root, grow, git, {"a.py": f"{number}\n"})
    found = list(accepted_edits(str(root), "HEAD", 43))
    assert [texts[0].text for texts in found] == [f"{number}\n".encode() for number in range(44, 1, -1)]


def test_a_merge_counts_as_what_it_brought(tree: Tree, git: Git, grow: Grow) -> None:
    root = tree({"a.py": "0\n"}, git=True)
    git(root, "checkout", "--quiet", "-b", "side")
    commit(root, grow, git, {"b.py": "1\n"})
    commit(root, grow, git, {"b.py": "2\n"})
    git(root, "checkout", "--quiet", "main")
    git(root, "merge", "--quiet", "--no-ff", "--message=m", "side")
    assert [[(edit.path, edit.text) for edit in texts] for texts in accepted_edits(str(root), "HEAD", 9)] == [
        [("b.py", b"2\n")]
    ]
