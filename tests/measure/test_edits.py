"""The facts of pairs of texts, and what of a text is new."""

from __future__ import annotations

import os
import signal
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.edits import Knobs, Row, Unit
from rubout.judge.edits import judge
from rubout.measure import edits, pair_work
from rubout.measure.edit_pairs import measure_chunk, permits_of
from rubout.measure.edits import edit_facts, novel_lines

LINES = st.lists(st.sampled_from(["a = 1", "  a = 1", "b()", "}", "", "c"]), max_size=8)
NOTEBOOK = '{"cells": [{"cell_type": "code", "source": ["%s\\n", "y = 2"]}], "metadata": {}}'


def test_rows_hold_the_line_its_content_and_its_width() -> None:
    (pair,) = edit_facts([("a.py", b"x = 1\n\n", "a.py", b"if c:\n  x = 1\n")]).pairs
    assert pair.removed == (Row(1, 0, 2), Row(2, -1, 0))
    assert pair.added == (Row(1, 1, 3), Row(2, 0, 2))
    assert (pair.lines_before, pair.lines_after, pair.degraded) == (2, 2, False)


def test_units_hold_the_number_of_their_key() -> None:
    facts = edit_facts([("a.py", b"def f(): pass\n", "a.py", b"def g(): pass\ndef f(): pass\n")])
    (pair,) = facts.pairs
    assert facts.keys == ("f/0", "g/0")
    assert pair.units_before == (Unit(0, 0, 1, 1, stackable=True),)
    assert pair.units_after == (Unit(0, 0, 2, 2, stackable=True), Unit(1, 0, 1, 1, stackable=True))


def test_the_order_in_which_pairs_come_changes_nothing() -> None:
    sides = [
        (None, None, "c.py", b"def f(): pass\n"),
        ("b.py", b"x\ny\n", None, None),
        ("z.py", b"x\n", "a.py", b"y\n"),
    ]
    expected = edit_facts(sides)
    assert [pair.after_path or pair.before_path for pair in expected.pairs] == ["a.py", "b.py", "c.py"]
    assert all(edit_facts(order) == expected for order in permutations(sides))


@pytest.mark.parametrize(
    ("path", "source", "reason"),
    [
        ("a.py", b"x" * 101, "large"),
        ("a.py", b"x\0y", "binary"),
        ("a.py", b"# @generated\n", "generated"),
        ("a.js", b"x" * 99 + b"\n", None),
        ("a.ipynb", b"{}", "notebook"),
        ("a.ipynb", b'{"cells": [], "metadata": {"language_info": {"name": "R"}}}', "kernel"),
    ],
)
def test_a_side_that_cannot_be_looked_at_leaves_its_pair_out(path: str, source: bytes, reason: str | None) -> None:
    knobs = Knobs(side_bytes_cap=100)
    for sides in ((path, source, path, b""), (path, b'{"cells": []}', path, source), (None, None, path, source)):
        facts = edit_facts([sides], {"vanished": 2}, knobs=knobs)
        assert facts.skipped == ({"vanished": 2} if reason is None else {reason: 1, "vanished": 2})
        assert len(facts.pairs) == (reason is None)


def test_a_nul_after_the_first_8000_bytes_is_text() -> None:
    assert len(edit_facts([(None, None, "a.py", b"\n" * 8000 + b"\0")]).pairs) == 1
    assert edit_facts([(None, None, "a.py", b"\n" * 7999 + b"\0")]).skipped == {"binary": 1}


@pytest.mark.parametrize(
    ("path", "kept"),
    [("a.py", True), ("a.md", True), ("a.go", True), ("a.css", False), ("a.html", False), ("a", False)],
)
def test_files_of_other_languages_are_no_pairs(path: str, *, kept: bool) -> None:
    facts = edit_facts([(None, None, path, b"x\n"), (path, b"x\n", None, None)][:1])
    assert (len(facts.pairs), facts.skipped) == (kept, {})


def test_the_language_of_the_side_after_decides() -> None:
    facts = edit_facts(
        [("a.txt", b"def f(): pass\n", "a.py", b"def f(): pass\nx\n"), ("b.py", b"x\n", "b.txt", b"y\n")]
    )
    (pair,) = facts.pairs
    assert (pair.after_path, pair.units_before, len(pair.units_after)) == ("a.py", (), 1)


def test_a_notebook_is_its_code_cells() -> None:
    (pair,) = edit_facts([("a.ipynb", (NOTEBOOK % "x = 1").encode(), "a.ipynb", (NOTEBOOK % "x = 3").encode())]).pairs
    assert (pair.lines_before, [row.line for row in pair.removed], [row.line for row in pair.added]) == (2, [1], [1])


