"""What does each host's hook file hold once rubout is wired into it?

Formats: the hosts' own documentation, autumn 2026. A program that is not there is an error of the host's, which lets
the write pass, so the wiring names `rubout-hook`, or an interpreter with its code, and never an interpreter with a file
to find: Python exits with 2 when the file is gone, and 2 refuses every write. Copilot refuses on any exit but 0, hence
its `|| exit 0`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rubout.serve.wiring.program import LOCAL, PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rubout.serve.wiring.program import Words

# Seconds: the ceilings that a host holds a hook to; the client falls open before each.
_SECONDS = {"probe": 5, "post": 5, "stop": 60, "start": 10}
_WRITES = "pending writes"
_SHELL = "what a shell command changed, afterwards"
_TURN = "the end of a turn"
_START = "the start of a session"
_NO_SHELL_REFUSAL = "a write by a shell command is not refused beforehand"
_NO_ASK = "the host cannot ask: an ask becomes a warning"


@dataclass(frozen=True, slots=True)
class Hook:
    """One event of a host: its name in the file, the entry of `rubout-hook`, and what it sees."""

    event: str
    entry: str
    sees: str
    matcher: str | None = None
    strict: bool = False  # the host's switch that makes a failing hook refuse goes here


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """How a host is wired.

    `files` are its hook files by scope, below the anchor; where both name one file, only what starts
    rubout differs. `folder` shows that the host is used here. `handler` makes what runs the program out of (hook, host,
    program, strict), with `grouped` to stand in a group beside its matcher; without one the file is a script that is
    rubout's as a whole. `switch` is the key that `--strict` sets.
    """

    name: str
    title: str
    files: Mapping[str, str]
    folder: str
    hooks: tuple[Hook, ...]
    limits: tuple[str, ...]
    handler: Callable[[Hook, str, Words, bool], dict[str, Any]] | None = None
    grouped: bool = False
    default_scope: str = PROJECT
    switch: str | None = None
    versioned: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """Its files, each once."""
        return tuple(dict.fromkeys(self.files.values()))


def item_of(host: Host, hook: Hook, program: Words, *, strict: bool) -> dict[str, Any]:
    """What stands in the event's array."""
    if host.handler is None:
        raise ValueError(f"{host.name} has no file of entries")
    handler = host.handler(hook, host.name, program, strict and hook.strict)
    if not host.grouped:
        return handler
    return {**({} if hook.matcher is None else {"matcher": hook.matcher}), "hooks": [handler]}


def command_line(hook: Hook, host: str, program: Words) -> str:
    """One string for a shell."""
    words = [*program, hook.entry, "--host", host]
    return shlex.join(words) if os.name == "posix" else subprocess.list2cmdline(words)


def _claude(hook: Hook, _host: str, program: Words, strict: bool) -> dict[str, Any]:  # noqa: FBT001 - one face for all
    args = [*program[1:], hook.entry]
    handler = {"type": "command", "command": program[0], "args": args, "timeout": _SECONDS[hook.entry]}
    return handler | ({"onFailure": "block"} if strict else {})


def _codex(hook: Hook, host: str, program: Words, _strict: bool) -> dict[str, Any]:  # noqa: FBT001 - as above
    return {"type": "command", "command": command_line(hook, host, program), "timeout": _SECONDS[hook.entry]}


def _cursor(hook: Hook, host: str, program: Words, strict: bool) -> dict[str, Any]:  # noqa: FBT001 - as above
    handler: dict[str, Any] = {"command": command_line(hook, host, program)}
    if hook.matcher is not None:
        handler["matcher"] = hook.matcher
    handler["timeout"] = _SECONDS[hook.entry]
    if hook.entry == "stop":
        handler["loop_limit"] = 3
    return handler | ({"failClosed": True} if strict else {})


def _copilot(hook: Hook, host: str, program: Words, _strict: bool) -> dict[str, Any]:  # noqa: FBT001 - as above
    handler: dict[str, Any] = {"type": "command", "bash": f"{command_line(hook, host, program)} || exit 0"}
    if hook.matcher is not None:
        handler["matcher"] = hook.matcher
    return handler | {"timeoutSec": _SECONDS[hook.entry]}


def _gemini(hook: Hook, host: str, program: Words, _strict: bool) -> dict[str, Any]:  # noqa: FBT001 - as above
    seconds = _SECONDS[hook.entry]
    return {"type": "command", "command": command_line(hook, host, program), "timeout": seconds * 1000}


