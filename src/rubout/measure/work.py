"""A chunk of files, read, identified and measured in one worker process."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import notebook
from rubout.measure.extract import file_facts, revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id, read_bulk, read_source
from rubout.measure.sources.disk import disk_path
from rubout.measure.tree import SlowParseError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from rubout.measure.sources.content import Bulk


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A file to measure: its path relative to the anchor, its language's code, its stat data when it was listed."""

    path: str
    language: int
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Facts and tokens travel encoded, since the index stores them as they are.

    `head` is empty when the index already holds the facts, or when `problem` says why there are none;
    `blob` is empty for a file that vanished; `steady` says that the stat data was still the same after reading.
    """

    path: str
    blob: str = ""
    head: bytes = b""  # msgpack of FileFacts
    tokens: bytes = b""  # msgpack of Tokens
    problem: str = ""
    steady: bool = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Answer])


def measure_chunk(
    jobs: Sequence[Job], *, anchor: str, known: AbstractSet[tuple[str, str]], keep_imports: bool
) -> bytes:
    """Measure files; `known` holds the (blob id, revision) whose facts are not needed again."""
    collecting = gc.isenabled()
    gc.disable()  # records and arrays make no cycles, and a collection walks everything there is
    try:
        return _ENCODER.encode([_measure(job, anchor, known, keep_imports=keep_imports) for job in jobs])
    finally:
        if collecting:
            gc.enable()


def read_answers(encoded: bytes) -> list[Answer]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


def _measure(job: Job, anchor: str, known: AbstractSet[tuple[str, str]], *, keep_imports: bool) -> Answer:
    language = BY_CODE[job.language]
    large = notebook.LARGE_BYTES if notebook.is_notebook(job.path) else LARGE_BYTES
    try:
        bulk = read_bulk(anchor, job.path, language) if job.size > large else None
        if bulk and bulk.rule:
            return _bulk_answer(job, anchor, bulk)
        source = read_source(anchor, job.path)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    steady = _is_steady(job, anchor)
    blob = git_blob_id(source)
    if (blob, revision(job.path, language, keep_imports=keep_imports)) in known:
        return Answer(job.path, blob, steady=steady)
    try:
        facts, tokens = file_facts(source, job.path, language, keep_imports=keep_imports)
    except (notebook.NotebookError, SlowParseError) as error:
        return Answer(job.path, blob, problem=f"cannot be parsed: {error}")
    return Answer(job.path, blob, _ENCODER.encode(facts), _ENCODER.encode(tokens), steady=steady)


def _bulk_answer(job: Job, anchor: str, bulk: Bulk) -> Answer:
    if notebook.is_notebook(job.path):  # its lines would be those of its outputs
        bulk = bulk._replace(total_lines=0, rule="large")
    facts = FileFacts(language=job.language, total_lines=bulk.total_lines, rule=bulk.rule)
    steady = _is_steady(job, anchor)
    return Answer(job.path, bulk.blob, _ENCODER.encode(facts), _ENCODER.encode(Tokens()), steady=steady)


def _is_steady(job: Job, anchor: str) -> bool:
    try:
        now = os.lstat(disk_path(anchor, job.path))
    except OSError:
        return False
    stat_data = now.st_size, now.st_mtime_ns, now.st_ino, now.st_ctime_ns
    return stat_data == (job.size, job.mtime_ns, job.inode, job.ctime_ns)
