"""The index: facts by content and stat data by path, in one disposable SQLite file.

Facts are keyed by (blob id, facts revision), so nothing old can mix with new and a branch switch parses only
what was never seen. Several processes may use it at once. Whatever goes wrong with it costs time and never
changes a report: a row that is absent, or whose checksum is wrong, is measured again.
"""

from __future__ import annotations

import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rubout.store.index_file import FAILURES, IndexFile

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping

    from rubout.store.index_file import Failure, Note

PATIENCE_SECONDS = 5.0
# How many facts stay that no file has any more, for the branches and the undone edits that come back.
SPARE_ROWS = 1000
SPARE_TREES = 3
_HEAD, _TOKENS = "head, head_checksum", "tokens, tokens_checksum"
_PUT_STAT = "INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class Stat(NamedTuple):
    """What `lstat` says of a file, where the facts of the bytes it had then are kept, and who read them."""

    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int
    blob: str
    revision: str
    reader: str


class Row(NamedTuple):
    """Facts and tokens of one content, encoded."""

    head: bytes
    tokens: bytes


class Index:
    """What earlier runs learned, and what this one adds; one that is not used knows and keeps nothing.

    Its methods raise nothing of SQLite's. Once the file fails, that is said, and the index knows nothing more.
    """

    def __init__(self, file: IndexFile, *, used: bool, held: int = 0) -> None:
        self._file = file
        self._held = held
        self._connection = file.open() if used else None
        self._draft: tuple[str, sqlite3.Connection] | None = None  # a new index, under another name
        self._stats: dict[str, Stat] = {}
        self._old: dict[tuple[str, str], Row] = {}
        self._new: dict[tuple[str, str], Row] = {}
        self._ahead: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._heads: dict[tuple[str, str], tuple[Any, ...]] = {}

    def stats(self) -> Mapping[str, Stat]:
        """Stat data by path, of every path."""
        rows = self._rows("SELECT path, size, mtime_ns, inode, ctime_ns, blob, revision, reader FROM stats")
        self._stats = {path: Stat(*rest) for path, *rest in rows}
        return self._stats

    def stat(self, path: str) -> Stat | None:
        """Stat data of one path."""
        query = "SELECT size, mtime_ns, inode, ctime_ns, blob, revision, reader FROM stats WHERE path = ?"
        for row in self._rows(query, path):
            self._stats[path] = Stat(*row)
        return self._stats.get(path)

    def known(self) -> frozenset[tuple[str, str]]:
        """The (blob id, revision) whose facts are here."""
        return frozenset(self._rows("SELECT blob, revision FROM facts"))

    def expect(self, revisions: Collection[str], heads: Collection[str] = ()) -> None:
        """Read the rows of these revisions together, where most of them will be asked for; of `heads` the facts."""
        self._ahead = self._of_revisions(f"{_HEAD}, {_TOKENS}", revisions)
        self._heads = self._of_revisions(_HEAD, heads)

    def row(self, blob: str, *revisions: str) -> Row | None:
        """Facts and tokens of one content, of the first of the revisions; None when they are absent or damaged."""
        query = f"SELECT {_HEAD}, {_TOKENS} FROM facts WHERE blob = ? AND revision = ?"  # noqa: S608 - our own columns
        for key in ((blob, revision) for revision in revisions):
            ahead = self._ahead.get(key)
            for head, head_checksum, tokens, tokens_checksum in (ahead,) if ahead else self._rows(query, *key):
                if _is_whole(key, head, head_checksum) and _is_whole(key, tokens, tokens_checksum):
                    row = self._old[key] = Row(head, tokens)
                    return row
        return None

    def head(self, blob: str, *revisions: str) -> bytes | None:
        """As `row`, the facts alone."""
        query = f"SELECT {_HEAD} FROM facts WHERE blob = ? AND revision = ?"  # noqa: S608 - our own columns
        for key in ((blob, revision) for revision in revisions):
            ahead = self._heads.get(key)
            for head, checksum in (ahead,) if ahead else self._rows(query, *key):
                if _is_whole(key, head, checksum):
                    found: bytes = head
                    return found
        return None

    def put(self, blob: str, revision: str, row: Row) -> None:
        """Keep the facts of one content."""
        if self._connection is not None:
            self._new[blob, revision] = row
            return
        with self._drafting() as draft:
            if draft is not None:
                _insert(draft, (blob, revision), row)

    def save(self, settled: Mapping[str, Stat], *, whole: bool) -> None:
        """Write what is new.

        Args:
            settled: stat data that proves a file unchanged as long as it stays the same.
            whole: there are no other files.
        """
        if self._connection is not None:
            self._update(settled, whole=whole)
        if self._connection is not None:
            return
        with self._drafting() as draft:
            if draft is not None:
                self._finish(draft, settled)

    def close(self) -> None:
        """Close the file; a new index that was not saved is dropped."""
        if self._connection is not None:
            self._connection.close()
        if self._draft is not None:
            self._draft[1].close()
            self._file.drop(self._draft[0])

    def _of_revisions(self, columns: str, revisions: Collection[str]) -> dict[tuple[str, str], tuple[Any, ...]]:
        if not revisions:
            return {}
        marks = ", ".join("?" * len(revisions))
        query = f"SELECT blob, revision, {columns} FROM facts WHERE revision IN ({marks})"  # noqa: S608 - our own words
        return {(blob, revision): tuple(rest) for blob, revision, *rest in self._rows(query, *revisions)}

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query, values).fetchall()
        except FAILURES as error:
            self._lose(error)
            return []

    def _lose(self, error: Failure) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._file.lose(error)

    def _update(self, settled: Mapping[str, Stat], *, whole: bool) -> None:
        changed = [(path, *stat) for path, stat in settled.items() if self._stats.get(path) != stat]
        gone = [(path,) for path in self._stats.keys() - settled.keys()] if whole else []
        if self._connection is None or not (changed or gone or self._new):
            return
        try:
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute("BEGIN IMMEDIATE")
            for key, row in self._new.items():
                _insert(self._connection, key, row)
            self._connection.executemany("DELETE FROM stats WHERE path = ?", gone)
            self._connection.executemany(_PUT_STAT, changed)
            if self._new:
                _prune(self._connection, self._held)
            self._connection.execute("COMMIT")
        except FAILURES as error:
            self._lose(error)
        else:
            self._file.check_in_place()

    @contextmanager
    def _drafting(self) -> Iterator[sqlite3.Connection | None]:
        """The new index, begun when its name is free; an error ends it."""
        try:
            if self._draft is None and self._file.vacant:
                self._begin()
            yield self._draft and self._draft[1]
        except FAILURES as error:
            if self._draft is not None:
                self._draft[1].close()
                self._file.give_up(self._draft[0], error)
                self._draft = None

    def _begin(self) -> None:
        """Begin a new index with everything this run knows by now."""
        self._draft = self._file.create()
        if self._draft is not None:
            self._draft[1].execute("BEGIN")
            for key, row in (self._old | self._new).items():
                _insert(self._draft[1], key, row)

    def _finish(self, draft: sqlite3.Connection, settled: Mapping[str, Stat]) -> None:
        draft.executemany(_PUT_STAT, ((path, *stat) for path, stat in settled.items()))
        draft.execute("COMMIT")
        draft.execute("PRAGMA journal_mode = WAL")
        draft.close()
        if self._draft is not None:
            self._file.publish(self._draft[0])
            self._draft = None


