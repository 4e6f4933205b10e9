"""Files that only their owner may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.errors import ReviewError, StoreError
from rubout.store.files import sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable

KEY_BYTES_MAX = 64 << 10
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_OTHERS = 0o077  # permission bits of group and others


def create_private(path: str, data: bytes) -> None:
    """Write a file that must not be there yet, and its folder, for their owner alone.

    Raises:
        FileExistsError: something has that name.
        ReviewError: `key_permissions`, the folder is open to others or is a link.
        StoreError: the disk refuses; then nothing is left behind.
    """
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        _refuse_open(os.lstat(folder), folder, "700", is_kind=stat.S_ISDIR)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFUL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            os.unlink(path)
            raise
        sync_folder(Path(folder))
    except FileExistsError:
        raise
    except OSError as error:
        raise StoreError(
            f"cannot be written: {error.strerror}", where=path, fix="make the folder writable, with room on its disk"
        ) from error


def read_private(path: str) -> bytes:
    """The bytes of a file that only its owner, who runs this, can read.

    Raises:
        FileNotFoundError: there is none.
        ReviewError: `key_permissions`, others may read it, or it is another user's, or no regular file.
        StoreError: it cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _CAREFUL)
        try:
            _refuse_open(os.fstat(descriptor), path, "600", is_kind=stat.S_ISREG)
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                return file.read(KEY_BYTES_MAX)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise
    except OSError as error:
        if os.path.islink(path):
            raise _open_to_others(
                "is a symbolic link", path, f"name the file itself: {os.path.realpath(path)}"
            ) from error
        raise StoreError(f"cannot be read: {error.strerror}", where=path, fix="give yourself permission") from error


def private_names(folder: str) -> list[str]:
    """What lies in a folder, ascending; nothing when there is none; raises StoreError."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"cannot be read: {error.strerror}", where=folder, fix="give yourself permission") from error


def _refuse_open(found: os.stat_result, path: str, mode: str, *, is_kind: Callable[[int], bool]) -> None:
    if not is_kind(found.st_mode):
        raise _open_to_others("is not what its name says", path, "put the key's own file there")
    if os.name != "posix":  # where these bits mean nothing
        return
    if found.st_uid != os.getuid():
        raise _open_to_others("belongs to another user", path, "use a key of your own")
    if found.st_mode & _OTHERS:
        shown = stat.S_IMODE(found.st_mode)
        raise _open_to_others(f"is open to others (mode {shown:04o})", path, f"chmod {mode} {path}")


def _open_to_others(what: str, path: str, fix: str) -> ReviewError:
    return ReviewError(what, where=path, fix=fix, code="key_permissions")
