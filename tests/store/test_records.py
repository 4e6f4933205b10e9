"""Tests of rubout.store.records."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.errors import StoreError
from rubout.store.records import Stored, add_record, read_records, record_name

if TYPE_CHECKING:
    from collections.abc import Callable

ID = f"sha256:{'ab' * 32}"
NAME = f"ab/{'ab' * 31}.json"


def listed(folder: Path) -> list[Stored]:
    return list(read_records(str(folder)))


def test_a_record_lies_where_its_name_says(tmp_path: Path) -> None:
    assert add_record(str(tmp_path / "records"), ID, b"x")
    assert record_name(ID) == NAME
    assert (tmp_path / "records" / NAME).read_bytes() == b"x"
    assert listed(tmp_path / "records") == [Stored(NAME, b"x")]


def test_a_record_is_never_changed(tmp_path: Path) -> None:
    assert add_record(str(tmp_path), ID, b"x")
    assert not add_record(str(tmp_path), ID, b"y")
    assert listed(tmp_path) == [Stored(NAME, b"x")]


def test_nothing_is_left_beside_a_record(tmp_path: Path) -> None:
    add_record(str(tmp_path), ID, b"x")
    add_record(str(tmp_path), ID, b"y")
    assert [path.name for path in (tmp_path / "ab").iterdir()] == [Path(NAME).name]


def test_what_a_killed_writer_left_is_no_record_and_is_removed(tmp_path: Path) -> None:
    (tmp_path / "ab").mkdir()
    left = tmp_path / "ab" / f"{Path(NAME).name}.999999999.0.tmp"
    left.write_bytes(b"half")
    assert listed(tmp_path) == []
    add_record(str(tmp_path), ID, b"x")
    assert not left.exists()


def test_of_many_writers_one_wins_and_its_record_is_whole(tmp_path: Path) -> None:
    texts = [bytes([number]) * 100_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(lambda text: add_record(str(tmp_path), ID, text), texts))
    assert won.count(True) == 1
    assert listed(tmp_path) == [Stored(NAME, texts[won.index(True)])]


def test_a_store_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert listed(tmp_path / "none") == []


def test_records_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    ids = [f"sha256:{number:064x}" for number in (3, 1 << 255, 2)]
    for each in ids:
        add_record(str(tmp_path), each, b"")
    assert [stored.name for stored in listed(tmp_path)] == sorted(record_name(each) for each in ids)


def test_what_is_no_file_is_shown_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"s")
    home = tmp_path / "records"
    home.mkdir()
    os.mkfifo(home / "fifo")
    (home / "link").symlink_to(tmp_path / "secret")
    (home / "folder").symlink_to(tmp_path)
    (home / "deep").mkdir()
    (home / "deep" / "er").mkdir()
    (home / "deep" / "er" / "note").write_bytes(b"n")
    assert listed(home) == [
        Stored("deep/er/note", b"n"),
        Stored("fifo", None),
        Stored("folder", None),
        Stored("link", None),
    ]


def test_what_is_larger_than_any_record_is_shown_and_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate((16 << 20) + 1)
    with (tmp_path / "fits").open("wb") as file:
        file.truncate(16 << 20)
    fits, large = listed(tmp_path)
    assert large == Stored("large", None)
    assert fits.raw is not None
    assert len(fits.raw) == 16 << 20


def test_a_disk_that_refuses_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "ab").write_bytes(b"no folder")
    with pytest.raises(StoreError, match="cannot be written"):
        add_record(str(tmp_path), ID, b"x")


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    add_record(str(tmp_path), ID, b"x")
    (tmp_path / NAME).chmod(0)
    as_nobody()
    with pytest.raises(StoreError, match="cannot be read"):
        listed(tmp_path)
