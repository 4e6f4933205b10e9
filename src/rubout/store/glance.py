"""What does the index hold? A look that writes nothing, not even beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import NamedTuple

from rubout.store.index_file import FAILURES, NAME, SCHEMA
from rubout.store.scratch import FOLDER

_PATIENCE_SECONDS = 1.0
_FILES = "SELECT count(*), group_concat(DISTINCT revision) FROM stats"
# A content has a row for each family that keeps something of it; what is kept of a whole tree is of no blob.
_CONTENTS = "SELECT count(DISTINCT blob), group_concat(DISTINCT revision) FROM facts WHERE length(blob) = 40"


class Glance(NamedTuple):
    """The number of files, the revisions of their facts and of what is kept beside; `schema` is this version's own."""

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
            files, revisions = connection.execute(_FILES).fetchone()
            if not files:
                files, revisions = connection.execute(_CONTENTS).fetchone()
    except FAILURES as error:
        raise OSError(str(error)) from error
    return Glance(files, frozenset(revisions.split(",") if revisions else ()), schema == SCHEMA)


def _connected(path: str) -> sqlite3.Connection:
    """Without a log beside it nothing is pending, and SQLite need not make the files by which it shares one."""
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    options = "mode=ro" if os.path.exists(f"{path}-wal") else "mode=ro&immutable=1"
    return sqlite3.connect(f"file:{quoted}?{options}", timeout=_PATIENCE_SECONDS, uri=True)
