"""The scratch folder `.rubout/` at the anchor: disposable, and ignored by git through its own file."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

FOLDER = ".rubout"
_TEMPORARY = "tmp"

_serial = count()  # two threads of one process may write the same file


def scratch_folder(anchor: str) -> str | None:
    """The folder's path, made when missing and freed of what killed processes left; None when it cannot be used.

    A link in its place is not followed: it may come with the repository and lead anywhere.
    """
    folder = os.path.join(anchor, FOLDER)
    ignore = os.path.join(folder, ".gitignore")
    if os.path.islink(folder):
        return None
    try:
        with suppress(FileExistsError):
            os.mkdir(folder)
        remove_leftovers(folder)
        if not os.path.exists(ignore) and not replace_file(ignore, [b"*\n"]):
            return None
    except OSError:
        return None
    return folder


def open_scratch(path: str) -> BinaryIO:
    """Open a scratch file for reading; raises OSError, also for what is no regular file and might be waited for."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    raise OSError(0, "is no regular file", path)


def replace_file(path: str, parts: list[bytes]) -> bool:
    """Put a scratch file in place whole, or leave what was there; False when the disk refuses."""
    temporary = temporary_path(path)
    try:
        with open(temporary, "wb") as file:
            file.writelines(parts)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        return False
    return True


def temporary_path(path: str) -> str:
    """A name beside `path` that no other writer uses, and by which it is known whether its writer still lives."""
    return f"{path}.{os.getpid()}.{next(_serial)}.{_TEMPORARY}"


def remove_leftovers(folder: str) -> None:
    """Remove the temporary files of processes that are no more; raises OSError when the folder cannot be listed."""
    for name in os.listdir(folder):
        words = name.rsplit(".", 3)
        if words[-1] == _TEMPORARY and len(words) == 4 and words[1].isdecimal() and _has_ended(int(words[1])):  # noqa: PLR2004
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))


def _has_ended(pid: int) -> bool:
    if os.name != "posix":  # where a signal 0 would not only ask
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        return False
    return False
