"""A chunk of files is read, named by content and measured; what cannot be is said."""

from __future__ import annotations

import gc
import json
import os
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.facts.source import FileFacts, Tokens
from rubout.measure.docs.documents import documents, encoded
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.extract import revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.parts import TREES
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id
from rubout.measure.sources.extensions import language_code
from rubout.measure.unit_trees import decoded
from rubout.measure.whole import parsed_file
from rubout.measure.work import Answer, Job, measure_chunk, read_answers
from tests.measure.conftest import file_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rubout.measure.parts import Part

PYTHON = 0
SOURCE = b"def f(x):\n    return x\n"


def job(root: Path, path: str) -> Job:
    """A file as it was listed."""
    info = (root / path).stat()
    code = language_code(path)
    assert code is not None
    return Job(path, code, info.st_size, info.st_mtime_ns, info.st_ino, info.st_ctime_ns)


def measured(
    root: Path, *jobs: Job, known: frozenset[tuple[str, str]] = frozenset(), parts: Sequence[Part] = ()
) -> list[Answer]:
    return read_answers(measure_chunk(jobs, anchor=str(root), known=known, keep_imports=False, parts=parts))


def facts_in(answer: Answer) -> FileFacts:
    return msgspec.msgpack.decode(answer.head, type=FileFacts)


