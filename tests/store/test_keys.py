"""Tests of rubout.store.keys."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from rubout.errors import ReviewError, StoreError
from rubout.store.keys import KEY_BYTES_MAX, create_private, private_names, read_private
from tests.refusals import review_code

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rubout" / "keys"


@pytest.fixture
def key(folder: Path) -> Path:
    create_private(str(folder / "a.key"), b"secret")
    return folder / "a.key"


def code_of(path: Path) -> str:
    return review_code(read_private, str(path))


def test_a_key_and_its_folder_are_for_their_owner_alone_whatever_the_mask(folder: Path) -> None:
    mask = os.umask(0)
    try:
        create_private(str(folder / "a.key"), b"secret")
    finally:
        os.umask(mask)
    assert (folder / "a.key").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert read_private(str(folder / "a.key")) == b"secret"


def test_a_key_is_never_replaced(key: Path) -> None:
    with pytest.raises(FileExistsError):
        create_private(str(key), b"other")
    assert key.read_bytes() == b"secret"


def test_a_key_is_not_written_through_a_link(folder: Path, key: Path, tmp_path: Path) -> None:
    (folder / "b.key").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        create_private(str(folder / "b.key"), b"other")
    assert key.exists()
    assert not (tmp_path / "elsewhere").exists()


def test_no_key_is_written_into_a_folder_that_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "keys").symlink_to(tmp_path / "real")
    with pytest.raises(ReviewError, match="not what its name says"):
        create_private(str(tmp_path / "keys" / "a.key"), b"secret")


@pytest.mark.parametrize("mode", [0o750, 0o707, 0o770])
def test_no_key_is_written_into_a_folder_that_is_open_to_others(folder: Path, mode: int) -> None:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    with pytest.raises(ReviewError, match="chmod 700"):
        create_private(str(folder / "a.key"), b"secret")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o610, 0o601])
def test_a_key_with_any_bit_for_others_is_refused(key: Path, mode: int) -> None:
    key.chmod(mode)
    assert code_of(key) == "key_permissions"
    key.chmod(0o400)
    assert read_private(str(key)) == b"secret"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_another_users_key_is_refused(key: Path) -> None:
    os.chown(key, 65534, 65534)
    assert code_of(key) == "key_permissions"


def test_a_link_to_a_key_is_refused_and_its_target_named(key: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(key)
    with pytest.raises(ReviewError, match=str(key)):
        read_private(str(tmp_path / "link"))


def test_a_fifo_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo", 0o600)
    assert code_of(tmp_path / "fifo") == "key_permissions"


def test_no_key_and_a_folder_are_told_apart(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_private(str(folder / "none.key"))
    folder.mkdir(parents=True)
    assert code_of(folder) == "key_permissions"


def test_no_more_is_read_than_any_key_needs(folder: Path) -> None:
    create_private(str(folder / "a.key"), b"x" * (KEY_BYTES_MAX + 1))
    assert len(read_private(str(folder / "a.key"))) == KEY_BYTES_MAX


def test_names_ascend_and_there_may_be_none(folder: Path, key: Path, tmp_path: Path) -> None:
    create_private(str(folder / "B.key"), b"")
    assert private_names(str(folder)) == ["B.key", key.name]
    assert private_names(str(tmp_path / "none")) == []
    with pytest.raises(StoreError):
        private_names(str(key))


def test_a_disk_that_refuses_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot be written"):
        create_private(str(tmp_path / "file" / "keys" / "a.key"), b"")
