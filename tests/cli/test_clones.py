"""`rubout clones`: the worked examples of docs/methodology/clones.md, the budget, the options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.reports import places
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

SUM_UP = """\
def sum_up(rows, scale):
    acc = 0
    for r in rows:
        if r.price > 0:
            acc += r.price * scale
        elif r.price < -77:
            acc -= r.price / 2
        else:
            acc += 1
    return acc
"""
THREE = {"rubout.toml": "", "a.py": LOOP, "b.py": SUM_UP, "c.py": LOOP}
TABLE = "D = {\n" + "".join(f'    {number}: ("a{number}", "b{number}"),\n' for number in range(40)) + "}\n"


def read(out: str) -> dict:
    return json.loads(out)


def test_three_copies_are_one_class(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("clones", tree(THREE), "--pairs", "--format", "json")
    report = read(ran.out)
    (row,) = report["rows"]
    assert (ran.code, ran.err) == (0, "")
    assert places(row["members"]) == ["a.py:1-10", "b.py:1-10", "c.py:1-10"]
    assert [member["text"] for member in row["members"]] == [0, 1, 0]
    assert (row["type"], row["tokens"], row["distinct"], row["saves"]) == ("T2", 52, 22, 104)
    assert (row["digest"], row["id"], row["blocks"]) == ("87959bfdca35fb2d", "clones:87959bfdca35", 3)
    assert (report["counts"]["excess"], report["counts"]["t1"], report["counts"]["t2"]) == (2, 1, 2)
    assert [(pair["a"]["path"], pair["b"]["path"], pair["type"]) for pair in report["pairs"]] == [
        ("a.py", "b.py", "T2"),
        ("a.py", "c.py", "T1"),
        ("b.py", "c.py", "T2"),
    ]


def test_a_table_of_data_is_counted_and_makes_no_class(rubout: Rubout, tree: Tree) -> None:
    report = read(rubout("clones", tree({"rubout.toml": "", "d.py": TABLE}), "--pairs", "--format", "json").out)
    assert (report["rows"], report["pairs"], report["counts"]["excess"]) == ([], [], 0)
    assert report["counts"]["pairs_suppressed"] == 14
    assert report["counts"]["low_diversity_suppressed"] >= 1


def test_without_the_floor_the_table_is_one_class(rubout: Rubout, tree: Tree) -> None:
    report = read(
        rubout("clones", tree({"rubout.toml": "", "d.py": TABLE}), "--min-distinct", 0, "--format", "json").out
    )
    assert [row["distinct"] for row in report["rows"]] == [5]


@pytest.mark.parametrize(
    ("budget", "code", "says"),
    [
        (1, 1, "excess 2 is over the budget of 1"),
        (2, 0, ""),
        (3, 0, "excess 2 is under the budget of 3: lower [clones] budget to 2"),
    ],
)
def test_the_budget_holds_what_it_says(rubout: Rubout, tree: Tree, budget: int, code: int, says: str) -> None:
    root = tree({**THREE, "rubout.toml": f"[clones]\nbudget = {budget}\n"})
    ran = rubout("clones", root, "--check")
    assert ran.code == code
    assert says in ran.out
    assert ("budget" in ran.out) == bool(says)
    assert rubout("clones", root).code == 0


def test_a_check_without_a_budget_cannot_judge(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("clones", tree(THREE), "--check")
    assert (ran.code, ran.out) == (2, "")
    assert "--check without a budget" in ran.err
    assert "`budget` under [clones]" in ran.err


@pytest.mark.parametrize("moved", [("--min-tokens", "60"), ("--min-distinct", "0"), ("--keep-imports",)])
def test_a_check_is_not_talked_down_from_the_command_line(rubout: Rubout, tree: Tree, moved: tuple[str, ...]) -> None:
    root = tree({**THREE, "rubout.toml": "[clones]\nbudget = 0\n"})
    ran = rubout("clones", root, "--check", *moved)
    assert (ran.code, ran.out) == (2, "")
    assert moved[0] in ran.err


def test_a_check_may_list_pairs_and_shorter_copies(rubout: Rubout, tree: Tree) -> None:
    root = tree({**THREE, "rubout.toml": "[clones]\nbudget = 0\n"})
    assert rubout("clones", root, "--check", "--pairs", "--advisory").code == 1


@pytest.mark.parametrize(
    ("option", "classes"),
    [
        (("--min-tokens", "52"), 1),
        (("--min-tokens", "53"), 0),
        (("--min-distinct", "22"), 1),
        (("--min-distinct", "23"), 0),
    ],
)
def test_limits_of_the_command_line_hold_on_the_line(
    rubout: Rubout, tree: Tree, option: tuple[str, ...], classes: int
) -> None:
    report = read(rubout("clones", tree(THREE), *option, "--format", "json").out)
    assert report["counts"]["classes"] == classes
    assert report["knobs"][option[0][2:].replace("-", "_")] == int(option[1])


def test_a_least_length_under_the_promise_is_said_to_be_luck(rubout: Rubout, tree: Tree) -> None:
    assert "min_tokens 30 is below 50" in rubout("clones", tree(THREE), "--min-tokens", 30).out


@pytest.mark.parametrize("value", ["24", "-1", "x", "5.5"])
def test_a_least_length_under_a_fingerprint_is_refused(rubout: Rubout, tree: Tree, value: str) -> None:
    ran = rubout("clones", tree(THREE), "--min-tokens", value)
    assert (ran.code, ran.out) == (2, "")


def test_the_configurations_limits_are_in_force_and_echoed(rubout: Rubout, tree: Tree) -> None:
    root = tree({**THREE, "rubout.toml": "[clones]\nmin_distinct = 23\nkeep_imports = true\nbudget = 5\n"})
    report = read(rubout("clones", root, "--format", "json").out)
    assert report["counts"]["classes"] == 0
    assert report["knobs"] == {
        "k": 25, "w": 26, "min_tokens": 50, "min_distinct": 23, "keep_imports": True, "budget": 5
    }  # fmt: skip


def test_imports_are_masked_and_counted_unless_kept(rubout: Rubout, tree: Tree) -> None:
    imports = "".join(f"from pkg.part{number} import alpha, beta as gamma\n" for number in range(9))
    root = tree({"rubout.toml": "", "a.py": imports, "b.py": imports})
    masked = read(rubout("clones", root, "--format", "json").out)["counts"]
    kept = read(rubout("clones", root, "--keep-imports", "--min-distinct", 0, "--format", "json").out)["counts"]
    assert (masked["masked_tokens"] > 100, masked["classes"]) == (True, 0)
    assert (kept["masked_tokens"], kept["classes"] > 0) == (0, True)


def test_shorter_copies_are_listed_on_request_and_gate_nothing(rubout: Rubout, tree: Tree) -> None:
    short = "".join(LOOP.splitlines(keepends=True)[:7])
    filler = "".join(f"x{number} = [{number}]\n" for number in range(40))
    root = tree(
        {"rubout.toml": "[clones]\nbudget = 0\n", "a.py": short + filler, "b.py": short + "import os\nos.exit()\n"}
    )
    ran = rubout("clones", root, "--advisory", "--check", "--format", "json")
    report = read(ran.out)
    assert (ran.code, report["counts"]["classes"]) == (0, 0)
    assert [pair["a"]["path"] for pair in report["advisory"]] == ["a.py"]
    assert 25 <= report["advisory"][0]["tokens"] < 50


@pytest.mark.parametrize("line", [1, 5])
def test_a_permit_in_or_above_a_place_takes_it_out_and_is_counted(rubout: Rubout, tree: Tree, line: int) -> None:
    lines = LOOP.splitlines(keepends=True)
    lines.insert(line - 1, "# rubout:allow(clones) -- kept apart on purpose\n")
    report = read(rubout("clones", tree({**THREE, "a.py": "".join(lines)}), "--format", "json").out)
    assert [member["path"] for member in report["rows"][0]["members"]] == ["b.py", "c.py"]
    assert (report["counts"]["permitted"], report["counts"]["excess"]) == (1, 1)


def test_a_permit_without_a_reason_permits_nothing_and_is_reported(rubout: Rubout, tree: Tree) -> None:
    report = read(rubout("clones", tree({**THREE, "a.py": "# rubout:allow(clones)\n" + LOOP}), "--format", "json").out)
    assert (report["counts"]["permitted"], report["counts"]["excess"]) == (0, 2)
    assert [(note["kind"], note["path"], note["line"]) for note in report["notes"]] == [("permit", "a.py", 1)]


def test_a_folder_bounds_what_is_compared_and_paths_stay_the_projects(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "pkg/b.py": LOOP, "pkg/c.py": SUM_UP})
    report = read(rubout("clones", root / "pkg", "--format", "json").out)
    assert [member["path"] for member in report["rows"][0]["members"]] == ["pkg/b.py", "pkg/c.py"]
    assert report["counts"]["files"] == 2


def test_a_file_is_compared_with_itself(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP + SUM_UP, "b.py": LOOP})
    report = read(rubout("clones", root / "a.py", "--format", "json").out)
    assert [member["start_line"] for member in report["rows"][0]["members"]] == [1, 11]


@pytest.mark.parametrize("copies", [2, 4, 64, 65, 66])
def test_one_copy_more_is_one_more_of_excess(rubout: Rubout, tree: Tree, copies: int) -> None:
    files = {f"f{number:02}.py": LOOP for number in range(copies)}
    report = read(rubout("clones", tree({"rubout.toml": "", **files}), "--format", "json").out)
    assert report["counts"]["excess"] == copies - 1
    assert [len(row["members"]) for row in report["rows"]] == [copies]


@pytest.mark.parametrize("copies", [2, 3, 4, 7])
def test_copies_back_to_back_are_one_class_of_pieces(rubout: Rubout, tree: Tree, copies: int) -> None:
    report = read(rubout("clones", tree({"rubout.toml": "", "a.py": LOOP * copies}), "--format", "json").out)
    (row,) = report["rows"]
    assert [member["start_line"] for member in row["members"]] == [1 + 10 * number for number in range(copies)]
    assert report["counts"]["excess"] == copies - 1


def test_files_without_a_copy_are_a_clean_pass(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("clones", tree({"rubout.toml": "[clones]\nbudget = 0\n", "a.py": "x = 1\n"}), "--check")
    assert ran.code == 0


def test_a_path_that_is_not_there_is_refused(rubout: Rubout, tmp_path: Path) -> None:
    ran = rubout("clones", tmp_path / "gone")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no `" in ran.err
