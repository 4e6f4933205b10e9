"""Reports that were given come back as they were, or not at all."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.store.answers import MOST_ANSWERS, SUBFOLDER, Answer, read_answer, write_answer
from rubout.store.scratch import FOLDER
from tests.store.conftest import harmed

if TYPE_CHECKING:
    from pathlib import Path

FIELDS = st.builds(Answer, *[st.binary()] * 6, st.integers(-(2**31), 2**31 - 1))


def answer(question: bytes, out: bytes = b"all held\n", exit_code: int = 0) -> Answer:
    return Answer(question, b"c", b"e\0", b"t", b"u\0", out, exit_code)


def files(anchor: Path) -> list[str]:
    return os.listdir(anchor / FOLDER / SUBFOLDER)


@given(told=FIELDS)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, told: Answer) -> None:
    anchor = str(tmp_path_factory.mktemp("project"))
    write_answer(anchor, told)
    assert read_answer(anchor, told.question) == told


def test_the_last_answer_to_a_question_counts(tmp_path: Path) -> None:
    write_answer(str(tmp_path), answer(b"q", b"1"))
    write_answer(str(tmp_path), answer(b"q", b"2", exit_code=1))
    assert read_answer(str(tmp_path), b"q") == answer(b"q", b"2", exit_code=1)
    assert len(files(tmp_path)) == 1


def test_a_question_never_asked_has_no_answer(tmp_path: Path) -> None:
    assert read_answer(str(tmp_path), b"q") is None
    write_answer(str(tmp_path), answer(b"q"))
    assert read_answer(str(tmp_path), b"other") is None


def test_an_answer_under_another_questions_name_is_none(tmp_path: Path) -> None:
    write_answer(str(tmp_path), answer(b"q"))
    folder = tmp_path / FOLDER / SUBFOLDER
    (folder / files(tmp_path)[0]).rename(folder / f"{zlib.crc32(b'other'):08x}")
    assert read_answer(str(tmp_path), b"other") is None


def test_any_damaged_byte_and_any_lost_end_is_noticed(tmp_path: Path) -> None:
    write_answer(str(tmp_path), answer(b"q", exit_code=1))
    for _ in harmed(tmp_path / FOLDER / SUBFOLDER / files(tmp_path)[0]):
        assert read_answer(str(tmp_path), b"q") is None


def test_only_the_youngest_answers_are_kept(tmp_path: Path) -> None:
    for number in range(MOST_ANSWERS):
        write_answer(str(tmp_path), answer(b"%d" % number))
        os.utime(tmp_path / FOLDER / SUBFOLDER / f"{zlib.crc32(b'%d' % number):08x}", (number, number))
    write_answer(str(tmp_path), answer(b"5"))
    assert len(files(tmp_path)) == MOST_ANSWERS
    write_answer(str(tmp_path), answer(b"new"))
    kept = [number for number in range(MOST_ANSWERS) if read_answer(str(tmp_path), b"%d" % number)]
    assert kept == list(range(1, MOST_ANSWERS))
    assert read_answer(str(tmp_path), b"new")


@pytest.mark.parametrize("blocked", [FOLDER, f"{FOLDER}/{SUBFOLDER}"])
def test_a_disk_that_refuses_is_no_error(tmp_path: Path, blocked: str) -> None:
    (tmp_path / blocked).parent.mkdir(exist_ok=True)
    (tmp_path / blocked).touch()
    write_answer(str(tmp_path), answer(b"q"))
    assert read_answer(str(tmp_path), b"q") is None
