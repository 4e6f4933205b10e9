"""The references of files: a chunk of files in one worker process, or a part of what is measured of a file anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.measure.contents import Contents
from rubout.measure.extract import revision_beside
from rubout.measure.languages.all import BY_CODE
from rubout.measure.parts import Part
from rubout.measure.pool import uncollected
from rubout.measure.sites import read
from rubout.measure.sources.content import LARGE_BYTES, content_rule, total_lines
from rubout.measure.work import Answer, read_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.measure.extract import Parsed
    from rubout.measure.languages.table import Language
    from rubout.measure.work import Job

_ENCODER = msgspec.msgpack.Encoder()


def read_chunk(jobs: Sequence[Job], *, anchor: str) -> bytes:
    """Read the references of files; an answer's `tokens` hold them, encoded, and its `blob` says of which bytes."""
    with uncollected():
        contents = Contents(anchor, jobs)
        return _ENCODER.encode([_read_job(job, contents) for job in jobs])


def _read_job(job: Job, contents: Contents) -> Answer:
    return read_one(job, contents, _read) if job.size <= LARGE_BYTES else _large(job, contents)


def _read(source: bytes, path: str, language: Language) -> bytes:
    return _ENCODER.encode(read.file_references(source, path, language))


def _large(job: Job, contents: Contents) -> Answer:
    """A file too large to be parsed is a node without sites."""
    try:
        bulk = contents.bulk(job, BY_CODE[job.language])
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if bulk is None:
        return Answer(job.path)
    return Answer(job.path, bulk.blob, tokens=_ENCODER.encode(read.unread(bulk.total_lines, bulk.rule)))


def _revision(path: str, language: Language, _keep_imports: bool) -> str | None:  # noqa: FBT001 - a column of `Part`
    is_read = read.part_of(path, language.name) is not read.Part.NONE
    return revision_beside(path, language, read.REVISION) if is_read else None


def _references(parsed: Parsed) -> bytes:
    """What `read_chunk` says of the file."""
    content, facts = parsed.content, parsed.facts
    if len(content) > LARGE_BYTES:  # a notebook with its outputs
        found = read.unread(total_lines(content), content_rule(content, parsed.language))
    elif facts.rule and not content:
        found = read.unread(facts.total_lines, facts.rule)
    else:
        found = read.file_references(content, parsed.path, parsed.language, parsed.tree)
    return _ENCODER.encode(found)


REFERENCES = Part("references", _revision, _references)
