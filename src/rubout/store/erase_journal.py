"""The undo file of the last erase, `.rubout/erase-undo.json`, and the lock that makes an eraser the only one."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import StoreError
from rubout.facts.erase_undo import UNDO_SCHEMA, Journal
from rubout.store.files import replace_text
from rubout.store.scratch import FOLDER, open_scratch, scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "erase-undo.json"
_LOCK = "erase.lock"


def read_journal(anchor: str) -> Journal | None:
    """The journal; None when there is none.

    Raises:
        StoreError: it is there and cannot be used.
    """
    place = os.path.join(anchor, FOLDER, NAME)
    try:
        if os.path.islink(place) or os.path.islink(os.path.dirname(place)):
            raise _unusable(place, "it is a link")
        with open_scratch(place) as file:
            journal = msgspec.json.decode(file.read(), type=Journal)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _unusable(place, str(error)) from error
    if journal.schema != UNDO_SCHEMA:
        raise _unusable(place, f"its schema is {journal.schema}")
    return journal


def write_journal(anchor: str, journal: Journal) -> None:
    """Put the journal on disk; raises StoreError."""
    place = os.path.join(_folder(anchor), NAME)
    if os.path.islink(place):
        raise _unusable(place, "it is a link")
    replace_text(Path(place), msgspec.json.encode(journal).decode() + "\n")


@contextmanager
def only_eraser(anchor: str) -> Iterator[None]:
    """Nobody else erases here meanwhile; the system frees the lock when its holder dies.

    Raises:
        StoreError: another process holds it, or it cannot be made.
    """
    place = os.path.join(_folder(anchor), _LOCK)
    try:
        held = os.open(place, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unusable(place, error.strerror or str(error)) from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StoreError("another rubout erase is at work", where=anchor, fix="wait for its end") from error
    else:
        yield
    finally:
        os.close(held)


def _folder(anchor: str) -> str:
    folder = scratch_folder(anchor)
    if folder is None:
        raise _unusable(os.path.join(anchor, FOLDER), "it is no folder that can be written to")
    return folder


def _unusable(place: str, why: str) -> StoreError:
    return StoreError(f"cannot be used: {why}", where=place, fix="put it away by hand; git still has what was erased")