@contextmanager
def opened(
    anchor: str, note: Note, *, used: bool = True, held: int = 0, patience: float = PATIENCE_SECONDS
) -> Iterator[Index]:
    """The index of a project.

    Args:
        anchor: where `.rubout/` is.
        note: takes a line when something is wrong with the file.
        used: False for an index that knows and keeps nothing.
        held: how many rows this run needs of files that leave no stat data.
        patience: seconds to wait for other processes.
    """
    index = Index(IndexFile(anchor, note, patience), used=used, held=held)
    try:
        yield index
    finally:
        index.close()


def _insert(connection: sqlite3.Connection, key: tuple[str, str], row: Row) -> None:
    sums = (_checksum(key, part) for part in row)
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?)", (*key, *sums, *row))


def _prune(connection: sqlite3.Connection, held: int) -> None:
    """Drop the oldest facts that no file has, once they are many; half of the spare ones stay."""
    (rows,) = connection.execute("SELECT count(*) FROM facts").fetchone()
    (files,) = connection.execute("SELECT count(*) FROM stats").fetchone()
    spare = max(SPARE_ROWS, SPARE_TREES * max(files, held))
    if rows <= files + spare:
        return
    live = set(connection.execute("SELECT blob, revision FROM stats"))
    # What a family measured besides stands under the revision of the facts and one part more.
    unused = [
        (row,)
        for row, blob, revision in connection.execute("SELECT rowid, blob, revision FROM facts ORDER BY rowid")
        if (blob, revision) not in live and (blob, revision.rpartition("/")[0]) not in live
    ]
    if len(unused) > spare:
        connection.executemany("DELETE FROM facts WHERE rowid = ?", unused[: len(unused) - spare // 2])


def _is_whole(key: tuple[str, str], part: object, checksum: object) -> bool:
    return isinstance(part, bytes) and checksum == _checksum(key, part)


def _checksum(key: tuple[str, str], part: bytes) -> int:
    """Of the key too: a damaged search tree may lead to another content's row."""
    return zlib.crc32(part, zlib.crc32(" ".join(key).encode()))
