"""`rubout doctor` on the guard: its health, its feed, its wiring, and no side effect."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from rubout import __version__
from rubout.cli.doctor_guard import guard_lines
from rubout.cli.doctor_line import State
from rubout.facts.observe import GuardError, Probe
from rubout.serve.wiring.hosts import CLAUDE, OPENCODE
from rubout.serve.wiring.merge import wired
from rubout.serve.wiring.program import LOADER, PROGRAM, Words, loaded, loaded_here
from rubout.serve.wiring.script import MARK
from rubout.store.feed import append
from tests.conftest import SOURCE
from tests.reports import said_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

HOOK = '#!/bin/sh\necho started > "$0.log"\necho "usage: rubout-hook probe|post|stop|start" >&2\n'


def about(subject: str, anchor: Path) -> list[tuple[State, str]]:
    return said_of(guard_lines(anchor), subject)


def program(folder: Path, text: str = HOOK) -> Path:
    """A stand-in for the installed program, outside of the project."""
    folder.mkdir(exist_ok=True)
    (folder / PROGRAM).write_text(text)
    (folder / PROGRAM).chmod(0o755)
    return folder / PROGRAM


def wire(root: Path, *program: str) -> None:
    (root / ".claude").mkdir(exist_ok=True)
    (root / ".claude" / "settings.local.json").write_text(wired(CLAUDE, None, program, strict=False))


def test_a_fresh_project_has_no_index_and_no_daemon(tree: Tree) -> None:
    [(state, line)] = about("guard", tree({"rubout.toml": "[guard]\nmode = 'deny'\n"}))
    assert state is State.FINE
    assert line == (
        f"[rubout {__version__} | guard: deny, stop: deny | index: absent (first run builds it)"
        " | daemon: not running (starts on first check)]"
    )


def test_looking_starts_no_daemon_and_leaves_nothing(tree: Tree) -> None:
    root = tree({"rubout.toml": ""})
    list(guard_lines(root))
    assert os.listdir(root) == ["rubout.toml"]


def test_looking_at_an_index_leaves_nothing_beside_it(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", "a.py": "x = 1\n", "b.py": "y = 1\n"})
    rubout("scan", root)
    before = sorted(os.listdir(root / ".rubout"))
    assert "index: 2 files |" in about("guard", root)[0][1]
    assert sorted(os.listdir(root / ".rubout")) == before


def test_what_the_families_keep_of_a_file_makes_no_further_file_and_nothing_stale(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", "a.py": "import b\n\nb.x()\n", "b.py": "def x():\n    return 1\n", "c.md": "# c\n"})
    rubout("check", root)
    assert "index: 3 files |" in about("guard", root)[0][1]


def test_an_index_of_other_rules_is_stale(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", "a.py": "x = 1\n"})
    rubout("scan", root)
    (root / "rubout.toml").write_text("[clones]\nkeep_imports = true\n")
    assert "index: 1 files (stale: next run rebuilds it) |" in about("guard", root)[0][1]


@pytest.mark.parametrize(
    ("config", "mode"),
    [
        ("[guard]\nmode = 'Deny'\n", 'observe (rubout.toml ERROR: unknown guard mode "Deny", expected'),
        ("[guard\n", "observe (rubout.toml ERROR: "),
    ],
)
def test_a_disarmed_guard_does_not_read_like_a_quiet_one(tree: Tree, rubout: Rubout, config: str, mode: str) -> None:
    root = tree({"rubout.toml": config})
    ran = rubout("doctor", root)
    assert ran.code == 1
    assert f"guard: {mode}" in ran.out


def test_degraded_lines_of_the_feed_are_counted_and_the_last_error_is_told(tree: Tree) -> None:
    root = tree({"rubout.toml": ""})
    common: dict[str, Any] = {
        "ts_ms": 1,
        "session_id": "s",
        "mode": "ask",
        "file": "a.py",
        "tool": "Write",
        "elapsed_ms": 3,
    }
    append(str(root), Probe(**common), Probe(**common, degraded=True))
    append(
        str(root), GuardError(ts_ms=0, hook="probe", why="old"), GuardError(ts_ms=86_400_000, hook="stop", why="new")
    )
    with (root / ".rubout" / "observe.ndjson").open("ab") as file:
        file.write(b"no record\n")
    assert about("feed", root) == [
        (State.FINE, "degraded runs: 3 of 5 feed lines"),
        (State.WARNING, "last guard_error: stop, 1970-01-02 00:00:00 UTC: new"),
    ]


def test_without_a_wired_host_the_way_to_one_is_told(tree: Tree) -> None:
    [(state, line)] = about("wiring", tree({"rubout.toml": ""}))
    assert state is State.FINE
    assert "rubout guard install" in line


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the program")
def test_a_hook_that_starts_is_in_order_and_gets_no_event(tree: Tree, tmp_path: Path) -> None:
    root = tree({"rubout.toml": ""})
    place = program(tmp_path / "bin")
    wire(root, str(place))
    events = "PreToolUse, PostToolUse, Stop, SessionStart"
    assert about("wiring", root) == [(State.FINE, f".claude/settings.local.json: {events} -> {place}")]
    assert (tmp_path / "bin" / f"{PROGRAM}.log").read_text() == "started\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the program")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "which is not there: every write passes"),
        ("#!/gone/python\n", "which does not start: No such file or directory"),
        ("#!/bin/sh\necho broken >&2\nexit 3\n", "which ends with 3: broken"),
        ("#!/bin/sh\necho something else >&2\n", "which ends with 0: something else"),
    ],
)
def test_a_hook_that_does_not_start_is_broken(
    tree: Tree, rubout: Rubout, tmp_path: Path, text: str | None, words: str
) -> None:
    root = tree({"rubout.toml": ""})
    wire(root, str(tmp_path / "bin" / PROGRAM if text is None else program(tmp_path / "bin", text)))
    ran = rubout("doctor", root)
    assert ran.code == 1
    assert words in ran.out
    assert "fix: rubout guard install --host claude" in ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the program")
def test_a_program_of_the_project_is_not_started(tree: Tree) -> None:
    root = tree({"rubout.toml": ""})
    place = program(root / "bin")
    wire(root, str(place))
    [(state, line)] = about("wiring", root)
    assert (state, line.endswith("which lies in the project: not started")) == (State.WARNING, True)
    assert os.listdir(root / "bin") == [PROGRAM]


def test_a_link_in_the_project_is_not_started_since_files_beside_it_may_count(tree: Tree, tmp_path: Path) -> None:
    root = tree({"rubout.toml": "", "bin/x": ""})
    (root / "bin" / PROGRAM).symlink_to(program(tmp_path / "bin"))
    wire(root, str(root / "bin" / PROGRAM))
    [(state, line)] = about("wiring", root)
    assert (state, line.endswith("which lies in the project: not started")) == (State.WARNING, True)
    assert os.listdir(tmp_path / "bin") == [PROGRAM]


EVENTS = ".claude/settings.local.json: PreToolUse, PostToolUse, Stop, SessionStart"
CLIENT = "def entry():\n    open(__file__ + '.log', 'w').close()\n"  # in the place of ours


@pytest.mark.skipif(sys.platform == "win32", reason="the client needs Unix sockets")
@pytest.mark.parametrize("strict", [False, True])
def test_this_interpreter_with_this_rubout_is_in_order(tree: Tree, strict: bool) -> None:
    root = tree({"rubout.toml": ""})
    wire(root, *loaded_here(strict=strict))
    assert about("wiring", root) == [(State.FINE, f"{EVENTS} -> {sys.executable} -I -S -c ... {SOURCE}")]


@pytest.mark.parametrize(
    ("words", "state", "said"),
    [
        (loaded("PY", "SITE"), State.BROKEN, "which ends with 0: nothing said, as where rubout is gone"),
        (loaded("PY", "SITE", strict=True), State.BROKEN, "ends with 1: ModuleNotFoundError: No module named 'rubout'"),
        (loaded("SITE/python", "SITE"), State.BROKEN, "which is not there: every write passes"),
        (("PY", "-c", f"{LOADER}; pass", "SITE"), State.WARNING, "as another version wires it: not started"),
        (("PY", "-I", "-c", LOADER, "SITE"), State.WARNING, "as another version wires it: not started"),
    ],
)
def test_an_interpreter_that_does_not_start_rubout_is_told(
    tree: Tree, tmp_path: Path, words: Words, state: State, said: str
) -> None:
    root = tree({"rubout.toml": ""})
    wire(root, *(word.replace("PY", sys.executable).replace("SITE", str(tmp_path)) for word in words))
    [(found, line)] = about("wiring", root)
    assert (found, said in line, line.endswith("\n    fix: rubout guard install --host claude")) == (state, True, True)


@pytest.mark.parametrize("way", ["folder", "link", "root", "parent"])
def test_a_rubout_of_the_project_is_not_started(tree: Tree, tmp_path: Path, way: str) -> None:
    if way == "parent":
        root = tree({"rubout.toml": "", "serve/client.py": CLIENT}, name="rubout")
        folder, client = root.parent, root / "serve" / "client.py"
    else:
        root = tree({"rubout.toml": "", "rubout/serve/client.py": CLIENT, "lib/rubout/serve/client.py": CLIENT})
        folder = root if way == "root" else root / "lib"
        client = folder / "rubout" / "serve" / "client.py"
        if way == "link":
            folder = tmp_path / "link"
            folder.symlink_to(root / "lib")
    wire(root, *loaded(sys.executable, str(folder)))
    [(state, line)] = about("wiring", root)
    assert (state, line.endswith("which lies in the project: not started")) == (State.WARNING, True)
    assert os.listdir(client.parent) == ["client.py"]


def test_an_interpreter_of_the_project_is_not_started(tree: Tree) -> None:
    root = tree({"rubout.toml": "", "venv/bin/x": ""})
    (root / "venv" / "bin" / "python").symlink_to(sys.executable)
    wire(root, *loaded(str(root / "venv" / "bin" / "python"), str(SOURCE)))
    [(state, line)] = about("wiring", root)
    assert (state, line.endswith("which lies in the project: not started")) == (State.WARNING, True)


@pytest.mark.parametrize("line", ["", "const HOOK = 7", "const HOOK = [", 'const HOOK = "/bin/rm"', "const HOOK = {}"])
def test_a_plugin_that_starts_something_else_is_broken_and_that_is_not_started(tree: Tree, line: str) -> None:
    root = tree({"rubout.toml": "", OPENCODE.files["local"]: f"{MARK}\n{line}\n"})
    [(state, what)] = about("wiring", root)
    assert (state, "does not start rubout: every write passes" in what) == (State.BROKEN, True)


def test_an_older_plugin_is_understood(tree: Tree, tmp_path: Path) -> None:
    place = program(tmp_path / "bin")
    root = tree({"rubout.toml": "", OPENCODE.files["local"]: f"{MARK}\nconst HOOK = {json.dumps(str(place))}\n"})
    [(state, what)] = about("wiring", root)
    assert (state, what.endswith(f"-> {place}")) == (State.FINE, True)


def test_a_hook_file_that_cannot_be_read_is_broken(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", ".cursor/hooks.json": "{\n'a': 1}"})
    ran = rubout("doctor", root)
    assert ran.code == 1
    assert f"FAIL  wiring         {root}/.cursor/hooks.json:2: no JSON" in ran.out


def test_events_that_are_not_wired_are_named(tree: Tree) -> None:
    handler = {"command": f"{PROGRAM} probe --host cursor"}
    hooks = json.dumps({"version": 1, "hooks": {"preToolUse": [handler]}})
    root = tree({"rubout.toml": "", ".cursor/hooks.json": hooks})
    state, line = about("wiring", root)[0]
    assert (state, line.splitlines()[0]) == (State.WARNING, ".cursor/hooks.json lacks stop")


@pytest.mark.parametrize(("mode", "lines"), [("ask", 1), ("deny", 0), ("warn", 0)])
def test_an_ask_that_the_host_would_answer_itself_is_warned_about(tree: Tree, mode: str, lines: int) -> None:
    settings = json.dumps({"permissions": {"defaultMode": "bypassPermissions"}})
    root = tree({"rubout.toml": f"[guard]\nmode = '{mode}'\n", ".claude/settings.json": settings})
    found = about("mode", root)
    assert len(found) == lines
    assert all("permission checks off" in what for _, what in found)
