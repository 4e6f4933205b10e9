"""What the daemon answers to clients that speak JSON: `doctor`, `eject`, and whoever wants the edits of a work tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.errors import RuboutError
from rubout.serve.turns import edits_report

if TYPE_CHECKING:
    from rubout.serve.desk import Desk


class Request(msgspec.Struct, frozen=True):
    """One question; `base` is the revision that `edits` compares with."""

    request: str
    base: str | None = None


def answer(question: bytes, desk: Desk, uptime_ms: int) -> tuple[bytes, bool]:
    """The reply, and whether the daemon goes on; by then the feed is told everything."""
    desk.tell()
    try:
        asked = msgspec.json.decode(question, type=Request)
    except msgspec.DecodeError as error:
        return _reply(error=f"no request: {error}"), True
    match asked.request:
        case "ping":
            return _reply(pong={"uptime_ms": uptime_ms}), True
        case "shutdown":
            return _reply(bye={}), False
        case "edits":
            return _edits(desk, asked.base), True
    return _reply(error=f"no request `{asked.request}`"), True


def _edits(desk: Desk, base: str | None) -> bytes:
    try:
        return _reply(edits_report={"report": edits_report(desk.anchor, desk.config, base)})
    except RuboutError as error:
        return _reply(error=str(error))


def _reply(**said: object) -> bytes:
    return msgspec.json.encode(said)
