"""The feed: whole lines, whoever else writes, and nothing raised into the caller."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.observe import Budget, GuardError, Zone
from rubout.store.feed import NAME, WINDOW, append, every, line_of, recent
from rubout.store.scratch import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ERROR = GuardError(ts_ms=1, hook="probe", why="gone")
ZONE = Zone(
    ts_ms=2, session_id="s", mode="warn", file="a.py", resulting_lines=400, soft=300, hard=750, zone_permille=222
)


def feed(anchor: Path, content: bytes = b"") -> Path:
    """The place of the feed, in a folder that is there; with this content when there is any."""
    (anchor / FOLDER).mkdir(exist_ok=True)
    place = anchor / FOLDER / NAME
    if content:
        place.write_bytes(content)
    return place


def test_every_line_names_schema_time_session_event_and_mode(tmp_path: Path) -> None:
    assert append(str(tmp_path), ERROR, ZONE)
    first, second = map(json.loads, feed(tmp_path).read_text().splitlines())
    assert first == {
        "schema": "rubout.observe/1",
        "ts_ms": 1,
        "session_id": None,
        "event": "guard_error",
        "mode": None,
        "hook": "probe",
        "why": "gone",
        "degraded": True,
    }
    assert (second["event"], second["session_id"], second["mode"]) == ("zone", "s", "warn")
    assert "zone_tier" not in second


def test_what_was_appended_is_what_is_read(tmp_path: Path) -> None:
    append(str(tmp_path), ERROR)
    append(str(tmp_path), ZONE)
    assert recent(str(tmp_path)) == list(every(str(tmp_path))) == [line_of(ERROR)[:-1], line_of(ZONE)[:-1]]


def test_a_path_that_is_no_utf8_is_written_escaped(tmp_path: Path) -> None:
    budget = Budget(
        ts_ms=1,
        session_id="\ud800",
        mode="deny",
        file="b\udcff.py",
        tool="Write",
        before_lines=0,
        resulting_lines=751,
        cap=750,
        shrinking=False,
    )
    assert append(str(tmp_path), budget)
    line = json.loads(feed(tmp_path).read_bytes())
    assert (line["file"], line["session_id"]) == (r"b\xff.py", r"\ud800")


def test_without_a_feed_there_is_nothing_to_read(tmp_path: Path) -> None:
    assert recent(str(tmp_path)) is None
    assert list(every(str(tmp_path))) == []
    assert os.listdir(tmp_path) == []


def lines_within(content: bytes) -> list[bytes]:
    """The slow twin: of all lines with an end, those that begin in the last `WINDOW` bytes."""
    found, start = [], 0
    for line in content.splitlines(keepends=True):
        if line.endswith(b"\n") and start >= len(content) - WINDOW:
            found.append(line[:-1])
        start += len(line)
    return [line for line in found if line]


@given(
    lengths=st.lists(st.integers(0, 3), max_size=4),
    excess=st.integers(-3, 6),
    tail=st.sampled_from([b"", b"cut"]),
)
def test_looking_back_begins_at_a_line_and_ends_with_one(
    tmp_path_factory: pytest.TempPathFactory, lengths: list[int], excess: int, tail: bytes
) -> None:
    anchor = tmp_path_factory.mktemp("anchor")
    head = b"\n".join(b"h" * length for length in lengths) + b"\n"
    content = head + b"x" * (WINDOW + excess - len(head) - len(tail) - 3) + b"\ny\n" + tail
    feed(anchor, content)
    assert recent(str(anchor)) == lines_within(content)


def test_a_line_that_a_full_disk_cut_does_not_take_the_next_with_it(tmp_path: Path) -> None:
    place = feed(tmp_path, b'{"event":"pro')
    assert append(str(tmp_path), ERROR)
    assert place.read_bytes() == b'{"event":"pro\n' + line_of(ERROR)


WRITER = """
import sys
from rubout.facts.observe import GuardError
from rubout.store.feed import append
for number in range(200):
    assert append(sys.argv[1], GuardError(ts_ms=number, hook=sys.argv[2], why="x" * 200))
"""


def test_lines_of_writers_at_work_at_once_stay_whole(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    names = ("one", "two", "three")
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name], env=env) for name in names]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    lines = [json.loads(line) for line in every(str(tmp_path))]
    assert {name: [line["ts_ms"] for line in lines if line["hook"] == name] for name in names} == {
        name: list(range(200)) for name in names
    }


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"mine\n")
    feed(tmp_path).symlink_to(tmp_path / "target")
    assert not append(str(tmp_path), ERROR)
    assert recent(str(tmp_path)) is None
    assert (tmp_path / "target").read_bytes() == b"mine\n"


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "home").mkdir()
    (tmp_path / "project" / FOLDER).symlink_to(tmp_path / "home")
    assert not append(str(tmp_path / "project"), ERROR)
    assert os.listdir(tmp_path / "home") == []


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs")
def test_a_fifo_in_its_place_blocks_neither_writer_nor_reader(tmp_path: Path) -> None:
    os.mkfifo(feed(tmp_path))
    assert not append(str(tmp_path), ERROR)
    assert recent(str(tmp_path)) is None
    assert list(every(str(tmp_path))) == []


def test_a_folder_in_its_place_is_no_feed(tmp_path: Path) -> None:
    feed(tmp_path).mkdir()
    assert not append(str(tmp_path), ERROR)
    assert recent(str(tmp_path)) is None


def test_a_project_that_cannot_be_written_has_no_feed(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    tmp_path.chmod(0o555)
    as_nobody()
    assert not append(str(tmp_path), ERROR)
    assert not append(str(tmp_path / "gone"), ERROR)


FULL = """
import resource, sys
from rubout.facts.observe import GuardError
from rubout.store.feed import append
append(sys.argv[1], GuardError(ts_ms=1, hook="probe", why="x"))
resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
print(append(sys.argv[1], GuardError(ts_ms=2, hook="probe", why="x" * 200)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a limit stands in for a full disk")
def test_a_line_that_did_not_fit_is_reported(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", FULL, tmp_path], env=env, capture_output=True, check=True)
    assert ran.stdout == b"False\n"