def test_no_unit_is_looked_for_where_no_line_changed() -> None:
    (pair,) = edit_facts([("a.py", b"def f(): pass\n", "b.py", b"def f(): pass\r\n")]).pairs
    assert (pair.units_before, pair.units_after, pair.removed, pair.added) == ((), (), (), ())


def test_bytes_that_are_no_utf8_are_compared_as_they_are() -> None:
    (pair,) = edit_facts([("a.py", b"x\xff\ny\xfe\n", "a.py", b"y\xfe\nx\xfd\n")]).pairs
    assert (pair.removed, pair.added) == ((Row(1, 0, 1),), (Row(2, 1, 1),))


def test_many_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_work, "INLINE_BYTES", 1000)
    monkeypatch.setattr(pair_work, "CHUNK_BYTES", 2000)
    sides = [
        (
            f"{n}.py",
            f"def f{n}():\n    return {n}\n".encode() * 30,
            f"{n}.py",
            f"def f{n}():\n    return 1\n".encode() * 30,
        )
        for n in range(40)
    ]
    assert sum(len(side[1]) for side in sides) > pair_work.INLINE_BYTES
    assert edit_facts(sides, jobs=3) == edit_facts(sides, jobs=1)


def dies_on_units(chunk: list[tuple[str, bytes, str, bytes]], *, bound: int, cap: int, units: bool = True) -> bytes:
    if units and any(side[0] == "bad.py" for side in chunk):
        os.kill(os.getpid(), signal.SIGKILL)
    return measure_chunk(chunk, bound=bound, cap=cap, units=units)


def test_a_pair_that_kills_its_worker_is_measured_without_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_work, "INLINE_BYTES", 0)
    monkeypatch.setattr(pair_work, "CHUNK_BYTES", 2000)
    monkeypatch.setattr(edits, "measure_chunk", dies_on_units)
    text = b"def f(): pass\n"
    facts = edit_facts([(name, text, name, text * 2) for name in ("a.py", "bad.py", "c.py")], jobs=2)
    assert [(pair.after_path, len(pair.added), len(pair.units_after)) for pair in facts.pairs] == [
        ("a.py", 1, 2),
        ("bad.py", 1, 0),
        ("c.py", 1, 2),
    ]


def test_texts_are_taken_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [(None, None, f"{n}.py", b"x = 1\n") for n in range(9)]
    whole = edit_facts(sides)
    monkeypatch.setattr(pair_work, "BATCH_BYTES", 2500)
    held = []

    def counted() -> object:
        for side in sides:
            held.append(side)
            yield side

    assert edit_facts(counted()) == whole  # type: ignore[arg-type]
    assert len(list(pair_work._batches(sides, 2500))) == 3


@pytest.mark.parametrize(
    ("before", "after", "novel"),
    [
        (None, "a\nb", (1, 2)),
        (None, "", ()),
        ("", "a\n", (1,)),
        ("a\n\nb\n", "b\n\nc\n", (2, 3)),
        ("x = 1\ny = 2\n", "y = 2\nx = 1\nx = 1\n", ()),
        ("a\r\nb\r\n", "a\nb", ()),
    ],
)
def test_novel_lines_are_those_that_were_not_removed_elsewhere(
    before: str | None, after: str, novel: tuple[int, ...]
) -> None:
    assert novel_lines(before, after) == novel


def test_above_the_bound_every_added_line_is_novel() -> None:
    assert novel_lines("a\nb\nc\n", "c\nb\na\n", bound=3) == (1, 2, 3)
    assert novel_lines("a\nb\nc\n", "c\nb\na\n", bound=4) == ()


@given(LINES, LINES, st.integers(0, 16))
def test_novel_lines_are_what_the_judge_leaves_in_a_pair(before: list[str], after: list[str], bound: int) -> None:
    old, new = "\n".join(before), "\n".join(after)
    facts = edit_facts([("a.py", old.encode(), "a.py", new.encode())], knobs=Knobs(diff_bound=bound))
    (judged,) = judge(facts).pairs
    added = {row.line for row in facts.pairs[0].added}
    assert novel_lines(old, new, bound) == tuple(sorted(added - set(judged.in_lines)))


def test_permits_are_those_of_the_text_that_is_compared() -> None:
    (permit,) = permits_of("a.py", b"# rubout:allow(edits) -- two ways\n")
    assert (permit.family, permit.reason) == ("edits", "two ways")
    assert permits_of("a.md", b"# rubout:allow(edits) -- x\n") == ()
    assert permits_of("a.ipynb", b"{}") == ()


def test_the_work_is_a_function_of_its_chunk_alone() -> None:
    work = partial(measure_chunk, bound=9, cap=9)
    sides = [("a.py", b"x\n", "a.py", b"y\n")]
    assert work(sides) == work(list(sides))
