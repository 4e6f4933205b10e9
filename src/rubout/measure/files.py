"""Many files measured, in as many processes as help."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from rubout.measure import pool
from rubout.measure.work import Answer, Job, read_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from rubout.measure.sources.universe import Candidate

INLINE_BYTES = 150_000  # below this much source one process is done before a second one has started
CHUNK_BYTES = 400_000
CHUNK_FILES = 64


def measured(
    files: Sequence[Candidate], work: Callable[[list[Job]], bytes], jobs: int, executor: Executor | None = None
) -> Iterator[list[Answer]]:
    """The answers for all files, one each, in chunks that come in no particular order.

    Args:
        files: what to measure.
        work: `measure_chunk`, with its options.
        jobs: how many processes; 0: one a processor.
        executor: runs the work in place of our own processes.
    """
    chunks = list(_chunks(files))
    small = sum(file.size for file in files) < INLINE_BYTES
    with closing(pool.answers(chunks, work, 1 if small else jobs or pool.processors(), executor)) as answered:
        for number, encoded in answered:
            yield read_answers(encoded) if encoded is not None else list(_one_by_one(chunks[number], work))


def _chunks(files: Sequence[Candidate]) -> Iterator[list[Job]]:
    """Chunks of whole files, the largest files first, so that no worker is left with a long one at the end.

    Half as many as the pool takes are closed for their bytes at most, and half for their files.
    """
    most = pool.MOST_TASKS // 2 - 1
    most_files = max(CHUNK_FILES, len(files) // most + 1)
    most_bytes = max(CHUNK_BYTES, sum(file.size for file in files) // most + 1)
    chunk: list[Job] = []
    size = 0
    for file in sorted(files, key=lambda file: (-file.size, file.path)):
        chunk.append(Job(file.path, file.code, file.size, file.mtime_ns, file.inode, file.ctime_ns, _stored(file)))
        size += file.size
        if len(chunk) >= most_files or size >= most_bytes:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _stored(file: Candidate) -> str:
    return file.blob or "" if file.stored else ""


def _one_by_one(jobs: Sequence[Job], work: Callable[[list[Job]], bytes]) -> Iterator[Answer]:
    """A chunk whose worker died: the file that kills its worker again is a problem, the others are not."""
    for job in jobs:
        encoded = pool.alone([job], work)
        if encoded is None:
            yield Answer(job.path, problem="its parser crashed")
        else:
            yield from read_answers(encoded)
