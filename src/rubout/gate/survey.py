"""The files of a tree with their facts: from the index where it knows them, else measured now.

What the index held or lacked never shows in the result; it is said through `note` only.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import FileFacts
from rubout.facts.survey import Problem, Survey, SurveyedFile
from rubout.gate.remembered import SETTLED_NS
from rubout.measure import pool
from rubout.measure.extract import FOREIGN_KERNEL, revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import is_installed
from rubout.measure.languages.table import Scope
from rubout.measure.work import Answer, Job, measure_chunk, read_answers
from rubout.store.index import IndexLostError, Row, Stat, reading, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from rubout.measure.sources.universe import Candidate, Universe
    from rubout.store.index import Index

    Note = Callable[[str], None]

INLINE_BYTES = 150_000  # below this much source one process is done before a second one has started
CHUNK_BYTES = 400_000
CHUNK_FILES = 64
_FACTS = msgspec.msgpack.Decoder(FileFacts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to survey, and how; the last four change no byte of the result."""

    anchor: str
    scope: str = ""
    keep_imports: bool = False
    jobs: int = 0  # 0: one a processor
    cache: bool = True
    executor: Executor | None = None
    progress: Callable[[int, int], None] | None = None  # files measured, files to measure


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A survey and, in the order of its files, their encoded token streams."""

    survey: Survey
    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A request, and the files there were when it began; `note` takes lines for people about the index."""

    request: Request
    universe: Universe
    started: int  # Unix nanoseconds, before the universe was listed
    note: Note

    def survey(self, files: Sequence[Candidate] | None = None) -> Surveyed:
        """Survey the universe, or only these files of it."""
        if files is None:
            return survey(self.request, self.universe, self.started, self.note)
        return survey(self.request, self.universe._replace(files=tuple(files)), self.started, self.note, part=True)


@dataclass(slots=True)
class _Found:
    """What is known so far, by path, and the rows that the index did not hold."""

    blobs: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Tree:
    """The candidates by path, and the revision each is measured under."""

    files: dict[str, Candidate]
    revisions: dict[str, str]
    started: int  # Unix nanoseconds, before the first stat
    part: bool  # there are other files


def survey(request: Request, universe: Universe, started: int, note: Note, *, part: bool = False) -> Surveyed:
    """Survey the files of a universe.

    Args:
        request: what to survey.
        universe: the candidates below `request.scope`.
        started: Unix nanoseconds, before the universe was listed.
        note: takes lines for people about the index and the work.
        part: the universe leaves out files that are there, so what the index knows of others stays.
    """
    revisions = {file.path: revision(file.language, keep_imports=request.keep_imports) for file in universe.files}
    tree = _Tree({file.path: file for file in universe.files}, revisions, started, part or bool(request.scope))
    try:
        found = _through_index(request, tree, note) if request.cache else _afresh(request, tree)
    except IndexLostError:
        found = _afresh(request, tree)
    return _assembled(request, universe, tree, found)


def _afresh(request: Request, tree: _Tree) -> _Found:
    found = _Found()
    _measure(request, tree, tuple(tree.files.values()), found, known=frozenset(), keep=None)
    return found


def _through_index(request: Request, tree: _Tree, note: Note) -> _Found:
    with reading(request.anchor, note) as index:
        if index is not None:
            old, found, fresh = _half_warm(request, tree, index)
    if index is None:
        found = _Found()
        with writing(request.anchor, note) as target:
            keep = target.put if target else None
            _measure(request, tree, tuple(tree.files.values()), found, known=frozenset(), keep=keep)
            if target:
                target.put_stats(_settled(tree, found), ())
        return found
    seen = {path: stat for path, stat in _settled(tree, found) if old.get(path) != stat}
    gone = () if tree.part else tuple(old.keys() - found.blobs.keys())
    if seen or gone or fresh:
        with writing(request.anchor, note) as target:
            if target:
                for key in fresh.items():
                    target.put(*key[0], key[1])
                target.put_stats(seen.items(), gone)
    return found


def _half_warm(
    request: Request, tree: _Tree, index: Index
) -> tuple[dict[str, Stat], _Found, dict[tuple[str, str], Row]]:
    """What the index knows, and the rest measured; also the stat data it had, and the rows it lacked."""
    old, found = index.stats(), _Found()
    for file in tree.files.values():
        blob = _unchanged_blob(old.get(file.path), file)
        row = index.row(blob, tree.revisions[file.path]) if blob else None
        if blob and row:
            found.blobs[file.path], found.rows[file.path] = blob, row
    fresh: dict[tuple[str, str], Row] = {}

    def keep(blob: str, name: str, row: Row) -> None:
        fresh[blob, name] = row

    missing = [file for file in tree.files.values() if file.path not in found.rows]
    _measure(request, tree, missing, found, known=frozenset(index.known()) if missing else frozenset(), keep=keep)
    damaged = []
    for file in missing:
        if file.path in found.blobs and file.path not in found.rows:
            row = index.row(found.blobs[file.path], tree.revisions[file.path])
            if row:
                found.rows[file.path] = row
            else:
                damaged.append(file)
    _measure(request, tree, damaged, found, known=frozenset(), keep=keep)
    return old, found, fresh


