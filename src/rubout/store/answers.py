"""Reports that were already given, so that a run over an unchanged tree has nothing to do but print.

Loaded on the warm path: built-ins, `os`, `struct` and `zlib` only.
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

from rubout.store.scratch import FOLDER, open_scratch, remove_leftovers, replace_file, scratch_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

SUBFOLDER = "answers"
MOST_ANSWERS = 16  # a project is asked a handful of questions; the report of a large one takes megabytes
_MAGIC = b"rubout answer 1\n"
_HEAD = struct.Struct("<IQ")  # checksum and length of the fields, behind which `out` stands with its checksum
_FIELDS = struct.Struct("<iI")  # exit code, number of fields
_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")


class Answer(NamedTuple):
    """What was asked, of which tree, and what was printed."""

    question: bytes
    config: bytes  # the configuration files' bytes
    exclude: bytes  # the configuration's globs, NUL-ended
    tree: bytes  # paths and stat data of every file in scope
    unsettled: bytes  # "blob path" of files that may have changed since without a new time, NUL-ended
    out: bytes
    exit_code: int


def read_answer(anchor: str, question: bytes, holds: Callable[[Answer], bool] | None = None) -> Answer | None:
    """The stored answer to a question; None when there is none, or it is damaged, or does not hold.

    `holds` decides without `out`, the bulk of it, which is then read only for an answer that is given.
    """
    try:
        with open_scratch(_path(anchor, question)) as file:
            answer = _decoded(file)
            if answer is None or answer.question != question or (holds and not holds(answer)):
                return None
            checksum, out = file.read(_CHECKSUM.size), file.read()
    except OSError:
        return None
    return answer._replace(out=out) if checksum == _CHECKSUM.pack(zlib.crc32(out)) else None


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
    *fields, out, exit_code = answer
    parts = [part for field in fields for part in (_LENGTH.pack(len(field)), field)]
    head = _FIELDS.pack(exit_code, len(fields)) + b"".join(parts)
    return [_MAGIC, _HEAD.pack(zlib.crc32(head), len(head)), head, _CHECKSUM.pack(zlib.crc32(out)), out]


def _decoded(file: BinaryIO) -> Answer | None:
    """An answer without its `out`, before which the file is left."""
    start = file.read(len(_MAGIC) + _HEAD.size)
    if len(start) != len(_MAGIC) + _HEAD.size or not start.startswith(_MAGIC):
        return None
    checksum, length = _HEAD.unpack_from(start, len(_MAGIC))
    size = os.fstat(file.fileno()).st_size
    head = file.read(min(length, size))
    if zlib.crc32(head) != checksum:
        return None
    exit_code, count = _FIELDS.unpack_from(head)
    if count != len(Answer._fields) - 2:
        return None
    fields, at = [], _FIELDS.size
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(head, at)
        at += _LENGTH.size
        fields.append(head[at : at + length])
        at += length
    question, config, exclude, tree, unsettled = fields
    return Answer(question, config, exclude, tree, unsettled, b"", exit_code)


def _forget_oldest(folder: str) -> None:
    with os.scandir(folder) as entries:
        aged = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries)
    for _, path in aged[: max(0, len(aged) - MOST_ANSWERS)]:
        os.unlink(path)
