"""Reading the tree by paths relative to the anchor.

Paths go to the system as UTF-8 bytes, whatever the locale, and a file is opened so that neither a symlink
nor a pipe that has taken its place is followed or waited for.
"""

from __future__ import annotations

import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class IrregularFileError(OSError):
    """The path is there and is no regular file."""


def disk_path(anchor: str, path: str) -> bytes:
    """The path that the system knows; `path` may hold surrogates for bytes that are not UTF-8."""
    return os.fsencode(anchor) + b"/" + path.encode("utf-8", "surrogateescape")


def open_regular(anchor: str, path: str) -> tuple[int, int]:
    """A descriptor, which the caller closes, and the file's size.

    Raises:
        IrregularFileError: a folder, a symlink, a pipe or a device is there.
        OSError: it cannot be opened.
    """
    place = disk_path(anchor, path)
    if stat.S_ISLNK(os.lstat(place).st_mode):
        raise IrregularFileError(0, "is a symlink")
    descriptor = os.open(place, _FLAGS)
    info = os.fstat(descriptor)
    if stat.S_ISREG(info.st_mode):
        return descriptor, info.st_size
    os.close(descriptor)
    raise IrregularFileError(0, "is no regular file")


def read_regular(anchor: str, path: str, most: int | None = None) -> bytes:
    """The bytes of a file; raises as `open_regular` does, and OSError for one of more than `most` bytes."""
    descriptor, size = open_regular(anchor, path)
    try:
        if most is not None and size > most:
            raise OSError(0, f"has more than {most} bytes")
        blocks = []
        while block := os.read(descriptor, size + 1):  # a file object would cost as much as the reading
            blocks.append(block)
    finally:
        os.close(descriptor)
    return b"".join(blocks)


def is_utf8(path: str) -> bool:
    """Whether the bytes of `path` are UTF-8, so that a report can name it."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def printable(path: str) -> str:
    r"""`path` with each byte that is not UTF-8 written as `\xNN`."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
