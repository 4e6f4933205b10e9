"""The files of the tree that an erase changes: taken away, or put in place whole.

What is half written lies in `.rubout/`, so that a killed process leaves nothing of it in the tree. Every path is one of
the tree: nothing is followed out of it, and nothing in a `.git` is touched.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from rubout.errors import StoreError
from rubout.store.files import sync_folder
from rubout.store.scratch import scratch_folder, temporary_path


def take_away(anchor: str, path: str) -> None:
    """Remove a file, on disk when this returns; its folder stays. Raises StoreError."""
    place = _place(anchor, path)
    try:
        os.unlink(place)
        sync_folder(os.path.dirname(place))
    except OSError as error:
        raise _failed(path, error) from error


def put(anchor: str, path: str, content: bytes, mode: int) -> None:
    """Make `content` the content of a file of that mode, on disk when this returns.

    A crash leaves what was there, or all of this. Folders that are missing are made.

    Raises:
        StoreError: it cannot be written.
    """
    place = _place(anchor, path)
    folder = scratch_folder(anchor)
    if folder is None:
        raise StoreError("cannot be used", where=os.path.join(anchor, ".rubout"), fix="make it a folder of yours")
    temporary = temporary_path(os.path.join(folder, "erase"))
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        try:
            with open(temporary, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, mode)
            os.replace(temporary, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        sync_folder(os.path.dirname(place))
    except OSError as error:
        raise _failed(path, error) from error


def content_at(anchor: str, path: str) -> bytes | None:
    """What a file holds; None when there is nothing of that name.

    Raises:
        StoreError: it cannot be read, or is no file.
    """
    place = _place(anchor, path)
    try:
        if not stat.S_ISREG(os.lstat(place).st_mode):
            raise StoreError("is no regular file", where=path, fix="put it away by hand")
        with open(place, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _failed(path, error) from error


def _place(anchor: str, path: str) -> str:
    """Where a path of the tree lies on disk.

    Raises:
        StoreError: it leads out of the tree, or into a `.git`.
    """
    parts = path.split("/")
    folder = os.path.realpath(os.path.join(anchor, *parts[:-1]))
    inside = folder == anchor or folder.startswith(anchor.rstrip(os.sep) + os.sep)
    if not inside or not {"", ".", ".."}.isdisjoint(parts) or ".git" in {part.lower() for part in parts}:
        raise StoreError("leads out of the tree", where=path, fix="give a path of the project")
    return os.path.join(folder, parts[-1])


def _failed(path: str, error: OSError) -> StoreError:
    fix = "make the file and its folder writable, with room on the disk"
    return StoreError(f"cannot be changed: {error.strerror or error}", where=path, fix=fix)
