"""The shape of Claude Code: what it sends, and what it reads. Codex, VS Code and others have it, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.serve.hosts.event import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.serve.hosts.envelope import Document

EVENTS: Mapping[str, str] = {"probe": "PreToolUse", "post": "PostToolUse", "stop": "Stop", "start": "SessionStart"}


class _Envelope(msgspec.Struct, frozen=True):
    hook_event_name: str
    cwd: str
    session_id: str | None = None
    tool_name: str = ""
    tool_input: object = None
    tool_use_id: str | None = None
    stop_hook_active: bool = False
    source: str | None = None


def call(entry: str, document: Document, events: Mapping[str, str] = EVENTS) -> Call | None:
    """What the envelope says; None for another event.

    Raises:
        msgspec.ValidationError: a value is of the wrong type.
    """
    said = msgspec.convert(document, _Envelope)
    if said.hook_event_name != events[entry]:
        return None
    return Call(
        cwd=said.cwd,
        session=said.session_id,
        tool=said.tool_name,
        arguments=said.tool_input,
        id=said.tool_use_id,
        stop_hook_active=said.stop_hook_active,
        source=said.source,
    )


def answer(entry: str, tier: str, reason: str) -> Document | None:
    """What to print."""
    match entry, tier:
        case "probe", "allow":
            return _decision("allow", reason, additionalContext=reason)
        case (("probe" | "post"), "warn"):
            return {**context(EVENTS[entry], reason), "systemMessage": reason}
        case "probe", ("ask" | "deny"):
            return _decision(tier, reason)
        case "stop", "deny":
            return {"decision": "block", "reason": reason}
    return None


def context(event: str, text: str) -> Document:
    """Words for the model."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


def start_context(line: str) -> Document:
    """Words for the model at the start of a session."""
    return context("SessionStart", line)


def notice(text: str) -> Document:
    """Words for the person, which decide nothing."""
    return {"systemMessage": text}


def _decision(decision: str, reason: str, **more: str) -> Document:
    said = {"permissionDecision": decision, "permissionDecisionReason": reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said, **more}}
