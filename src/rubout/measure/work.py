"""A chunk of files, read, identified and measured in one worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import notebook
from rubout.measure.contents import Contents
from rubout.measure.extract import Parsed, copy_facts, revisions
from rubout.measure.languages.all import BY_CODE
from rubout.measure.pool import uncollected
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id
from rubout.measure.tree import SlowParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.measure.languages.table import Language
    from rubout.measure.parts import Part
    from rubout.measure.sources.content import Bulk


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A file to measure: its path relative to the anchor, its language's code, its stat data when it was listed.

    `blob` is where git stores one of a commit, "" for a file on disk.
    """

    path: str
    language: int
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int
    blob: str = ""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Facts, tokens and parts travel encoded, since the index stores them as they are.

    `head` is empty when the index already holds the facts, and `parts`, by name, are those that it does not hold.
    `blob` is empty for a file that vanished, and for one that could not be measured, of which `problem` says why;
    beside a blob, `problem` says why a part is missing. `steady` says that the stat data was still the same after
    reading.
    """

    path: str
    blob: str = ""
    head: bytes = b""  # msgpack of FileFacts
    tokens: bytes = b""  # msgpack of Tokens
    problem: str = ""
    steady: bool = False
    parts: tuple[tuple[str, bytes], ...] = ()


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Answer])


def measure_chunk(
    jobs: Sequence[Job],
    *,
    anchor: str,
    known: AbstractSet[tuple[str, str]],
    keep_imports: bool,
    for_copies: bool = False,
    parts: Sequence[Part] = (),
) -> bytes:
    """Measure files, `for_copies` only what those are found by, and no parts.

    `known` holds the (blob id, revision) whose facts or parts are not needed again.
    """
    wanted = _Wanted(Contents(anchor, jobs), known, keep_imports, for_copies, parts)
    with uncollected():
        return _ENCODER.encode([_measure(job, wanted) for job in jobs])


def read_answers(encoded: bytes) -> list[Answer]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


def read_one(job: Job, contents: Contents, read: Callable[[bytes, str, Language], bytes]) -> Answer:
    """What `read` makes of a file's bytes, as the `tokens` of an answer whose `blob` says of which bytes."""
    return read_bytes(job, contents, lambda source: read(source, job.path, BY_CODE[job.language]))


def read_bytes(job: Job, contents: Contents, read: Callable[[bytes], bytes]) -> Answer:
    """As `read_one`, for files without a language, too."""
    try:
        source = contents.source(job)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    blob = git_blob_id(source)
    try:
        found = read(source)
    except (notebook.NotebookError, SlowParseError) as error:
        return Answer(job.path, blob, problem=f"cannot be parsed: {error}")
    return Answer(job.path, blob, tokens=found, steady=contents.is_steady(job))


class _Wanted(NamedTuple):
    contents: Contents
    known: AbstractSet[tuple[str, str]]
    keep_imports: bool
    for_copies: bool
    parts: Sequence[Part]

    def wants_facts(self, path: str, blob: str, language: Language) -> bool:
        """Whether nobody has measured a content."""
        rules = revisions(path, language, keep_imports=self.keep_imports, for_copies=self.for_copies)
        return not any((blob, rule) in self.known for rule in rules)

    def missing(self, path: str, blob: str, language: Language) -> list[Part]:
        """The parts of a content that nobody has measured."""
        rules = [(part, part.revision(path, language, self.keep_imports)) for part in self.parts]
        return [part for part, rule in rules if rule is not None and (blob, rule) not in self.known]


def _measure(job: Job, wanted: _Wanted) -> Answer:
    language = BY_CODE[job.language]
    large = notebook.LARGE_BYTES if notebook.is_notebook(job.path) else LARGE_BYTES
    try:
        bulk = wanted.contents.bulk(job, language) if job.size > large else None
        if bulk and bulk.rule:
            return _bulk_answer(job, wanted, bulk)
        source = wanted.contents.source(job)
    except OSError as error:
        return Answer(job.path, problem=f"cannot be read: {error.strerror or error}")
    if source is None:
        return Answer(job.path)
    answer = Answer(job.path, git_blob_id(source), steady=wanted.contents.is_steady(job))
    try:
        return _filled(answer, source, language, wanted)
    except (notebook.NotebookError, SlowParseError) as error:
        return Answer(job.path, problem=_unparsed(error))


def _unparsed(error: Exception) -> str:
    return f"cannot be parsed: {error}"


def _filled(answer: Answer, source: bytes, language: Language, wanted: _Wanted) -> Answer:
    """The answer with what the index does not hold yet, of one parse."""
    path, blob, keep_imports = answer.path, answer.blob, wanted.keep_imports
    parts, wants_facts = wanted.missing(path, blob, language), wanted.wants_facts(path, blob, language)
    if not (wants_facts or parts):
        return answer
    if wanted.for_copies:
        return _with_facts(answer, *copy_facts(source, path, language, keep_imports=keep_imports))
    from rubout.measure import whole  # noqa: PLC0415 - for copies it is not needed

    parsed = whole.parsed_file(source, path, language)
    if wants_facts:
        answer = _with_facts(answer, *whole.whole_facts(parsed, keep_imports=keep_imports))
    return _with_parts(answer, parts, parsed)


def _with_facts(answer: Answer, facts: FileFacts, tokens: Tokens) -> Answer:
    return msgspec.structs.replace(answer, head=_ENCODER.encode(facts), tokens=_ENCODER.encode(tokens))


def _with_parts(answer: Answer, parts: Iterable[Part], parsed: Parsed) -> Answer:
    """The answer with the parts that could be made; one may need a parse of its own, and that may be slow."""
    made, problem = [], answer.problem
    for part in parts:
        try:
            made.append((part.name, part.made(parsed)))
        except SlowParseError as error:
            problem = _unparsed(error)
    return msgspec.structs.replace(answer, parts=tuple(made), problem=problem)


def _bulk_answer(job: Job, wanted: _Wanted, bulk: Bulk) -> Answer:
    language = BY_CODE[job.language]
    plain = FileFacts(language=job.language, total_lines=bulk.total_lines, rule=bulk.rule)
    facts = plain
    if notebook.is_notebook(job.path):  # its lines would be those of its outputs
        facts = FileFacts(language=job.language, total_lines=0, rule="large")
    answer = Answer(job.path, bulk.blob, steady=wanted.contents.is_steady(job))
    parts = wanted.missing(job.path, bulk.blob, language)
    return _with_parts(_with_facts(answer, facts, Tokens()), parts, Parsed(job.path, language, b"", plain, None))
