"""The files without a language, listed where somebody asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow

FILES: dict[str, str | bytes] = {
    "a.py": "",
    "Makefile": "all:\n",
    "deep/data.bin": b"\0",
    "vendor/Makefile": "all:\n",
    ".env": "",
}


@pytest.mark.parametrize("kept", [True, False])
def test_nobody_who_does_not_ask_gets_them(grow: Grow, tmp_path: Path, kept: bool) -> None:
    found = candidates(str(grow(tmp_path, FILES, git=kept)))
    assert (found.others, found.hidden) == (None, ())
    assert [file.path for file in found.everything()] == ["a.py"]


@pytest.mark.parametrize("kept", [True, False])
def test_the_walked_files_without_a_language_come_in_order(grow: Grow, tmp_path: Path, kept: bool) -> None:
    found = candidates(str(grow(tmp_path, FILES, git=kept)), others=True)
    assert [file.path for file in found.others or ()] == ["Makefile", "deep/data.bin"]
    assert [file.path for file in found.files] == ["a.py"]


def test_the_rest_of_the_universe_is_the_same_for_who_asks(grow: Grow, tmp_path: Path) -> None:
    root = str(grow(tmp_path, FILES, git=True))
    assert candidates(root, others=True)._replace(others=None, hidden=()) == candidates(root)


def test_what_a_dot_alone_keeps_out_is_hidden(grow: Grow, tmp_path: Path, git: Git) -> None:
    root = grow(tmp_path, {"a.py": "", ".gitignore": "secret/\n"}, git=True)
    for path in (".ci.yml", ".tool", "secret/.x"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("")
    found = candidates(str(root), others=True)
    assert [file.path for file in found.hidden] == [".ci.yml", ".tool"]
    git(root, "add", ".ci.yml", ".tool")
    found = candidates(str(root), others=True)
    assert found.hidden == ()
    assert {file.path for file in found.everything()} == {"a.py", ".gitignore", ".ci.yml", ".tool"}


def test_a_symlink_is_none_of_them(grow: Grow, tmp_path: Path) -> None:
    root = grow(tmp_path, {"a.py": ""}, git=True)
    (root / "link").symlink_to("a.py")
    assert candidates(str(root), others=True).others == ()


@pytest.mark.parametrize("kept", [True, False])
def test_the_manifests_of_pipelines_are_listed_with_git_and_without(grow: Grow, tmp_path: Path, kept: bool) -> None:
    files: dict[str, str | bytes] = {"a.py": "", ".github/workflows/ci.yml": "", ".circleci/config.yml": ""}
    found = candidates(str(grow(tmp_path, files, git=kept)), others=True)
    assert {file.path for file in found.everything()} == set(files)
