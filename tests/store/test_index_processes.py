"""Several processes use one index, and some of them are killed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from rubout.store.index import opened
from rubout.store.index_file import NAME, IndexFile
from rubout.store.scratch import FOLDER
from tests.indexes import KEPT, POSIX, RULES, blob, expected, garbage, held, learn, names, row, script, stat, together

if TYPE_CHECKING:
    from pathlib import Path


def test_processes_that_build_at_once_come_to_the_same_rows(anchor: str, place: Path) -> None:
    assert together(anchor, *["learn(range(300))"] * 3) == ["", "", ""]
    assert held(anchor) == expected(range(300))
    assert names(place) == KEPT


def test_processes_that_add_at_once_lose_nothing_to_each_other(anchor: str, place: Path) -> None:
    learn(anchor, range(10))
    parts = [f"for n in range({start}, {start + 40}): learn([n])" for start in (10, 50, 90)]
    assert together(anchor, *parts) == ["", "", ""]
    assert held(anchor) == expected(range(130))
    assert names(place) == KEPT


def test_processes_that_find_the_same_damage_end_with_a_sound_index(anchor: str, place: Path) -> None:
    learn(anchor, range(300))
    garbage(place)
    said = together(anchor, *["learn(range(300))"] * 3)
    assert all("Traceback" not in words for words in said)
    assert held(anchor) == expected(range(300))


@POSIX
def test_a_process_killed_while_it_builds_leaves_no_index_and_its_remains_go(anchor: str, place: Path) -> None:
    dying = """
        with opened(anchor, print) as index:
            for n in range(300):
                index.put(f"{n:040x}", "rules 1", Row(b"wrong", b"t" * 3000))
            os.kill(os.getpid(), signal.SIGKILL)
        """
    assert script(dying, anchor).returncode < 0
    left = names(place)
    assert NAME not in left
    assert any(name.endswith(".tmp") for name in left)
    learn(anchor, range(3))
    assert held(anchor) == expected(range(3))
    assert names(place) == KEPT


@POSIX
def test_a_process_killed_while_it_adds_leaves_what_was_there(anchor: str) -> None:
    learn(anchor, range(3))
    dying = """
        with opened(anchor, print) as index:
            def settled():
                yield "0.py", Stat(9, 9, 9, 9, "wrong", "rules 1", "who reads")
                os.kill(os.getpid(), signal.SIGKILL)
            class Dying(dict):
                def items(self):
                    return settled()
            index.put(f"{0:040x}", "rules 1", Row(b"wrong", b"t"))
            index.save(Dying(), whole=False)
        """
    assert script(dying, anchor).returncode < 0
    assert held(anchor) == expected(range(3))


def test_an_index_that_another_has_mended_is_not_set_aside(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    file = IndexFile(anchor, print, patience=0.01)
    connection = file.open()
    assert connection
    connection.close()
    garbage(place)
    learn(anchor, range(3))
    file.lose(sqlite3.DatabaseError("database disk image is malformed"))
    assert held(anchor) == expected(range(3))


def test_an_index_taken_away_while_it_is_read_is_read_on_and_said(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    notes: list[str] = []
    with opened(anchor, notes.append) as index:
        index.stats()
        for name in names(place):
            (place.parent / name).unlink()
        place.parent.rmdir()
        assert index.row(blob(1), RULES) == row(1)
        index.put(blob(9), RULES, row(9))
        index.save({"9.py": stat(9)}, whole=True)
    assert notes == [f"{FOLDER}/{NAME}: another process took it away: this run is not remembered"]


def test_a_folder_taken_away_under_a_new_index_is_said(anchor: str, place: Path) -> None:
    notes: list[str] = []
    with opened(anchor, notes.append) as index:
        index.put(blob(9), RULES, row(9))
        for name in names(place):
            (place.parent / name).unlink()
        place.parent.rmdir()
        index.save({"9.py": stat(9)}, whole=True)
    assert len(notes) == 1
    assert notes[0].endswith(": this run is not remembered")
    assert held(anchor) == ({}, {})


def test_who_builds_second_leaves_the_first_index_alone(anchor: str) -> None:
    notes: list[str] = []
    with opened(anchor, notes.append) as index:
        index.put(blob(9), RULES, row(9))
        learn(anchor, range(3))
        index.save({"9.py": stat(9)}, whole=True)
    assert (held(anchor), notes) == (expected(range(3)), [])
