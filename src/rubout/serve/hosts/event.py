"""One call of a hook, free of the host's own names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from rubout.serve.hosts.tools import command_of, key_of, pending_of

if TYPE_CHECKING:
    from rubout.facts.pending import Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a host says through an entry: `probe` a write to come, `post` a shell command done, `stop`, `start`."""

    entry: str
    host: str
    session: str  # "" for none
    cwd: str  # absolute
    tool: str = ""  # as the host spells it
    key: str = ""  # "id:" and the host's own name of the call, or "sha:" and a digest of what it does
    pending: Pending | None = field(default=None, repr=False)  # of a probe always there
    stop_hook_active: bool = False  # of a stop: an earlier one has already sent the model back to work
    source: str = ""  # of a start: "startup", "resume", ...
    command: str = ""  # of a post


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a host's envelope says, before anything is made of the tool and its arguments."""

    cwd: str
    session: str | None
    tool: str = ""
    arguments: object = None
    id: str | None = None
    stop_hook_active: bool = False
    source: str | None = None


def event_of(host: str, entry: str, call: Call) -> Event | None:
    """The event; None for a tool that is none of ours, or for a folder that is no place."""
    if not PurePath(call.cwd).is_absolute() or "\0" in call.cwd:
        return None
    event = Event(entry=entry, host=host, session=call.session or "", cwd=call.cwd)
    match entry:
        case "probe":
            return _probe(event, call)
        case "post":
            return _post(event, call)
        case "stop":
            return replace(event, stop_hook_active=call.stop_hook_active)
    return replace(event, source=call.source or "")


def _probe(event: Event, call: Call) -> Event | None:
    pending = pending_of(call.tool, call.arguments)
    if pending is None:
        return None
    return replace(event, tool=call.tool, key=key_of(call.id, pending), pending=pending)


def _post(event: Event, call: Call) -> Event | None:
    command = command_of(call.tool, call.arguments)
    if command is None:
        return None
    return replace(event, tool=call.tool, key=key_of(call.id, command), command=command)
