"""The index knows what earlier runs learned, or less; nothing that happens to its file does more than that."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.store import index as index_module
from rubout.store.index import SPARE_ROWS, Row, Stat, opened
from rubout.store.index_file import LOCK, NAME, IndexFile
from rubout.store.scratch import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

RULES = "rules 1"
READER = "who reads"
KEPT = {NAME, LOCK, ".gitignore"}
POSIX = pytest.mark.skipif(os.name != "posix", reason="processes are watched and killed as POSIX has it")


def blob(number: int) -> str:
    return f"{number:040x}"


def row(number: int, size: int = 3000) -> Row:
    return Row(b"%d" % number * 3, bytes([number % 251]) * size)


def stat(number: int, revision: str = RULES) -> Stat:
    return Stat(number, 10 + number, 20 + number, 30 + number, blob(number), revision, READER)


@pytest.fixture
def anchor(tmp_path: Path) -> str:
    return str(tmp_path)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / FOLDER / NAME


def learn(anchor: str, numbers: range, notes: list[str] | None = None, revision: str = RULES) -> None:
    """A run over one file a number, each settled."""
    with opened(anchor, (notes if notes is not None else []).append, patience=0.01) as index:
        index.stats()
        for number in numbers:
            if index.row(blob(number), revision) is None:
                index.put(blob(number), revision, row(number))
        index.save({f"{number}.py": stat(number, revision) for number in numbers}, whole=True)


def held(anchor: str, notes: list[str] | None = None) -> tuple[Mapping[str, Stat], dict[tuple[str, str], Row | None]]:
    """Everything the index knows."""
    with opened(anchor, (notes if notes is not None else []).append, patience=0.01) as index:
        return dict(index.stats()), {key: index.row(*key) for key in index.known()}


def expected(numbers: range) -> tuple[dict[str, Stat], dict[tuple[str, str], Row]]:
    return {f"{n}.py": stat(n) for n in numbers}, {(blob(n), RULES): row(n) for n in numbers}


def names(place: Path) -> set[str]:
    return set(os.listdir(place.parent))


# What goes in comes out.


def test_what_is_saved_is_known_to_the_next_run(anchor: str, place: Path) -> None:
    notes: list[str] = []
    learn(anchor, range(50), notes)
    assert held(anchor, notes) == expected(range(50))
    assert (notes, names(place)) == ([], KEPT)


def test_a_standing_index_takes_more_in(anchor: str, place: Path) -> None:
    learn(anchor, range(20))
    learn(anchor, range(50))
    assert held(anchor) == expected(range(50))
    assert names(place) == KEPT


@given(head=st.binary(max_size=50), tokens=st.binary(max_size=50), mtime=st.integers(-(2**63), 2**63 - 1))
def test_any_bytes_and_times_come_back(
    tmp_path_factory: pytest.TempPathFactory, head: bytes, tokens: bytes, mtime: int
) -> None:
    anchor = str(tmp_path_factory.mktemp("project"))
    told = Stat(0, mtime, 2**63 - 1, mtime, blob(1), RULES, READER)
    with opened(anchor, print) as index:
        index.put(blob(1), RULES, Row(head, tokens))
        index.save({"é\n.py": told}, whole=True)
    assert held(anchor) == ({"é\n.py": told}, {(blob(1), RULES): Row(head, tokens)})


def test_the_index_is_in_wal_mode_and_leaves_no_log_behind(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    connection = sqlite3.connect(place)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    learn(anchor, range(4))
    assert names(place) == KEPT


def test_facts_of_another_revision_are_not_there(anchor: str) -> None:
    learn(anchor, range(3))
    with opened(anchor, print) as index:
        assert index.row(blob(1), "rules 2") is None
        assert index.row(blob(1), RULES) == row(1)
        assert index.row(blob(99), RULES) is None


def test_one_path_can_be_asked_for(anchor: str) -> None:
    learn(anchor, range(3))
    with opened(anchor, print) as index:
        assert (index.stat("1.py"), index.stat("9.py")) == (stat(1), None)


def test_a_whole_run_forgets_paths_that_are_gone_and_a_part_does_not(anchor: str) -> None:
    learn(anchor, range(3))
    with opened(anchor, print) as index:
        assert index.stat("1.py") == stat(1)
        index.save({"1.py": stat(7)}, whole=False)
    assert held(anchor)[0] == {"0.py": stat(0), "1.py": stat(7), "2.py": stat(2)}
    learn(anchor, range(2))
    assert held(anchor)[0].keys() == {"0.py", "1.py"}


def test_a_run_that_learned_nothing_writes_nothing(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    before = place.stat().st_mtime_ns, place.read_bytes()
    learn(anchor, range(3))
    assert (place.stat().st_mtime_ns, place.read_bytes()) == before


def test_an_index_that_is_not_used_knows_keeps_and_says_nothing(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    before = place.read_bytes()
    notes: list[str] = []
    with opened(anchor, notes.append, used=False) as index:
        assert (index.stats(), index.known(), index.row(blob(1), RULES)) == ({}, frozenset(), None)
        index.put(blob(9), RULES, row(9))
        index.save({"9.py": stat(9)}, whole=True)
    assert (place.read_bytes(), notes) == (before, [])


def test_a_run_that_is_broken_off_keeps_nothing(anchor: str, place: Path) -> None:
    def broken_off() -> None:
        with opened(anchor, print) as index:
            index.put(blob(1), RULES, row(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert names(place) == {".gitignore"}


# Damage.


def test_a_row_with_a_wrong_checksum_is_not_there_and_is_replaced(anchor: str, place: Path) -> None:
    learn(anchor, range(3))
    connection = sqlite3.connect(place)
    connection.execute("UPDATE facts SET tokens = x'00' WHERE blob = ?", (blob(1),))
    connection.execute("UPDATE facts SET head = 'text' WHERE blob = ?", (blob(2),))
    connection.commit()
    connection.close()
    notes: list[str] = []
    assert held(anchor, notes)[1] == {(blob(0), RULES): row(0), (blob(1), RULES): None, (blob(2), RULES): None}
    learn(anchor, range(3), notes)
    assert (held(anchor), notes) == (expected(range(3)), [])


def test_a_row_under_another_contents_key_is_not_there(anchor: str, place: Path) -> None:
    learn(anchor, range(1))
    connection = sqlite3.connect(place)
    connection.execute("UPDATE facts SET blob = ?", (blob(5),))
    connection.commit()
    connection.close()
    with opened(anchor, print) as index:
        assert index.row(blob(5), RULES) is None


def garbage(place: Path) -> None:
    place.write_bytes(b"garbage" * 5000)


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


# Several processes.

PRELUDE = """
import os, signal, sys
from rubout.store.index import Row, Stat, opened
anchor = sys.argv[1]
def learn(numbers):
    with opened(anchor, print) as index:
        index.stats()
        for n in numbers:
            if index.row(f"{n:040x}", "rules 1") is None:
                index.put(f"{n:040x}", "rules 1", Row(b"%d" % n * 3, bytes([n % 251]) * 3000))
        settled = {f"{n}.py": Stat(n, 10 + n, 20 + n, 30 + n, f"{n:040x}", "rules 1", "who reads") for n in numbers}
        index.save(settled, whole=False)
