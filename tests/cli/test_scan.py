"""`rubout scan`: the worked examples of docs/methodology/scan.md that a person can see, and the exit status."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

BROKEN = "def f(a:\n    return a\n\n\ndef g(b):\n    return b\n"
NESTED = "if a:\n    for i in b:\n        if i: pass\n"


def rows_of(out: str) -> list[tuple[str, str, str, int]]:
    return [(row["path"], row["rule"], row["level"], row["value"]) for row in json.loads(out)["rows"]]


@pytest.mark.parametrize(("switch", "level", "code"), [("false", "warn", 0), ("true", "fail", 1)])
def test_a_syntax_error_is_a_row_of_its_own(rubout: Rubout, tree: Tree, switch: str, level: str, code: int) -> None:
    root = tree({"rubout.toml": f"[thresholds]\nparse_errors_fail = {switch}\n", "a.py": BROKEN})
    ran = rubout("scan", root, "--format", "json")
    assert ran.code == code
    ((path, rule, found, value),) = rows_of(ran.out)
    assert (path, rule, found) == ("a.py", "parse-errors", level)
    assert value >= 1


def test_code_outside_functions_is_measured_like_a_function(rubout: Rubout, tree: Tree) -> None:
    limits = "[thresholds]\ncyclomatic_warn = 3\ncognitive_warn = 5\nnesting_warn = 2\n"
    ran = rubout("scan", tree({"rubout.toml": limits, "a.py": NESTED}), "--format", "json")
    assert rows_of(ran.out) == [
        ("a.py", "cyclomatic", "warn", 4),
        ("a.py", "cognitive", "warn", 6),
        ("a.py", "nesting", "warn", 3),
    ]
    assert {row["subject"] for row in json.loads(ran.out)["rows"]} == {"(toplevel)"}


def test_a_long_table_of_data_is_no_finding(rubout: Rubout, tree: Tree) -> None:
    table = "D = {\n" + "".join(f'    "k{number}": {number},\n' for number in range(298)) + "}\n"
    ran = rubout("scan", tree({"rubout.toml": "", "a.py": table}), "--format", "json")
    assert (ran.code, rows_of(ran.out)) == (0, [])


@pytest.mark.parametrize(
    ("lines", "level", "code"), [(300, None, 0), (301, "warn", 0), (750, "warn", 0), (751, "fail", 1)]
)
def test_a_files_length_is_judged_on_both_sides_of_its_lines(
    rubout: Rubout, tree: Tree, lines: int, level: str | None, code: int
) -> None:
    ran = rubout("scan", tree({"rubout.toml": "", "a.yml": "a: 1\n" * lines}), "--format", "json")
    assert ran.code == code
    assert rows_of(ran.out) == ([("a.yml", "file-lines", level, lines)] if level else [])


def test_text_says_place_rule_and_limit(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("scan", tree({"rubout.toml": "", "a.yml": "a: 1\n" * 751}))
    assert "FAIL a.yml:1 file-lines = 751 (limit 750)" in ran.out


def test_a_folder_and_a_file_bound_what_is_judged(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": "x = 1\n", "pkg/b.py": "x = 1\n", "pkg/c.py": "x = 1\n"})
    expected = {"": ["a.py", "pkg/b.py", "pkg/c.py"], "pkg": ["pkg/b.py", "pkg/c.py"], "pkg/c.py": ["pkg/c.py"]}
    for part, paths in expected.items():
        files = json.loads(rubout("scan", root / part, "--format", "json").out)["files"]
        assert [file["path"] for file in files] == paths


def test_what_was_left_out_is_counted_by_rule(rubout: Rubout, tree: Tree) -> None:
    files = {
        "rubout.toml": 'exclude = ["skip.py"]\n',
        ".ruboutignore": "mine.py\n",
        **dict.fromkeys(("a.py", "skip.py", "mine.py", "vendor/b.py", ".hidden.py"), "x = 1\n"),
        "made.py": "# @generated\n",
        "lib.js": "x;" * 400 + "\n",
    }
    counts = json.loads(rubout("scan", tree(files), "--format", "json").out)["counts"]
    assert counts["excluded"] == {
        "builtin": 1, "dot": 1, "exclude": 1, "generated": 1, "minified": 1, "ruboutignore": 1
    }  # fmt: skip
    assert counts["files"] == 1


@pytest.mark.parametrize(
    ("config", "word"),
    [
        ("[thresholds]\nfile_lines_wran = 3\n", "file_lines_warn"),
        ("[thresholds]\nfile_lines_warn = 'x'\n", "file_lines_warn"),
        ("[thresholds]\nfile_lines_warn = 9\nfile_lines_fail = 8\n", "file_lines_fail"),
        ("[erase]\n", "erase"),
        ("not toml", "rubout.toml"),
    ],
)
@pytest.mark.parametrize("command", ["scan", "clones", "check"])
def test_a_configuration_that_is_wrong_is_no_pass(
    rubout: Rubout, tree: Tree, command: str, config: str, word: str
) -> None:
    ran = rubout(command, tree({"rubout.toml": config, "a.py": "x = 1\n"}))
    assert (ran.code, ran.out) == (2, "")
    assert word in ran.err


@pytest.mark.parametrize("command", ["scan", "clones", "check"])
def test_two_configurations_in_one_folder_are_refused(rubout: Rubout, tree: Tree, command: str) -> None:
    ran = rubout(command, tree({"rubout.toml": "", "pyproject.toml": "[tool.rubout]\n", "a.py": "x = 1\n"}))
    assert ran.code == 2
    assert "rubout.toml" in ran.err
    assert "pyproject.toml" in ran.err


@pytest.mark.parametrize("command", ["scan", "clones", "check"])
def test_a_path_that_is_not_there_is_refused(rubout: Rubout, tmp_path: Path, command: str) -> None:
    ran = rubout(command, tmp_path / "gone")
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no `{tmp_path / 'gone'}`" in ran.err


@pytest.mark.parametrize("command", ["scan", "clones", "check"])
@pytest.mark.parametrize("repository", [True, False])
def test_a_run_over_nothing_is_no_pass(rubout: Rubout, tree: Tree, command: str, repository: bool) -> None:
    ran = rubout(command, tree({"rubout.toml": "", "vendor/a.py": "x = 1\n"}, git=repository))
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to judge (left out: " in ran.err
    assert "builtin" in ran.err


@pytest.mark.parametrize("command", ["scan", "clones", "check"])
def test_the_status_is_the_same_in_every_format(rubout: Rubout, tree: Tree, command: str) -> None:
    root = tree({"rubout.toml": "[clones]\nbudget = 0\n", "a.py": "x = 1\n" * 751})
    formats = ("text", "json", "sarif", "github", "markdown")
    assert len({rubout(command, root, "--format", name).code for name in formats}) == 1
