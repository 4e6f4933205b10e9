"""The log of what was erased, `.rubout/erase-log.ndjson`: append-only, one JSON object a line.

Unlike the feed of the guard it is a condition of what it tells of: a line that cannot be kept is an error.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import StoreError
from rubout.store.feed import APPEND, add_line, regular_file
from rubout.store.scratch import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.erase_undo import LogRecord

NAME = "erase-log.ndjson"


def append(anchor: str, records: Iterable[LogRecord]) -> None:
    """Add a line for each record, each in one write, on disk when this returns; with none, see that it could be done.

    `.rubout/` is there already.

    Raises:
        StoreError: a line could not be kept.
    """
    place = os.path.join(anchor, FOLDER, NAME)
    try:
        with regular_file(place, APPEND) as descriptor:
            for record in records:
                _add(descriptor, msgspec.json.encode(record) + b"\n")
            os.fsync(descriptor)
    except OSError as error:
        fix = "make it a file of yours, with room on its disk"
        raise StoreError(f"cannot be written: {error.strerror or error}", where=place, fix=fix) from error


def _add(descriptor: int, line: bytes) -> None:
    if not add_line(descriptor, line):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
