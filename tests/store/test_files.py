"""Text files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import StoreError
from rubout.store.files import create_text, replace_text

Write = Callable[[Path, str], None]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("write", [create_text, replace_text])
def test_the_text_is_there_and_nothing_else_is(tmp_path: Path, write: Write) -> None:
    write(tmp_path / "a.md", "één\r\n")
    assert (tmp_path / "a.md").read_bytes() == "één\r\n".encode()
    assert os.listdir(tmp_path) == ["a.md"]


@pytest.mark.parametrize("write", [create_text, replace_text])
def test_a_new_file_has_the_mode_that_the_mask_gives(tmp_path: Path, write: Write) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "a", "")
    finally:
        os.umask(before)
    assert mode(tmp_path / "a") == 0o640


def test_replacing_keeps_the_mode(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(0o755)
    replace_text(tmp_path / "a", "new")
    assert ((tmp_path / "a").read_text(), mode(tmp_path / "a")) == ("new", 0o755)


def test_replacing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_text("old")
    (tmp_path / "a").symlink_to(Path("real", "a"))
    replace_text(tmp_path / "a", "new")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "real" / "a").read_text() == "new"


def test_creating_leaves_what_is_there_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(FileExistsError):
        create_text(tmp_path / "a", "new")
    assert (tmp_path / "a").read_text() == "old"


def test_creating_does_not_write_through_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "gone")
    with pytest.raises(FileExistsError):
        create_text(tmp_path / "a", "new")
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("write", [create_text, replace_text])
def test_a_folder_that_is_missing_is_named(tmp_path: Path, write: Write) -> None:
    with pytest.raises(StoreError, match=r"a\.md: cannot be written: No such file"):
        write(tmp_path / "gone" / "a.md", "")


def test_a_folder_in_the_way_is_kept_and_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        replace_text(tmp_path / "a", "new")
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("write", [create_text, replace_text])
def test_text_that_is_no_unicode_leaves_nothing_behind(tmp_path: Path, write: Write) -> None:
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "a", "\udc80")
    assert os.listdir(tmp_path) == []


def test_a_failed_replacement_leaves_the_old_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        replace_text(tmp_path / "a", "\udc80")
    assert (tmp_path / "a").read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


@given(st.text())
def test_what_was_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("files") / "a"
    replace_text(path, text)
    assert path.read_bytes().decode() == text
