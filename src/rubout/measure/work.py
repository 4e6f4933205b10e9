"""A chunk of files, read, identified and measured in one worker process."""

from __future__ import annotations

import os
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import notebook
from rubout.measure.extract import copies_revision, copy_facts, revision, trees_revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.pool import uncollected
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id, read_bulk, read_source
from rubout.measure.sources.disk import disk_path
from rubout.measure.tree import SlowParseError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from rubout.measure.languages.table import Language
    from rubout.measure.sources.content import Bulk


class Depth(Enum):
    """What is wanted of a file."""

    COPIES = auto()  # what copies are found by: `extract.copy_facts`
    FACTS = auto()  # `extract.file_facts`
    TREES = auto()  # the trees of the units too, in place of the tokens


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A file to measure: its path relative to the anchor, its language's code, its stat data when it was listed."""

    path: str
    language: int
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Facts, tokens and trees travel encoded, since the index stores them as they are.

    `head` is empty when the index already holds the facts, or when `problem` says why there are none; so are `trees`,
    also when nobody asked for them; `blob` is empty for a file that vanished; `steady` says that the stat data was
    still the same after reading.
    """

    path: str
    blob: str = ""
    head: bytes = b""  # msgpack of FileFacts
    tokens: bytes = b""  # msgpack of Tokens
    problem: str = ""
    steady: bool = False
    trees: bytes = b""  # msgpack of UnitTrees


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Answer])


def measure_chunk(
    jobs: Sequence[Job],
    *,
    anchor: str,
    known: AbstractSet[tuple[str, str]],
    keep_imports: bool,
    depth: Depth = Depth.FACTS,
) -> bytes:
    """Measure files; `known` holds the (blob id, revision) of what is not needed again."""
    wanted = _Wanted(anchor, known, keep_imports, depth)
    with uncollected():
        return _ENCODER.encode([_measure(job, wanted) for job in jobs])


def read_answers(encoded: bytes) -> list[Answer]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


class _Wanted(NamedTuple):
    anchor: str
    known: AbstractSet[tuple[str, str]]
    keep_imports: bool
    depth: Depth


def _measure(job: Job, wanted: _Wanted) -> Answer:
    language = BY_CODE[job.language]
    large = notebook.LARGE_BYTES if notebook.is_notebook(job.path) else LARGE_BYTES
    try:
        bulk = read_bulk(wanted.anchor, job.path, language) if job.size > large else None
        if bulk and bulk.rule:
            return _bulk_answer(job, wanted, bulk)
        source = read_source(wanted.anchor, job.path)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    answer = Answer(job.path, git_blob_id(source), steady=_is_steady(job, wanted.anchor))
    try:
        return _filled(answer, source, language, wanted)
    except (notebook.NotebookError, SlowParseError) as error:
        return Answer(job.path, answer.blob, problem=f"cannot be parsed: {error}")


def _filled(answer: Answer, source: bytes, language: Language, wanted: _Wanted) -> Answer:
    """The answer with what the index does not hold yet."""
    path, blob, keep_imports = answer.path, answer.blob, wanted.keep_imports
    rules = revision(path, language, keep_imports=keep_imports)
    wants_facts = (blob, rules) not in wanted.known
    if wanted.depth is Depth.COPIES:
        if not wants_facts or (blob, copies_revision(rules)) in wanted.known:
            return answer
        return _with_facts(answer, *copy_facts(source, path, language, keep_imports=keep_imports))
    from rubout.measure import unit_trees, whole  # noqa: PLC0415 - for copies they are not needed

    if wanted.depth is Depth.FACTS or (blob, trees_revision(rules)) in wanted.known:
        if not wants_facts:
            return answer
        return _with_facts(answer, *whole.file_facts(source, path, language, keep_imports=keep_imports))
    if not wants_facts:
        return msgspec.structs.replace(answer, trees=unit_trees.encoded(whole.trees(source, path, language)))
    facts, tokens, trees = whole.facts_and_trees(source, path, language, keep_imports=keep_imports)
    return msgspec.structs.replace(_with_facts(answer, facts, tokens), trees=unit_trees.encoded(trees))


def _with_facts(answer: Answer, facts: FileFacts, tokens: Tokens) -> Answer:
    return msgspec.structs.replace(answer, head=_ENCODER.encode(facts), tokens=_ENCODER.encode(tokens))


def _bulk_answer(job: Job, wanted: _Wanted, bulk: Bulk) -> Answer:
    if notebook.is_notebook(job.path):  # its lines would be those of its outputs
        bulk = bulk._replace(total_lines=0, rule="large")
    facts = FileFacts(language=job.language, total_lines=bulk.total_lines, rule=bulk.rule)
    return Answer(
        job.path,
        bulk.blob,
        _ENCODER.encode(facts),
        _ENCODER.encode(Tokens()),
        steady=_is_steady(job, wanted.anchor),
        trees=_no_trees() if wanted.depth is Depth.TREES else b"",
    )


def _no_trees() -> bytes:
    from rubout.measure.unit_trees import UnitTrees, encoded  # noqa: PLC0415 - as above

    return encoded(UnitTrees())


def _is_steady(job: Job, anchor: str) -> bool:
    try:
        now = os.lstat(disk_path(anchor, job.path))
    except OSError:
        return False
    stat_data = now.st_size, now.st_mtime_ns, now.st_ino, now.st_ctime_ns
    return stat_data == (job.size, job.mtime_ns, job.inode, job.ctime_ns)
