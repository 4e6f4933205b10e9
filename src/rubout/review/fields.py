"""How are the fields of a record spelt?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from rubout.review.canonical import INT_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

PREV_MAX = 64

_Ordered = TypeVar("_Ordered", str, int)


def _spelt(pattern: str) -> msgspec.Meta:
    # Not `$`, which lets a line end through.
    return msgspec.Meta(pattern=rf"\A(?:{pattern})\Z")


Id = Annotated[str, _spelt("sha256:[0-9a-f]{64}")]
Digest = Annotated[str, _spelt("[0-9a-f]{64}")]
ObjectName = Annotated[str, _spelt("[0-9a-f]{40,64}")]
PublicKey = Annotated[str, _spelt("ed25519:[0-9a-f]{64}")]
Nonce = Annotated[str, _spelt("[0-9a-f]{32}")]
Time = Annotated[str, _spelt("[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z")]
ClauseId = Annotated[str, _spelt("[A-Za-z0-9_.-]{1,64}")]
Check = Annotated[str, _spelt("S(0[1-9]|1[0-9]|2[0-9])|skill:sha256:[0-9a-f]{64}|semantic|human")]
Count = Annotated[int, msgspec.Meta(ge=0, le=INT_MAX)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4_000)]
Reason = Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
Heads = Annotated[tuple[Id, ...], msgspec.Meta(max_length=PREV_MAX)]


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what is inside a record."""


def ascending(name: str, values: Sequence[_Ordered]) -> None:
    """Raise ValueError unless each value is greater than the one before; `name` says whose they are."""
    if len(values) > 1 and any(earlier >= later for earlier, later in pairwise(values)):
        raise ValueError(f"{name} must ascend and repeat nothing")
