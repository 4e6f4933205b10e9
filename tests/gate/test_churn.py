"""The history of real repositories, against what a person would count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.facts.churn import Churned, Facts, Knobs, Together, UnitName, UnitsTogether
from rubout.gate import churn_rows
from rubout.gate.churn import churn_facts
from rubout.gate.history import NoHistoryError
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.store.blob import read_blob, write_blob
from tests.histories import ALL, DAY, START, Made, facts, lines, make_history

if TYPE_CHECKING:
    from tests.conftest import Git, Grow, Tree

FIRST = Made({"a.py": "def f():\n    x = 1\n    return x\n"})
SECOND = Made(
    {"a.py": "def f():\n    x = 2\n    return x\n\n# note\ndef g():\n    return 3\n", "b.py": "y = 0\n"}, at=START + 60
)


def test_worked_example_15(tmp_path: Path) -> None:
    root = make_history(tmp_path / "r", [FIRST, SECOND])
    found = facts(root)
    assert found.units == (
        Churned("a.py", "", 0, 2, 0),
        Churned("a.py", "f/0", 0, 3, 1),
        Churned("a.py", "g/0", 0, 2, 0),
        Churned("b.py", "", 0, 1, 0),
    )
    assert (sum(row.appended for row in found.units), sum(row.rewrote for row in found.units)) == (8, 1)
    assert (found.cochange, found.unit_cochange) == ((), ())
    third = Made({"a.py": "x = 1\n", "b.py": "y = 1\n"}, at=START + 120)
    again = facts(make_history(tmp_path / "s", [FIRST, SECOND, third]))
    assert again.cochange == (Together("a.py", "b.py", 2),)


def test_worked_example_17_a_commit_of_many_files_pairs_nothing(tmp_path: Path) -> None:
    root = make_history(
        tmp_path / "r",
        [
            Made({f"{number:02}.py": f"x{number} = {add}\n" for number in range(20 + add)}, at=START + add)
            for add in (0, 1)
        ],
    )
    found = facts(root, Knobs(days=ALL, cochange_floor=1))
    assert (len(found.cochange), found.window.skipped_large_commits, found.window.commits) == (190, 1, 2)


def test_worked_example_18_older_lines_stand_under_the_present_name(tmp_path: Path) -> None:
    root = make_history(
        tmp_path / "r",
        [
            Made({"old.py": "def f():\n    x = 1\n    return x\n", "b.py": "y = 0\n"}),
            Made({"old.py": "def f():\n    x = 2\n    return x\n", "b.py": "y = 1\n"}, at=START + 1),
            Made(rename=[("old.py", "new.py")], at=START + 2),
        ],
    )
    found = facts(root)
    assert lines(found) == {("b.py", "", 0): (2, 0), ("new.py", "f/0", 0): (3, 1)}
    assert found.cochange == (Together("b.py", "new.py", 2),)


def test_the_window_ends_at_the_time_of_head_and_every_commit_is_tested(tmp_path: Path) -> None:
    times = (START, START - 30 * DAY, START + DAY, START + 15 * DAY)
    root = make_history(tmp_path / "r", [Made({f"{n}.py": "x = 1\n"}, at=at) for n, at in enumerate(times)])
    found = facts(root, Knobs(days=14))
    assert [row.path for row in found.units] == ["2.py", "3.py"]
    assert (found.window.cutoff, found.window.commits) == (START + DAY, 2)
    found = facts(root, Knobs(days=15))
    assert [row.path for row in found.units] == ["0.py", "2.py", "3.py"]


def test_a_rename_counts_though_its_commit_is_not_of_the_window(tmp_path: Path) -> None:
    root = make_history(
        tmp_path / "r",
        [
            Made({"a.py": "x = 1\n", "b.py": "y = 1\n"}, at=START + 10 * DAY),
            Made(rename=[("a.py", "c.py")], at=START),
            Made({"b.py": "y = 2\n"}, at=START + 10 * DAY),
        ],
    )
    found = facts(root, Knobs(days=1))
    assert lines(found) == {("b.py", "", 0): (2, 0), ("c.py", "", 0): (1, 0)}
    assert (found.window.commits, found.cochange) == (2, ())


def test_a_merge_is_one_change_against_its_first_parent(tmp_path: Path) -> None:
    root = make_history(
        tmp_path / "r",
        [
            Made({"a.py": "x = 1\n"}),
            Made({"b.py": "y = 1\n"}, at=START + 1, on="side"),
            Made({"b.py": "y = 2\n"}, at=START + 2, on="side"),
            Made({"a.py": "x = 2\n"}, at=START + 3),
            Made({"b.py": "y = 2\n"}, at=START + 4, merge="side"),
        ],
    )
    found = facts(root)
    assert lines(found) == {("a.py", "", 0): (2, 0), ("b.py", "", 0): (1, 0)}
    assert (found.window.commits, found.window.merges) == (3, 1)


def test_a_copy_is_new_material(tmp_path: Path) -> None:
    text = "def f():\n" + "".join(f"    x{n} = {n}\n" for n in range(9))
    root = make_history(
        tmp_path / "r", [Made({"a.py": text}), Made({"a.py": f"{text}y = 1\n", "b.py": text}, at=START + 1)]
    )
    assert lines(facts(root)) == {("a.py", "", 0): (1, 0), ("a.py", "f/0", 0): (10, 0), ("b.py", "f/0", 0): (10, 0)}


def test_units_that_get_lines_together_are_counted(tmp_path: Path) -> None:
    texts = [f"def f():\n    return {n}\ndef g():\n    return {n}\nh = lambda: {n}\n" for n in range(3)]
    root = make_history(tmp_path / "r", [Made({"a.py": text}, at=START + n) for n, text in enumerate(texts)])
    assert facts(root).unit_cochange == (UnitsTogether(UnitName("a.py", "f/0", 0), UnitName("a.py", "g/0", 0), 3),)


def test_what_is_not_judged_and_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        "a.py": "x = 1\n",
        "a.css": "x\n",
        "bin.py": b"\0",
        "third/b.py": "x = 1\n",
        ".hid/c.py": "x = 1\n",
    }
    root = make_history(tmp_path / "r", [Made(files)])
    found = facts(root, exclude=["third/"])
    assert list(lines(found)) == [(".hid/c.py", "", 0), ("a.py", "", 0)]
    assert found.window.skipped == {"binary": 1}


def test_an_anchor_below_the_repository_sees_what_lies_below_it(tmp_path: Path) -> None:
    root = make_history(tmp_path / "r", [Made({"a.py": "x = 1\n", "sub/b.py": "x = 1\n"})])
    assert list(lines(facts(root / "sub"))) == [("b.py", "", 0)]


def test_a_linked_worktree_has_the_history_of_its_own_head(tmp_path: Path, git: Git) -> None:
    root = make_history(tmp_path / "r", [FIRST, SECOND])
    git(root, "worktree", "add", "--quiet", str(tmp_path / "linked"), "HEAD~1")
    assert lines(facts(tmp_path / "linked")) == {("a.py", "f/0", 0): (3, 0)}


def test_a_repository_may_name_objects_by_sha256(tmp_path: Path, git: Git, grow: Grow) -> None:
    root = tmp_path / "r"
    root.mkdir()
    git(root, "init", "--quiet", "--object-format=sha256")
    for number in range(2):
        grow(root, {"a.py": f"x = {number}\n", "b.py": f"y = {number}\n"})
        git(root, "add", "--all")
        git(root, "commit", "--quiet", "--message=c")
    found = facts(root)
    assert lines(found) == {("a.py", "", 0): (2, 0), ("b.py", "", 0): (2, 0)}
    assert found.cochange == (Together("a.py", "b.py", 2),)


def test_a_name_that_is_not_utf8_is_counted_and_not_written(tmp_path: Path, git: Git) -> None:
    root = make_history(tmp_path / "r", [Made({"a.py": "x = 1\n"})])
    name = b"\xff.py"
    Path(str(root)).joinpath(name.decode("utf-8", "surrogateescape")).write_bytes(b"x = 1\n")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=c")
    found = facts(root, cache=True)
    assert list(lines(found)) == [("a.py", "", 0)]
    assert found.window.skipped == {"not-utf8": 1}
    assert facts(root, cache=True) == found


def test_without_a_history_that_is_said(tmp_path: Path, tree: Tree, git: Git) -> None:
    with pytest.raises(NoHistoryError, match="no repository"):
        facts(tree({"a.py": "x = 1\n"}))
    empty = tmp_path / "empty"
    empty.mkdir()
    git(empty, "init", "--quiet")
    with pytest.raises(NoHistoryError, match="no commit yet"):
        facts(empty)


def test_without_git_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_history(tmp_path / "r", [FIRST])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoHistoryError, match="git is not on PATH"):
        facts(root)


def test_a_shallow_clone_is_refused_only_when_the_window_reaches_its_end(tmp_path: Path, git: Git) -> None:
    root = make_history(tmp_path / "r", [Made({"a.py": f"x = {n}\n"}, at=START + n * DAY) for n in range(4)])
    git(tmp_path, "clone", "--quiet", "--depth=2", root.as_uri(), "clone")
    clone = tmp_path / "clone"
    with pytest.raises(NoHistoryError, match="shallow") as refused:
        facts(clone, Knobs(days=1))
    assert refused.value.is_shallow
    git(clone, "fetch", "--quiet", "--deepen=1")
    assert facts(clone, Knobs(days=1)) == facts(root, Knobs(days=1))


def test_a_later_run_measures_what_is_new_and_says_the_same(tmp_path: Path, git: Git) -> None:
    root = make_history(tmp_path / "r", [FIRST, SECOND])
    cold, changes = counting(root)
    assert (cold, changes) == (facts(root), 3)
    assert counting(root) == (cold, 0)
    (root / "a.py").write_text("x = 1\n")
    git(root, "commit", "--quiet", "--all", "--message=c")
    assert counting(root) == (facts(root), 1)


def counting(root: Path) -> tuple[Facts, int]:
    """What is measured with the rows of earlier runs, and how many changes of files had to be."""
    measured = [0]
    anchor = str(root)
    request = Request(anchor=anchor, jobs=1, progress=lambda done, _: measured.append(done))
    return churn_facts(Run(request, candidates(anchor), 0, lambda _: None), (), Knobs(days=ALL)), measured[-1]


def test_a_file_that_becomes_judged_later_is_measured_then(tmp_path: Path) -> None:
    root = make_history(tmp_path / "r", [FIRST, SECOND])
    without = facts(root, exclude=["b.py"], cache=True)
    assert {row.path for row in without.units} == {"a.py"}
    assert facts(root, cache=True) == facts(root)
    assert facts(root, exclude=["b.py"], cache=True) == without


def test_a_damaged_or_foreign_file_of_rows_is_measured_again(tmp_path: Path) -> None:
    root = make_history(tmp_path / "r", [FIRST, SECOND])
    whole = facts(root, cache=True)
    kept = bytes(read_blob(str(root), churn_rows.NAME) or b"")
    for value in (b"", b"\xc1", kept.replace(b"a.py", b"z.py", 1)[:-1]):
        write_blob(str(root), churn_rows.NAME, value)
        assert facts(root, cache=True) == whole
