"""The first-parent history, commit by commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources import history
from rubout.measure.sources.history import Commit, chain, changed_in, first_parents, is_shallow

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
    repository.merge_aside("b.py", "c.py")
    assert [paths(commit) for commit in first_parents(repository.anchor)] == [
        [(None, "a.py")],
        [(None, "c.py")],
        [(None, "b.py")],
    ]


def test_a_branch_without_a_commit_has_none(repository: Tree) -> None:
    with pytest.raises(RepositoryError):
        first_parents(repository.anchor)


def test_a_chain_is_told_newest_first_with_its_merges(repository: Tree) -> None:
    repository.merge_aside("b.py", "c.py")
    links = chain(repository.anchor)
    assert [link.is_merge for link in links] == [True, False, False]
    assert [link.parent for link in links] == [links[1].name, links[2].name, ""]
    assert not is_shallow(repository.anchor)


def test_commits_are_asked_for_by_name_in_any_number(repository: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_NAMES_AT_ONCE", 2)
    for number in range(5):
        repository.write(f"{number}.py", text=f"x = {number}\n")
        repository.commit()
    names = [link.name for link in chain(repository.anchor)]
    found = changed_in(repository.anchor, names[:3])
    assert [commit.name for commit in found] == names[:3]
    assert [paths(commit) for commit in found] == [[(None, f"{number}.py")] for number in (4, 3, 2)]
    assert changed_in(repository.anchor, names[4:]) == first_parents(repository.anchor)[:1]
    assert changed_in(repository.anchor, []) == []


def test_the_first_commit_is_a_change_whatever_is_configured(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.git("config", "log.showRoot", "false")
    assert [paths(commit) for commit in first_parents(repository.anchor)] == [[(None, "a.py")]]
