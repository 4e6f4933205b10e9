"""Cline's shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.serve.hosts.event import Call

if TYPE_CHECKING:
    from rubout.serve.hosts.envelope import Document


class _Tool(msgspec.Struct, frozen=True, rename="camel"):
    tool_name: str
    parameters: object = None


class _Envelope(msgspec.Struct, frozen=True, rename="camel"):
    workspace_roots: tuple[str, ...]
    task_id: str | None = None
    pre_tool_use: _Tool | None = None
    post_tool_use: _Tool | None = None


def call(entry: str, document: Document) -> Call | None:
    """What the envelope says; None for another event. Its turns end without a word.

    Raises:
        msgspec.ValidationError: a value is of the wrong type.
    """
    said = msgspec.convert(document, _Envelope)
    tool = {"probe": said.pre_tool_use, "post": said.post_tool_use}.get(entry)
    if tool is None:
        return None
    root = next(iter(said.workspace_roots), "")
    return Call(cwd=root, session=said.task_id, tool=tool.tool_name, arguments=tool.parameters)


def answer(entry: str, tier: str, reason: str) -> Document | None:
    """What to print."""
    match entry, tier:
        case "probe", "deny":
            return {"cancel": True, "errorMessage": reason}
        case (("probe" | "post"), "warn"):
            return {"cancel": False, "contextModification": reason}
    return None


def start_context(line: str) -> None:
    """It tells of no start."""


def notice(text: str) -> None:
    """It shows nothing that does not cancel."""
