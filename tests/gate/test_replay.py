"""The guard before a real history."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Config, Guard
from rubout.errors import RepositoryError, UsageError
from rubout.gate.ledger import Ledger, read_ledger, write_ledger
from rubout.gate.replay import replay
from tests.gate.test_audit import function
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from tests.conftest import Files, Git, Grow, Tree

    class Commit(Protocol):
        def __call__(self, root: Path, files: Files, *gone: str, moves: dict[str, str] | None = None) -> None: ...


@pytest.fixture
def commit(grow: Grow, git: Git) -> Commit:
    """Commit these files and removals."""

    def make(root: Path, files: Files, *gone: str, moves: dict[str, str] | None = None) -> None:
        for old, new in (moves or {}).items():
            git(root, "mv", old, new)
        for path in gone:
            (root / path).unlink()
        grow(root, files)
        git(root, "add", "--all", "--force")
        git(root, "commit", "--quiet", "--allow-empty", "--message=c")

    return make


DENY = Config(guard=Guard(mode="deny"))


def replayed(root: Path, ledger: Ledger | None = None, last: int = 100, config: Config = DENY) -> Ledger:
    return replay(os.path.realpath(root), config, ledger, last, lambda _ledger, _left: None)


def refused(ledger: Ledger) -> list[tuple[str, str]]:
    return [(refusal.rule, refusal.path) for refusal in ledger.refusals]


def test_a_copy_is_refused_and_named(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": LOOP}, git=True)
    commit(root, {"b.py": LOOP})
    ledger = replayed(root)
    (refusal,) = ledger.refusals
    assert (ledger.commits, ledger.events) == (2, 2)
    assert refusal[:1] + refusal[2:] == ("?", "duplicate_write", "b.py", "1-10 = a.py:1-10 (52 tokens)", "")


def test_files_of_one_commit_are_written_in_the_order_of_their_paths(tree: Tree, commit: Commit) -> None:
    root = tree({"x.py": "x = 1\n"}, git=True)
    commit(root, {"b.py": LOOP, "a.py": LOOP})
    assert refused(replayed(root)) == [("duplicate_write", "b.py")]


def test_code_that_moves_between_files_is_refused_while_it_still_stands_in_a_later_one(
    tree: Tree, commit: Commit
) -> None:
    root = tree({"a.py": LOOP, "z.py": function(1)}, git=True)
    commit(root, {"a.py": "x = 1\n", "m.py": LOOP, "n.py": function(1), "z.py": "x = 1\n"})
    ledger = replayed(root)
    assert refused(ledger) == [("duplicate_write", "n.py")]
    assert ledger.refusals[0].places.endswith("; gone there after the commit")


def test_what_goes_is_taken_away_before_anything_is_written(tree: Tree, commit: Commit) -> None:
    root = tree({"z.py": LOOP + function(1, lines=70)}, git=True)
    commit(root, {"a.py": LOOP}, "z.py")
    assert refused(replayed(root)) == []


def test_moving_one_of_two_copies_is_no_write(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": function(1), "b.py": function(1), "c.txt": "c\n"}, git=True)
    before = replayed(root)
    commit(root, {}, moves={"b.py": "c.py"})
    after = replayed(root)
    assert (after.events, after.refusals) == (before.events, before.refusals)


def test_a_file_that_is_moved_and_edited_is_written_over_what_it_was(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": function(1), "b.py": function(1) + function(2)}, git=True)
    commit(root, {"c.py": function(1) + function(2) + "x = 1\n"}, moves={"b.py": "c.py"})
    ledger = replayed(root, last=1)
    assert (ledger.events, ledger.refusals) == (1, ())


def test_a_file_over_the_hard_line_may_shrink_and_not_grow(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": "x = 1\n" * 900}, git=True)
    commit(root, {"a.py": "x = 1\n" * 899})
    commit(root, {"a.py": "x = 1\n" * 901})
    assert [refusal.places for refusal in replayed(root, last=2).refusals] == ["899 to 901 lines"]


def test_without_a_mode_only_what_the_record_is_about_is_refused(tree: Tree, commit: Commit) -> None:
    long = {"b.py": "# words\n" * 750, "c.py": "# words\n" * 751}
    root = tree({"a.py": LOOP, "work.py": function(7), **long}, git=True)
    longer = {path: f"{text}y = 2\n" for path, text in long.items()}
    commit(root, {"copy.py": LOOP, "copies.py": function(7), **longer})
    ledger = replayed(root, last=1, config=Config())
    assert refused(ledger) == [("hard_budget", "b.py"), ("duplicate_write", "copies.py")]
    assert "strong" in ledger.rules
    assert ledger.rules != replayed(root, last=1).rules


def test_files_that_only_their_length_can_have_refused_are_events_when_they_are(tree: Tree, commit: Commit) -> None:
    root = tree({"a.css": "a {}\n"}, git=True)
    commit(root, {"a.css": "a {}\n" * 751})
    commit(root, {"a.css": "a {}\n" * 5})
    ledger = replayed(root)
    assert (ledger.events, refused(ledger)) == (1, [("hard_budget", "a.css")])


@pytest.mark.parametrize("path", ["vendor/a.py", "notes.txt", "node_modules/a.py"])
def test_what_is_not_judged_is_no_event(tree: Tree, commit: Commit, path: str) -> None:
    root = tree({"a.py": LOOP}, git=True)
    commit(root, {path: LOOP})
    assert replayed(root, last=1).events == 0


def test_a_merge_is_what_it_changed_of_its_first_parent(tree: Tree, commit: Commit, git: Git) -> None:
    root = tree({"a.py": LOOP}, git=True)
    git(root, "switch", "--quiet", "--create=side")
    commit(root, {"b.py": "x = 1\n"})
    commit(root, {"b.py": LOOP})
    git(root, "switch", "--quiet", "main")
    commit(root, {"c.py": "y = 2\n"})
    git(root, "merge", "--quiet", "--no-edit", "side")
    ledger = replayed(root)
    assert (ledger.commits, ledger.events, refused(ledger)) == (3, 3, [("duplicate_write", "b.py")])


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_going_on_gives_what_one_replay_of_all_gives(tree: Tree, commit: Commit, git: Git, cut: int) -> None:
    root = tree({"a.py": LOOP}, git=True)
    for text in ({"b.py": LOOP}, {"b.py": "x = 1\n", "c.py": LOOP}, {"d.py": LOOP}):
        commit(root, text)
    whole = replayed(root)
    git(root, "switch", "--quiet", "--create=then", f"HEAD~{cut}")
    part = read_ledger(write_ledger(replayed(root)), "f")
    git(root, "switch", "--quiet", "main")
    assert replayed(root, part) == whole


def test_verdicts_stay_when_a_replay_goes_on(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": LOOP}, git=True)
    commit(root, {"b.py": LOOP})
    first = replayed(root)
    judged = first._replace(refusals=(first.refusals[0]._replace(verdict="true", why="a copy"),))
    commit(root, {"c.py": LOOP})
    assert [refusal.verdict for refusal in replayed(root, judged).refusals] == ["true", "?"]


def test_a_record_of_other_rules_or_of_another_history_is_not_gone_on_with(tree: Tree, commit: Commit) -> None:
    root = tree({"a.py": LOOP}, git=True)
    ledger = replayed(root)
    with pytest.raises(UsageError, match="rules"):
        replayed(root, ledger._replace(rules="facts 0"))
    other = tree({"b.py": "x = 1\n"}, git=True, name="other")
    commit(other, {"b.py": "x = 2\n"})
    with pytest.raises((UsageError, RepositoryError)):
        replayed(other, ledger)


def test_a_shallow_clone_begins_behind_its_oldest_commit(tree: Tree, commit: Commit, git: Git, tmp_path: Path) -> None:
    root = tree({"a.py": LOOP, "b.py": LOOP}, git=True)
    commit(root, {"c.py": "x = 1\n"})
    commit(root, {"d.py": LOOP})
    git(tmp_path, "clone", "--quiet", "--depth=2", f"file://{root}", str(tmp_path / "clone"))
    ledger = replayed(tmp_path / "clone")
    assert (ledger.commits, refused(ledger)) == (1, [("duplicate_write", "d.py")])


def test_a_notebook_is_asked_about_by_its_cells_and_never_for_its_length(tree: Tree, commit: Commit) -> None:
    def book(*cells: str) -> str:
        return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}, indent=1)

    root = tree({"a.py": LOOP}, git=True)
    commit(root, {"n.ipynb": book("x = 1\n", LOOP), "long.ipynb": book("x = 1\n" * 800)})
    assert refused(replayed(root)) == [("duplicate_write", "n.ipynb")]


def test_a_folder_without_a_repository_has_no_history(tree: Tree) -> None:
    with pytest.raises(RepositoryError):
        replayed(tree({"a.py": LOOP}))


def test_a_branch_without_a_commit_has_no_history(tree: Tree, git: Git) -> None:
    root = tree({"a.py": LOOP})
    git(root, "init", "--quiet")
    with pytest.raises(RepositoryError, match="no commit yet"):
        replayed(root)
