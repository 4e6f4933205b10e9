"""What each host sends, as its documentation shows it, is read for what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubout.facts.pending import CellEdit, Edit, Patch, Pending, Replacement, Write
from rubout.serve.hosts.codec import ENTRIES, HOSTS, read

PAYLOADS = Path(__file__).parents[1] / "payloads"
FILES = sorted(PAYLOADS.glob("*/*.json"))
CWD = "/home/dev/project"
A = f"{CWD}/a.py"
COPY = "cat a.py > b.py"

WRITE = Write(A, "a = 1\n")
EDIT = Edit(A, (Replacement("a", "b"),))
EVERYWHERE = Edit(A, (Replacement("a", "b", everywhere=True),))
DELETE = Patch("*** Begin Patch\n*** Delete File: a.py\n*** End Patch")

PROBES: dict[str, Pending] = {
    "claude/probe-Write": WRITE,
    "claude/probe-Edit": Edit(A, (Replacement("a\n", "b\n", everywhere=True),)),
    "claude/probe-MultiEdit": Edit(A, (Replacement("a", "b"), Replacement("b", "c", everywhere=True))),
    "claude/probe-NotebookEdit": CellEdit(f"{CWD}/a.ipynb", "c1", "a = 1", "code", "insert"),
    "claude/probe-NotebookEdit-short": CellEdit(f"{CWD}/a.ipynb", None, "a = 1"),
    "cline/probe-write_to_file": Write("a.py", "a = 1\n"),
    "codex/probe-apply_patch": Patch("*** Begin Patch\n*** Add File: a.py\n+a = 1\n*** End Patch"),
    "copilot/probe-create": WRITE,
    "copilot/probe-edit": EDIT,
    "copilot/probe-apply_patch": DELETE,
    "copilot/probe-PascalCase-Write": WRITE,
    "copilot/probe-PascalCase-Edit": EDIT,
    "cursor/probe-Write": WRITE,
    "cursor/probe-Write-contents": WRITE,
    "cursor/probe-Write-strings": EDIT,
    "cursor/probe-Write-edits": EDIT,
    "gemini/probe-write_file": Write("a.py", "a = 1\n"),
    "gemini/probe-replace": EVERYWHERE,
    "gemini/probe-replace-expected": EVERYWHERE,
    "opencode/probe-write": WRITE,
    "opencode/probe-edit": EVERYWHERE,
    "opencode/probe-apply_patch": DELETE,
    "vscode/probe-create_file": WRITE,
    "vscode/probe-replace_string_in_file": EDIT,
    "vscode/probe-apply_patch": DELETE,
}
SECOND_STOPS = {"claude/stop", "copilot/stop", "cursor/stop"}  # an earlier one sent the model back
SOURCES = {
    "claude/start": "startup",
    "codex/start": "resume",
    "copilot/start": "new",
    "copilot/start-PascalCase": "startup",
    "gemini/start": "startup",
    "vscode/start": "new",
}


def host_of(file: Path) -> str:
    return file.parent.name.split("-")[0]


def name_of(file: Path) -> str:
    return f"{host_of(file)}/{file.stem}"


def of_entry(entry: str) -> list[Path]:
    return [file for file in FILES if file.stem.split("-")[0] == entry]


def named(entry: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("file", of_entry(entry), ids=name_of)


def test_every_host_has_payloads_of_its_own() -> None:
    assert {host_of(file) for file in FILES} == set(HOSTS)
    assert {name_of(file) for file in of_entry("probe")} == set(PROBES)


@named("probe")
def test_a_probe_is_the_write_to_come(file: Path) -> None:
    event = read(host_of(file), "probe", file.read_bytes())
    assert event
    assert event.pending == PROBES[name_of(file)]
    assert (event.entry, event.host, event.cwd) == ("probe", host_of(file), CWD)
    assert event.tool
    assert event.session


@named("post")
def test_a_post_is_the_command_that_ran(file: Path) -> None:
    event = read(host_of(file), "post", file.read_bytes())
    assert event
    assert (event.command, event.pending, event.cwd) == (COPY, None, CWD)
    assert event.tool
    assert event.key


@named("stop")
def test_a_stop_says_whether_it_is_the_first(file: Path) -> None:
    event = read(host_of(file), "stop", file.read_bytes())
    assert event
    assert event.stop_hook_active == (name_of(file) in SECOND_STOPS)
    assert event.cwd == CWD


@named("start")
def test_a_start_says_what_started(file: Path) -> None:
    event = read(host_of(file), "start", file.read_bytes())
    assert event
    assert event.source == SOURCES.get(name_of(file), "")
    assert event.cwd == CWD


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_an_event_of_another_entry_is_silent(file: Path) -> None:
    own = file.stem.split("-")[0]
    others = [entry for entry in (*ENTRIES, "", "PreToolUse") if entry != own]
    assert [read(host_of(file), entry, file.read_bytes()) for entry in others] == [None] * len(others)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_payload_with_a_mark_in_front_is_the_same(file: Path) -> None:
    entry = file.stem.split("-")[0]
    plain = read(host_of(file), entry, file.read_bytes())
    assert read(host_of(file), entry, b"\xef\xbb\xbf" + file.read_bytes()) == plain
    assert read("emacs", entry, file.read_bytes()) is None


@named("probe")
def test_the_key_of_a_call_is_its_name_or_what_it_does(file: Path) -> None:
    event = read(host_of(file), "probe", file.read_bytes())
    renamed = read(host_of(file), "probe", file.read_bytes().replace(b"a.py", b"b.py").replace(b"a.ipynb", b"b.ipynb"))
    assert event
    assert renamed
    by_name = event.key.startswith("id:")
    assert by_name == (host_of(file) not in {"cline", "copilot", "gemini"})
    assert by_name or event.key.startswith("sha:")
    assert (event.key == renamed.key) == by_name
