"""The same tree gives the same bytes, whatever runs over it, wherever, and however often."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from typing import TYPE_CHECKING

import pytest

import rubout as package
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, Grow, Rubout, Tree

SOURCE = Path(package.__file__).parents[1]
FORMATS = ("text", "json", "sarif", "github", "markdown")
# Runs command lines one after the other and prints what they came to.
ALL = """
import io, json, sys
from rubout.cli.main import main
said = []
for argv in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    said.append([argv, int(main(argv, out, err)), out.getvalue(), err.getvalue()])
sys.stdout.buffer.write(json.dumps(said).encode())
"""
TS_LOOP = """\
export function total(items: Item[], rate: number): number {
  let out = 0;
  for (const x of items) {
    if (x.price > 0 && rate !== 1) { out += x.price * rate; } else { log("low", `a${out}`); }
  }
  return out;
}
"""
NOTEBOOK = {
    "cells": [{"cell_type": "code", "source": LOOP}],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
# Comments make work enough for two processes, and cost little.
BULK = "# " + "words and words " * 300 + "\n"
FILES = {
    "rubout.toml": "[clones]\nbudget = 1\n[thresholds]\nfn_lines_warn = 5\nnesting_warn = 1\nfile_lines_warn = 9\n",
    "a.py": LOOP,
    "b.py": LOOP.replace("out", "acc"),
    "c.py": LOOP * 4,
    "é ü/d.py": "# rubout:allow(clones) -- on purpose\n" + LOOP,
    "e.ts": TS_LOOP * 2,
    "f.tsx": TS_LOOP.replace("rate", "scale"),
    "g.ipynb": json.dumps(NOTEBOOK),
    "broken.py": "def f(a:\n" + LOOP,
    "made.py": "# @generated\n" + LOOP,
    "notes.md": "words\n" * 400,
    **dict.fromkeys(("AGENTS.md", "CLAUDE.md", "docs/guide.rst"), f"{prose(60)}\n"),
    **{f"bulk/{number:02}.py": f"{BULK * 2}x{number} = {number}\n" for number in range(20)},
}


@pytest.fixture
def project(tree: Tree) -> Path:
    return tree(FILES, git=True)


def command_lines(root: str, *options: str) -> list[list[str]]:
    reports = [
        [command, root, "--format", name, *options] for command in ("scan", "clones", "check") for name in FORMATS
    ]
    return [
        *reports,
        ["clones", root, "--pairs", "--advisory", "--format", "json", *options],
        ["near-miss", root, "--advisory", "--format", "json", *options],
        ["clones", root, "--keep-imports", "--min-tokens", "30", "--format", "json", *options],
        ["clones", f"{root}/bulk", "--check", *options],
        ["scan", root, "--color", "always", *options],
        *(["docdup", root, "--advisory", "--format", name, *options] for name in FORMATS),
        *(["facts", family, root, *options] for family in ("scan", "clones", "docdup", "score")),
        ["explain", "clones:87959bfdca35", root, *options],
        ["explain", "score:clone", root, *options],
        *(["why", f"{root}/{path}", "--format", name] for path in ("a.py", "made.py") for name in ("text", "json")),
        ["clones", f"{root}/gone"],
    ]  # fmt: skip


def said(
    lines: list[list[str]], *, cwd: Path | None = None, source: Path = SOURCE, **environment: str
) -> list[tuple[int, str]]:
    """What the command lines came to, in one process of their own."""
    ended = subprocess.run(
        [sys.executable, "-c", ALL, json.dumps(lines)],
        env={**os.environ, "PYTHONPATH": str(source), **environment},
        cwd=cwd,
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert ended.stderr == b""
    answers = json.loads(ended.stdout)
    assert [bool(err) for *_, err in answers] == [False] * (len(lines) - 1) + [True]
    return [(code, out) for _, code, out, _ in answers]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, grow: Grow) -> list[tuple[int, str]]:
    root = grow(tmp_path_factory.mktemp("expected").resolve() / "tree", FILES, git=True)
    answers = said(command_lines(str(root), "--no-cache"), PYTHONHASHSEED="0")
    assert {code for code, _ in answers} == {0, 1, 2}
    assert all(out or code == 2 for code, out in answers)
    return answers


def test_neither_the_cache_nor_a_hash_seed_nor_workers_change_a_byte(
    project: Path, expected: list[tuple[int, str]]
) -> None:
    cached = command_lines(str(project))
    assert said(cached, PYTHONHASHSEED="1") == expected  # cold, then half-warm as one command follows another
    assert said(cached, PYTHONHASHSEED="2") == expected  # said before
    rmtree(project / ".rubout/answers")
    assert said(command_lines(str(project), "--jobs", "2"), PYTHONHASHSEED="3") == expected  # from the index
    (project / ".rubout/index.db").unlink()
    rmtree(project / ".rubout/answers")
    assert said(command_lines(str(project), "--jobs", "1")) == expected
    assert said(command_lines(str(project), "--jobs", "2", "--no-cache")) == expected


def test_neither_the_locale_nor_the_time_zone_nor_the_working_folder_change_a_byte(
    project: Path, expected: list[tuple[int, str]]
) -> None:
    elsewhere = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "Pacific/Chatham"}
    lines = command_lines(str(project), "--no-cache")
    assert said(lines, cwd=project / "bulk", source=SOURCE, **elsewhere) == expected
    assert said(command_lines(str(project)), COLUMNS="30", TERM="dumb", NO_COLOR="1") == expected


def test_the_place_of_a_tree_changes_no_byte_of_a_report(project: Path, expected: list[tuple[int, str]]) -> None:
    copy = project.parent / "another place/é"
    copytree(project, copy, symlinks=True)
    answers = said(command_lines(str(copy)))
    assert answers == expected
    assert said(command_lines(".", "--no-cache"), cwd=copy) == expected


def test_the_order_in_which_files_were_made_changes_no_byte(tree: Tree, expected: list[tuple[int, str]]) -> None:
    backwards = tree(dict(reversed(FILES.items())), git=True, name="backwards")
    assert said(command_lines(str(backwards))) == expected


def without_git(root: Path) -> None:
    rmtree(root / ".git")


def with_linked_parent(root: Path) -> None:
    (root.parent / "link").symlink_to(root)


@pytest.mark.parametrize("change", [without_git, with_linked_parent])
def test_how_files_are_found_changes_no_byte_of_what_is_said_of_them(
    project: Path, expected: list[tuple[int, str]], change: Callable[[Path], None]
) -> None:
    change(project)
    link = project.parent / "link"
    lines = command_lines(str(link if link.exists() else project))
    first = said(lines)
    assert said(lines) == first
    clones = range(5, 10)
    assert [first[number] for number in clones] == [expected[number] for number in clones]


def test_what_a_run_says_does_not_depend_on_runs_before_it_in_the_same_process(
    project: Path, expected: list[tuple[int, str]]
) -> None:
    *lines, last = command_lines(str(project), "--no-cache")
    assert said([*lines[::-2], last])[-2::-1] == expected[len(lines) % 2 ^ 1 : -1 : 2]


def test_compiled_or_not_the_reports_are_the_same(
    project: Path, tmp_path: Path, expected: list[tuple[int, str]]
) -> None:
    if not [*SOURCE.glob("rubout/kernels/*.so"), *SOURCE.glob("rubout/kernels/*.pyd")]:
        pytest.skip("NOT COMPARED: the kernels of this installation are not compiled")
    plain = tmp_path / "plain"
    copytree(SOURCE / "rubout", plain / "rubout", ignore=ignore_patterns("*.so", "*.pyd", "__pycache__"))
    assert said(command_lines(str(project), "--no-cache"), source=plain) == expected


def test_a_committed_scratch_folder_is_neither_believed_nor_written(tree: Tree, git: Git, rubout: Rubout) -> None:
    root = tree({"a.py": "x = 1\n"}, git=True)
    honest = rubout("scan", root)
    (root / "b.py").write_text("x = 2\n")
    git(root, "add", "--force", ".rubout", "b.py")
    held = {path: path.read_bytes() for path in (root / ".rubout").rglob("*") if path.is_file()}
    ran = rubout("scan", root)
    assert ran.out == rubout("scan", root, "--no-cache").out != honest.out
    assert ".rubout/ is tracked by git" in ran.err
    assert {path: path.read_bytes() for path in (root / ".rubout").rglob("*") if path.is_file()} == held
