"""A hook of ours is known by how it starts rubout, and one of this machine starts it with nothing else loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rubout
from rubout.errors import UsageError
from rubout.serve import client
from rubout.serve.wiring.program import (
    ENTRIES,
    LOADER,
    LOCAL,
    PROGRAM,
    PROJECT,
    STRICT_LOADER,
    Words,
    folder_of,
    loaded,
    loaded_here,
    program_for,
    program_of,
)

SITE = str(Path(rubout.__file__).parents[1])
LATER = "import sys; from rubout.serve.client import entry as run; run(2)"


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        ({"command": "rubout-hook probe --host codex"}, (PROGRAM,)),
        ({"command": "'/a b/rubout-hook' probe"}, ("/a b/rubout-hook",)),
        ({"command": "/a b/rubout-hook", "args": ["probe"]}, ("/a b/rubout-hook",)),
        ({"command": r"C:\venv\Scripts\rubout-hook.exe", "args": ["probe"]}, (r"C:\venv\Scripts\rubout-hook.exe",)),
        ({"bash": "rubout-hook probe || exit 0"}, (PROGRAM,)),
        ({"command": "/py", "args": ["-I", "-S", "-c", LOADER, "/site", "probe"]}, loaded("/py", "/site")),
        ({"command": "/py", "args": ["-c", LATER, "stop"]}, ("/py", "-c", LATER)),
        (
            {"command": f"/py -IS -c '{LATER}' --site /s probe --host codex"},
            ("/py", "-IS", "-c", LATER, "--site", "/s"),
        ),
        ({"bash": f"/py -c '{LATER}' probe || exit 0"}, ("/py", "-c", LATER)),
        ({"command": "echo rubout-hook"}, ()),
        ({"command": f"timeout 5 /py -c '{LATER}' probe"}, ()),
        ({"command": f"grep '{LATER}' x"}, ()),
        ({"command": "/py", "args": ["-I", LATER]}, ()),
        ({"command": "/py", "args": ["-I", "-c"]}, ()),
        ({"command": "/py", "args": ["-c", "pass", LATER]}, ()),
        ({"command": "/py", "args": 7}, ()),
        ({"command": "/py", "args": [{"a": 1}, None]}, ()),
        ({"command": "rubout-hook'"}, ()),
        ({"command": ""}, ()),
        ({"command": 7}, ()),
        ({}, ()),
        ("rubout-hook", ()),
        (None, ()),
    ],
)
def test_ours_is_what_starts_rubout(handler: object, expected: Words) -> None:
    assert program_of(handler) == expected


@pytest.mark.parametrize(
    ("program", "folder"),
    [
        (loaded("/py", "/site"), "/site"),
        (loaded("/py", "/site", strict=True), "/site"),
        ((PROGRAM,), None),
        (("/py", "-I", "-S", "-c", LATER, "/site"), None),
        (("/py", "-I", "-c", LOADER, "/site"), None),
        (("/py", "-E", "-S", "-c", LOADER, "/site"), None),
        ((*loaded("/py", "/site"), "x"), None),
    ],
)
def test_the_form_of_this_very_version_is_told_from_every_other(program: Words, folder: str | None) -> None:
    assert folder_of(program) == folder


def test_the_entries_are_the_clients() -> None:
    assert ENTRIES == client.ENTRIES


@pytest.mark.parametrize("strict", [False, True])
def test_a_committed_hook_names_no_place(strict: bool) -> None:
    assert program_for(PROJECT, strict=strict) == (PROGRAM,)


posix = pytest.mark.skipif(sys.platform == "win32", reason="the client needs Unix sockets")


@posix
@pytest.mark.parametrize("strict", [False, True])
def test_a_hook_of_this_machine_starts_this_rubout_with_this_interpreter(strict: bool) -> None:
    program = program_for(LOCAL, strict=strict)
    assert program == (sys.executable, "-I", "-S", "-c", STRICT_LOADER if strict else LOADER, SITE)
    assert "\n" not in "".join(program)
    ran = subprocess.run(program, env={}, cwd="/", capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr[:18]) == ("", "usage: rubout-hook")


@posix
def test_a_hook_of_this_machine_loads_nothing_that_takes_time() -> None:
    interpreter, *rest = program_for(LOCAL, strict=False)
    told = [interpreter, "-X", "importtime", *rest, "probe"]
    ran = subprocess.run(told, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    names = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "rubout.serve.client" in names
    assert not names & {"site", "os", "re", "socket", "json"}


@pytest.mark.parametrize(
    ("interpreter", "folder"),
    [("", "site"), ("/opt/\udcff/python", "site"), ("python", "site\n2"), ("python", "app.pyz")],
)
def test_where_that_cannot_be_the_installed_program_is_named(
    interpreter: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / PROGRAM
    place.write_text("#!/bin/sh\n")
    place.chmod(0o755)
    (tmp_path / folder).touch() if folder == "app.pyz" else (tmp_path / folder).mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", interpreter)
    monkeypatch.setattr(rubout, "__file__", str(tmp_path / folder / "rubout" / "__init__.py"))
    assert (loaded_here(strict=False), program_for(LOCAL, strict=False)) == ((), (str(place),))


def test_without_an_interpreter_the_working_folder_is_no_place_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / PROGRAM).write_text("#!/bin/sh\n")
    (tmp_path / PROGRAM).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", "")
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(UsageError, match="is neither beside"):
        program_for(LOCAL, strict=False)
