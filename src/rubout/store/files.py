"""The text files that rubout writes, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from rubout.errors import StoreError


def replace_text(path: Path, text: str) -> None:
    """Make `text`, as UTF-8, the content of `path`, on disk when this returns; raises StoreError.

    A reader, and a crash, sees the old content or the new one, never a part. The mode of a file that is
    replaced is kept, and a symbolic link is followed.
    """
    import tempfile  # noqa: PLC0415 - slow to load, and most runs replace nothing

    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode & 0o7777 if target.exists() else _mode_of_new_files()
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
        try:
            _fill(handle, text)
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error


def create_text(path: Path, text: str) -> None:
    """Write a file that must not be there yet, on disk when this returns; raises FileExistsError or StoreError.

    A link of that name counts as there, even to nothing. On failure nothing is left behind.
    """
    try:
        # Exclusive creation, not a hard link to a finished file: some file systems have no hard links.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            _fill(handle, text)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise _cannot_write(path, error) from error


def make_parents(path: Path) -> None:
    """Make the folders that `path` is to lie in; raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _fill(handle: int, text: str) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def _mode_of_new_files() -> int:
    """What `open` would give; the mask can be read only by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask


def sync_folder(folder: str | Path) -> None:
    """Put a new name on disk, where a folder can be opened (not on Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _cannot_write(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"cannot be written: {error.strerror}", where=str(path), fix="make the folder writable, with room on its disk"
    )
