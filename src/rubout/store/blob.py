"""One scratch file that holds one value, checked when it is read."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING, TypeVar

import msgspec

from rubout.store.scratch import FOLDER, open_scratch, replace_file, scratch_folder

if TYPE_CHECKING:
    from msgspec.msgpack import Decoder

Record = TypeVar("Record")

_MAGIC = b"rubout blob 1\n"
_CHECKSUM_BYTES = 4


def read_blob(anchor: str, name: str) -> memoryview | None:
    """The value stored under a name; None when there is none or it is damaged."""
    try:
        with open_scratch(os.path.join(anchor, FOLDER, name)) as file:
            data = memoryview(file.read())
    except OSError:
        return None
    start = len(_MAGIC) + _CHECKSUM_BYTES
    checksum = zlib.crc32(data[start:]).to_bytes(_CHECKSUM_BYTES, "little")
    return data[start:] if bytes(data[:start]) == _MAGIC + checksum else None


def read_record(anchor: str, name: str, decoder: Decoder[Record]) -> Record | None:
    """The value stored under a name, decoded; None when there is none of use."""
    data = read_blob(anchor, name)
    try:
        return None if data is None else decoder.decode(data)
    except msgspec.DecodeError:  # of another version: its shape is not ours to know
        return None


def set_aside(anchor: str, name: str) -> bool:
    """Move what stands under a name out of the way, as NAME.broken; False where nothing stands, or it cannot be."""
    place = os.path.join(anchor, FOLDER, name)
    try:
        os.replace(place, f"{place}.broken")
    except OSError:
        return False
    return True


def write_blob(anchor: str, name: str, value: bytes) -> None:
    """Store a value; a disk that refuses only costs later runs their speed."""
    folder = scratch_folder(anchor)
    if folder:
        checksum = zlib.crc32(value).to_bytes(_CHECKSUM_BYTES, "little")
        replace_file(os.path.join(folder, name), [_MAGIC, checksum, value])