"""


def command(text: str, anchor: str) -> list[str]:
    lines = text.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return [sys.executable, "-c", PRELUDE + "\n".join(line[indent:] for line in lines), anchor]


def script(text: str, anchor: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command(text, anchor), env=env, capture_output=True, text=True, check=False)


def together(anchor: str, *texts: str) -> list[str]:
    """Run several processes that start together, as far as that can be had; what each said."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    gate = "sys.stdin.read(1)\n"
    running = [
        subprocess.Popen(
            command(gate + text, anchor),
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for text in texts
    ]
    for process in running:
        assert process.stdin
        process.stdin.write(b"x")
        process.stdin.flush()
    return [process.communicate()[0].decode() for process in running]


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


# What is kept.


def test_facts_that_no_file_has_stay_for_when_it_comes_back(anchor: str) -> None:
    learn(anchor, range(10, 20))
    learn(anchor, range(20, 30))
    assert held(anchor)[1] == expected(range(10, 30))[1]


def test_facts_that_no_file_has_are_dropped_oldest_first_once_they_are_many(anchor: str) -> None:
    files = range(SPARE_ROWS + 10)
    learn(anchor, files)
    learn(anchor, range(5))
    learn(anchor, range(6))  # nothing new: nothing is looked through
    assert len(held(anchor)[1]) == len(files)
    new = range(len(files), len(files) + 1)
    learn(anchor, range(5, 10))
    with opened(anchor, print) as index:
        index.stats()
        index.put(blob(new[0]), RULES, row(new[0]))
        index.save({f"{number}.py": stat(number) for number in range(5)}, whole=True)
    kept = {int(key, 16) for key, _ in held(anchor)[1]}
    assert kept >= {*range(5), *new}
    assert len(kept) == 5 + SPARE_ROWS // 2
    spare = sorted(kept - {*range(5)})
    assert spare == list(range(new[-1] - len(spare) + 1, new[-1] + 1))


def test_a_large_tree_keeps_the_facts_of_some_trees_of_its_size(anchor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SPARE_ROWS", 1)
    for start in (0, 10, 20, 30):
        learn(anchor, range(start, start + 10))
    assert len(held(anchor)[1]) == 40
    learn(anchor, range(40, 50))
    kept = {int(key, 16) for key, _ in held(anchor)[1]}
    assert kept == {*range(25, 50)}


def test_facts_of_older_rules_make_room_too(anchor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SPARE_ROWS", 1)
    for number in range(6):
        learn(anchor, range(10), revision=f"rules {number}")
    kept = [revision for _, revision in held(anchor)[1]]
    assert kept.count("rules 5") == 10
    assert len(kept) <= 40
    assert not {"rules 0", "rules 1"} & set(kept)


def test_what_a_family_measured_of_a_file_stays_as_long_as_its_facts(
    anchor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "SPARE_ROWS", 1)
    live = {f"{number}.py": stat(number) for number in range(10)}
    for revision in (f"{RULES}/trees-1", f"{RULES}/old/trees-1"):
        with opened(anchor, print) as index:
            index.stats()
            for number in range(10):
                index.put(blob(number), revision, row(number))
            index.save(live, whole=True)
    for start in range(10, 90, 10):
        with opened(anchor, print) as index:
            for number in range(start, start + 10):
                index.put(blob(number), RULES, row(number))
            index.save(live, whole=True)
    revisions = [revision for _, revision in held(anchor)[1]]
    assert (revisions.count(f"{RULES}/trees-1"), revisions.count(f"{RULES}/old/trees-1")) == (10, 0)
