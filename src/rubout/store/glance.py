"""What does the index hold? A look that writes nothing, not even beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import NamedTuple

from rubout.store.index_file import FAILURES, NAME, SCHEMA
from rubout.store.scratch import FOLDER

_PATIENCE_SECONDS = 1.0
_COUNTS = "SELECT revision, count(*) FROM {} GROUP BY revision"


class Glance(NamedTuple):
    """The number of files, and the revisions of their facts; `schema` is this version's own."""

    files: int
    revisions: frozenset[str]
    schema: bool


def glance(anchor: str) -> Glance | None:
    """What the index holds; None when there is none.

    Raises:
        OSError: it cannot be read as one.
    """
    path = os.path.join(anchor, FOLDER, NAME)
    if not os.path.lexists(path):
        return None
    if not os.path.isfile(path):
        raise OSError(f"{FOLDER}/{NAME} is no file")
    try:
        with closing(_connected(path)) as connection:
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            # A file that was written a moment ago has facts, and no stat data yet.
            counts = connection.execute(_COUNTS.format("stats")).fetchall()
            counts = counts or connection.execute(_COUNTS.format("facts")).fetchall()
    except FAILURES as error:
        raise OSError(str(error)) from error
    return Glance(sum(count for _, count in counts), frozenset(name for name, _ in counts), schema == SCHEMA)


def _connected(path: str) -> sqlite3.Connection:
    """Without a log beside it nothing is pending, and SQLite need not make the files by which it shares one."""
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    options = "mode=ro" if os.path.exists(f"{path}-wal") else "mode=ro&immutable=1"
    return sqlite3.connect(f"file:{quoted}?{options}", timeout=_PATIENCE_SECONDS, uri=True)
