"""Signed records as files, one each, never changed: `<2 hex digits>/<62 hex digits>.json` by the record's name.

Two branches that add records add files, so they merge without a conflict.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import StoreError
from rubout.store.files import sync_folder
from rubout.store.scratch import remove_leftovers, temporary_path

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "rubout-review/records"
RECORD_BYTES_MAX = 16 << 20
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Stored(NamedTuple):
    """One file of a store: its path there, and its bytes; None for what is no file, or larger than any record."""

    name: str
    raw: bytes | None


def record_name(record_id: str) -> str:
    """The path, below the store, of the record of an id."""
    digits = record_id.removeprefix("sha256:")
    return f"{digits[:2]}/{digits[2:]}.json"


def add_record(folder: str, record_id: str, raw: bytes) -> bool:
    """Store a record, on disk when this returns; False when one of that name was there, which is kept.

    Raises:
        StoreError: the disk refuses; then nothing has its name.
    """
    path = os.path.join(folder, record_name(record_id))
    home = os.path.dirname(path)
    temporary = temporary_path(path)
    try:
        os.makedirs(home, exist_ok=True)
        remove_leftovers(home)
        try:
            with open(temporary, "xb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            added = _linked(temporary, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
        if added:
            sync_folder(Path(home))
    except OSError as error:
        fix = "make the folder writable, with room on its disk, on a file system that has hard links"
        raise StoreError(f"cannot be written: {error.strerror}", where=path, fix=fix) from error
    return added


def read_records(folder: str) -> Iterator[Stored]:
    """Every file of a store, by path; none when there is no such folder.

    Raises:
        StoreError: a folder cannot be read.
    """
    try:
        for name in _names(folder):
            yield Stored(name, _bytes(os.path.join(folder, name)))
    except OSError as error:
        raise StoreError(
            f"cannot be read: {error.strerror}", where=error.filename or folder, fix="give yourself permission"
        ) from error


def _linked(temporary: str, path: str) -> bool:
    """Give a finished file its name, which a rename would take from what is there."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    return True


def _names(folder: str, under: str = "") -> Iterator[str]:
    """Paths of all that is no folder, and of folders that are links; temporary files are nobody's yet."""
    try:
        with os.scandir(os.path.join(folder, under)) as entries:
            found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except FileNotFoundError:
        return
    for name, is_folder in found:
        path = f"{under}{name}"
        if is_folder:
            yield from _names(folder, f"{path}/")
        elif not name.endswith(".tmp"):
            yield path


def _bytes(path: str) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | _CAREFUL)
    except FileNotFoundError:
        return None
    except OSError:
        if os.path.islink(path):
            return None
        raise
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > RECORD_BYTES_MAX:
            return None
        return _read(descriptor, found.st_size)
    finally:
        os.close(descriptor)


def _read(descriptor: int, size: int) -> bytes:
    """What a file holds, which a file object would take longer to open than to read."""
    data = os.read(descriptor, size)
    while len(data) < size and (more := os.read(descriptor, size - len(data))):
        data += more
    return data
