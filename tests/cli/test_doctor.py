"""`rubout doctor` says what rubout runs on, and fails only for what is broken."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from rubout.cli.doctor import examine, grammars, installed_version, parser
from rubout.cli.doctor_line import Line, State
from rubout.cli.main import main
from tests.reports import said_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree


def ran(path: Path) -> tuple[int, str]:
    out = io.StringIO()
    return main(("doctor", str(path)), out, io.StringIO()), out.getvalue()


def about(subject: str, anchor: Path) -> list[tuple[State, str]]:
    return said_of(examine(anchor), subject)


def test_a_project_without_anything_is_in_order(tmp_path: Path) -> None:
    code, out = ran(tmp_path)
    assert code == 0
    assert f"project        {tmp_path.resolve()}\n" in out
    assert "configuration  none: the defaults hold\n" in out
    assert "FAIL" not in out


def test_the_configuration_in_force_is_named(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").write_text("exclude = ['a']\n[clones]\nbudget = 1\n")
    assert about("configuration", tmp_path) == [(State.FINE, "rubout.toml, 2 keys set")]


def test_a_broken_configuration_fails_with_its_own_message(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").write_text("[clones]\nbudgt = 1\n")
    code, out = ran(tmp_path)
    assert code == 1
    assert "FAIL  configuration  rubout.toml: [clones] budgt: unknown key\n  fix: did you mean `budget`?" in out


def test_a_misspelt_guard_mode_fails(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").write_text("[guard]\nmode = 'Deny'\n")
    code, out = ran(tmp_path)
    assert code == 1
    assert 'unknown guard mode "Deny", expected observe | warn | ask | deny' in out


def test_a_path_that_is_not_there_is_no_project(tmp_path: Path, rubout: Rubout) -> None:
    ran = rubout("doctor", tmp_path / "gone")
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no `{tmp_path / 'gone'}`" in ran.err


def test_a_path_below_finds_the_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    assert f"project        {tmp_path.resolve()}\n" in ran(tmp_path / "src")[1]


def test_every_grammar_that_is_installed_as_pinned_is_counted(tmp_path: Path) -> None:
    [(state, what)] = about("grammars", tmp_path)
    assert state is State.FINE
    assert what == "16 of 16 as pinned"


@pytest.mark.parametrize(
    ("version", "state", "words"),
    [
        ("9.9.9", State.BROKEN, "tree-sitter-go 9.9.9 is installed"),
        (None, State.WARNING, "tree-sitter-go is not installed"),
    ],
)
def test_another_grammar_version_is_broken_and_a_missing_one_is_a_warning(
    version: str | None, state: State, words: str
) -> None:
    found = {"tree-sitter-go": version}
    line, summary = grammars(lambda name: found.get(name, installed_version(name)))
    assert line.state is state
    assert line.what.startswith(words)
    assert "fix: pip install tree-sitter-go==" in line.what
    assert summary == Line(State.FINE, "grammars", "15 of 16 as pinned")


@pytest.mark.parametrize(
    ("version", "words"),
    [("0.25.1", "tree-sitter 0.25.1 is installed, not 0.25.2"), (None, "tree-sitter is not installed")],
)
def test_a_parser_that_is_not_the_pinned_one_is_broken(version: str | None, words: str) -> None:
    line = parser({"tree-sitter": version}.get)
    assert line.state is State.BROKEN
    assert line.what.startswith(words)
    assert line.what.endswith("fix: pip install tree-sitter==0.25.2")


def test_the_index_is_shown_with_its_size(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", "a.py": "x = 1\n"})
    assert rubout("scan", root).code == 0
    size = (root / ".rubout" / "index.db").stat().st_size >> 10
    assert about("index", root) == [(State.FINE, f".rubout/index.db, {size} KiB")]


def test_an_index_that_is_none_is_broken(tmp_path: Path) -> None:
    (tmp_path / ".rubout").mkdir()
    (tmp_path / ".rubout" / "index.db").write_bytes(b"x" * 2048)
    code, out = ran(tmp_path)
    assert code == 1
    assert "FAIL  index          .rubout/index.db cannot be read: file is not a database" in out
    assert "index: unreadable (degraded)" in out


def test_a_folder_name_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "\x1b[31m").mkdir()
    assert "\x1b" not in ran(tmp_path / "\x1b[31m")[1]
