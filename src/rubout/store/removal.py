"""Taking away files and folders that rubout made, once whoever still holds them lets go."""

from __future__ import annotations

import os
import shutil
import stat
import time
from typing import TYPE_CHECKING

from rubout.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

_TRIES = 10
_PAUSE = 0.05  # seconds


def remove(path: Path) -> None:
    """Remove a file, a link (not what it leads to) or a whole folder; nothing there is as good. Raises StoreError."""
    for left in reversed(range(_TRIES)):
        try:
            _remove(path)
        except FileNotFoundError:
            return
        except OSError as error:  # Windows keeps what a process has open, and a folder may be written to meanwhile
            if not left:
                raise _stays(path, error) from error
            time.sleep(_PAUSE)
        else:
            return


def remove_empty_folders(folder: Path, anchor: Path) -> None:
    """Remove `folder` and the folders above it that are empty without it, up to `anchor`, which stays."""
    while folder != anchor and anchor in folder.parents:
        try:
            folder.rmdir()
        except OSError:  # something is in it
            return
        folder = folder.parent


def _remove(path: Path) -> None:
    if stat.S_ISDIR(path.lstat().st_mode):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def _stays(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"cannot be removed: {error.strerror}", where=str(path), fix="remove it by hand, or make its folder writable"
    )