def test_an_answer_holds_the_facts_under_the_contents_id(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    [answer] = measured(tmp_path, job(tmp_path, "a.py"))
    expected = file_facts(SOURCE, "a.py", BY_CODE[PYTHON], keep_imports=False)
    found = facts_in(answer), msgspec.msgpack.decode(answer.tokens, type=Tokens)
    assert (answer.path, answer.blob, answer.problem, answer.steady) == ("a.py", git_blob_id(SOURCE), "", True)
    assert found == expected


def test_answers_stand_in_the_order_of_the_files(tmp_path: Path) -> None:
    for name in ("b.py", "a.py"):
        (tmp_path / name).write_bytes(SOURCE)
    assert [answer.path for answer in measured(tmp_path, job(tmp_path, "b.py"), job(tmp_path, "a.py"))] == [
        "b.py",
        "a.py",
    ]


def test_known_facts_are_not_made_again(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    key = git_blob_id(SOURCE), revision("a.py", BY_CODE[PYTHON], keep_imports=False)
    [answer] = measured(tmp_path, job(tmp_path, "a.py"), known=frozenset({key}))
    assert answer == Answer("a.py", git_blob_id(SOURCE), steady=True)


def test_the_same_bytes_in_a_notebook_are_not_known_by_their_facts_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_bytes(b"")
    key = git_blob_id(b""), revision("a.py", BY_CODE[PYTHON], keep_imports=False)
    [answer] = measured(tmp_path, job(tmp_path, "a.ipynb"), known=frozenset({key}))
    assert answer.problem.startswith("cannot be parsed: ")


def test_parts_stand_in_an_answer_by_name_where_the_language_has_them(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    (tmp_path / "c.css").write_bytes(b"a { }")
    code, style = measured(tmp_path, job(tmp_path, "a.py"), job(tmp_path, "c.css"), parts=(TREES, DOCUMENTS))
    language = BY_CODE[PYTHON]
    parsed = parsed_file(SOURCE, "a.py", language)
    assert code.parts == (
        ("trees", TREES.made(parsed)),
        ("documents", encoded(documents(SOURCE, "a.py", language))),
    )
    assert len(decoded(code.parts[0][1]).roots) == 4
    assert [name for name, _ in style.parts] == ["trees"]


def test_known_parts_are_not_made_again_and_missing_ones_are_made_beside_known_facts(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    rules = [revision("a.py", BY_CODE[PYTHON], keep_imports=False), TREES.revision("a.py", BY_CODE[PYTHON], False)]
    known = frozenset((git_blob_id(SOURCE), str(rule)) for rule in rules)
    [answer] = measured(tmp_path, job(tmp_path, "a.py"), known=known, parts=(TREES, DOCUMENTS))
    assert (answer.head, answer.tokens, [name for name, _ in answer.parts]) == (b"", b"", ["documents"])


def test_a_vanished_file_has_no_id(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    listed = job(tmp_path, "a.py")
    (tmp_path / "a.py").unlink()
    assert measured(tmp_path, listed) == [Answer("a.py")]


def test_a_large_file_that_vanished_has_no_id(tmp_path: Path) -> None:
    assert measured(tmp_path, Job("a.py", PYTHON, LARGE_BYTES + 1, 0, 0, 0)) == [Answer("a.py")]


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    (tmp_path / "a.py").chmod(0)
    listed = job(tmp_path, "a.py")
    as_nobody()
    assert measured(tmp_path, listed) == [Answer("a.py", problem="cannot be read: Permission denied")]


def test_a_file_that_became_a_link_or_a_folder_is_a_problem(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(SOURCE)
    listed = [job(tmp_path, "a.py"), job(tmp_path, "b.py")]
    (tmp_path / "a.py").unlink()
    (tmp_path / "a.py").symlink_to("b.py")
    (tmp_path / "b.py").unlink()
    (tmp_path / "b.py").mkdir()
    assert [answer.problem for answer in measured(tmp_path, *listed)] == [
        "cannot be read: is a symlink",
        "cannot be read: is no regular file",
    ]


@pytest.mark.usefixtures("hurried")
def test_a_file_that_takes_too_long_to_parse_is_a_problem_and_the_next_one_is_measured(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_bytes(SOURCE * 100)
    (tmp_path / "a.py").write_bytes(b"x\n")
    slow, quick = measured(tmp_path, job(tmp_path, "slow.py"), job(tmp_path, "a.py"))
    assert (slow.head, slow.problem) == (b"", "cannot be parsed: it takes longer than 60 s")
    assert facts_in(quick) == file_facts(b"x\n", "a.py", BY_CODE[PYTHON], keep_imports=False)[0]


def changed_in_size(place: Path) -> None:
    place.write_bytes(SOURCE + b"\n")


def changed_in_time(place: Path) -> None:
    os.utime(place, ns=(0, 0))


def replaced(place: Path) -> None:
    info = place.stat()
    place.rename(place.with_suffix(".old"))
    place.write_bytes(SOURCE)
    os.utime(place, ns=(info.st_atime_ns, info.st_mtime_ns))


def changed_and_put_back_in_time(place: Path) -> None:
    info = place.stat()
    place.write_bytes(SOURCE.replace(b"x", b"y"))
    os.utime(place, ns=(info.st_atime_ns, info.st_mtime_ns))


@pytest.mark.parametrize("change", [changed_in_size, changed_in_time, replaced, changed_and_put_back_in_time])
def test_a_file_that_changed_since_it_was_listed_is_not_steady(tmp_path: Path, change: Callable[[Path], None]) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    listed = job(tmp_path, "a.py")
    change(tmp_path / "a.py")
    [answer] = measured(tmp_path, listed)
    assert (answer.blob, answer.steady) == (git_blob_id((tmp_path / "a.py").read_bytes()), False)


def test_facts_are_those_of_the_bytes_whatever_size_was_listed(tmp_path: Path) -> None:
    large = b"x = 1\n" * (LARGE_BYTES // 6 + 1)
    for name, source in (("grown.py", large), ("shrunk.py", SOURCE)):
        (tmp_path / name).write_bytes(source)
    grown = msgspec.structs.replace(job(tmp_path, "grown.py"), size=10)
    shrunk = msgspec.structs.replace(job(tmp_path, "shrunk.py"), size=LARGE_BYTES + 1)
    found = measured(tmp_path, grown, shrunk)
    assert [answer.steady for answer in found] == [False, False]
    assert [(answer.head, answer.tokens) for answer in found] == [
        (answer.head, answer.tokens)
        for answer in measured(tmp_path, job(tmp_path, "grown.py"), job(tmp_path, "shrunk.py"))
    ]
    assert (facts_in(found[0]).rule, facts_in(found[1]).parsed) == ("large", True)


def test_a_notebook_is_large_by_its_code_not_by_its_outputs(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": "def f(): pass", "outputs": [{"data": "x" * LARGE_BYTES}]}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell]}))
    facts = facts_in(measured(tmp_path, job(tmp_path, "a.ipynb"))[0])
    assert (facts.rule, facts.total_lines, len(facts.functions)) == ("", 1, 1)


def test_a_huge_notebook_is_named_large_and_has_no_lines(tmp_path: Path) -> None:
    with (tmp_path / "a.ipynb").open("wb") as file:
        file.write(b"\n" * 100)
        file.truncate((32 << 20) + 1)
    assert facts_in(measured(tmp_path, job(tmp_path, "a.ipynb"))[0]) == FileFacts(PYTHON, 0, rule="large")


@pytest.mark.parametrize("collecting", [True, False])
def test_the_collector_is_left_as_it_was(tmp_path: Path, collecting: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        measured(tmp_path)
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if was else gc.disable)()
