"""`rubout edits`, and its facts and verdicts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow, Rubout, Tree

FUNCTION = "def load(path):\n    data = read_all_bytes(path)\n    return decode(data)\n"


@pytest.fixture
def moved(tree: Tree, grow: Grow) -> Path:
    """A function that left a file for one that git does not know yet."""
    root = tree({"rubout.toml": "", "a.py": f"import x\n{FUNCTION}", "lib/c.py": "x = 1\n"}, git=True)
    return grow(root, {"a.py": "import x\n", "lib/b.py": FUNCTION})


def test_a_moved_function_is_told_from_a_deleted_one(rubout: Rubout, moved: Path) -> None:
    ran = rubout("edits", moved)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Changed: 2 files.\n"
        "\n"
        "a.py  +0 novel  +0 moved in  -0  -3 moved out\n"
        "lib/b.py  +0 novel  +3 moved in  -0\n"
        "moved: a.py:load/1 -> lib/b.py:load/1 (3 lines)\n"
        "\n"
        "Moved: 3 lines moved, 0 new, 0 deleted in 2 files.\n"
    )


def test_a_path_narrows_what_is_shown_and_not_what_is_judged(rubout: Rubout, moved: Path) -> None:
    report = json.loads(rubout("edits", moved / "lib", "--format", "json").out)
    assert [(row["path"], row["moved_in"]) for row in report["rows"]] == [("lib/b.py", 3)]
    assert [route["from"] for route in report["relocations"]] == ["a.py"]


def test_a_later_run_looks_again(rubout: Rubout, moved: Path, git: Git) -> None:
    assert rubout("edits", moved, "--staged").out == "Changed: 0 files.\n\nApplied: no line changed.\n"
    git(moved, "add", "--all")
    assert "Moved: 3 lines moved" in rubout("edits", moved, "--staged").out
    git(moved, "commit", "--quiet", "--message=c")
    assert "no line changed" in rubout("edits", moved).out
    for which in (("--commit", "HEAD"), ("--range", "HEAD~1..HEAD"), ("--range", "HEAD~1.."), ("--base", "HEAD~1")):
        assert "Moved: 3 lines moved" in rubout("edits", moved, *which).out, which


def test_three_dots_are_two(rubout: Rubout, moved: Path, git: Git) -> None:
    git(moved, "add", "--all")
    git(moved, "commit", "--quiet", "--message=c")
    git(moved, "switch", "--quiet", "--create=side", "HEAD~1")
    git(moved, "commit", "--quiet", "--allow-empty", "--message=s")
    for end in ("main", ""):
        two, three = (rubout("edits", moved, "--range", f"side{dots}{end}") for dots in ("..", "..."))
        assert (two, two.code) == (three, 0)
        assert ("Moved: 3 lines moved" in three.out) == (end == "main")


def test_a_change_without_a_judged_file_is_not_called_applied(rubout: Rubout, moved: Path, grow: Grow) -> None:
    grow(moved, {"go.mod": "module x\n"})
    assert rubout("edits", moved).out.endswith(
        "\nnote files left out: 1 not judged\n"
        "\nMoved: 3 lines moved, 0 new, 0 deleted in 2 files; 1 of 3 changed files was left out.\n"
    )
    grow(moved, {"a.py": f"import x\n{FUNCTION}"})
    (moved / "lib" / "b.py").unlink()
    assert rubout("edits", moved).out == (
        "Changed: 0 files, 1 left out.\n"
        "\nnote files left out: 1 not judged\n"
        "\nNothing judged: 1 changed file is of no judged language.\n"
    )


def test_the_workers_change_no_byte(rubout: Rubout, moved: Path) -> None:
    assert rubout("edits", moved, "--jobs", 3) == rubout("edits", moved, "--no-cache", "--jobs", 1)


def test_stacking_never_fails(rubout: Rubout, tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": "def f():\n    pass\n"}, git=True)
    grow(root, {"a.py": "def f():\n    pass\ndef f():\n" + "".join(f"    step_{n}()\n" for n in range(25))})
    ran = rubout("edits", root)
    assert ran.code == 0
    said = "a.py:3 gains a second f/0 (3-28) beside 1-2; 26 new lines with a letter or a digit, 0 deleted"
    assert f"stacked: {said}\n" in ran.out


def test_what_cannot_be_judged_exits_2(rubout: Rubout, tree: Tree, grow: Grow) -> None:
    line = "repeat_this_line_often()\n"
    root = grow(tree({"a.py": line * 64}, git=True), {"a.py": "", "b.py": line * 65})
    assert rubout("edits", root).code == 2
    assert rubout("facts", "edits", root).code == 2


@pytest.mark.parametrize(
    "argv",
    [
        ("--range", "HEAD"),
        ("--range", "a....b"),
        ("--range", ""),
        ("--base", "HEAD", "--staged"),
        ("--commit", "HEAD", "--range", "a..b"),
        ("--format", "sarif"),
        ("--base", "nothing"),
        ("--commit",),
    ],
)
def test_a_command_line_that_names_no_change_is_refused(rubout: Rubout, moved: Path, argv: tuple[str, ...]) -> None:
    ran = rubout("edits", moved, *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rubout: ")


def test_without_a_repository_the_root_is_named(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": "x = 1\n"})
    ran = rubout("edits", root)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"rubout: {root}: no repository\n  fix: run it in a repository of git\n"


def test_facts_judge_to_the_verdict_of_the_command(rubout: Rubout, moved: Path, tmp_path: Path) -> None:
    facts = rubout("facts", "edits", moved)
    assert facts.code == 0
    kept = tmp_path / "facts.json"
    kept.write_text(facts.out)
    judged = rubout("judge", "edits", kept)
    verdict, report = json.loads(judged.out), json.loads(rubout("edits", moved, "--format", "json").out)
    assert judged.code == 0
    assert [tuple(pair[0]) for pair in verdict["pairs"]] == [
        tuple(row[name] for name in ("matched", "novel", "moved_in", "deleted", "moved_out")) for row in report["rows"]
    ]
    assert [route[-1] for route in verdict["relocations"]] == [route["lines"] for route in report["relocations"]]
    assert all(verdict[key] == report[key] for key in ("fail", "degraded", "reason", "knobs"))


def test_facts_hold_names_of_units_and_no_other_text(rubout: Rubout, moved: Path) -> None:
    out = rubout("facts", "edits", moved).out
    assert "load/1" in out
    assert "read_all_bytes" not in out


def test_facts_that_are_none_are_refused(rubout: Rubout, moved: Path, tmp_path: Path) -> None:
    document = json.loads(rubout("facts", "edits", moved).out)
    document["facts"]["pairs"][1]["added"][0][0] = 9
    kept = tmp_path / "facts.json"
    kept.write_text(json.dumps(document))
    ran = rubout("judge", "edits", kept)
    assert (ran.code, ran.out) == (2, "")
    assert "edits pairs[1].added[0]: line 9 is not one of 3" in ran.err