def _one_file(path: str) -> Mapping[str, str]:
    return dict.fromkeys((LOCAL, PROJECT), path)


CLAUDE = Host(
    name="claude",
    title="Claude Code",
    files={LOCAL: ".claude/settings.local.json", PROJECT: ".claude/settings.json"},
    folder=".claude",
    default_scope=LOCAL,
    hooks=(
        Hook("PreToolUse", "probe", _WRITES, "Write|Edit|MultiEdit|NotebookEdit", strict=True),
        Hook("PostToolUse", "post", _SHELL, "Bash"),
        Hook("Stop", "stop", _TURN),
        Hook("SessionStart", "start", _START),
    ),
    handler=_claude,
    grouped=True,
    switch="onFailure",
    limits=(
        _NO_SHELL_REFUSAL,
        "an ask is answered by the host itself when it runs with its permission checks off; a deny holds",
    ),
)
CODEX = Host(
    name="codex",
    title="Codex CLI",
    files=_one_file(".codex/hooks.json"),
    folder=".codex",
    hooks=(
        Hook("PreToolUse", "probe", _WRITES, "^apply_patch$"),
        Hook("PostToolUse", "post", _SHELL, "^Bash$"),
        Hook("Stop", "stop", _TURN),
        Hook("SessionStart", "start", _START),
    ),
    handler=_codex,
    grouped=True,
    limits=(
        _NO_SHELL_REFUSAL,
        _NO_ASK,
        "nothing runs until the project is trusted and these very lines are approved in /hooks",
    ),
)
CURSOR = Host(
    name="cursor",
    title="Cursor",
    files=_one_file(".cursor/hooks.json"),
    folder=".cursor",
    hooks=(Hook("preToolUse", "probe", _WRITES, "Write", strict=True), Hook("stop", "stop", _TURN)),
    handler=_cursor,
    grouped=False,
    switch="failClosed",
    versioned=True,
    limits=(
        _NO_SHELL_REFUSAL,
        "completions of the Tab key cannot be refused, and are seen only at the end of a turn",
        "the host cannot ask about a write: an ask becomes a warning",
    ),
)
GEMINI = Host(
    name="gemini",
    title="Gemini CLI",
    files=_one_file(".gemini/settings.json"),
    folder=".gemini",
    hooks=(Hook("BeforeTool", "probe", _WRITES, "write_file|replace"), Hook("AfterAgent", "stop", _TURN)),
    handler=_gemini,
    grouped=True,
    limits=(_NO_SHELL_REFUSAL, _NO_ASK),
)
COPILOT = Host(
    name="copilot",
    title="Copilot CLI and cloud agent",
    files=_one_file(".github/hooks/rubout.json"),
    folder=".github/hooks",
    hooks=(Hook("preToolUse", "probe", _WRITES, "create|edit"), Hook("agentStop", "stop", _TURN)),
    handler=_copilot,
    grouped=False,
    versioned=True,
    limits=(
        _NO_SHELL_REFUSAL,
        "an ask becomes a warning, since the cloud agent, which reads the same file, would refuse",
        "the cloud agent runs the guard only where rubout is installed for it",
        "on Windows the hook needs bash",
    ),
)

OPENCODE = Host(
    name="opencode",
    title="OpenCode",
    files=_one_file(".opencode/plugins/rubout.js"),
    folder=".opencode",
    hooks=(Hook("tool.execute.before", "probe", _WRITES),),
    limits=(
        _NO_SHELL_REFUSAL,
        "the end of a turn is not judged: the host has no hook that could send the agent back to work",
        "the host cannot ask, and shows no warning: both stand in the feed only",
        "the plugin is for the plugin API of OpenCode 1; version 2 has another",
    ),
)

HOSTS = {host.name: host for host in (CLAUDE, CODEX, CURSOR, GEMINI, COPILOT, OPENCODE)}

# Hosts whose hooks rubout does not write: (title, what stands behind the agent there).
OTHERS = (
    ("VS Code agent", "reads the hooks of .claude/settings.json; its own write tools are only seen later"),
    ("Windsurf, Cline", "can refuse a write, but read another answer than rubout gives: not wired"),
    ("any other editor or agent", "no hook: `rubout precommit` and CI see what it wrote"),
)
