"""The scratch folder: made when needed, hidden from git, cleared of what killed processes left."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.store.scratch import FOLDER, remove_leftovers, replace_file, scratch_folder, temporary_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def ended_pid() -> int:
    """The number of a process that is no more."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid


def test_the_folder_is_made_once_and_ignores_itself(tmp_path: Path) -> None:
    assert scratch_folder(str(tmp_path)) == scratch_folder(str(tmp_path)) == str(tmp_path / FOLDER)
    assert os.listdir(tmp_path / FOLDER) == [".gitignore"]
    assert (tmp_path / FOLDER / ".gitignore").read_text() == "*\n"


def test_a_gitignore_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / ".gitignore").write_text("# mine\n")
    scratch_folder(str(tmp_path))
    assert (tmp_path / FOLDER / ".gitignore").read_text() == "# mine\n"


def test_there_is_no_folder_where_a_file_or_nothing_is(tmp_path: Path) -> None:
    (tmp_path / FOLDER).touch()
    assert scratch_folder(str(tmp_path)) is None
    assert scratch_folder(str(tmp_path / "gone")) is None


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "home").mkdir()
    (tmp_path / "project" / FOLDER).symlink_to(tmp_path / "home")
    assert scratch_folder(str(tmp_path / "project")) is None
    assert os.listdir(tmp_path / "home") == []


def test_there_is_no_folder_where_none_can_be_made(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    tmp_path.chmod(0o555)
    as_nobody()
    assert scratch_folder(str(tmp_path)) is None


def test_what_ended_processes_left_is_removed_and_nothing_else(tmp_path: Path, ended_pid: int) -> None:
    kept = {f"index.db.{os.getpid()}.0.tmp", "index.db", "a.tmp", f"b.{ended_pid}.tmp", "c.x.0.tmp", "index.db.1.0.tmp"}
    for name in (
        *kept,
        f"index.db.{ended_pid}.0.tmp",
        f"clones.bin.{ended_pid}.17.tmp",
        "d.99999999999999999999.0.tmp",
    ):
        (tmp_path / name).touch()
    remove_leftovers(str(tmp_path))
    assert set(os.listdir(tmp_path)) == kept


def test_a_temporary_file_of_a_live_process_of_somebody_else_stays(
    tmp_path: Path, as_nobody: Callable[[], None]
) -> None:
    tmp_path.chmod(0o777)
    (tmp_path / "index.db.1.0.tmp").touch()
    as_nobody()
    remove_leftovers(str(tmp_path))
    assert os.listdir(tmp_path) == ["index.db.1.0.tmp"]


def test_no_two_writers_share_a_temporary_name() -> None:
    assert len({temporary_path("a") for _ in range(100)}) == 100


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    place = tmp_path / "a"
    assert replace_file(str(place), [b"one", b"two"])
    assert replace_file(str(place), [b"three"])
    assert place.read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["a"]


def test_a_file_that_cannot_be_replaced_stays_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert not replace_file(str(tmp_path / "folder"), [b"one"])
    assert not replace_file(str(tmp_path / "gone" / "a"), [b"one"])
    assert os.listdir(tmp_path) == ["folder"]


FULL = """
import resource, sys
from rubout.store.scratch import replace_file
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
print(replace_file(sys.argv[1], [b"x" * 1000]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a limit stands in for a full disk")
def test_on_a_full_disk_the_old_file_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", FULL, tmp_path / "a"], env=env, capture_output=True, check=True)
    assert ran.stdout == b"False\n"
    assert os.listdir(tmp_path) == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"
