"""The first-parent history, commit by commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources.history import Commit, first_parents

if TYPE_CHECKING:
    from tests.measure.sources.conftest import Tree


def paths(commit: Commit) -> list[tuple[str | None, str | None]]:
    return [(before and before.path, after and after.path) for before, after in commit.changes]


def test_it_is_told_oldest_first_with_renames(repository: Tree) -> None:
    repository.write("a.py", text="x = 1\n" * 9)
    repository.commit()
    repository.git("mv", "a.py", "b.py")
    repository.commit()
    repository.commit()
    repository.write("c\nd.py")
    repository.commit()
    history = first_parents(repository.anchor)
    assert [commit.parent for commit in history] == ["", *(commit.name for commit in history[:-1])]
    assert [paths(commit) for commit in history] == [[(None, "a.py")], [("a.py", "b.py")], [], [(None, "c\nd.py")]]
    assert first_parents(repository.anchor, last=2) == history[-2:]
    assert first_parents(repository.anchor, after=history[1].name) == history[2:]


def test_a_merge_changes_what_came_from_the_side(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.commit_aside("b.py")
    repository.write("c.py")
    repository.commit()
    repository.git("merge", "--quiet", "--no-edit", "side")
    assert [paths(commit) for commit in first_parents(repository.anchor)] == [
        [(None, "a.py")],
        [(None, "c.py")],
        [(None, "b.py")],
    ]


def test_a_branch_without_a_commit_has_none(repository: Tree) -> None:
    with pytest.raises(RepositoryError):
        first_parents(repository.anchor)
