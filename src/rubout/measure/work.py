"""A chunk of files, read, identified and measured in one worker process."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure.extract import file_facts, revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id, read_bulk, read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from rubout.measure.languages.table import Language


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A file to measure: its path relative to the anchor, its language's code, its size when it was listed."""

    path: str
    language: int
    size: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Facts and tokens travel encoded, since the index stores them as they are.

    `head` is empty when the index already holds the facts, or when `problem` says why there are none;
    `blob` is empty for a file that vanished.
    """

    path: str
    blob: str = ""
    head: bytes = b""  # msgpack of FileFacts
    tokens: bytes = b""  # msgpack of Tokens
    problem: str = ""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Answer])


def measure_chunk(
    jobs: Sequence[Job], *, anchor: str, known: AbstractSet[tuple[str, str]], keep_imports: bool
) -> bytes:
    """Measure files; `known` holds the (blob id, revision) whose facts are not needed again."""
    gc.disable()  # records and arrays make no cycles, and a collection walks all of the parent's
    return _ENCODER.encode([_measure(job, anchor, known, keep_imports=keep_imports) for job in jobs])


def read_answers(encoded: bytes) -> list[Answer]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


def _measure(job: Job, anchor: str, known: AbstractSet[tuple[str, str]], *, keep_imports: bool) -> Answer:
    language = BY_CODE[job.language]
    try:
        if job.size > LARGE_BYTES:
            return _bulk(job, anchor, language)
        source = read_source(anchor, job.path)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    blob = git_blob_id(source)
    if (blob, revision(language, keep_imports=keep_imports)) in known:
        return Answer(job.path, blob)
    try:
        facts, tokens = file_facts(source, job.path, language, keep_imports=keep_imports)
    except ValueError as error:
        return Answer(job.path, blob, problem=f"cannot be parsed: {error}")
    return Answer(job.path, blob, _ENCODER.encode(facts), _ENCODER.encode(tokens))


def _bulk(job: Job, anchor: str, language: Language) -> Answer:
    bulk = read_bulk(anchor, job.path, language)
    if bulk is None:
        return Answer(job.path)
    facts = FileFacts(language=language.code, total_lines=bulk.total_lines, rule=bulk.rule)
    return Answer(job.path, bulk.blob, _ENCODER.encode(facts), _ENCODER.encode(Tokens()))
