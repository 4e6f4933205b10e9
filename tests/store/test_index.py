"""The index knows what earlier runs learned."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.store import index as index_module
from rubout.store.index import SPARE_ROWS, Row, Stat, opened
from tests.indexes import KEPT, READER, RULES, blob, expected, held, learn, names, row, stat

if TYPE_CHECKING:
    from pathlib import Path


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
