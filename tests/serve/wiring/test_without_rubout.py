"""Where rubout is no longer installed, every host's own reading of the failed hook lets the write pass."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.serve.wiring.hosts import HOSTS, Hook, Host, command_line
from rubout.serve.wiring.merge import ours_in, wired
from rubout.serve.wiring.program import LOCAL, PROGRAM, Words, loaded, program_for
from rubout.serve.wiring.script import plugin

if TYPE_CHECKING:
    from pathlib import Path

# What a host takes for a refusal when nothing was printed (its own documentation): Copilot anything but 0.
REFUSES = {name: {2} for name in ("claude", "codex", "cursor", "gemini")} | {"copilot": set(range(1, 256))}
HOOKS = [(HOSTS[name], hook) for name in REFUSES for hook in HOSTS[name].hooks]
each_hook = pytest.mark.parametrize(("host", "hook"), HOOKS, ids=[f"{host.name} {hook.entry}" for host, hook in HOOKS])
GONE = ["bare name", "no file", "no interpreter", "not executable", "a folder"]
GONE_LOADED = ["no package", "no site", "no python", "python not executable", "python a folder"]


def program(kind: str, folder: Path) -> Words:
    """How the wiring starts a program that cannot run."""
    if kind in {"no package", "no site"}:
        return loaded(sys.executable, str(folder if kind == "no package" else folder / "site"))
    if "python" in kind:
        (interpreter,) = program(kind.removeprefix("python ").replace("no python", "no file"), folder)
        return loaded(interpreter, str(folder))
    place = folder / PROGRAM
    if kind == "bare name":
        return (PROGRAM,)
    if kind == "no interpreter":
        place.write_text("#!/gone/venv/bin/python\n")
        place.chmod(0o755)
    if kind == "not executable":
        place.write_text("#!/bin/sh\n")
    if kind == "a folder":
        place.mkdir()
    return (str(place),)


def lines(host: Host, hook: Hook, name: Words) -> list[str]:
    """The command line of one hook, for a shell."""
    found = [one.handler for one in ours_in(host, wired(host, None, name, strict=False)) if one.event == hook.event]
    return [
        shlex.join([handler["command"], *handler["args"]])
        if "args" in handler
        else handler.get("command") or handler["bash"]
        for handler in found
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell runs the line")
@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("kind", [*GONE, *GONE_LOADED])
@each_hook
def test_a_program_that_cannot_run_refuses_nothing(  # worked example 17
    host: Host, hook: Hook, kind: str, shell: str, tmp_path: Path
) -> None:
    (line,) = lines(host, hook, program(kind, tmp_path))
    ran = subprocess.run(
        [shutil.which(shell) or shell, "-c", line],
        env={"PATH": str(tmp_path / "empty")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert ran.returncode not in REFUSES[host.name]
    assert ran.stdout == b""


@each_hook
def test_the_host_is_named_to_the_hook_unless_it_is_the_usual_one(host: Host, hook: Hook) -> None:
    (line,) = lines(host, hook, (PROGRAM,))
    expected = [PROGRAM, hook.entry] if host.name == "claude" else [PROGRAM, hook.entry, "--host", host.name]
    assert shlex.split(line)[: len(expected)] == expected


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell runs the line")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("shell", ["sh", "bash"])
@each_hook
def test_a_hook_of_this_machine_runs_and_is_understood(
    host: Host, hook: Hook, shell: str, strict: bool, tmp_path: Path
) -> None:
    (line,) = lines(host, hook, program_for(LOCAL, strict=strict))
    words = [shutil.which(shell) or shell, "-c", line]
    ran = subprocess.run(words, cwd=tmp_path, env={}, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.parametrize("name", ["claude", "cursor"])
def test_a_strict_hook_fails_where_rubout_is_gone(name: str, tmp_path: Path) -> None:
    (line,) = lines(HOSTS[name], HOSTS[name].hooks[0], loaded(sys.executable, str(tmp_path), strict=True))
    ran = subprocess.run(["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert ran.returncode == 1


def test_a_place_with_spaces_is_one_word() -> None:
    hook = HOSTS["codex"].hooks[0]
    assert shlex.split(command_line(hook, "codex", ("/a b/rubout-hook",)))[0] == "/a b/rubout-hook"


# Runs the plugin as OpenCode does: loads the file, calls its hook, and reports whether that threw.
DRIVER = """
const { Rubout } = await import(process.argv[2])
const hooks = await Rubout({ directory: process.cwd() })
const call = { tool: process.argv[3], sessionID: "s", callID: "c" }
try {
  await hooks["tool.execute.before"](call, { args: { filePath: "a.py", content: "x = 1\\n" } })
  console.log("passed")
} catch (error) {
  console.log("refused: " + error.message)
}
"""
DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "rubout: no"}}
WARN = {"hookSpecificOutput": {"additionalContext": "rubout: careful"}}


def asked(folder: Path, name: Words, tool: str = "write") -> str:
    """What the plugin does about a write."""
    (folder / "rubout.mjs").write_text(plugin(name))
    (folder / "driver.mjs").write_text(DRIVER)
    ran = subprocess.run(
        ["node", "driver.mjs", "./rubout.mjs", tool], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="nothing runs JavaScript here")


@needs_node
@pytest.mark.parametrize("kind", [*GONE, *GONE_LOADED])
def test_the_plugin_without_a_program_lets_the_write_pass(kind: str, tmp_path: Path) -> None:
    assert asked(tmp_path, program(kind, tmp_path)) == "passed"


@needs_node
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (json.dumps(DENY), "refused: rubout: no"),
        (json.dumps(WARN), "passed"),
        ("", "passed"),
        ("[", "passed"),
        ("null", "passed"),
    ],
)
@pytest.mark.parametrize("more", [(), ("-c", 'a "b"\\n', "/a b")])
def test_the_plugin_throws_on_a_deny_and_on_nothing_else(
    answer: str, expected: str, more: Words, tmp_path: Path
) -> None:
    (tmp_path / "answer").write_text(answer)
    hook = tmp_path / PROGRAM
    hook.write_text('#!/bin/sh\ncat > event\nprintf "%s\\n" "$@" > args\ncat answer\nexit 1\n')
    hook.chmod(0o755)
    assert asked(tmp_path, (str(hook), *more)) == expected
    assert (tmp_path / "args").read_text().splitlines() == [*more, "probe", "--host", "opencode"]
    assert json.loads((tmp_path / "event").read_text()) == {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "cwd": os.path.realpath(tmp_path),
        "tool_name": "write",
        "tool_input": {"filePath": "a.py", "content": "x = 1\n"},
        "tool_use_id": "c",
    }


@needs_node
def test_the_plugin_asks_about_writes_only(tmp_path: Path) -> None:
    hook = tmp_path / PROGRAM
    hook.write_text("#!/bin/sh\ntouch asked\n")
    hook.chmod(0o755)
    assert asked(tmp_path, (str(hook),), tool="read") == "passed"
    assert not (tmp_path / "asked").exists()
