"""What a family reads of each file, encoded: from the index where it was read before."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from rubout.gate.remembered import SETTLED_NS
from rubout.gate.survey import answers, reader_id, stat_of
from rubout.store.index import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rubout.gate.survey import Run
    from rubout.measure.sources.universe import Candidate
    from rubout.measure.work import Answer, Job
    from rubout.store.index import Index, Stat


class Work(Protocol):
    """Reads a chunk of files in a worker process."""

    def __call__(self, jobs: Sequence[Job], *, anchor: str) -> bytes:
        """The answers, encoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How rows are made: the work, and the names of the rules of a file's facts and of its row."""

    work: Work
    facts_revision: Callable[[Candidate], str]
    revision: Callable[[Candidate], str]


@dataclass(slots=True)
class Rows:
    """Encoded rows by path, ids of the bytes they were made from, and what kept files from being read."""

    found: dict[str, bytes] = field(default_factory=dict)
    blobs: dict[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


def rows_of(run: Run, files: Sequence[Candidate], reading: Reading) -> Rows:
    """A row for each file that could be read."""
    with run.opened() as index:
        search = _Search(run, index, reading)
        search.recall(files)
        search.read([file for file in files if file.path not in search.rows.found])
        index.save(search.settled(files), whole=False)
    return search.rows


@dataclass(slots=True)
class _Search:
    """What was found so far, by path."""

    run: Run
    index: Index
    reading: Reading
    rows: Rows = field(default_factory=Rows)
    unsteady: set[str] = field(default_factory=set)  # changed between the listing and the reading
    reader: str = field(default_factory=reader_id)

    def recall(self, files: Iterable[Candidate]) -> None:
        """Take what the index holds of files that did not change since it was put there."""
        seen = self.index.stats()
        for file in files:
            then = seen.get(file.path)
            if file.stored:
                blob = file.blob or ""
            elif then and then == stat_of(file, then.blob, then.revision, self.reader):
                blob = then.blob
            else:
                continue
            row = self.index.row(blob, self.reading.revision(file))
            if row:
                self._take(file, blob, row.tokens)

    def read(self, files: Sequence[Candidate]) -> None:
        """Read the others."""
        by_path = {file.path: file for file in files}
        for answer in answers(files, partial(self.reading.work, anchor=self.run.request.anchor), self.run.request):
            self._accept(answer, by_path[answer.path])

    def _accept(self, answer: Answer, file: Candidate) -> None:
        if answer.problem:
            self.rows.problems[file.path] = answer.problem
        elif answer.blob:
            if not answer.steady:
                self.unsteady.add(file.path)
            self._take(file, answer.blob, answer.tokens)
            self.index.put(answer.blob, self.reading.revision(file), Row(b"", answer.tokens))

    def _take(self, file: Candidate, blob: str, encoded: bytes) -> None:
        self.rows.blobs[file.path] = blob
        self.rows.found[file.path] = encoded

    def settled(self, files: Iterable[Candidate]) -> dict[str, Stat]:
        """Stat data that proves a file unchanged as long as it stays the same."""
        before = self.run.started - SETTLED_NS
        return {
            file.path: stat_of(file, self.rows.blobs[file.path], self.reading.facts_revision(file), self.reader)
            for file in files
            if file.path in self.rows.found
            and not file.stored
            and file.path not in self.unsteady
            and file.mtime_ns < before
        }
