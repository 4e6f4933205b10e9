"""A chunk of files whose references are read in one worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.graph import FileReferences
from rubout.facts.references import References
from rubout.measure.languages.all import BY_CODE
from rubout.measure.pool import uncollected
from rubout.measure.sites.read import file_references
from rubout.measure.sources.content import LARGE_BYTES, read_bulk
from rubout.measure.work import Answer, read_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.measure.languages.table import Language
    from rubout.measure.work import Job

_ENCODER = msgspec.msgpack.Encoder()


def read_chunk(jobs: Sequence[Job], *, anchor: str) -> bytes:
    """Read the references of files; an answer's `tokens` hold them, encoded, and its `blob` says of which bytes."""
    with uncollected():
        return _ENCODER.encode([_read_job(job, anchor) for job in jobs])


def _read_job(job: Job, anchor: str) -> Answer:
    return read_one(job, anchor, _read) if job.size <= LARGE_BYTES else _large(job, anchor)


def _read(source: bytes, path: str, language: Language) -> bytes:
    return _ENCODER.encode(file_references(source, path, language))


def _large(job: Job, anchor: str) -> Answer:
    """A file too large to be parsed is a node without sites."""
    try:
        bulk = read_bulk(anchor, job.path, BY_CODE[job.language])
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if bulk is None:
        return Answer(job.path)
    return Answer(
        job.path, bulk.blob, tokens=_ENCODER.encode(FileReferences(References(), bulk.total_lines, rule=bulk.rule))
    )
