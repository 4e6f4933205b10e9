"""The files of a tree with their facts: from the index where it knows them, else measured now.

What the index held or lacked never shows in the result; it is said through `note` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.errors import StoreError
from rubout.facts.source import FileFacts
from rubout.gate.remembered import SETTLED_NS, reader
from rubout.gate.survey_record import missing_grammars, survey_record
from rubout.gate.surveyed import Surveyed, Tokens
from rubout.measure.extract import part_for_copies, revision, revisions
from rubout.measure.files import measured
from rubout.measure.languages.all import BY_CODE
from rubout.measure.work import measure_chunk
from rubout.store.index import Row, Stat, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from rubout.measure.parts import Part
    from rubout.measure.sources.objects import Objects
    from rubout.measure.sources.universe import Candidate, Universe
    from rubout.measure.work import Answer, Job
    from rubout.store.index import Index

    Note = Callable[[str], None]

_FACTS = msgspec.msgpack.Decoder(FileFacts)
_FEW = 64  # files whose rows are read one by one
_ROWS_A_FILE = 6  # that families leave at most
_LARGEST = 0x7FFF_FFFF_FFFF_FFFF  # that SQLite holds; some file systems number their inodes beyond


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to survey, and how; the last four change no byte of the result."""

    anchor: str
    scope: str = ""
    keep_imports: bool = False
    objects: Objects | None = None  # git's, when the files are those of a commit
    jobs: int = 0  # 0: one a processor
    cache: bool = True
    executor: Executor | None = None
    progress: Callable[[int, int], None] | None = None  # files measured, files to measure


@dataclass(frozen=True, slots=True)
class Run:
    """A request, and the files there were when it began; `note` takes lines for people about the index."""

    request: Request
    universe: Universe
    started: int  # Unix nanoseconds, before the universe was listed
    note: Note

    def survey(
        self,
        files: Sequence[Candidate] | None = None,
        *,
        for_copies: bool = False,
        tokens: Tokens = Tokens.ALL,
        parts: Sequence[Part] = (),
    ) -> Surveyed:
        """Survey the universe, or only these files of it.

        Args:
            files: some of the universe; None for all.
            for_copies: the facts are those of `extract.copy_facts`, which are quicker to make; not with `parts`.
            tokens: which of them are wanted; what is left out saves its room.
            parts: what else is wanted of each file.
        """
        universe = self.universe if files is None else self.universe._replace(files=tuple(files))
        whole = files is None and not self.request.scope and self.request.objects is None
        with self.opened() as index:
            search = _Search(self.request, index, tuple(parts), for_copies=for_copies and not parts, tokens=tokens)
            search.find(universe.files, whole=whole)
            index.save(search.settled(universe.files, self.started), whole=whole)
        found = search.surveyed(universe)
        if tokens is not Tokens.LATE:
            return found
        held = {path: row.tokens for path, row in search.rows.items() if row.tokens}
        return replace(found, late=partial(self._late, search.blobs, held))

    def _late(self, blobs: Mapping[str, str], held: Mapping[str, bytes], paths: AbstractSet[str]) -> dict[str, bytes]:
        """The token streams of files that were surveyed as these blobs, by path; some are at hand."""
        streams = {path: held[path] for path in paths & held.keys()}
        files = [file for file in self.universe.files if file.path in paths and file.path not in streams]
        with self.opened() as index:
            if len(files) > _FEW:
                index.expect({rule for file in files for rule in revisions_of(file, self.request)})
            for file in files:
                if row := index.row(blobs[file.path], *revisions_of(file, self.request)):
                    streams[file.path] = row.tokens
        if lost := [file for file in files if file.path not in streams]:
            again = self.survey(lost)
            for now, tokens in zip(again.survey.files, again.tokens, strict=True):
                if now.blob == blobs[now.path]:
                    streams[now.path] = tokens
        if gone := {file.path for file in lost} - streams.keys():
            fix = "run it again when nobody writes to the tree"
            raise StoreError("the index lost its tokens, and it has changed since", where=min(gone), fix=fix)
        return streams

    def opened(self) -> AbstractContextManager[Index]:
        """The index, with room for what it cannot tell that somebody needs: files of a commit, and young ones."""
        untold = [file for file in self.universe.files if file.stored or not _is_settled(file, self.started)]
        return opened(self.request.anchor, self.note, used=self.request.cache, held=_ROWS_A_FILE * len(untold))


