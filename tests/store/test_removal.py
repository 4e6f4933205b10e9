"""What rubout made goes away whole, and a link is not what it leads to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from rubout.errors import StoreError
from rubout.store.removal import remove, remove_empty_folders

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_files_folders_and_nothing_are_removed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder" / "deep").mkdir(parents=True)
    (tmp_path / "folder" / "deep" / "file").touch()
    for name in ("file", "folder", "gone"):
        remove(tmp_path / name)
    assert os.listdir(tmp_path) == []


def test_of_a_link_only_the_link_goes(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    (tmp_path / "link").symlink_to("kept")
    remove(tmp_path / "link")
    assert os.listdir(tmp_path) == ["kept"]
    assert os.listdir(tmp_path / "kept") == ["file"]


def test_what_stays_is_named(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").touch()
    (tmp_path / "folder").chmod(0o555)
    as_nobody()
    with pytest.raises(StoreError, match="file: cannot be removed: Permission denied"):
        remove(tmp_path / "folder" / "file")


def test_empty_folders_go_up_to_the_anchor(tmp_path: Path) -> None:
    anchor = tmp_path / "anchor"
    (anchor / "full" / "a" / "b").mkdir(parents=True)
    (anchor / "full" / "file").touch()
    remove_empty_folders(anchor / "full" / "a" / "b", anchor)
    assert os.listdir(anchor / "full") == ["file"]
    (anchor / "empty").mkdir()
    remove(anchor / "full")
    remove_empty_folders(anchor / "empty", anchor)
    assert os.listdir(tmp_path) == ["anchor"]
