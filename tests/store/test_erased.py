"""Files of the tree that an erase changes, its log, and its undo file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rubout.errors import StoreError
from rubout.facts.erase_undo import LogRecord
from rubout.store import erase_log
from rubout.store.erased import content_at, put, take_away
from rubout.store.scratch import scratch_folder

RECORD = LogRecord(
    ts_ms=1, cls="dead_file", path="a", span=None, provenance="w", hash="h", erased_sha256="e", plan="p", head="c"
)


@pytest.fixture
def anchor(tmp_path: Path) -> str:
    return str(tmp_path.resolve())


@pytest.mark.parametrize("mode", [0o644, 0o755, 0o600])
def test_a_file_is_put_in_place_with_its_mode_and_the_folders_it_lies_in(anchor: str, mode: int) -> None:
    put(anchor, "a/b/c.py", b"x\r\n\xff", mode)
    place = Path(anchor, "a/b/c.py")
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"x\r\n\xff", mode)
    assert content_at(anchor, "a/b/c.py") == b"x\r\n\xff"
    assert [path.name for path in Path(anchor, ".rubout").iterdir()] == [".gitignore"]


def test_a_file_that_is_taken_away_leaves_its_folder(anchor: str) -> None:
    put(anchor, "a/b.py", b"x", 0o644)
    take_away(anchor, "a/b.py")
    assert content_at(anchor, "a/b.py") is None
    assert Path(anchor, "a").is_dir()
    with pytest.raises(StoreError, match=r"a/b\.py: cannot be changed"):
        take_away(anchor, "a/b.py")


@pytest.mark.parametrize("path", ["../a", "a/../../b", "/a", ".git/a", "a/.GIT/b", "", "."])
def test_a_path_that_leads_out_of_the_tree_is_refused(anchor: str, path: str) -> None:
    with pytest.raises(StoreError, match="leads out of the tree"):
        put(anchor, path, b"", 0o644)
    with pytest.raises(StoreError, match="leads out of the tree"):
        take_away(anchor, path)


def test_what_is_no_file_has_no_content_to_be_judged(anchor: str) -> None:
    os.mkdir(os.path.join(anchor, "a"))
    with pytest.raises(StoreError, match="is no regular file"):
        content_at(anchor, "a")


def test_a_place_that_cannot_be_written_keeps_what_it_holds(anchor: str) -> None:
    os.makedirs(os.path.join(anchor, "a/b"))
    with pytest.raises(StoreError, match="cannot be changed"):
        put(anchor, "a", b"x", 0o644)
    assert os.path.isdir(os.path.join(anchor, "a/b"))


def test_the_log_only_grows_and_a_torn_line_stays_alone(anchor: str) -> None:
    assert scratch_folder(anchor)
    erase_log.append(anchor, [RECORD])
    place = Path(anchor, ".rubout", erase_log.NAME)
    place.write_bytes(place.read_bytes() + b'{"torn')
    erase_log.append(anchor, [RECORD, RECORD])
    lines = place.read_text().splitlines()
    assert lines[1] == '{"torn'
    assert [json.loads(lines[at])["class"] for at in (0, 2, 3)] == ["dead_file"] * 3


def test_a_log_that_cannot_be_kept_is_an_error(anchor: str) -> None:
    os.makedirs(os.path.join(anchor, ".rubout", erase_log.NAME))
    with pytest.raises(StoreError, match="cannot be written"):
        erase_log.append(anchor, ())
