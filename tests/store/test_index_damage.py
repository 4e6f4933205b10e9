"""An index that is damaged, or cannot be used, knows less; nothing that happens to its file does more than that."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.store.index import opened
from rubout.store.index_file import NAME
from rubout.store.scratch import FOLDER
from tests.indexes import KEPT, POSIX, RULES, blob, expected, garbage, harm, held, learn, names, row, script, stat

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_row_with_a_wrong_checksum_is_not_there_and_is_replaced(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    harm(place, "UPDATE facts SET tokens = x'00' WHERE blob = ?", blob(1))
    harm(place, "UPDATE facts SET head = 'text' WHERE blob = ?", blob(2))
    notes: list[str] = []
    assert held(anchor, notes)[1] == {(blob(0), RULES): row(0), (blob(1), RULES): None, (blob(2), RULES): None}
    learn(anchor, range(3), notes)
    assert (held(anchor), notes) == (expected(range(3)), [])


@pytest.mark.parametrize("ahead", [(), (RULES,)])
def test_facts_are_whole_by_themselves(anchor: str, place: Path, ahead: tuple[str, ...]) -> None:
    learn(anchor, range(3))
    harm(place, "UPDATE facts SET tokens = x'00' WHERE blob = ?", blob(1))
    harm(place, "UPDATE facts SET head = tokens WHERE blob = ?", blob(2))
    with opened(anchor, print) as index:
        index.expect((), ahead)
        heads = [index.head(blob(number), "rules 0", RULES) for number in range(4)]
        assert heads == [row(0).head, row(1).head, None, None]
        assert [index.row(blob(number), RULES) for number in range(3)] == [row(0), None, None]


def test_a_row_under_another_contents_key_is_not_there(anchor: str, place: Path) -> None:
    learn(anchor, range(1))
    harm(place, "UPDATE facts SET blob = ?", blob(5))
    with opened(anchor, print) as index:
        assert (index.row(blob(5), RULES), index.head(blob(5), RULES)) == (None, None)


def emptied(place: Path) -> None:
    place.write_bytes(b"")


def truncated(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:30_000])


def zeroed_pages(place: Path) -> None:
    whole = place.read_bytes()
    place.write_bytes(whole[:4096] + bytes(len(whole) - 4096))


def zeroed_tail(place: Path) -> None:
    whole = place.read_bytes()
    place.write_bytes(whole[:50_000] + bytes(len(whole) - 50_000))


def a_folder(place: Path) -> None:
    place.unlink()
    place.mkdir()
    (place / "x").touch()


def a_dangling_link(place: Path) -> None:
    place.unlink()
    place.symlink_to("nowhere")


def a_pipe(place: Path) -> None:
    place.unlink()
    os.mkfifo(place)


def of_a_newer_schema(place: Path) -> None:
    connection = sqlite3.connect(place)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def without_tables(place: Path) -> None:
    connection = sqlite3.connect(place)
    connection.executescript("DROP TABLE facts; DROP TABLE stats;")
    connection.close()


DAMAGES = [
    garbage,
    emptied,
    truncated,
    zeroed_pages,
    zeroed_tail,
    a_folder,
    a_dangling_link,
    pytest.param(a_pipe, marks=POSIX),
    of_a_newer_schema,
    without_tables,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_no_index_is_set_aside_with_one_note_and_built_anew(
    anchor: str, place: Path, damage: Callable[[Path], None]
) -> None:
    learn(anchor, range(50))
    damage(place)
    notes: list[str] = []
    learn(anchor, range(50), notes)
    assert len(notes) == 1
    assert notes[0].startswith(f"{FOLDER}/{NAME}: ")
    assert notes[0].endswith(f": set aside as {NAME}.broken, the index is built anew")
    assert names(place) == KEPT | {f"{NAME}.broken"}
    assert (held(anchor, notes), len(notes)) == (expected(range(50)), 1)


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4095), st.integers(0, 255)), min_size=1, max_size=4))
def test_no_damaged_byte_brings_wrong_facts(
    tmp_path_factory: pytest.TempPathFactory, spots: list[tuple[int, int, int]]
) -> None:
    anchor = str(tmp_path_factory.mktemp("project"))
    learn(anchor, range(12))
    place = Path(anchor, FOLDER, NAME)
    damaged = bytearray(place.read_bytes())
    for page, offset, value in spots:
        damaged[(page * 4096 + offset) % len(damaged)] = value
    place.write_bytes(damaged)
    ignored: list[str] = []
    with opened(anchor, ignored.append) as index:
        found = {number: index.row(blob(number), RULES) for number in range(12)}
    assert all(found[number] in {None, row(number)} for number in range(12))
    notes: list[str] = []
    learn(anchor, range(12), notes)
    assert len(notes) <= 1


def test_an_index_is_set_aside_again_over_the_one_before(anchor: str, place: Path) -> None:
    for _ in range(2):
        learn(anchor, range(3))
        garbage(place)
    notes: list[str] = []
    learn(anchor, range(3), notes)
    assert (held(anchor), len(notes)) == (expected(range(3)), 1)


def test_damage_found_halfway_costs_what_was_read_nothing(anchor: str, place: Path) -> None:
    learn(anchor, range(50))
    notes: list[str] = []
    with opened(anchor, notes.append) as index:
        index.stats()
        assert index.row(blob(0), RULES) == row(0)
        zeroed_pages(place)
        for number in range(50):
            if index.row(blob(number), RULES) is None:
                index.put(blob(number), RULES, row(number))
        index.save({f"{number}.py": stat(number) for number in range(50)}, whole=True)
    assert held(anchor)[0] == expected(range(50))[0]
    assert held(anchor)[1].items() >= {(blob(49), RULES): row(49), (blob(0), RULES): row(0)}.items()
    assert len(notes) <= 1


def test_a_log_that_a_deleted_index_left_is_not_played_into_a_new_one(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    writer = sqlite3.connect(place, isolation_level=None)
    writer.execute("DELETE FROM facts")  # stays in the log while the connection is open
    log = place.with_name(f"{NAME}-wal").read_bytes()
    writer.close()
    place.unlink()
    place.with_name(f"{NAME}-wal").write_bytes(log)
    learn(anchor, range(3))
    assert held(anchor) == expected(range(3))


# Places that cannot be used.


def test_a_folder_that_cannot_be_made_is_said_once(anchor: str, as_nobody: Callable[[], None]) -> None:
    Path(anchor).chmod(0o555)
    as_nobody()
    notes: list[str] = []
    learn(anchor, range(3), notes)
    assert notes == [f"{FOLDER}/ cannot be written: this run is not remembered"]
    assert held(anchor) == ({}, {})


def test_a_read_only_folder_is_still_read(anchor: str, place: Path, as_nobody: Callable[[], None]) -> None:
    learn(anchor, range(3))
    place.parent.chmod(0o555)
    as_nobody()
    notes: list[str] = []
    assert (held(anchor, notes), notes) == (expected(range(3)), [])
    learn(anchor, range(4), notes)
    assert notes == [f"{FOLDER}/{NAME}: attempt to write a readonly database: this run goes on without it"]
    assert held(anchor) == expected(range(3))


@pytest.mark.parametrize("damage", [garbage, a_folder, of_a_newer_schema, without_tables])
def test_damage_that_cannot_be_set_aside_is_said_once(
    anchor: str, place: Path, as_nobody: Callable[[], None], damage: Callable[[Path], None]
) -> None:
    learn(anchor, range(3))
    damage(place)
    place.parent.chmod(0o555)
    as_nobody()
    notes: list[str] = []
    learn(anchor, range(3), notes)
    assert len(notes) == 1
    assert notes[0].endswith(": this run goes on without it")


def test_an_index_that_may_not_be_opened_is_left_alone(anchor: str, place: Path, as_nobody: Callable[[], None]) -> None:
    learn(anchor, range(3))
    place.chmod(0)
    place.parent.chmod(0o777)
    as_nobody()
    notes: list[str] = []
    learn(anchor, range(3), notes)
    assert notes == [f"{FOLDER}/{NAME}: unable to open database file: this run goes on without it"]
    assert names(place) == KEPT


def test_a_file_in_the_folders_place_is_said_once(anchor: str) -> None:
    Path(anchor, FOLDER).touch()
    notes: list[str] = []
    learn(anchor, range(3), notes)
    assert notes == [f"{FOLDER}/{NAME}: Not a directory: this run goes on without it"]


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_an_index_that_another_holds_is_waited_for_and_then_left_alone(anchor: str, place: Path, mode: str) -> None:
    learn(anchor, range(3))
    other = sqlite3.connect(place, isolation_level=None)
    other.execute(f"PRAGMA journal_mode = {mode}")
    other.execute("BEGIN EXCLUSIVE")
    notes: list[str] = []
    learn(anchor, range(4), notes)
    other.close()
    assert notes == [f"{FOLDER}/{NAME}: database is locked: this run goes on without it"]
    assert held(anchor) == expected(range(3))


def test_readers_need_not_wait_for_a_writer(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    other.execute("DELETE FROM facts")
    notes: list[str] = []
    assert (held(anchor, notes), notes) == (expected(range(3)), [])
    other.close()


@pytest.mark.parametrize("standing", [True, False])
@POSIX
def test_a_full_disk_ends_in_a_note(anchor: str, place: Path, standing: bool) -> None:
    learn(anchor, range(3 if standing else 0))
    if not standing:
        place.unlink()
    ran = script(
        """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        with opened(anchor, print) as index:
            index.stats()
            for number in range(500):
                index.put(f"{number:040x}", "rules 1", Row(b"h", b"t" * 3000))
            index.save({}, whole=False)
        """,
        anchor,
    )
    assert ran.stderr == ""
    assert ran.stdout.count("\n") == 1
    assert ran.stdout.startswith(f"{FOLDER}/{NAME}: disk I/O error: this run ")
    assert names(place) - {f"{NAME}-wal", f"{NAME}-shm"} == (KEPT if standing else KEPT - {NAME})
    assert held(anchor) == (expected(range(3)) if standing else ({}, {}))
