"""Which bytes stand for a value, and what is their name?

Source    RFC 8785 (canonical JSON), DSSE 1.0.2 (pre-authentication encoding)
Subset    integers within ±(2^53 - 1), no floats, member names of ASCII letters, digits and `_`, 32 levels:
          there, RFC 8785 is sorted members without white space, in UTF-8
"""

from __future__ import annotations

import hashlib
import re
from typing import Final, Literal, get_args

import msgspec

Kind = Literal["op", "spec", "review", "clearance", "skill_event", "checkpoint", "policy", "trust", "change", "skill"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

INT_MAX = 2**53 - 1
DEPTH_MAX = 32
_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")

_encode = msgspec.json.Encoder(order="sorted").encode


def payload_type(kind: Kind) -> str:
    """The media type of a record of this kind."""
    return f"application/vnd.rubout.{kind}.v1+json"


def pae(media_type: str, body: bytes) -> bytes:
    """What is hashed and signed: the type and the body, each with its length in bytes."""
    name = media_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(body), body)


def canonical_bytes(value: object) -> bytes:
    """The canonical form of a record, or of plain JSON data.

    Raises:
        ValueError: plain data outside the subset; a record's own types keep it inside.
    """
    if not isinstance(value, msgspec.Struct):
        _check(value, DEPTH_MAX)
    try:
        return _encode(value)
    except UnicodeEncodeError as error:
        raise ValueError("a string holds half of a surrogate pair") from error


def content_id(kind: Kind, value: object) -> str:
    """The name of a value: `sha256:` and 64 hex digits; the kind is inside the hash."""
    return id_of_payload(kind, canonical_bytes(value))


def id_of_payload(kind: Kind, payload: bytes) -> str:
    """`content_id` of a value whose canonical bytes are at hand."""
    return bytes_id(pae(payload_type(kind), payload))


def bytes_id(data: bytes) -> str:
    """The name of plain bytes, of a file for instance."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _check(value: object, levels: int) -> None:
    if isinstance(value, dict | list | tuple):
        if levels == 0:
            raise ValueError(f"nested deeper than {DEPTH_MAX} levels")
        if isinstance(value, dict):
            _check_names(value)
            value = value.values()
        for item in value:
            _check(item, levels - 1)
    elif isinstance(value, int) and abs(value) > INT_MAX:
        raise ValueError(f"the integer {value} is beyond ±(2^53 - 1)")
    elif value is not None and not isinstance(value, str | int | msgspec.Struct):
        raise ValueError(f"a {type(value).__name__} has no place in a record")


def _check_names(members: dict[object, object]) -> None:
    for name in members:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(f"the member name {name!r} is not 1 to 64 of A-Z a-z 0-9 _")
