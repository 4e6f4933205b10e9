"""`rubout init` writes one file, once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from rubout.config.read import read_config
from rubout.config.records import Config
from rubout.config.reference import commented_file
from tests.reports import said

if TYPE_CHECKING:
    from pathlib import Path


def ran(*argv: str) -> tuple[int, str, str]:
    return said("init", *argv)


def test_it_writes_a_file_that_changes_nothing_and_nothing_else(tmp_path: Path) -> None:
    code, out, err = ran(str(tmp_path))
    assert (code, err) == (0, "")
    assert out == f"wrote {tmp_path / 'rubout.toml'}: every key, commented out\n"
    assert (tmp_path / "rubout.toml").read_text() == commented_file()
    assert os.listdir(tmp_path) == ["rubout.toml"]
    assert read_config(tmp_path) == Config()


def test_without_a_folder_it_writes_to_the_root_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    assert ran()[0] == 0
    assert (tmp_path / "rubout.toml").is_file()


def test_a_folder_of_a_project_may_become_one_of_its_own(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "part").mkdir()
    assert ran(str(tmp_path / "part"))[0] == 0
    assert (tmp_path / "part" / "rubout.toml").is_file()


@pytest.mark.parametrize(
    ("name", "text"), [("rubout.toml", "exclude = ['a']\n"), ("rubout.toml", ""), ("pyproject.toml", "[tool.rubout]\n")]
)
def test_a_configuration_that_is_there_is_kept(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    code, out, err = ran(str(tmp_path))
    assert (code, out) == (2, "")
    assert f"{tmp_path / name}: this project has a configuration" in err
    assert os.listdir(tmp_path) == [name]
    assert (tmp_path / name).read_text() == text


def test_a_pyproject_without_rubout_is_no_configuration(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert ran(str(tmp_path))[0] == 0


def test_a_broken_configuration_is_refused_as_such(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").write_text("exclude = [\n")
    code, _, err = ran(str(tmp_path))
    assert code == 2
    assert "not TOML" in err


@pytest.mark.parametrize("name", ["file", "gone"])
def test_a_root_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = ran(str(tmp_path / name))
    assert code == 2
    assert "is no folder" in err