def _is_settled(file: Candidate, started: int) -> bool:
    """Whether a file that changes from now on has another time than it has."""
    return file.mtime_ns < started - SETTLED_NS


def reader_id() -> str:
    """Names who reads now, in sixteen digits."""
    return blake2b(repr(reader()).encode(), digest_size=8).hexdigest()


class _Revisions(NamedTuple):
    """Of the facts of a file, those that are made now first, and by name of the parts that it has."""

    facts: tuple[str, ...]
    parts: list[tuple[str, str]]


@dataclass(slots=True)
class _Search:
    """What was found so far, by path."""

    request: Request
    index: Index
    wanted: tuple[Part, ...] = ()
    for_copies: bool = False
    tokens: Tokens = Tokens.ALL
    kinds: dict[tuple[int, str], _Revisions] = field(default_factory=dict)
    blobs: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    parts: dict[tuple[str, str], bytes] = field(default_factory=dict)  # by name and path
    problems: dict[str, str] = field(default_factory=dict)
    unsteady: set[str] = field(default_factory=set)  # changed between the listing and the reading
    reader: str = field(default_factory=reader_id)

    def find(self, files: Sequence[Candidate], *, whole: bool) -> None:
        """Find the facts of all files; `whole` when there are no others."""
        seen = self.index.stats() if whole else None
        if seen:
            self._expect(files)
        for file in files:
            if blob := self._known_blob(file, seen):
                self._recall(file, blob)
        missing = [file for file in files if file.path not in self.rows]
        self._measure(missing, self.index.known() if missing else frozenset())
        for file in missing:
            if file.path in self.blobs and file.path not in self.rows:
                self._recall(file, self.blobs[file.path])
        damaged = [file for file in missing if file.path in self.blobs and file.path not in self.rows]
        self._measure(damaged, frozenset())

    def _known_blob(self, file: Candidate, seen: Mapping[str, Stat] | None) -> str | None:
        """The id of what a file holds, where that is told without reading it."""
        if file.stored:
            return file.blob
        then = self.index.stat(file.path) if seen is None else seen.get(file.path)
        return then.blob if then and then == self._stat(file, then.blob) else None

    def settled(self, files: Iterable[Candidate], started: int) -> dict[str, Stat]:
        """Stat data that proves a file unchanged as long as it stays the same."""
        return {
            file.path: self._stat(file, self.blobs[file.path])
            for file in files
            if file.path in self.rows
            and not file.stored
            and file.path not in self.unsteady
            and _is_settled(file, started)
        }

    def surveyed(self, universe: Universe) -> Surveyed:
        """The files of the universe that were found, and what became of the others."""
        read = {
            file.path: (self.blobs[file.path], self._facts(self.rows[file.path]))
            for file in universe.files
            if file.path in self.rows
        }
        problems = sorted([*universe.problems, *self.problems.items()])
        record = survey_record(self.request.scope, universe, read, problems, missing_grammars(universe.files))
        paths = [file.path for file in record.files]
        parts = {one.name: tuple(self.parts.get((one.name, path), b"") for path in paths) for one in self.wanted}
        tokens = tuple(self.rows[path].tokens for path in paths) if self.tokens is Tokens.ALL else ()
        return Surveyed(record, tokens, parts)

    def _facts(self, row: Row) -> FileFacts:
        """What is said must not depend on who left the row."""
        facts = _FACTS.decode(row.head)
        return part_for_copies(facts) if self.for_copies else facts

    def _stat(self, file: Candidate, blob: str) -> Stat:
        return stat_of(file, blob, self._revisions(file)[-1], self.reader)  # of all its facts, whoever asks

    def _revisions(self, file: Candidate) -> tuple[str, ...]:
        return self._named(file).facts

    def _rules(self, file: Candidate) -> list[tuple[str, str]]:
        """The parts that a file has, with the revision of each."""
        return self._named(file).parts

    def _named(self, file: Candidate) -> _Revisions:
        """The revisions of a file, which its language and its suffix decide."""
        kind = file.code, file.path.rpartition(".")[2]
        found = self.kinds.get(kind)
        if found is None:
            language, imports = BY_CODE[file.code], self.request.keep_imports
            rules = [(part.name, part.revision(file.path, language, imports)) for part in self.wanted]
            parts = [(name, rule) for name, rule in rules if rule is not None]
            facts = revisions_of(file, self.request, for_copies=self.for_copies)
            found = self.kinds[kind] = _Revisions(facts, parts)
        return found

    def _expect(self, files: Iterable[Candidate]) -> None:
        """Read what stands under all revisions of these files."""
        named = [self._named(file) for file in files]
        facts = {rule for one in named for rule in one.facts}
        parts = {rule for one in named for _, rule in one.parts}
        if self.tokens is Tokens.ALL:
            self.index.expect(facts | parts)
        else:
            self.index.expect(parts, facts)

    def _known(self, blob: str, revisions: Sequence[str]) -> Row | None:
        """The facts of a content, with its tokens where those are wanted now."""
        if self.tokens is Tokens.ALL:
            return self.index.row(blob, *revisions)
        head = self.index.head(blob, *revisions)
        return None if head is None else Row(head, b"")

    def _recall(self, file: Candidate, blob: str) -> None:
        """Take what the index holds, once that is everything."""
        row = self._known(blob, self._revisions(file))
        parts = {name: self.index.row(blob, rule) for name, rule in self._rules(file)} if row else {}
        if row and None not in parts.values():
            self.blobs[file.path] = blob
            self._keep(file.path, row, {name: part.tokens for name, part in parts.items() if part})

    def _keep(self, path: str, row: Row, parts: Mapping[str, bytes]) -> None:
        self.rows[path] = row._replace(tokens=b"") if self.tokens is Tokens.NONE else row
        self.parts.update(((name, path), part) for name, part in parts.items())

    def _measure(self, files: Sequence[Candidate], known: frozenset[tuple[str, str]]) -> None:
        if not files:
            return
        request = self.request
        by_path = {file.path: file for file in files}
        work = partial(
            measure_chunk,
            anchor=request.anchor,
            known=known,
            keep_imports=request.keep_imports,
            for_copies=self.for_copies,
            parts=self.wanted,
        )
        for answer in answers(files, work, request):
            self._accept(answer, by_path[answer.path])

    def _accept(self, answer: Answer, file: Candidate) -> None:
        if answer.problem:
            self.problems[file.path] = answer.problem
        if not answer.blob:
            return
        self.blobs[file.path] = answer.blob
        if not answer.steady:
            self.unsteady.add(file.path)
        if answer.head or answer.parts or answer.problem:
            self._accept_rows(answer, file)

    def _accept_rows(self, answer: Answer, file: Candidate) -> None:
        """Take what was measured, and the rest from the index, which said that it holds it."""
        rules, parts = self._revisions(file), dict(answer.parts)
        if answer.head:
            self.index.put(answer.blob, rules[0], Row(answer.head, answer.tokens))
        row = Row(answer.head, answer.tokens) if answer.head else self._known(answer.blob, rules)
        for name, rule in self._rules(file):
            if name in parts:
                self.index.put(answer.blob, rule, Row(b"", parts[name]))
            elif part := self.index.row(answer.blob, rule):
                parts[name] = part.tokens
            elif not answer.problem:  # damaged
                return
        if row:
            self._keep(file.path, row, parts)


def answers(files: Sequence[Candidate], work: Callable[[list[Job]], bytes], request: Request) -> Iterator[Answer]:
    """The answers of a worker's chunks for these files, one each, in no particular order."""
    done = 0
    for found in measured(files, work, request.jobs, request.executor) if files else ():
        yield from found
        done += len(found)
        if request.progress:
            request.progress(done, len(files))


def stat_of(file: Candidate, blob: str, rules: str, by: str) -> Stat:
    """The stat data of a file as the index keeps it; `rules` names the revision of its facts, `by` is a `reader_id`."""
    return Stat(file.size, file.mtime_ns, file.inode & _LARGEST, file.ctime_ns, blob, rules, by)


def revisions_of(file: Candidate, request: Request, *, for_copies: bool = False) -> tuple[str, ...]:
    """Names the rules under which the facts of a file may stand, those that are made now first."""
    return revisions(file.path, BY_CODE[file.code], keep_imports=request.keep_imports, for_copies=for_copies)


def facts_revision(file: Candidate, request: Request) -> str:
    """Names the rules that make the facts of a file."""
    return revision(file.path, BY_CODE[file.code], keep_imports=request.keep_imports)
