from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources import git
from tests.tables import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.measure.sources.conftest import Tree


def test_the_index_is_listed_by_the_bytes_of_the_paths(repository: Tree) -> None:
    repository.write("b.py", "a/c.py", "é.py")
    (repository.root / "link").symlink_to("b.py")
    repository.commit()
    entries = git.tracked(repository.anchor)
    assert [(entry.path, entry.mode) for entry in entries] == [
        ("a/c.py", "100644"),
        ("b.py", "100644"),
        ("link", "120000"),
        ("é.py", "100644"),
    ]
    assert {entry.blob for entry in entries if entry.mode == "100644"} == {
        repository.git("rev-parse", "HEAD:b.py").strip()
    }


def test_both_lists_are_asked_at_once(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.write("b.py")
    listing = git.start_listing(repository.anchor)
    assert [entry.path for entry in listing.tracked()] == ["a.py"]
    assert listing.untracked() == (["b.py"], [])


def test_a_refusal_leaves_no_process_behind(tree: Tree, childless: Callable[[], bool]) -> None:
    listing = git.start_listing(tree.anchor)
    with pytest.raises(RepositoryError, match="not a git repository") as caught:
        listing.tracked()
    assert "ls-files" in caught.value.fix
    assert childless()


@cases(
    "words command",
    """
    rev-list nothing                              => rev-list
    -c blame.ignoreRevsFile= blame HEAD nothing.py => blame
    """,
)
def test_a_refusal_names_what_git_was_asked(repository: Tree, words: str, command: str) -> None:
    with pytest.raises(RepositoryError) as caught:
        git.start(repository.anchor, *words.split())()
    assert caught.value.fix == f"mend what `git -C {repository.anchor} {command}` reports"


def test_only_the_index_of_a_hook_is_handed_on_and_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "x")
    monkeypatch.setenv("GIT_INDEX_FILE", "x/index")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    own = {"LC_ALL": "C", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": os.devnull}
    alone, kept = (
        {name: value for name, value in git.environment(keep_index=keep).items() if name.startswith(("GIT_", "LC_"))}
        for keep in (False, True)
    )
    assert alone == own
    assert kept == own | {"GIT_INDEX_FILE": os.path.join(os.getcwd(), "x/index")}


@pytest.mark.parametrize(
    ("path", "match"),
    [
        ("a.log", git.IgnoreMatch(".gitignore", 2, "*.log")),
        ("keep.log", None),
        ("sub/b.log", git.IgnoreMatch(".gitignore", 2, "*.log")),
        ("sub/out/c.py", git.IgnoreMatch("sub/.gitignore", 1, "out/")),
        ("a\nb.log", git.IgnoreMatch(".gitignore", 2, "*.log")),
        ("c.py", None),
    ],
)
def test_git_says_which_line_ignores_a_path(repository: Tree, path: str, match: git.IgnoreMatch | None) -> None:
    repository.write(".gitignore", text="# note\n*.log\n!keep.log\n")
    repository.write("sub/.gitignore", text="out/\n")
    assert git.ignore_match(repository.anchor, path) == match
