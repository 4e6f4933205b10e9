"""Changes of real repositories, from git to outcome."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from rubout.config.records import Config
from rubout.errors import ExitCode, RepositoryError
from rubout.gate import edit_sides
from rubout.gate.edit_sides import Reader
from rubout.gate.edits import Ask, edits
from rubout.gate.survey import Request, Run
from rubout.measure.sources.changes import SYMLINK, Change, Side
from rubout.measure.sources.universe import candidates
from tests.judge.test_edits_examples import Counts
from tests.judge.test_edits_examples import counts as counts_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rubout.gate.outcome import Outcome
    from tests.conftest import Files, Git, Grow, Tree

FUNCTION = "def load(path):\n    data = read_all_bytes(path)\n    return decode(data)\n"
HOLDER = {"a.py": f"import x\n\n\n{FUNCTION}", "same.py": "y = 1\n"}


def judged(root: Path, exclude: tuple[str, ...] = (), **ask: Any) -> Outcome:
    anchor = os.fspath(root)
    request = Request(anchor=anchor, jobs=1, cache=False)
    run = Run(request, candidates(anchor, "", exclude), 0, lambda _: None)
    return edits(run, Config(exclude=exclude), Ask(**ask))


def names(outcome: Outcome) -> list[tuple[str | None, str | None]]:
    return [(pair.before_path, pair.after_path) for pair in outcome.facts.pairs]


def counts(outcome: Outcome) -> list[Counts]:
    return counts_of(outcome.verdict)


def test_code_that_moves_into_a_file_that_git_does_not_know_has_moved(tree: Tree, grow: Grow) -> None:
    root = grow(tree(HOLDER, git=True), {"a.py": "import x\n", "b.py": FUNCTION})
    outcome = judged(root)
    assert names(outcome) == [("a.py", "a.py"), (None, "b.py")]
    assert counts(outcome) == [(1, 0, 0, 2, 3), (0, 0, 3, 0, 0)]
    (found,) = outcome.verdict.relocations
    assert (outcome.facts.keys[found.from_unit[0]], found.lines) == ("load/1", 3)


def test_a_clean_tree_is_an_empty_change(tree: Tree) -> None:
    outcome = judged(tree(HOLDER, git=True))
    assert (names(outcome), outcome.exit_code) == ([], ExitCode.HELD)


def test_without_a_commit_all_files_have_come(tree: Tree, git: Git) -> None:
    root = tree({"a.py": "x = 1\n"})
    git(root, "init", "--quiet")
    assert (names(judged(root)), counts(judged(root))) == ([(None, "a.py")], [(0, 1, 0, 0, 0)])


def test_a_renamed_file_is_compared_with_what_it_was(tree: Tree, git: Git) -> None:
    root = tree({"old.py": FUNCTION * 9}, git=True)
    git(root, "mv", "old.py", "new.py")
    assert (names(judged(root)), counts(judged(root))) == ([("old.py", "new.py")], [(27, 0, 0, 0, 0)])


def test_a_copied_file_is_new(tree: Tree, grow: Grow, git: Git) -> None:
    root = tree({"src.py": FUNCTION * 9}, git=True)
    grow(root, {"src.py": FUNCTION * 9 + "z = 1\n", "copy.py": FUNCTION * 9})
    git(root, "add", "--all")
    assert names(judged(root)) == [(None, "copy.py"), ("src.py", "src.py")]
    assert counts(judged(root))[0] == (0, 27, 0, 0, 0)


def test_the_index_a_commit_and_a_range_are_changes_too(tree: Tree, grow: Grow, git: Git) -> None:
    root = tree({"a.py": "x = 1\n"}, git=True)
    grow(root, {"a.py": "x = 1\ny = 2\n"})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=c")
    grow(root, {"a.py": "x = 1\ny = 2\nz = 3\n"})
    git(root, "add", "--all")
    grow(root, {"a.py": "", "new.py": "n = 1\n"})
    assert counts(judged(root)) == [(0, 0, 0, 2, 0), (0, 1, 0, 0, 0)]
    assert counts(judged(root, base="HEAD~1")) == [(0, 0, 0, 1, 0), (0, 1, 0, 0, 0)]
    assert counts(judged(root, staged=True)) == [(2, 1, 0, 0, 0)]
    assert counts(judged(root, commit="HEAD")) == [(1, 1, 0, 0, 0)]
    assert counts(judged(root, commit="HEAD~1")) == [(0, 1, 0, 0, 0)]
    assert counts(judged(root, span=("HEAD~1", "HEAD"))) == [(1, 1, 0, 0, 0)]


def test_other_line_ends_are_no_change(tree: Tree, grow: Grow) -> None:
    root = grow(tree({"a.py": "x = 1\r\ny = 2\r\n"}, git=True), {"a.py": "\ufeffx = 1\ny = 2"})
    assert counts(judged(root)) == [(2, 0, 0, 0, 0)]


def test_files_that_are_not_judged_are_left_out(tree: Tree, grow: Grow) -> None:
    files = ["a.py", "vendor/b.py", "mine/c.py", "ignored/d.py", "e.css", ".dot/f.py", "g"]
    root = tree({**dict.fromkeys(files, "x\n"), ".ruboutignore": "ignored/\n"}, git=True)
    grow(root, {**dict.fromkeys(files, "y\n"), ".new/h.py": "x\n", "node_modules/i.py": "x\n", "j.py": "x\n"})
    expected = [(".dot/f.py", ".dot/f.py"), ("a.py", "a.py"), (None, "j.py")]
    outcome = judged(root, ("mine/",))
    assert names(outcome) == expected
    assert outcome.facts.skipped == {"not judged": 2, "out of scope": 5}


def test_a_file_that_git_was_told_to_forget_is_left_out_once(tree: Tree, git: Git) -> None:
    root = tree({"a.py": "x\n", "e.css": "x\n"}, git=True)
    git(root, "rm", "--quiet", "--cached", "e.css")
    assert judged(root).facts.skipped == {"not judged": 1}


@pytest.mark.parametrize("ask", [{"staged": True}, {"commit": "HEAD"}, {"span": ("HEAD~1", "HEAD")}])
def test_a_change_of_files_that_are_not_judged_alone_is_counted(
    tree: Tree, grow: Grow, git: Git, ask: dict[str, Any]
) -> None:
    root = tree({"a.go": "package a\n", "go.mod": "module a\n", "vendor/b.go": "package b\n"}, git=True)
    for message in ("two", "three"):
        grow(root, {"go.mod": f"{message}\n", "go.sum": f"{message}\n", "vendor/b.go": f"package {message}\n"})
        git(root, "add", "--all")
        if message == "two":
            git(root, "commit", "--quiet", "--message=c")
    outcome = judged(root, **ask)
    assert (names(outcome), outcome.facts.skipped) == ([], {"not judged": 2, "out of scope": 1})
    assert outcome.exit_code is ExitCode.HELD


def test_other_files_that_changed_make_no_tree_to_judge(tree: Tree, grow: Grow) -> None:
    with pytest.raises(RepositoryError, match="nothing to judge"):
        judged(grow(tree({"a.txt": "x\n"}, git=True), {"a.txt": "y\n"}))


def test_what_git_ignores_has_not_come(tree: Tree, grow: Grow) -> None:
    root = grow(tree({".gitignore": "out/\n", "a.py": "x\n"}, git=True), {"out/b.py": "x\n"})
    assert names(judged(root)) == []


def test_sides_that_cannot_be_looked_at_are_counted(tree: Tree, grow: Grow) -> None:
    large = b"x = 1\n" * 800_000
    files: Files = {"large.py": "x\n", "binary.py": "x\n", "link.py": "x\n", "was_large.py": large}
    root = grow(tree(files, git=True), {"large.py": large, "binary.py": b"\0", "was_large.py": "x\n"})
    (root / "link.py").unlink()
    (root / "link.py").symlink_to("large.py")
    outcome = judged(root)
    assert (names(outcome), outcome.facts.skipped) == ([], {"binary": 1, "large": 2, "symlink": 1})
    assert outcome.exit_code is ExitCode.HELD


def test_a_file_that_nobody_may_read_is_counted(tree: Tree, grow: Grow, as_nobody: Callable[[], None]) -> None:
    root = grow(tree({"a.py": "x\n"}, git=True), {"a.py": "y\n"})
    (root / "a.py").chmod(0)
    as_nobody()
    reader = Reader(os.fspath(root), 100)
    assert list(reader.sides([Change(None, Side("a.py", "100644", None))])) == []
    assert reader.skipped == {"unreadable": 1}


@pytest.mark.parametrize(
    ("side", "reason"),
    [
        (Side("gone.py", "100644", None), "vanished"),
        (Side("a.py/b.py", "100644", None), "vanished"),
        (Side("folder", "100644", None), "symlink"),
        (Side("sub.py", "160000", "1" * 40), "submodule"),
        (Side("link.py", SYMLINK, "1" * 40), "symlink"),
        (Side("\udcff.py", "100644", None), "not-utf8"),
        (Side("a.py", "100644", "1" * 40), "unreadable"),
        (Side("a.py", "100644", None), "large"),
    ],
)
def test_a_side_says_why_it_is_left_out(tree: Tree, side: Side, reason: str) -> None:
    root = tree({"a.py": "too long\n", "folder/x": ""}, git=True)
    reader = Reader(os.fspath(root), 8)
    assert list(reader.sides([Change(None, side), Change(side, None)])) == []
    assert reader.skipped == {reason: 2}


def test_pairs_are_read_some_at_a_time(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"{n}.py": f"x = {n}\n" for n in range(7)}
    root = tree(files, git=True)
    whole = judged(root, commit="HEAD")
    monkeypatch.setattr(edit_sides, "AT_ONCE", 2)
    assert judged(root, commit="HEAD") == whole
    assert len(whole.facts.pairs) == 7


def test_a_merge_in_progress_leaves_its_paths_out(tree: Tree, grow: Grow, git: Git) -> None:
    root = tree({"a.py": "1\n", "b.py": "1\n"}, git=True)
    git(root, "checkout", "--quiet", "-b", "side")
    git(grow(root, {"a.py": "2\n"}), "commit", "--quiet", "--all", "--message=c")
    git(root, "checkout", "--quiet", "main")
    git(grow(root, {"a.py": "3\n"}), "commit", "--quiet", "--all", "--message=c")
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "side")
    outcome = judged(root, staged=True)
    assert (names(outcome), outcome.facts.skipped) == ([], {"unmerged": 1})


def test_units_that_the_verdict_does_not_ask_for_change_nothing(tree: Tree, grow: Grow) -> None:
    copy = "".join(f"    step_{n}()\n" for n in range(25))
    files = {"a.py": f"import x\n\n\n{FUNCTION}", "c.py": "def f():\n    pass\n", "d.py": "x = 1\n"}
    root = tree(files, git=True)
    grow(root, {"a.py": "import x\n", "b.py": FUNCTION, "c.py": f"def f():\n    pass\ndef f():\n{copy}", "d.py": "x\n"})
    some, every = judged(root), judged(root, every_unit=True)
    assert [pair.units_after != () for pair in some.facts.pairs] == [False, True, True, False]
    named = [
        [(outcome.facts.keys[one.from_unit[0]], one.lines) for one in outcome.verdict.relocations]
        + [(outcome.facts.keys[one.key], one.spans, one.copy) for one in outcome.verdict.suspicions]
        for outcome in (some, every)
    ]
    assert named[0] == named[1] == [("load/1", 3), ("f/0", ((1, 2), (3, 28)), 1)]
    assert some.verdict.pairs == every.verdict.pairs


STACKED = "def f():\n    pass\n\n\ndef f():\n" + "".join(f"    step_{n}()\n" for n in range(25))


@pytest.mark.parametrize(
    ("line", "suspicions"),
    [
        ("# rubout:allow(edits) -- one a platform\n", 0),
        ("# rubout:allow(edits)\n", 1),
        ("# rubout:allow(clones) -- other\n", 1),
    ],
)
def test_a_permit_takes_a_suspicion_away(tree: Tree, grow: Grow, line: str, suspicions: int) -> None:
    root = tree({"a.py": "def f():\n    pass\n"}, git=True)
    outcome = judged(grow(root, {"a.py": line + STACKED}))
    assert (len(outcome.verdict.suspicions), outcome.options["permitted"]) == (suspicions, 1 - suspicions)


def test_too_much_to_judge_is_unjudged(tree: Tree, grow: Grow) -> None:
    line = "repeat_this_line_often()\n"
    root = grow(tree({"a.py": line * 64}, git=True), {"a.py": "", "b.py": line * 65})
    outcome = judged(root)
    assert (outcome.exit_code, outcome.verdict.reason) == (ExitCode.UNJUDGED, "bucket_cap")


@pytest.mark.parametrize("files", [{}, {"a.txt": "x\n"}])
def test_a_tree_without_a_file_to_judge_is_refused(tree: Tree, files: dict[str, str]) -> None:
    with pytest.raises(RepositoryError, match="nothing to judge"):
        judged(tree(files, git=True))


def test_without_a_repository_there_is_no_change(tree: Tree) -> None:
    root = tree(HOLDER)
    with pytest.raises(RepositoryError, match="no repository"):
        judged(root)
