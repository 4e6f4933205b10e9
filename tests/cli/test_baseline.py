"""`rubout baseline`, and `rubout check` held against it, in real repositories."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from rubout.store.baseline import NAME, parse_baseline
from tests.baselines import ALIVE, FILES, checked, rewrite, with_baseline
from tests.gate.test_remembered import HEAVY, OLD
from tests.reports import places
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rubout.facts.ratchet import Baseline
    from tests.conftest import Git, Grow, Program, Rubout, Tree

REASON = "vendored on purpose"


def held(root: Path) -> Baseline:
    return parse_baseline((root / NAME).read_bytes(), NAME)


@pytest.fixture
def root(tree: Tree, rubout: Rubout, git: Git) -> Path:
    return with_baseline(tree, rubout, git)


def test_without_a_file_a_baseline_is_established_from_the_tree(tree: Tree, rubout: Rubout) -> None:
    root = tree(FILES)
    ran = rubout("baseline", root)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{NAME} was written: commit it, and `rubout check` holds every change against it",
        "holds 3 files, 1 function, 0 classes of copies, 0 dead contents; soft line 200",
    ]
    assert (held(root).header.accepted, held(root).header.soft_line) == (None, 200)
    assert [row.key for row in held(root).ceilings] == ["a.py", "b.py", "c.py", "a.py::total/2#0"]


def test_an_unchanged_tree_holds_and_is_written_the_same(root: Path, rubout: Rubout) -> None:
    before = (root / NAME).read_bytes()
    code, report = checked(rubout, root)
    assert (code, report["ratchet"]) == (
        0,
        {
            "added": [],
            "removed": [],
            "over": [],
            "tolerance_drawn": [],
            "failed": [],
            "base": "file",
            "accepted": None,
            "law": "density",
        },
    )
    assert rubout("baseline", root).out.startswith(f"{NAME} is as tight as the tree allows\n")
    assert (root / NAME).read_bytes() == before


def test_check_never_writes_the_baseline(root: Path, grow: Grow, rubout: Rubout) -> None:
    before = (root / NAME).read_bytes()
    grow(root, {"b.py": "x = 1\n"})
    assert checked(rubout, root)[0] == 0
    assert (root / NAME).read_bytes() == before


def test_what_shrank_is_tightened_and_cannot_grow_again(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"b.py": "x = 1\n" * 20})
    ran = rubout("baseline", root)
    assert (ran.code, ran.out.splitlines()[0]) == (0, f"{NAME} was tightened: 0 rows gone, 0 new, 1 changed")
    grow(root, {"b.py": FILES["b.py"]})
    code, report = checked(rubout, root)
    assert (code, report["ratchet"]["over"]) == (
        1,
        [{"metric": "file_lines", "key": "b.py", "value": 40, "allowed": 30}],
    )


@pytest.mark.parametrize("runs", [1, 4])
def test_tolerance_that_is_drawn_never_raises_a_ceiling(root: Path, grow: Grow, rubout: Rubout, runs: int) -> None:
    for grown in range(1, runs + 1):
        grow(root, {"b.py": FILES["b.py"] + "y = 1\n" * (10 * grown // runs)})
        assert rubout("baseline", root).code == 0
    assert next(row.value for row in held(root).ceilings if row.key == "b.py") == 40
    _, report = checked(rubout, root)
    assert report["ratchet"]["tolerance_drawn"] == [{"metric": "file_lines", "key": "b.py", "drawn": 10}]


def test_what_fails_is_not_written_and_counted(root: Path, grow: Grow, rubout: Rubout) -> None:
    before = (root / NAME).read_bytes()
    grow(root, {"b.py": FILES["b.py"] * 2, "c.py": LOOP})
    ran = rubout("baseline", root)
    assert (ran.code, ran.out.splitlines()) == (
        1,
        [
            f"{NAME} was not written: 1 value over, 1 finding added (ratchet_over, discrete_added)",
            '`rubout check` names them; `rubout baseline --accept "REASON"` starts anew on purpose',
        ],
    )
    assert (root / NAME).read_bytes() == before


def test_each_row_that_fails_says_where_it_stands_and_what_would_clear_it(
    root: Path, grow: Grow, rubout: Rubout
) -> None:
    grow(root, {"b.py": FILES["b.py"] + "y = 1\n" * 11, "c.py": LOOP})
    code, report = checked(rubout, root, "--fail-under", 1000)
    assert (code, report["ratchet"]["failed"]) == (1, ["ratchet_over", "discrete_added", "floor"])
    over, added, floor = report["rows"]
    accept = 'rubout baseline --accept "REASON"'
    assert {**over, "id": ""} == {
        "condition": "ratchet_over",
        "value": 51,
        "allowed": 50,
        "clear": "take 1 line out",
        "id": "",
        "path": "b.py",
        "start_line": 1,
        "end_line": 1,
        "metric": "file_lines",
        "key": "b.py",
        "others": [],
        "accept": accept,
    }
    assert (added["condition"], added["metric"], added["value"], added["allowed"]) == ("discrete_added", "clone", 1, 0)
    assert (places([added]), places(added["others"])) == (["c.py:1-10"], ["a.py:1-10"])
    assert added["clear"] == "take 1 copy out and call the one that stays"
    assert (floor["path"], floor["accept"]) == (None, None)


def test_what_fails_is_explained_by_its_id(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"b.py": FILES["b.py"] + "y = 1\n" * 11, "c.py": LOOP})
    over, added = checked(rubout, root)[1]["rows"]
    assert rubout("explain", over["id"], root).out.splitlines()[1] == "file_lines 51 > allowed 50: over; holds at <= 50"
    assert rubout("explain", added["id"], root).out.splitlines()[1:5] == [
        "2 places, of which one is no extra copy: extra copies 1 > known 0: added; holds at <= 0",
        "known = the count of this content in the baseline, or of rows that hold all its places",
        "  c.py:1-10",
        "  a.py:1-10",
    ]


def test_the_text_says_at_its_top_and_at_its_end_what_failed_and_what_clears_it(
    root: Path, grow: Grow, rubout: Rubout
) -> None:
    grow(root, {"b.py": FILES["b.py"] + "y = 1\n" * 11, "c.py": LOOP})
    said = rubout("check", root, "--fail-under", 1000).out.splitlines()
    over, added, floor = checked(rubout, root, "--fail-under", 1000)[1]["rows"]
    score = f"FAIL score {floor['value']} is under the floor of 1000: {floor['clear']}"
    assert said[2:11] == [
        "FAIL 1 value grew past what the baseline allows",
        f"  b.py:1-1  lines 51, allowed 50  {over['id']}",
        "    take 1 line out",
        "FAIL 1 finding that the baseline does not know",
        f"  c.py:1-10  1 extra copy of this content, 0 known  {added['id']}",
        "    take 1 copy out and call the one that stays; the same stands at a.py:1-10",
        f"{score}  score:floor",
        '`rubout baseline --accept "REASON"` lets all that grew stand on purpose',
        "",
    ]
    assert said[-4:] == [
        "",
        "FAIL 1 value grew past what the baseline allows: listed at the top, with what clears each",
        "FAIL 1 finding that the baseline does not know: listed at the top, with what clears each",
        score,
    ]


def test_a_file_past_the_soft_line_is_one_that_split_prices(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"b.py": FILES["b.py"] + "y = 1\n" * 700})
    (over,) = checked(rubout, root)[1]["rows"]
    assert over["clear"] == "take 690 lines out (`rubout split` prices where)"


@pytest.mark.parametrize("output", ["text", "sarif", "github", "markdown"])
def test_every_format_has_the_rows_that_failed(root: Path, grow: Grow, rubout: Rubout, output: str) -> None:
    grow(root, {"c.py": LOOP})
    ran = rubout("check", root, "--format", output)
    assert ran.code == 1
    for word in ("c.py", "1 extra copy of this content, 0 known", "take 1 copy out", "rubout baseline --accept"):
        assert word in ran.out.replace("\\", "")


def test_a_reason_starts_anew_and_stays_in_the_header_and_in_every_report(
    root: Path, grow: Grow, rubout: Rubout
) -> None:
    grow(root, {"b.py": FILES["b.py"] * 2, "c.py": LOOP})
    ran = rubout("baseline", root, "--accept", REASON)
    assert (ran.code, ran.out.splitlines()[0]) == (0, f"{NAME} was started anew: {REASON}")
    assert held(root).header.accepted == REASON
    code, report = checked(rubout, root)
    assert (code, report["ratchet"]["accepted"]) == (0, REASON)
    assert f"note the baseline was accepted on purpose: {REASON}" in rubout("check", root).out
    grow(root, {"c.py": "y = 3\n"})
    assert rubout("baseline", root).code == 0
    assert held(root).header.accepted == REASON


@pytest.mark.parametrize("reason", ["", "too short", "   nine char   ", "two\nlines of a reason"])
def test_a_reason_that_says_nothing_is_refused(root: Path, rubout: Rubout, reason: str) -> None:
    before = (root / NAME).read_bytes()
    ran = rubout("baseline", root, "--accept", reason)
    assert (ran.code, "is no reason" in ran.err) == (2, True)
    assert (root / NAME).read_bytes() == before


def test_the_soft_line_is_frozen_until_growth_is_accepted(root: Path, grow: Grow, rubout: Rubout) -> None:
    rewrite(root, '"soft_line": 200', '"soft_line": 222')
    assert checked(rubout, root)[1]["soft_line"] == 222
    grow(root, {"c.py": ""})
    assert rubout("baseline", root).code == 0
    assert held(root).header.soft_line == 222
    assert rubout("baseline", root, "--accept", REASON).code == 0
    assert held(root).header.soft_line == 200


def test_a_baseline_without_a_soft_line_takes_the_warn_line(root: Path, rubout: Rubout) -> None:
    rewrite(root, '"soft_line": 200', '"soft_line": null')
    assert checked(rubout, root)[1]["soft_line"] == 300


def test_the_cut_points_of_the_guard_outlast_a_new_start(root: Path, rubout: Rubout) -> None:
    rewrite(root, "[250, 750]", "[100, 200]")
    assert rubout("baseline", root, "--accept", REASON).code == 0
    assert held(root).header.zone_tiers == (100, 200)


def test_another_law_is_named_and_no_fault(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"rubout.toml": f"{ALIVE}[score]\nlaw = 'mass'\n"})
    code, report = checked(rubout, root)
    said = [note["what"] for note in report["notes"] if note["kind"] == "law"]
    assert (code, said) == (0, ["the baseline was written under the law density, this score under mass"])


def test_neither_floor_nor_budget_keeps_a_baseline_from_being_tightened(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"rubout.toml": f"{ALIVE}[clones]\nbudget = 0\n", "a.py": LOOP, "c.py": LOOP})
    assert rubout("baseline", root, "--accept", REASON).code == 0
    assert rubout("baseline", root).code == 0
    assert checked(rubout, root)[1]["ratchet"]["failed"] == ["dedup_budget"]


@pytest.mark.parametrize(
    ("spoil", "line", "what"),
    [
        pytest.param(lambda text: text.replace('"b.py", 40', '"b.py", -1'), 3, "-1 is negative", id="negative"),
        pytest.param(
            lambda text: text.replace("file_lines", "file_liens", 1), 2, "'file_liens' is none of", id="metric"
        ),
        pytest.param(lambda text: text[:-9], 5, "part of the file is lost", id="torn"),
        pytest.param(lambda text: text.replace("baseline/1", "baseline/2"), 1, "'rubout.baseline/2'", id="schema"),
        pytest.param(
            lambda text: text.replace('"scan": 2', '"scan": 0'), 1, "made under other rules of scan", id="rules"
        ),
        pytest.param(lambda text: f"<<<<<<< ours\n{text}", 1, "no JSON: '<<<<<<< ours'", id="a conflict"),
    ],
)
@pytest.mark.parametrize("command", ["check", "baseline"])
def test_a_baseline_that_cannot_be_compared_is_refused_by_line_and_can_be_started_anew(
    root: Path, rubout: Rubout, spoil: Callable[[str], str], line: int, what: str, command: str
) -> None:
    (root / NAME).write_text(spoil((root / NAME).read_text()))
    ran = rubout(command, root)
    assert (ran.code, ran.out) == (2, "")
    assert f"{root / NAME}:{line}: " in ran.err
    assert what in ran.err
    assert 'rubout baseline --accept "REASON"' in ran.err
    assert rubout("baseline", root, "--accept", REASON).code == 0
    assert checked(rubout, root)[0] == 0


def test_line_ends_of_windows_change_nothing(root: Path, rubout: Rubout) -> None:
    (root / NAME).write_bytes((root / NAME).read_bytes().replace(b"\n", b"\r\n"))
    assert checked(rubout, root)[0] == 0


def test_an_answer_given_before_does_not_outlive_the_baseline(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"c.py": LOOP, ".gitignore": f"{NAME}\n"})
    assert [checked(rubout, root)[0] for _ in range(2)] == [1, 1]
    whole = (root / NAME).read_text()
    (root / NAME).unlink()
    assert checked(rubout, root)[0] == 0
    (root / NAME).write_text(whole)
    assert checked(rubout, root)[0] == 1


def test_a_file_that_moved_and_grew_is_followed_in_a_later_commit_too(
    root: Path, grow: Grow, rubout: Rubout, git: Git
) -> None:
    (root / "b.py").unlink()
    grow(root, {"pkg/moved.py": FILES["b.py"] + "y = 1\n" * 11})
    over = [{"metric": "file_lines", "key": "pkg/moved.py", "value": 51, "allowed": 50}]
    assert checked(rubout, root)[1]["ratchet"]["over"] == over
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=move")
    assert checked(rubout, root)[1]["ratchet"]["over"] == over


def test_two_runs_at_once_leave_a_whole_file(tree: Tree, program: Program) -> None:
    root = tree(FILES)
    with ThreadPoolExecutor(3) as pool:
        ran = list(pool.map(lambda _: program("baseline", root, "--no-cache"), range(3)))
    assert {one.code for one in ran} <= {0, 2}
    assert any(one.code == 0 for one in ran)
    assert all("meanwhile" in one.err for one in ran if one.code)
    assert len(held(root).ceilings) == 4
    assert [file.name for file in root.iterdir() if file.name.endswith(".tmp")] == []


def test_a_disk_that_cannot_be_written_to_is_told_and_nothing_is_left(
    tree: Tree, rubout: Rubout, as_nobody: Callable[[], None]
) -> None:
    root = tree(FILES)
    assert rubout("baseline", root, "--no-cache").code == 0
    (root / NAME).unlink()
    root.chmod(0o555)
    as_nobody()
    ran = rubout("baseline", root, "--no-cache")
    assert (ran.code, "cannot be written: Permission denied" in ran.err) == (2, True)
    assert sorted(file.name for file in root.iterdir() if NAME in file.name) == []


def test_a_run_that_could_not_judge_writes_nothing(tree: Tree, rubout: Rubout) -> None:
    weights = "".join(f"{axis} = 0\n" for axis in ("size", "complexity", "clone", "docdup", "deadcode", "cycle"))
    root = tree({**FILES, "rubout.toml": f"{ALIVE}[score.weights]\n{weights}"})
    ran = rubout("baseline", root)
    assert (ran.code, ran.out) == (2, f"{NAME} was not written: could not judge: nothing_judged\n")
    assert not (root / NAME).exists()


def test_a_path_below_the_root_is_refused(root: Path, grow: Grow, rubout: Rubout) -> None:
    grow(root, {"pkg/a.py": ""})
    assert rubout("baseline", root / "pkg").code == 2


@pytest.mark.parametrize("argv", [(), ("--base", "HEAD")], ids=["the file", "a revision"])
def test_saying_it_again_loads_nothing_heavy(root: Path, program: Program, argv: tuple[str, ...]) -> None:
    first = program("check", root, *argv)
    for file in root.rglob("*"):
        os.utime(file, (OLD, OLD))
    program("check", root, *argv)
    again = program("check", root, *argv, PYTHONPROFILEIMPORTTIME="1")
    assert (again.code, again.out) == (first.code, first.out)
    loaded = {line.rpartition("|")[2].strip() for line in again.err.splitlines()}
    assert "rubout.gate.baseline_stamp" in loaded
    assert loaded & HEAVY == set()