def _unchanged_blob(old: Stat | None, now: Candidate) -> str:
    same = old and (old.size, old.mtime_ns, old.inode) == (now.size, now.mtime_ns, now.inode)
    return old.blob if old and same else ""


def _settled(tree: _Tree, found: _Found) -> Iterator[tuple[str, Stat]]:
    for path, blob in found.blobs.items():
        file = tree.files[path]
        if file.mtime_ns < tree.started - SETTLED_NS:
            yield path, Stat(file.size, file.mtime_ns, file.inode, blob)


def _measure(
    request: Request,
    tree: _Tree,
    files: Sequence[Candidate],
    found: _Found,
    *,
    known: frozenset[tuple[str, str]],
    keep: Callable[[str, str, Row], None] | None,
) -> None:
    if not files:
        return
    chunks = list(_chunks(files))
    work = partial(measure_chunk, anchor=request.anchor, known=known, keep_imports=request.keep_imports)
    small = sum(file.size for file in files) < INLINE_BYTES
    jobs = 1 if small else request.jobs or pool.processors()
    gc.freeze()  # so that a collection in a worker does not copy the parent's pages
    done = 0
    for number, encoded in pool.answers(chunks, work, jobs, request.executor):
        for answer in read_answers(encoded) if encoded is not None else _one_by_one(chunks[number], work):
            _accept(answer, tree, found, keep)
        done += len(chunks[number])
        if request.progress:
            request.progress(done, len(files))
    gc.unfreeze()


def _chunks(files: Sequence[Candidate]) -> Iterator[list[Job]]:
    """Chunks of whole files, the largest files first, so that no worker is left with a long one at the end."""
    chunk: list[Job] = []
    size = 0
    most_files = max(CHUNK_FILES, len(files) // (pool.MOST_TASKS // 2))
    for file in sorted(files, key=lambda file: (-file.size, file.path)):
        chunk.append(Job(file.path, file.code, file.size))
        size += file.size
        if len(chunk) >= most_files or (size >= CHUNK_BYTES and most_files == CHUNK_FILES):
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _one_by_one(jobs: Sequence[Job], work: Callable[[list[Job]], bytes]) -> Iterator[Answer]:
    """A chunk whose worker died: the file that kills its worker again is a problem, the others are not."""
    for job in jobs:
        encoded = pool.alone([job], work)
        if encoded is None:
            yield Answer(job.path, problem="its parser crashed")
        else:
            yield from read_answers(encoded)


def _accept(answer: Answer, tree: _Tree, found: _Found, keep: Callable[[str, str, Row], None] | None) -> None:
    if answer.problem:
        found.problems[answer.path] = answer.problem
        return
    if not answer.blob:
        return
    found.blobs[answer.path] = answer.blob
    if answer.head:
        row = Row(answer.head, answer.tokens)
        found.rows[answer.path] = row
        if keep:
            keep(answer.blob, tree.revisions[answer.path], row)


def _assembled(request: Request, universe: Universe, tree: _Tree, found: _Found) -> Surveyed:
    read = {path: (found.blobs[path], _FACTS.decode(found.rows[path].head)) for path in tree.files if path in found.rows}
    problems = sorted([*universe.problems, *found.problems.items()])
    record = survey_record(request.scope, universe, read, problems, _missing_grammars(universe.files))
    return Surveyed(record, tuple(found.rows[file.path].tokens for file in record.files))


def survey_record(
    scope: str,
    universe: Universe,
    read: Mapping[str, tuple[str, FileFacts]],
    problems: Iterable[tuple[str, str]],
    missing_grammars: tuple[str, ...],
) -> Survey:
    """The survey of a universe whose files were read as (blob id, facts) by path, in order of the paths."""
    excluded = dict(universe.excluded)
    for _, facts in read.values():
        if facts.rule:
            excluded[facts.rule] = excluded.get(facts.rule, 0) + 1
    return Survey(
        files=tuple(
            SurveyedFile(path, blob, facts) for path, (blob, facts) in read.items() if facts.rule != FOREIGN_KERNEL
        ),
        excluded=dict(sorted(excluded.items())),
        problems=tuple(Problem(path, what) for path, what in problems),
        missing_grammars=missing_grammars,
        notes=universe.notes,
        scope=scope,
    )


def _missing_grammars(files: Iterable[Candidate]) -> tuple[str, ...]:
    languages = {BY_CODE[code] for code in {file.code for file in files}}
    languages = {language for language in languages if language.scope is Scope.JUDGED and language.grammar}
    return tuple(sorted(language.name for language in languages if not is_installed(language)))
