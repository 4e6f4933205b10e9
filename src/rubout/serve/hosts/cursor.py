"""Cursor's own shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.serve.hosts.event import Call

if TYPE_CHECKING:
    from rubout.serve.hosts.envelope import Document

_EVENTS = {
    "probe": ("preToolUse",),
    "post": ("postToolUse", "afterShellExecution"),
    "stop": ("stop",),
    "start": ("sessionStart",),
}


class _Envelope(msgspec.Struct, frozen=True):
    hook_event_name: str
    conversation_id: str | None = None
    workspace_roots: tuple[str, ...] = ()
    cwd: str | None = None
    tool_name: str = ""
    tool_input: object = None
    tool_use_id: str | None = None
    command: str | None = None  # of afterShellExecution, which names no tool
    status: str = "completed"
    loop_count: int = 0


def call(entry: str, document: Document) -> Call | None:
    """What the envelope says; None for another event, and for a turn that was broken off.

    Raises:
        msgspec.ValidationError: a value is of the wrong type.
    """
    said = msgspec.convert(document, _Envelope)
    if said.hook_event_name not in _EVENTS[entry] or said.status != "completed":
        return None
    shell = said.hook_event_name == "afterShellExecution"
    return Call(
        cwd=said.cwd or next(iter(said.workspace_roots), ""),
        session=said.conversation_id,
        tool="Shell" if shell else said.tool_name,
        arguments={"command": said.command} if shell else said.tool_input,
        id=said.tool_use_id,
        stop_hook_active=said.loop_count > 0,
    )


def answer(entry: str, tier: str, reason: str) -> Document | None:
    """What to print; before a tool that is always something."""
    match entry, tier:
        case "probe", ("warn" | "deny"):
            permission = "deny" if tier == "deny" else "allow"
            return {"permission": permission, "user_message": reason, "agent_message": reason}
        case "probe", _:
            return {"permission": "allow"}
        case "post", "warn":
            return start_context(reason)
        case "stop", "deny":
            return {"followup_message": reason}
    return None


def start_context(line: str) -> Document:
    """Words for the model."""
    return {"additional_context": line}


def notice(text: str) -> Document:
    """Words for the person, which decide nothing."""
    return {"user_message": text}
