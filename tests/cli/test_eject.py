"""`rubout eject` takes out what rubout made, and nothing that people wrote."""

from __future__ import annotations

import os
import posix
import socket
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from rubout.facts.erase_undo import DONE, OPEN, UNDONE
from rubout.serve.client import address
from rubout.serve.wiring.hosts import CLAUDE
from rubout.serve.wiring.merge import wired
from rubout.store.erase_journal import read_journal
from tests.erases import half_changed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree

KEPT = {
    "rubout.toml": "",
    "a.py": "x = 1\n",
    "rubout-review/records/a": "r",
    ".git/.rubout/a": "",
    "node_modules/m/.rubout/a": "",
    "other/rubout.toml": "",
    "other/.rubout/a": "",
    "nested/.git/HEAD": "",
    "nested/.rubout/a": "",
    ".claude/settings.json": '{"model": "x"}\n',
}
MADE = {
    ".rubout/index.db": "",
    ".rubout/observe.ndjson": "",
    "src/deep/.rubout/index.db": "",
    "rubout-baseline.jsonl": "{}\n",
    ".claude/settings.local.json": wired(CLAUDE, None, ("rubout-hook",), strict=False),
}


@pytest.fixture(autouse=True)
def runtime_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where sockets are, so that none of the user's own is touched; its name is short, as a socket's must be."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o755)
    monkeypatch.setitem(posix.environ, b"XDG_RUNTIME_DIR", os.fsencode(folder))
    return folder


def files(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_without_yes_it_lists_and_removes_nothing(tree: Tree, rubout: Rubout) -> None:
    root = tree({**KEPT, **MADE})
    ran = rubout("eject", root)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "would remove .claude/settings.local.json",
        "would remove .rubout/",
        "would remove src/deep/.rubout/",
        "would remove rubout-baseline.jsonl",
        "nothing was removed; `--yes` removes it",
    ]
    assert files(root) == {**KEPT, **MADE}


def test_of_a_baseline_that_git_tracks_it_is_said(tree: Tree, rubout: Rubout, git: Git) -> None:
    root = tree({"rubout.toml": "", "rubout-baseline.jsonl": "{}\n"})
    git(root, "init")
    assert rubout("eject", root).out.startswith("would remove rubout-baseline.jsonl\n")
    git(root, "add", ".")
    said = "removed rubout-baseline.jsonl, which git tracks: it is gone for others once that is committed\n"
    assert rubout("eject", root, "--yes").out == said


def test_with_yes_only_what_people_wrote_is_left(tree: Tree, rubout: Rubout) -> None:
    root = tree({**KEPT, **MADE})
    ran = rubout("eject", root, "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert files(root) == KEPT


def test_hooks_are_taken_out_of_a_file_that_holds_more(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", ".claude/settings.json": wired(CLAUDE, '{"a": 1}', ("rubout-hook",), strict=False)})
    ran = rubout("eject", root, "--yes")
    assert ran.out == "removed rubout's hooks in .claude/settings.json\n"
    assert (root / ".claude" / "settings.json").read_text() == '{"a": 1}'


def test_twice_there_is_nothing_left_to_remove(tree: Tree, rubout: Rubout) -> None:
    root = tree({**KEPT, **MADE})
    rubout("eject", root, "--yes")
    ran = rubout("eject", root, "--yes")
    assert (ran.code, ran.out) == (0, "nothing to remove\n")


def test_a_link_goes_and_what_it_leads_to_stays(tree: Tree, rubout: Rubout, tmp_path: Path) -> None:
    root = tree({"rubout.toml": ""})
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "a").write_text("a")
    (root / ".rubout").symlink_to(tmp_path / "home")
    assert rubout("eject", root, "--yes").code == 0
    assert os.listdir(root) == ["rubout.toml"]
    assert os.listdir(tmp_path / "home") == ["a"]


def test_a_hook_file_that_cannot_be_read_is_named_and_the_rest_goes(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", ".rubout/index.db": "", ".claude/settings.json": "{"})
    ran = rubout("eject", root, "--yes")
    assert ran.code == 2
    assert f"{root}/.claude/settings.json:1: no JSON" in ran.err
    assert ran.out == "removed .rubout/\n"
    assert (root / ".claude" / "settings.json").read_text() == "{"


def test_what_cannot_be_removed_is_named(tree: Tree, rubout: Rubout, as_nobody: Callable[[], None]) -> None:
    root = tree({"rubout.toml": "", ".rubout/index.db": ""})
    root.chmod(0o555)
    as_nobody()
    ran = rubout("eject", root, "--yes")
    assert ran.code == 2
    assert f"{root}/.rubout: cannot be removed: Permission denied" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="no Unix sockets")
def test_the_socket_that_a_killed_daemon_left_goes(tree: Tree, rubout: Rubout, runtime_folder: Path) -> None:
    root = tree({"rubout.toml": ""})
    with socket.socket(socket.AF_UNIX) as corpse:
        corpse.bind(address(str(root)))
    assert rubout("eject", root, "--yes").code == 0
    assert os.listdir(runtime_folder) == []


@pytest.mark.parametrize("argv", [(), ("--yes",)])
def test_an_erase_that_was_cut_short_is_rolled_back_first(tree: Tree, rubout: Rubout, argv: tuple[str, ...]) -> None:
    root = half_changed(tree, OPEN)
    ran = rubout("eject", root, *argv)
    assert (ran.code, "removed .rubout/" in ran.out) == (2, False)
    assert ran.err == (
        f"rubout: {root}: an erase is at work here or was cut short, and what would bring its files back lies in "
        ".rubout/\n  fix: run `rubout erase`, which rolls it back, and eject then\n"
    )
    assert read_journal(str(root))
    rubout("erase", root)
    assert (root / "a.py").read_text() == "old\n"
    assert (rubout("eject", root, "--yes").code, sorted(os.listdir(root))) == (0, ["a.py", "b.py"])


@pytest.mark.parametrize("state", [DONE, UNDONE])
def test_an_erase_that_has_ended_holds_nothing_up(tree: Tree, rubout: Rubout, state: str) -> None:
    root = half_changed(tree, state)
    assert (rubout("eject", root, "--yes").code, sorted(os.listdir(root))) == (0, ["a.py", "b.py"])


def test_an_undo_file_that_git_tracks_is_nobodys_erase(tree: Tree, rubout: Rubout, git: Git) -> None:
    root = half_changed(tree, OPEN)
    git(root, "init", "--quiet")
    git(root, "add", "--force", ".")
    assert rubout("eject", root, "--yes").code == 0
    assert not (root / ".rubout").exists()


def hang_up(listener: socket.socket) -> None:
    listener.accept()[0].close()


@pytest.fixture
def mute(tree: Tree) -> Iterator[Path]:
    """A project whose daemon takes connections and closes them without a word."""
    root = tree({"rubout.toml": "", ".rubout/index.db": ""})
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address(str(root)))
        listener.listen()
        thread = threading.Thread(target=hang_up, args=(listener,))
        thread.start()
        yield root
        thread.join()


@pytest.mark.skipif(sys.platform == "win32", reason="no Unix sockets")
def test_beside_a_daemon_that_does_not_end_nothing_is_removed(mute: Path, rubout: Rubout) -> None:
    ran = rubout("eject", mute, "--yes")
    assert (ran.code, ran.out) == (2, "")
    assert "does not end, so nothing was removed" in ran.err
    assert (mute / ".rubout" / "index.db").exists()


def test_a_path_that_is_not_there_is_no_project(tmp_path: Path, rubout: Rubout) -> None:
    assert rubout("eject", tmp_path / "gone", "--yes").code == 2
