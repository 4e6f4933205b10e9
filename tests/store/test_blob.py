"""A value in a file of its own comes back as it was, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.store.blob import read_blob, set_aside, write_blob
from rubout.store.scratch import FOLDER
from tests.store.conftest import harmed

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


@given(value=st.binary())
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, value: bytes) -> None:
    anchor = str(tmp_path_factory.mktemp("project"))
    write_blob(anchor, "a.bin", value)
    found = read_blob(anchor, "a.bin")
    assert found is not None
    assert bytes(found) == value


def test_the_last_value_counts_and_names_are_apart(tmp_path: Path) -> None:
    for name, value in (("a.bin", b"1"), ("b.bin", b"2"), ("a.bin", b"3")):
        write_blob(str(tmp_path), name, value)
    assert [bytes(read_blob(str(tmp_path), name) or b"") for name in ("a.bin", "b.bin")] == [b"3", b"2"]


def test_there_is_nothing_where_nothing_was_written(tmp_path: Path) -> None:
    assert read_blob(str(tmp_path), "a.bin") is None
    (tmp_path / FOLDER / "a.bin").mkdir(parents=True)
    assert read_blob(str(tmp_path), "a.bin") is None


def test_any_damaged_byte_and_any_lost_end_is_noticed(tmp_path: Path) -> None:
    write_blob(str(tmp_path), "a.bin", b"some value")
    for _ in harmed(tmp_path / FOLDER / "a.bin"):
        assert read_blob(str(tmp_path), "a.bin") is None


def test_a_disk_that_refuses_is_no_error(tmp_path: Path) -> None:
    (tmp_path / FOLDER).touch()
    write_blob(str(tmp_path), "a.bin", b"1")
    assert read_blob(str(tmp_path), "a.bin") is None


def test_what_is_of_no_use_is_set_aside_once(tmp_path: Path) -> None:
    assert not set_aside(str(tmp_path), "a.bin")
    write_blob(str(tmp_path), "a.bin", b"1")
    assert set_aside(str(tmp_path), "a.bin")
    assert read_blob(str(tmp_path), "a.bin") is None
    assert bytes(read_blob(str(tmp_path), "a.bin.broken") or b"") == b"1"
    assert not set_aside(str(tmp_path), "a.bin")
