"""The shape of Copilot's CLI and cloud agent, in either spelling: its own, or the one of VS Code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.serve.hosts import claude
from rubout.serve.hosts.envelope import read_object
from rubout.serve.hosts.event import Call

if TYPE_CHECKING:
    from rubout.serve.hosts.envelope import Document

# Its own spelling names no event; what tells them apart is what each one has and no other.
_MARKS = {
    "probe": ({"toolName", "toolArgs"}, {"toolResult", "error"}),
    "post": ({"toolName", "toolArgs", "toolResult"}, {"error"}),
    "stop": ({"stopReason"}, {"agentName"}),
    "start": ({"source"}, {"toolName"}),
}


class _Envelope(msgspec.Struct, frozen=True, rename="camel"):
    cwd: str
    session_id: str | None = None
    tool_name: str = ""
    tool_args: object = None
    stop_hook_active: bool = msgspec.field(default=False, name="stop_hook_active")
    source: str | None = None


def call(entry: str, document: Document) -> Call | None:
    """What the envelope says; None for another event.

    Raises:
        msgspec.ValidationError: a value is of the wrong type.
    """
    if "hook_event_name" in document:
        return claude.call(entry, document)
    wanted, unwanted = _MARKS[entry]
    if not wanted <= document.keys() or unwanted & document.keys():
        return None
    said = msgspec.convert(document, _Envelope)
    return Call(
        cwd=said.cwd,
        session=said.session_id,
        tool=said.tool_name,
        arguments=_arguments(said.tool_args),
        stop_hook_active=said.stop_hook_active,
        source=said.source,
    )


def _arguments(said: object) -> object:
    """The arguments, which may be JSON within the JSON; a patch may be the text alone."""
    if not isinstance(said, str):
        return said
    if said.lstrip().startswith("{"):
        return read_object(said)
    return {"command": said}


def answer(entry: str, tier: str, reason: str) -> Document | None:
    """What to print. Before a tool there are no words for the model short of a decision, only for the person."""
    match entry, tier:
        case "probe", "warn":
            return notice(reason)
        case "probe", ("allow" | "deny"):
            return {"permissionDecision": tier, "permissionDecisionReason": reason}
        case "post", "warn":
            return start_context(reason)
        case "stop", "deny":
            return {"decision": "block", "reason": reason}
    return None


def start_context(line: str) -> Document:
    """Words for the model."""
    return {"additionalContext": line}


def notice(text: str) -> Document:
    """A line of the timeline, which decides nothing."""
    return {"type": "progress", "message": text}
