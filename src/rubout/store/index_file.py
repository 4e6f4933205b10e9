"""Where does the index lie, and is what lies there one?

A file that is damaged, or of another schema, is set aside; one that cannot be used just now is left alone. A new
index is built beside the name and takes it when it is whole, so what a killed process leaves is never trusted.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rubout.store.scratch import FOLDER, scratch_folder, temporary_path

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Note = Callable[[str], None]

NAME = "index.db"
LOCK = "index.lock"
SCHEMA = 4
TABLES = """
CREATE TABLE facts (
    blob TEXT NOT NULL, revision TEXT NOT NULL, head_checksum INTEGER NOT NULL, tokens_checksum INTEGER NOT NULL,
    head BLOB NOT NULL, tokens BLOB NOT NULL,
    PRIMARY KEY (blob, revision)
);
CREATE TABLE stats (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL, blob TEXT NOT NULL, revision TEXT NOT NULL,
    reader TEXT NOT NULL
) WITHOUT ROWID;
"""
_COMPANIONS = ("-wal", "-shm", "-journal")
# What these say is true of the moment, not of the file.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_NOMEM,
    }
)
# What SQLite's module raises over a file; the second when damaged bytes stand in an error's own words.
FAILURES = (sqlite3.Error, UnicodeDecodeError)
Failure = sqlite3.Error | UnicodeDecodeError
_NO_WRITING = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


class IndexFile:
    """The file of a project's index; `vacant` says that a new one may take its name."""

    def __init__(self, anchor: str, note: Note, patience: float) -> None:
        self.vacant = False
        self._anchor = anchor
        self._note = note
        self._patience = patience  # seconds
        self._path = os.path.join(anchor, FOLDER, NAME)
        self._identity: tuple[int, int] | None = None
        self._frozen = False  # opened where nothing can be written, without its log

    def open(self) -> sqlite3.Connection | None:
        """The index that is there; None when there is none that can be used."""
        try:
            self._identity = self._present()
            if self._identity is None:
                self.vacant = True
                return None
            connection, schema = self._connect()
        except OSError as error:
            self._say(f"{error.strerror}: this run goes on without it")
            return None
        except FAILURES as error:
            self.lose(error)
            return None
        if schema == SCHEMA:
            return connection
        connection.close()
        self._set_aside(f"its schema is {schema}, this version reads {SCHEMA}")
        return None

    def lose(self, error: Failure) -> None:
        """Say what became of the index, and set it aside when the error speaks against the file itself."""
        if self._frozen or _primary(error) in _PASSING:
            self._say(f"{error}: this run goes on without it")
        else:
            self._set_aside(str(error))

    def create(self) -> tuple[str, sqlite3.Connection] | None:
        """A new index under another name, without a journal; None where nothing can be written."""
        if scratch_folder(self._anchor) is None:
            self.vacant = False
            self._note(f"{FOLDER}/ cannot be written: this run is not remembered")
            return None
        temporary = temporary_path(self._path)
        self.drop(temporary)  # left by a killed process of the same number
        connection = sqlite3.connect(temporary, isolation_level=None)  # which opens nothing yet
        try:
            connection.execute("PRAGMA page_size = 16384")  # a row has tens of kilobytes: fewer pages to chain
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.executescript(f"{TABLES} PRAGMA user_version = {SCHEMA};")
        except sqlite3.Error as error:
            connection.close()
            self.give_up(temporary, error)
            return None
        return temporary, connection

    def publish(self, temporary: str) -> None:
        """Give a whole index its name, unless another process was first."""
        self.vacant = False
        try:
            with self._alone():
                if not os.path.lexists(self._path):
                    # The log of a database that somebody deleted would be played into this one.
                    _remove(self._path + companion for companion in _COMPANIONS)
                    os.rename(temporary, self._path)
        except OSError as error:
            self._say(f"{error.strerror}: this run is not remembered")
        self.drop(temporary)

    def give_up(self, temporary: str, error: Failure) -> None:
        """Drop a new index that cannot be finished."""
        self.vacant = False
        self._say(f"{error}: this run is not remembered")
        self.drop(temporary)

    def drop(self, temporary: str) -> None:
        """Remove a new index that has not taken the name."""
        _remove(temporary + companion for companion in ("", *_COMPANIONS))

    def check_in_place(self) -> None:
        """Say so when another process took the file away while it was in use."""
        if self._present() != self._identity:
            self._say("another process took it away: this run is not remembered")

    def _present(self) -> tuple[int, int] | None:
        """Tells one file from another of the same name; None when there is none."""
        try:
            info = os.lstat(self._path)
        except FileNotFoundError:
            return None
        return info.st_dev, info.st_ino

    def _connect(self) -> tuple[sqlite3.Connection, int]:
        # SQLite would wait for a pipe, also for one by the name of its journal.
        if any(_is_irregular(self._path + companion) for companion in ("", *_COMPANIONS)):
            raise sqlite3.DatabaseError("it is no file")
        try:
            return self._connected("mode=rw")
        except sqlite3.OperationalError as error:
            if _primary(error) not in _NO_WRITING:
                raise
        # A read-only disk cannot hold the shared memory of the write-ahead log.
        self._frozen = True
        return self._connected("mode=ro&immutable=1")

    def _connected(self, options: str) -> tuple[sqlite3.Connection, int]:
        path = self._path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        connection = sqlite3.connect(f"file:{path}?{options}", timeout=self._patience, isolation_level=None, uri=True)
        try:
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
        except FAILURES:
            connection.close()
            raise
        return connection, schema

    def _set_aside(self, why: str) -> None:
        try:
            with self._alone():
                if self._present() == self._identity:  # else another process has done it
                    for companion in ("", *_COMPANIONS):
                        with suppress(FileNotFoundError):
                            os.replace(self._path + companion, f"{self._path}.broken{companion}")
        except OSError as error:
            self._say(f"{why}, and cannot be set aside ({error.strerror}): this run goes on without it")
        else:
            self.vacant = True
            self._say(f"{why}: set aside as {NAME}.broken, the index is built anew")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold what gives and takes the name."""
        descriptor = os.open(os.path.join(self._anchor, FOLDER, LOCK), os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if sys.platform != "win32":
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _say(self, what: str) -> None:
        # A damaged file's bytes may stand in SQLite's words.
        clean = "".join(char if char.isprintable() else repr(char)[1:-1] for char in what)
        self._note(f"{FOLDER}/{NAME}: {clean}")


def _is_irregular(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def _primary(error: Failure) -> int | None:
    """SQLite's result code without its details; None when the error is not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _remove(paths: Iterable[str]) -> None:
    for path in paths:
        with suppress(OSError):
            os.unlink(path)
