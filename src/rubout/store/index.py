"""The index: facts by content and stat data by path, in one disposable SQLite file.

Facts are keyed by (blob id, facts revision), so nothing old can mix with new and a branch switch parses only
what was never seen. Several processes may use it at once; a row whose checksum is wrong is a miss. A file that
cannot be used is set aside with one note, and the run goes on without it: an index changes no report.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from rubout.store.scratch import FOLDER, scratch_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Note = Callable[[str], None]

NAME = "index.db"
SCHEMA = 1
BUSY_SECONDS = 5.0
_COMPANIONS = ("", "-wal", "-shm", "-journal")
_TABLES = """
CREATE TABLE facts (
    blob TEXT NOT NULL, revision TEXT NOT NULL, head BLOB NOT NULL, tokens BLOB NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (blob, revision)
);
CREATE TABLE stats (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, blob TEXT NOT NULL
) WITHOUT ROWID;
"""


class Stat(NamedTuple):
    """What `lstat` says of a file, and the blob id of the bytes it had then."""

    size: int
    mtime_ns: int
    inode: int
    blob: str


class Row(NamedTuple):
    """Facts and tokens of one content, encoded."""

    head: bytes
    tokens: bytes


class Index:
    """An open index. The methods raise `sqlite3.Error`; `reading` and `writing` turn that into a note."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def stats(self) -> dict[str, Stat]:
        """Stat data by path."""
        rows = self._connection.execute("SELECT path, size, mtime_ns, inode, blob FROM stats")
        return {path: Stat(*rest) for path, *rest in rows}

    def known(self) -> set[tuple[str, str]]:
        """The (blob id, revision) whose facts are here."""
        return set(self._connection.execute("SELECT blob, revision FROM facts"))

    def row(self, blob: str, revision: str) -> Row | None:
        """Facts and tokens of one content; None when they are absent or damaged."""
        found = self._connection.execute(
            "SELECT head, tokens, checksum FROM facts WHERE blob = ? AND revision = ?", (blob, revision)
        ).fetchone()
        if found is None or _checksum(Row(found[0], found[1])) != found[2]:
            return None
        return Row(found[0], found[1])

    def put(self, blob: str, revision: str, row: Row) -> None:
        """Remember the facts of one content."""
        self._connection.execute(
            "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", (blob, revision, *row, _checksum(row))
        )

    def put_stats(self, seen: Iterable[tuple[str, Stat]], gone: Iterable[str]) -> None:
        """Replace the stat data of the paths seen, drop those of the paths gone."""
        self._connection.executemany("DELETE FROM stats WHERE path = ?", ((path,) for path in gone))
        self._connection.executemany(
            "INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?)", ((path, *stat) for path, stat in seen)
        )


class IndexLostError(Exception):
    """The index broke while it was read; start again without it."""


@contextmanager
def reading(anchor: str, note: Note) -> Iterator[Index | None]:
    """The index of a project for reading; None when there is none that can be used.

    Raises:
        IndexLostError: it turned out damaged, or was taken away, under the reader.
    """
    path = os.path.join(anchor, FOLDER, NAME)
    connection = _open(path, note) if os.path.exists(path) else None
    if connection is None:
        yield None
        return
    try:
        yield Index(connection)
    except sqlite3.Error as error:
        _give_up(path, error, note)
        raise IndexLostError(str(error)) from error
    finally:
        connection.close()


@contextmanager
def writing(anchor: str, note: Note) -> Iterator[Index | None]:
    """The index for writing, all of it in one transaction; None where nothing can be written.

    The first build goes to a file of its own, without a journal, which takes the name when it is whole.
    """
    folder = scratch_folder(anchor)
    path = os.path.join(anchor, FOLDER, NAME)
    if folder is None:
        note(f"{FOLDER}/ cannot be written: this run is not remembered")
        yield None
        return
    opened = _open(path, note) if os.path.exists(path) else None
    target = path if opened else f"{path}.{os.getpid()}.tmp"
    try:
        connection = opened or _create(target)
        if opened:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        _give_up(path, error, note)
        yield None
        return
    try:
        yield Index(connection)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        _give_up(path, error, note)
    else:
        if not opened:
            connection.close()
            _take_name(target, path)
    finally:
        connection.close()
        if not opened:
            with suppress(FileNotFoundError):
                os.unlink(target)


def _give_up(path: str, error: sqlite3.Error, note: Note) -> None:
    # An operational error (locked, read-only, disk full) says nothing against the file itself.
    if isinstance(error, sqlite3.OperationalError):
        note(f"{FOLDER}/{NAME}: {error}: this run is not remembered")
    else:
        set_aside(path, str(error), note)


def set_aside(path: str, why: str, note: Note) -> None:
    """Move a file that is no usable index out of the way."""
    for companion in _COMPANIONS:
        with suppress(FileNotFoundError):
            os.replace(path + companion, f"{path}.broken{companion}")
    note(f"{FOLDER}/{NAME}: {why}: set aside as {NAME}.broken, the index is built anew")


def _open(path: str, note: Note) -> sqlite3.Connection | None:
    try:
        try:
            connection, schema = _connect(path)
        except sqlite3.OperationalError:
            # A read-only disk cannot hold the shared memory of the write-ahead log.
            connection, schema = _connect(f"file:{_uri_path(path)}?immutable=1")
    except sqlite3.Error as error:
        _give_up(path, error, note)
        return None
    if schema != SCHEMA:
        connection.close()
        set_aside(path, f"its schema is {schema}, this version reads {SCHEMA}", note)
        return None
    return connection


def _uri_path(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _connect(target: str) -> tuple[sqlite3.Connection, int]:
    connection = sqlite3.connect(target, timeout=BUSY_SECONDS, isolation_level=None, uri=target.startswith("file:"))
    try:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection, schema


def _create(path: str) -> sqlite3.Connection:
    with suppress(FileNotFoundError):
        os.unlink(path)  # left by a killed process of the same number
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(f"{_TABLES} PRAGMA user_version = {SCHEMA};")
    return connection


def _take_name(target: str, path: str) -> None:
    # A link, unlike a rename, leaves an index alone that another process finished first and may hold open.
    try:
        os.link(target, path)
    except FileExistsError:
        return
    except OSError:
        os.replace(target, path)


def _checksum(row: Row) -> int:
    return zlib.crc32(row.tokens, zlib.crc32(row.head))
