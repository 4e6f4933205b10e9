"""The observe feed, `.rubout/observe.ndjson`: append-only, one JSON object a line.

The feed is told, never asked to allow: nothing here raises, and a caller goes on when a line could not be kept.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.store.scratch import FOLDER, scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.observe import Record

NAME = "observe.ndjson"
WINDOW = 1 << 20  # bytes that are looked back on
# A link may lead out of the project, and a FIFO would wait for its other end.
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | _CAREFUL

_encode = msgspec.json.Encoder().encode


def append(anchor: str, *records: Record) -> bool:
    """Add a line for each record, whole even beside other writers; False when the disk or the folder refuses."""
    try:
        folder = scratch_folder(anchor)
        if folder is None:
            return False
        with regular_file(os.path.join(folder, NAME), APPEND) as descriptor:
            return all(add_line(descriptor, line_of(record)) for record in records)
    except OSError:
        return False


def recent(anchor: str) -> list[bytes] | None:
    """The whole lines within the last `WINDOW` bytes, oldest first; None when the feed cannot be read."""
    try:
        with regular_file(os.path.join(anchor, FOLDER, NAME), os.O_RDONLY | _CAREFUL) as descriptor:
            start = max(0, os.fstat(descriptor).st_size - WINDOW)
            # One byte more tells a line that begins at the edge from one that is cut by it.
            os.lseek(descriptor, max(0, start - 1), os.SEEK_SET)
            lines = _read(descriptor, WINDOW + 1).split(b"\n")
    except OSError:
        return None
    return [line for line in lines[1 if start else 0 : -1] if line]


def every(anchor: str) -> Iterator[bytes]:
    """Every whole line, oldest first; none when the feed cannot be read."""
    rest = b""
    try:
        with regular_file(os.path.join(anchor, FOLDER, NAME), os.O_RDONLY | _CAREFUL) as descriptor:
            while block := os.read(descriptor, WINDOW):
                *lines, rest = (rest + block).split(b"\n")
                yield from filter(None, lines)
    except OSError:
        return


def line_of(record: Record) -> bytes:
    """The line of a record, its end included; a path that is no UTF-8 is written escaped."""
    try:
        return _encode(record) + b"\n"
    except UnicodeEncodeError:
        return _encode(_escaped(msgspec.to_builtins(record))) + b"\n"


def escaped(text: str) -> str:
    r"""How a text stands in the feed: a byte that is no UTF-8 as `\xff`, as reports spell it."""
    if text.isascii():
        return text
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a pair, which came from a host's JSON
        raw = text.encode("utf-8", "backslashreplace")
    return raw.decode("utf-8", "backslashreplace")


@contextmanager
def regular_file(path: str, flags: int) -> Iterator[int]:
    """A descriptor of the file itself; raises OSError also when something else has its name."""
    descriptor = os.open(path, flags, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is no file")
        yield descriptor
    finally:
        os.close(descriptor)


def add_line(descriptor: int, line: bytes) -> bool:
    """One write, which the system keeps apart from those of others."""
    size = os.fstat(descriptor).st_size
    if size and _last_byte(descriptor, size) != b"\n":
        line = b"\n" + line  # a full disk cut the line before; this one need not be lost with it
    return os.write(descriptor, line) == len(line)


def _last_byte(descriptor: int, size: int) -> bytes:
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1)


def _read(descriptor: int, most: int) -> bytes:
    """At most `most` bytes from where the descriptor stands: a read may return fewer than it was asked for."""
    blocks = []
    while most and (block := os.read(descriptor, most)):
        blocks.append(block)
        most -= len(block)
    return b"".join(blocks)


def _escaped(value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, dict):
        return {_escaped(key): _escaped(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(item) for item in value]
    return value
