"""What a host says, read for the guard, and the guard's answer in the host's own words.

Hosts are other people's programs, and what they send is not to be relied upon: an envelope that is anything but what
is expected is no event, and never an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from rubout.serve.hosts import claude, cline, copilot, cursor, gemini
from rubout.serve.hosts.envelope import document
from rubout.serve.hosts.event import Event, event_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rubout.serve.hosts.envelope import Document
    from rubout.serve.hosts.event import Call

ENTRIES = ("probe", "post", "stop", "start")


@dataclass(frozen=True, slots=True)
class _Codec:
    """What is None in place of a document is not printed at all."""

    call: Callable[[str, Document], Call | None]
    answer: Callable[[str, str, str], Document | None] = claude.answer
    notice: Callable[[str], Document | None] = claude.notice
    start_context: Callable[[str], Document | None] = claude.start_context
    asks: bool = False  # a person is there to be asked; elsewhere to ask is to refuse, or to fail
    allows: bool = False  # an approval may carry words


HOSTS: Mapping[str, _Codec] = {
    "claude": _Codec(claude.call, asks=True, allows=True),
    "codex": _Codec(claude.call),
    "vscode": _Codec(claude.call, asks=True, allows=True),
    "opencode": _Codec(claude.call),  # our own shim, which can only let a tool run or not
    "cursor": _Codec(cursor.call, cursor.answer, cursor.notice, cursor.start_context),
    "gemini": _Codec(gemini.call, gemini.answer),
    # Its command line could ask, but its cloud agent, which runs the same hooks, refuses what asks.
    "copilot": _Codec(copilot.call, copilot.answer, copilot.notice, copilot.start_context, allows=True),
    "cline": _Codec(cline.call, cline.answer, cline.notice, cline.start_context),
}


def read(host: str, entry: str, envelope: bytes) -> Event | None:
    """The event in an envelope.

    None for a host or an entry that is not known, for another event or tool, for a working folder that is not
    absolute, and for whatever is no such envelope.
    """
    codec = HOSTS.get(host)
    said = document(envelope)
    if codec is None or said is None or entry not in ENTRIES:
        return None
    try:
        call = codec.call(entry, said)
    except msgspec.ValidationError:
        return None
    return event_of(host, entry, call) if call else None


def carried(host: str, tier: str) -> str:
    """The tier that the host can carry out: where nobody can be asked, an ask is a warning."""
    codec = HOSTS.get(host)
    return "warn" if tier == "ask" and codec and not codec.asks else tier


def answer(host: str, entry: str, tier: str, reason: str, *, warn: str = "context") -> bytes:
    """What to print for a decision, b"" for nothing; some hosts are told of tier `observe`, too.

    Args:
        host: the name that `read` was given.
        entry: `probe`, `post` or `stop`.
        tier: of the decision, before `carried`.
        reason: why, already clipped.
        warn: `allow` lets a warning approve the write, where the host then shows it.
    """
    codec = HOSTS.get(host)
    if codec is None:
        return b""
    tier = carried(host, "warn" if entry == "post" and tier in {"ask", "deny"} else tier)
    if (entry, tier, warn) == ("probe", "warn", "allow") and codec.allows:
        tier = "allow"
    return _printed(codec.answer(entry, tier, _clean(reason)))


def notice(host: str, text: str) -> bytes:
    """What to print to tell the person something without deciding anything."""
    codec = HOSTS.get(host)
    return _printed(codec.notice(_clean(text))) if codec else b""


def start_context(host: str, line: str) -> bytes:
    """What to print to tell the model something when a session starts."""
    codec = HOSTS.get(host)
    return _printed(codec.start_context(_clean(line))) if codec else b""


def _printed(said: Document | None) -> bytes:
    return b"" if said is None else msgspec.json.encode(said)


def _clean(text: str) -> str:
    """Without what JSON cannot say: names of files may hold bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode()
