"""The JSON object in an envelope, or nothing when it is anything else.

Stricter than JSON readers are: what two readers would understand differently is not understood here.
"""

from __future__ import annotations

import json  # not msgspec, which takes the last of two equal keys without a word
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing import NoReturn

CAP_BYTES = 4 << 20  # a longer envelope is not read

Document = dict[str, object]


def document(envelope: bytes) -> Document | None:
    """The object; None for another value, no JSON, a key twice, a lone surrogate or over `CAP_BYTES`."""
    if len(envelope) > CAP_BYTES:
        return None
    try:
        return read_object(envelope.decode("utf-8-sig"))  # shells of Windows put a mark in front
    except UnicodeDecodeError:
        return None


def read_object(text: str) -> Document | None:
    """As `document`, of a text: hosts put JSON into strings of their JSON."""
    try:
        found = json.loads(text, object_pairs_hook=_once_each, parse_constant=_refuse)
        msgspec.json.encode(found)  # refuses half a surrogate pair, wherever it stands
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _once_each(pairs: list[tuple[str, object]]) -> Document:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
