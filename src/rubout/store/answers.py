"""Reports that were already given, so that a run over an unchanged tree has nothing to do but print.

Loaded on the warm path: built-ins, `os`, `struct` and `zlib` only.
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import NamedTuple

from rubout.store.scratch import FOLDER, replace_file, scratch_folder

SUBFOLDER = "answers"
MOST_ANSWERS = 16  # a project is asked a handful of questions; the report of a large one takes megabytes
_MAGIC = b"rubout answer 1\n"
_HEAD = struct.Struct("<IiI")  # checksum of what follows, exit code, number of fields
_LENGTH = struct.Struct("<Q")


class Answer(NamedTuple):
    """What was asked, of which tree, and what was printed."""

    question: bytes
    config: bytes  # the configuration files' bytes
    exclude: bytes  # the configuration's globs, NUL-ended
    tree: bytes  # paths and stat data of every file in scope
    unsettled: bytes  # "blob path" of files that may have changed since without a new time, NUL-ended
    out: bytes
    exit_code: int


def read_answer(anchor: str, question: bytes) -> Answer | None:
    """The stored answer to a question; None when there is none or it is damaged."""
    try:
        with open(_path(anchor, question), "rb") as file:
            data = file.read()
    except OSError:
        return None
    answer = _decoded(data)
    return answer if answer and answer.question == question else None


def write_answer(anchor: str, answer: Answer) -> None:
    """Store an answer; a disk that refuses only costs the next run its speed."""
    scratch = scratch_folder(anchor)
    if scratch is None:
        return
    folder = os.path.join(scratch, SUBFOLDER)
    try:
        os.makedirs(folder, exist_ok=True)
        _forget_oldest(folder)
    except OSError:
        return
    replace_file(_path(anchor, answer.question), _encoded(answer))


def _path(anchor: str, question: bytes) -> str:
    return os.path.join(anchor, FOLDER, SUBFOLDER, f"{zlib.crc32(question):08x}")


def _encoded(answer: Answer) -> list[bytes]:
    *fields, exit_code = answer
    body = [part for field in fields for part in (_LENGTH.pack(len(field)), field)]
    checksum = 0
    for part in body:
        checksum = zlib.crc32(part, checksum)
    return [_MAGIC, _HEAD.pack(checksum, exit_code, len(fields)), *body]


def _decoded(data: bytes) -> Answer | None:
    start = len(_MAGIC) + _HEAD.size
    if len(data) < start or not data.startswith(_MAGIC):
        return None
    checksum, exit_code, count = _HEAD.unpack_from(data, len(_MAGIC))
    if zlib.crc32(memoryview(data)[start:]) != checksum or count != len(Answer._fields) - 1:
        return None
    fields = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(data, start)
        start += _LENGTH.size
        fields.append(data[start : start + length])
        start += length
    return Answer(*fields, exit_code=exit_code)


def _forget_oldest(folder: str) -> None:
    with os.scandir(folder) as entries:
        aged = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries)
    for _, path in aged[: max(0, len(aged) - MOST_ANSWERS + 1)]:
        os.unlink(path)
