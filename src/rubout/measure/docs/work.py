"""A chunk of files whose documentation is read in one worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.measure import notebook
from rubout.measure.docs.documents import documents, encoded
from rubout.measure.languages.all import BY_CODE
from rubout.measure.pool import uncollected
from rubout.measure.sources.content import git_blob_id, read_source
from rubout.measure.tree import SlowParseError
from rubout.measure.work import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.measure.work import Job

_ENCODER = msgspec.msgpack.Encoder()


def read_chunk(jobs: Sequence[Job], *, anchor: str) -> bytes:
    """Read the documentation of files; an answer's `tokens` hold it, encoded, and its `blob` says of which bytes."""
    with uncollected():
        return _ENCODER.encode([_read(job, anchor) for job in jobs])


def _read(job: Job, anchor: str) -> Answer:
    try:
        source = read_source(anchor, job.path)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    blob = git_blob_id(source)
    try:
        found = documents(source, job.path, BY_CODE[job.language])
    except (notebook.NotebookError, SlowParseError) as error:
        return Answer(job.path, blob, problem=f"cannot be parsed: {error}")
    return Answer(job.path, blob, tokens=encoded(found))
