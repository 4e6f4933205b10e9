"""`rubout guard` shows what it would write, writes it when told to, and takes exactly that out again."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.serve.wiring.hosts import HOSTS
from rubout.serve.wiring.program import LOADER, PROGRAM, STRICT_LOADER
from tests.conftest import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree

ALL = sorted(HOSTS)
SETTINGS = (
    '{\n  "model": "x",\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "lint"}]}]\n  }\n}\n'
)


@pytest.fixture(autouse=True)
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Rubout as if it were installed: `rubout-hook` on PATH, and the interpreter beside it, whose place this is."""
    place = tmp_path / "bin" / PROGRAM
    place.parent.mkdir()
    place.write_text("#!/bin/sh\n")
    place.chmod(0o755)
    monkeypatch.setenv("PATH", str(place.parent), prepend=os.pathsep)
    (place.parent / "python").symlink_to(place)
    monkeypatch.setattr(sys, "executable", str(place.parent / "python"))
    return sys.executable


@pytest.fixture
def root(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tree({"rubout.toml": ""})
    monkeypatch.chdir(place)
    return place


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", ALL)
def test_without_consent_the_change_is_shown_and_nothing_written(root: Path, rubout: Rubout, name: str) -> None:
    ran = rubout("guard", "install", "--host", name)
    assert ran.code == 2
    assert ran.out.startswith(f"--- /dev/null\n+++ b/{HOSTS[name].files[HOSTS[name].default_scope]}\n@@ ")
    assert ran.err.endswith("rubout: nothing was written; `--yes` writes it\n")
    assert os.listdir(root) == ["rubout.toml"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("scope", ["local", "project"])
def test_what_was_put_in_is_taken_out_and_no_folder_is_left(root: Path, rubout: Rubout, name: str, scope: str) -> None:
    assert rubout("guard", "install", "--host", name, "--scope", scope, "--yes").code == 0
    assert list(files(root)) == sorted([HOSTS[name].files[scope], "rubout.toml"])
    assert rubout("guard", "install", "--host", name, "--scope", scope, "--yes").out == "nothing to change\n"
    ran = rubout("guard", "uninstall", "--host", name, "--yes")
    assert ran.out.endswith(f"removed {HOSTS[name].files[scope]}\n")
    assert os.listdir(root) == ["rubout.toml"]
    assert rubout("guard", "uninstall", "--host", name, "--yes").out == "nothing to change\n"


class Terminal(io.StringIO):
    """A person at the keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "written"), [("y\n", True), ("Yes\n", True), ("\n", False), ("n\n", False), ("", False)]
)
def test_at_a_terminal_a_person_is_asked(
    root: Path, rubout: Rubout, monkeypatch: pytest.MonkeyPatch, answer: str, written: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    ran = rubout("guard", "install", "--host", "claude")
    assert ran.code == 0
    assert "write this? [y/N] " in ran.out
    assert (root / ".claude").exists() == written


def with_settings(root: Path, mode: int) -> Path:
    """The settings of somebody who uses the host already."""
    place = root / ".claude" / "settings.json"
    place.parent.mkdir()
    place.write_text(SETTINGS)
    place.chmod(mode)
    return place


def test_a_file_that_is_there_keeps_its_own(root: Path, rubout: Rubout) -> None:
    place = with_settings(root, 0o640)
    ran = rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes")
    assert ran.code == 0
    assert place.stat().st_mode & 0o777 == 0o640
    assert rubout("guard", "uninstall", "--host", "claude", "--yes").code == 0
    assert place.read_text() == SETTINGS


@pytest.mark.parametrize(
    ("host", "scope", "expected"),
    [
        ("claude", None, "PYTHON"),
        ("claude", "project", PROGRAM),
        ("cursor", None, f"{PROGRAM} probe --host cursor"),
        ("cursor", "local", f"PYTHON -I -S -c {shlex.quote(LOADER)} {SOURCE} probe --host cursor"),
        ("copilot", "local", f"PYTHON -I -S -c {shlex.quote(LOADER)} {SOURCE} probe --host copilot || exit 0"),
        ("copilot", None, f"{PROGRAM} probe --host copilot || exit 0"),
    ],
)
def test_the_scope_decides_how_the_program_is_named(
    root: Path, rubout: Rubout, hook: str, host: str, scope: str | None, expected: str
) -> None:
    rubout("guard", "install", "--host", host, *(["--scope", scope] if scope else []), "--yes")
    [(_, content)] = [(name, text) for name, text in files(root).items() if name != "rubout.toml"]
    hooks = json.loads(content)["hooks"]
    (first,) = hooks.get("PreToolUse") or hooks["preToolUse"]
    handler = first["hooks"][0] if host == "claude" else first
    assert (handler.get("command") or handler["bash"]) == expected.replace("PYTHON", hook)
    if "args" in handler:
        assert handler["args"] == (["probe"] if scope else ["-I", "-S", "-c", LOADER, str(SOURCE), "probe"])


@pytest.mark.parametrize("name", ALL)
def test_an_older_form_is_replaced_by_the_one_of_this_version(
    root: Path, rubout: Rubout, hook: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = ("guard", "install", "--host", name, "--scope", "local", "--yes")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "")
        assert rubout(*wire).code == 0
    place = root / HOSTS[name].files["local"]
    older = place.read_text()
    assert (os.path.join(os.path.dirname(hook), PROGRAM) in older, LOADER[:12] in older) == (True, False)
    assert rubout(*wire).code == 0
    newer = place.read_text()
    place.unlink()
    assert rubout(*wire).code == 0
    assert (newer, LOADER[:12] in newer, PROGRAM in newer) == (place.read_text(), True, False)


def test_strict_sets_the_hosts_own_switch_and_goes_again(root: Path, rubout: Rubout) -> None:
    rubout("guard", "install", "--host", "cursor", "--strict", "--yes")
    place = root / ".cursor" / "hooks.json"
    assert json.loads(place.read_text())["hooks"]["preToolUse"][0]["failClosed"] is True
    rubout("guard", "install", "--host", "cursor", "--yes")
    assert "failClosed" not in place.read_text()


def test_a_strict_hook_of_this_machine_does_not_pass_over_a_missing_rubout(root: Path, rubout: Rubout) -> None:
    rubout("guard", "install", "--host", "claude", "--strict", "--yes")
    hooks = json.loads((root / ".claude" / "settings.local.json").read_text())["hooks"]
    assert hooks["PreToolUse"][0]["hooks"][0]["args"][3] == STRICT_LOADER


@pytest.mark.parametrize("name", ["codex", "copilot", "gemini", "opencode"])
def test_strict_is_refused_where_the_host_has_no_switch(root: Path, rubout: Rubout, name: str) -> None:
    ran = rubout("guard", "install", "--host", name, "--strict", "--yes")
    assert ran.code == 2
    assert "has no switch" in ran.err
    assert os.listdir(root) == ["rubout.toml"]


@pytest.mark.parametrize("action", ["install", "uninstall"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{\n  // mine\n  "a": 1\n}', "settings.local.json:2: no JSON"),
        (b'{\n"hooks": []}', 'settings.local.json:2: "hooks" is not an object'),
        (b'{\n"a": "\xff"}', "settings.local.json:2: is not UTF-8"),
        (b"[]", "settings.local.json:1: the file is not an object"),
    ],
)
def test_a_file_that_is_no_hook_file_is_refused_with_its_line(
    root: Path, rubout: Rubout, action: str, content: bytes, said: str
) -> None:
    (root / ".claude").mkdir()
    (root / ".claude" / "settings.local.json").write_bytes(content)
    ran = rubout("guard", action, "--host", "claude", "--yes")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert (root / ".claude" / "settings.local.json").read_bytes() == content


def test_a_plugin_that_somebody_else_wrote_is_kept(root: Path, rubout: Rubout) -> None:
    (root / ".opencode" / "plugins").mkdir(parents=True)
    (root / ".opencode" / "plugins" / "rubout.js").write_text("export const x = 1\n")
    before = files(root)
    assert rubout("guard", "install", "--host", "opencode", "--yes").code == 2
    assert rubout("guard", "uninstall", "--host", "opencode", "--yes").out == "nothing to change\n"
    assert files(root) == before


def test_a_link_within_the_project_is_followed_and_kept(root: Path, rubout: Rubout) -> None:
    (root / "dot").mkdir()
    (root / ".claude").mkdir()
    (root / "dot" / "claude.json").write_text("{}\n")
    link = root / ".claude" / "settings.json"
    link.symlink_to("../dot/claude.json")
    assert rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes").code == 0
    assert link.is_symlink()
    assert PROGRAM in (root / "dot" / "claude.json").read_text()
    assert rubout("guard", "uninstall", "--host", "claude", "--yes").code == 0
    assert link.is_symlink()
    assert (root / "dot" / "claude.json").read_text() == "{}\n"


@pytest.mark.parametrize("what", ["file", "folder", "nowhere"])
def test_a_link_out_of_the_project_is_not_followed(root: Path, rubout: Rubout, tmp_path: Path, what: str) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.json").write_text("{}\n")
    if what == "folder":
        (root / ".claude").symlink_to(tmp_path / "home")
    else:
        (root / ".claude").mkdir()
        (root / ".claude" / "settings.json").symlink_to(
            tmp_path / "home" / ("settings.json" if what == "file" else "gone")
        )
    ran = rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes")
    assert ran.code == 2
    assert "leads out of the project" in ran.err
    assert files(tmp_path / "home") == {"settings.json": b"{}\n"}


def test_a_read_only_file_is_left_alone(root: Path, rubout: Rubout) -> None:
    place = with_settings(root, 0o444)
    ran = rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes")
    assert ran.code == 2
    assert f"{place}: it is read-only" in ran.err
    assert place.read_text() == SETTINGS


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs")
def test_a_fifo_is_not_waited_for(root: Path, rubout: Rubout) -> None:
    (root / ".cursor").mkdir()
    os.mkfifo(root / ".cursor" / "hooks.json")
    ran = rubout("guard", "install", "--host", "cursor", "--yes")
    assert ran.code == 2
    assert "is no regular file" in ran.err


def test_a_host_must_be_named(root: Path, rubout: Rubout) -> None:
    ran = rubout("guard", "install", "--yes")
    assert (ran.code, os.listdir(root)) == (2, ["rubout.toml"])
    assert "no host named" in ran.err


def test_outside_of_a_project_nothing_is_written(
    tmp_path: Path, rubout: Rubout, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    ran = rubout("guard", "install", "--host", "claude", "--yes")
    assert (ran.code, os.listdir(tmp_path / "plain")) == (2, [])
    assert "neither a repository nor a rubout.toml" in ran.err


def test_a_program_that_is_not_installed_cannot_be_wired_locally(
    root: Path, rubout: Rubout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "")
    monkeypatch.setenv("PATH", os.devnull)
    ran = rubout("guard", "install", "--host", "claude", "--yes")
    assert (ran.code, os.listdir(root)) == (2, ["rubout.toml"])
    assert "is neither beside" in ran.err


def test_a_committed_wiring_says_when_its_program_is_not_on_path(
    root: Path, rubout: Rubout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    ran = rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes")
    assert ran.code == 0
    assert "not on PATH here" in ran.err
    assert (root / ".claude" / "settings.json").exists()


def test_a_committed_file_with_a_local_place_is_warned_about(root: Path, rubout: Rubout) -> None:
    assert "usually committed" in rubout("guard", "install", "--host", "cursor", "--scope", "local").err
    assert os.listdir(root) == ["rubout.toml"]


@pytest.fixture
def repository(root: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, and a person without settings of git's."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "nobody"))
    git(root, "init", "--quiet")
    return root


LOCAL = ".claude/settings.local.json"
UNTRACKED = f"rubout: {LOCAL} holds places on this machine and is usually ignored by git, which would list it as"


@pytest.mark.usefixtures("repository")
def test_a_file_of_this_machine_that_git_would_list_is_told_once(rubout: Rubout) -> None:
    wire = ("guard", "install", "--host", "claude", "--yes")
    assert rubout(*wire).err == f"{UNTRACKED} untracked here\n"
    assert rubout(*wire).err == ""


@pytest.mark.parametrize(
    ("known", "scope"),
    [("ignored", "local"), ("tracked", "local"), ("no repository", "local"), ("untracked", "project")],
)
def test_a_file_that_git_would_not_list_is_not_told(
    repository: Path, rubout: Rubout, git: Git, known: str, scope: str
) -> None:
    (repository / ".claude").mkdir()
    (repository / LOCAL).write_text("{}\n")
    ways: dict[str, Callable[[], object]] = {
        "ignored": lambda: (repository / ".gitignore").write_text("*.local.json\n"),
        "tracked": lambda: git(repository, "add", LOCAL),
        "untracked": lambda: None,
        "no repository": lambda: (repository / ".git").rename(repository / "git"),
    }
    ways[known]()
    ran = rubout("guard", "install", "--host", "claude", "--scope", scope, "--yes")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.usefixtures("root")
def test_status_looks_whether_the_program_is_there(rubout: Rubout, hook: str) -> None:
    rubout("guard", "install", "--host", "claude", "--yes")
    os.unlink(hook)
    ran = rubout("guard", "status")
    assert ran.code == 0
    assert "\nClaude Code (claude): wired, but nothing starts rubout: every write passes\n" in ran.out
    assert f"\n  gone    {hook}; `rubout guard install --host claude` wires it anew\n" in ran.out
    assert "  covers  " not in ran.out
    (host, *_) = json.loads(rubout("guard", "status", "--format", "json").out)["hosts"]
    assert (host["covers"], host["wired"][0]["gone"]) == ([], [hook])


@pytest.mark.usefixtures("root")
def test_a_program_that_is_gone_refuses_every_write_when_strict(rubout: Rubout, hook: str) -> None:
    rubout("guard", "install", "--host", "claude", "--strict", "--yes")
    os.unlink(hook)
    assert "wired, but nothing starts rubout: the host refuses every write\n" in rubout("guard", "status").out


def test_a_rubout_that_is_gone_is_told_too_and_another_file_that_starts_one_is_enough(
    root: Path, rubout: Rubout, tmp_path: Path
) -> None:
    rubout("guard", "install", "--host", "claude", "--yes")
    place = root / LOCAL
    place.write_text(place.read_text().replace(str(SOURCE), str(tmp_path)))
    assert f"nothing starts rubout: every write passes\n  file    {LOCAL}" in rubout("guard", "status").out
    rubout("guard", "install", "--host", "claude", "--scope", "project", "--yes")
    ran = rubout("guard", "status")
    assert f"\n  gone    {tmp_path / 'rubout'}; " in ran.out
    assert "Claude Code (claude): wired\n" in ran.out
    assert "  covers  pending writes\n" in ran.out


def test_status_says_what_is_covered_and_what_is_not(root: Path, rubout: Rubout, hook: str) -> None:
    rubout("guard", "install", "--host", "claude", "--strict", "--yes")
    (root / ".cursor").mkdir()
    ran = rubout("guard", "status")
    assert ran.code == 0
    assert ran.out == (
        f"guard in {root}\n"
        "\n"
        "Claude Code (claude): wired\n"
        "  file    .claude/settings.local.json: PreToolUse, PostToolUse, Stop, SessionStart"
        f" -> {hook} -I -S -c ... {SOURCE}, a failing hook refuses\n"
        "  covers  pending writes\n"
        "  covers  what a shell command changed, afterwards\n"
        "  covers  the end of a turn\n"
        "  covers  the start of a session\n"
        "  cannot  a write by a shell command is not refused beforehand\n"
        "  cannot  an ask is answered by the host itself when it runs with its permission checks off; a deny holds\n"
        "\n"
        "Cursor (cursor): not wired; `rubout guard install --host cursor`\n"
        "\n"
        "not used here: codex, gemini, copilot, opencode (`rubout guard install --host NAME` wires one)\n"
        "VS Code agent: reads the hooks of .claude/settings.json; its own write tools are only seen later\n"
        "Windsurf, Cline: can refuse a write, but read another answer than rubout gives: not wired\n"
        "any other editor or agent: no hook: `rubout precommit` and CI see what it wrote\n"
    )


def test_status_as_json_tells_every_host(root: Path, rubout: Rubout) -> None:
    rubout("guard", "install", "--host", "opencode", "--yes")
    document = json.loads(rubout("guard", "status", "--format", "json").out)
    hosts = {host["name"]: host for host in document["hosts"]}
    assert document["schema"] == "rubout.guard_status/1"
    assert sorted(hosts) == ALL
    assert hosts["opencode"]["wired"] == [
        {
            "path": ".opencode/plugins/rubout.js",
            "events": ["tool.execute.before"],
            "missing": [],
            "programs": [[PROGRAM]],
            "strict": False,
            "gone": [],
        }
    ]
    assert all(host["cannot"] for host in hosts.values())
    assert document["project"] == str(root)


def test_status_of_a_file_that_cannot_be_read_is_2(root: Path, rubout: Rubout) -> None:
    (root / ".gemini").mkdir()
    (root / ".gemini" / "settings.json").write_text("{\n'")
    ran = rubout("guard", "status")
    assert ran.code == 2
    assert "Gemini CLI (gemini): cannot be read\n" in ran.out
    assert ".gemini/settings.json:2: no JSON" in ran.out
