"""Reports that were already given, so that a run over an unchanged tree has nothing to do but print.

Loaded on the warm path: built-ins, `os`, `struct` and `zlib` only.
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import NamedTuple

from rubout.store.scratch import FOLDER, remove_leftovers, replace_file, scratch_folder

SUBFOLDER = "answers"
MOST_ANSWERS = 16  # a project is asked a handful of questions; the report of a large one takes megabytes
_MAGIC = b"rubout answer 1\n"
_CHECKSUM = struct.Struct("<I")  # of everything after it
_HEAD = struct.Struct("<iI")  # exit code, number of fields
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
        remove_leftovers(folder)
        replace_file(_path(anchor, answer.question), _encoded(answer))
        _forget_oldest(folder)
    except OSError:
        return


def _path(anchor: str, question: bytes) -> str:
    return os.path.join(anchor, FOLDER, SUBFOLDER, f"{zlib.crc32(question):08x}")


def _encoded(answer: Answer) -> list[bytes]:
    *fields, exit_code = answer
    body = [_HEAD.pack(exit_code, len(fields))]
    body += [part for field in fields for part in (_LENGTH.pack(len(field)), field)]
    checksum = 0
    for part in body:
        checksum = zlib.crc32(part, checksum)
    return [_MAGIC, _CHECKSUM.pack(checksum), *body]


def _decoded(data: bytes) -> Answer | None:
    start = len(_MAGIC) + _CHECKSUM.size
    if not data.startswith(_MAGIC + _CHECKSUM.pack(zlib.crc32(memoryview(data)[start:]))):
        return None
    exit_code, count = _HEAD.unpack_from(data, start)
    if count != len(Answer._fields) - 1:
        return None
    start += _HEAD.size
    fields = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(data, start)
        start += _LENGTH.size
        fields.append(data[start : start + length])
        start += length
    question, config, exclude, tree, unsettled, out = fields
    return Answer(question, config, exclude, tree, unsettled, out, exit_code)


def _forget_oldest(folder: str) -> None:
    with os.scandir(folder) as entries:
        aged = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries)
    for _, path in aged[: max(0, len(aged) - MOST_ANSWERS)]:
        os.unlink(path)
