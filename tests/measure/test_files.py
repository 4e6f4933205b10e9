"""Many files come to one answer each, however they are dealt out and whatever kills a worker."""

from __future__ import annotations

import os
import signal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.files import CHUNK_BYTES, CHUNK_FILES, INLINE_BYTES, _chunks, measured
from rubout.measure.pool import MOST_TASKS
from rubout.measure.sources.universe import Candidate
from rubout.measure.work import Answer, Job


def files(*sizes: int) -> list[Candidate]:
    return [Candidate(f"{number}.py", 0, None, size, 0, number, 0) for number, size in enumerate(sizes)]


def echo(jobs: list[Job]) -> bytes:
    return msgspec.msgpack.encode([Answer(job.path, str(job.size)) for job in jobs])


def deadly(jobs: list[Job]) -> bytes:
    """Work that one file kills, as a crashing parser would."""
    if any(job.path == "7.py" for job in jobs):
        os.kill(os.getpid(), signal.SIGKILL)
    return echo(jobs)


@given(st.lists(st.integers(0, 2_000_000), max_size=300))
def test_every_file_is_in_one_chunk_and_no_chunk_is_too_full(sizes: list[int]) -> None:
    chunks = list(_chunks(files(*sizes)))
    assert sorted(job.path for chunk in chunks for job in chunk) == sorted(file.path for file in files(*sizes))
    for chunk in chunks:
        assert 0 < len(chunk) <= CHUNK_FILES
        assert sum(job.size for job in chunk[:-1]) < CHUNK_BYTES
    order = [(-job.size, job.path) for chunk in chunks for job in chunk]
    assert order == sorted(order)


@pytest.mark.parametrize(
    "sizes", [[1] * 200_000, [10_000_000] * 3000, [0] * 100_000, [10_000_000] * 600 + [1] * 60_000]
)
def test_there_are_never_more_chunks_than_tasks(sizes: list[int]) -> None:
    assert len(list(_chunks(files(*sizes)))) <= MOST_TASKS


@pytest.mark.parametrize("jobs", [0, 1, 2])
@pytest.mark.parametrize("size", [1, INLINE_BYTES])
def test_each_file_has_one_answer(jobs: int, size: int) -> None:
    given_files = files(*[size] * 100)
    found = [answer for answers in measured(given_files, echo, jobs) for answer in answers]
    assert sorted(answer.path for answer in found) == sorted(file.path for file in given_files)


def test_without_files_there_is_no_answer() -> None:
    assert list(measured([], echo, 2)) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process, which dies")
def test_a_file_that_crashes_its_parser_is_named_and_takes_no_other_with_it() -> None:
    given_files = files(*[INLINE_BYTES // 4] * 40)
    found = {answer.path: answer for answers in measured(given_files, deadly, 2) for answer in answers}
    assert found.pop("7.py") == Answer("7.py", problem="its parser crashed")
    assert set(found.values()) == {Answer(file.path, str(file.size)) for file in given_files if file.path != "7.py"}
