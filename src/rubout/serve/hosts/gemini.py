"""The shape of Gemini CLI: Claude Code's with other names of events, and decisions that stand at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.serve.hosts import claude

if TYPE_CHECKING:
    from rubout.serve.hosts.envelope import Document
    from rubout.serve.hosts.event import Call

_EVENTS = {"probe": "BeforeTool", "post": "AfterTool", "stop": "AfterAgent", "start": "SessionStart"}


def call(entry: str, document: Document) -> Call | None:
    """As Claude's."""
    return claude.call(entry, document, _EVENTS)


def answer(entry: str, tier: str, reason: str) -> Document | None:
    """What to print. Before a tool there are no words for the model short of a refusal, only for the person."""
    match entry, tier:
        case "probe", "warn":
            return claude.notice(reason)
        case "post", "warn":
            return {**claude.context(_EVENTS[entry], reason), **claude.notice(reason)}
        case (("probe" | "stop"), "deny"):
            return {"decision": "deny", "reason": reason}
    return None
