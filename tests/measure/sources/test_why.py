from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.errors import ConfigError
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.universe import candidates
from rubout.measure.sources.why import why

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.measure.sources.conftest import Tree

EXCLUDE = ("docs/", "gen/*.py")


def ask(tree: Tree, path: str) -> tuple[bool, str, str, str]:
    answer = why(tree.anchor, tree.root / path, EXCLUDE)
    return answer.included, answer.rule, answer.pattern, answer.where


@pytest.fixture
def full(either: Tree) -> Tree:
    """One file for every rule."""
    either.write("a.py", "sub/b.ts", "vendor/c.py", ".hidden/d.py", "docs/e.md", "gen/f.py", "sub/g.py", "data.json")
    either.write(".gitignore", text="\n*.log.py\nignored/\n!kept.log.py\n")
    either.write("x.log.py", "kept.log.py", "ignored/h.py", "nested/.git/HEAD", "nested/i.py", "Makefile")
    either.write("sub/.ruboutignore", text="# ours\ng.py\n")
    either.write("made.py", text="# " + "@" + "generated\n")
    either.write("min.js", text="x" * 501)
    either.write("de.ts", text="<!DOCTYPE TS>\n")
    (either.root / "link.py").symlink_to("a.py")
    (either.root / "folder").symlink_to("sub")
    return either


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", (True, "", "", "")),
        ("kept.log.py", (True, "", "", "")),
        ("sub", (True, "folder", "", "")),
        ("", (True, "folder", "", "")),
        ("vendor/c.py", (False, "builtin", "vendor/", "built in")),
        ("vendor", (False, "builtin", "vendor/", "built in")),
        (".hidden/d.py", (False, "dot", ".*", "built in")),
        ("docs/e.md", (False, "exclude", "docs/", "exclude[0]")),
        ("gen/f.py", (False, "exclude", "gen/*.py", "exclude[1]")),
        ("sub/g.py", (False, "ruboutignore", "g.py", "sub/.ruboutignore:2")),
        ("x.log.py", (False, "gitignore", "*.log.py", ".gitignore:2")),
        ("ignored/h.py", (False, "gitignore", "ignored/", ".gitignore:3")),
        ("ignored", (False, "gitignore", "ignored/", ".gitignore:3")),
        ("nested/i.py", (False, "foreign", "", "nested")),
        ("link.py", (False, "symlink", "", "link.py")),
        ("folder/b.ts", (False, "symlink", "", "folder")),
        ("data.json", (False, "no-language", "", "")),
        ("Makefile", (False, "no-language", "", "")),
        ("gone.py", (False, "absent", "", "")),
        ("a.py/gone.py", (False, "absent", "", "")),
        (".git/config", (False, "git", "", "")),
        ("../other.py", (False, "outside", "", "")),
        ("made.py", (False, "generated", "", "")),
        ("min.js", (False, "minified", "", "")),
        ("de.ts", (False, "xml", "", "")),
    ],
)
def test_the_answer_names_the_rule_its_pattern_and_where_that_is_written(
    full: Tree, path: str, expected: tuple[bool, str, str, str]
) -> None:
    assert ask(full, path) == expected


def test_what_is_judged_is_what_the_universe_holds(full: Tree) -> None:
    universe = {file.path for file in candidates(full.anchor, exclude=EXCLUDE).files}
    for folder, _, names in os.walk(full.root):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), full.root)
            answer = why(full.anchor, full.root / path, EXCLUDE)
            assert (answer.rule in {"", "generated", "minified", "xml"}) is (path in universe), answer


def test_git_tracked_files_are_told_apart_and_no_ignore_line_drops_them(repository: Tree) -> None:
    repository.write("a.py", ".dot/b.py")
    repository.commit()
    repository.write("c.py")
    repository.write(".gitignore", text="a.py\n")
    answers = {path: why(repository.anchor, repository.root / path) for path in ("a.py", ".dot/b.py", "c.py")}
    assert {path: (answer.included, answer.tracked) for path, answer in answers.items()} == {
        "a.py": (True, True),
        ".dot/b.py": (True, True),
        "c.py": (True, False),
    }


def test_a_submodule_that_is_not_checked_out_is_foreign(repository: Tree) -> None:
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},deps")
    (repository.root / "deps").mkdir()
    assert ask(repository, "deps")[1] == "foreign"


def test_a_large_file_is_in_and_says_what_that_means(tree: Tree) -> None:
    with (tree.root / "a.py").open("wb") as file:
        file.truncate(LARGE_BYTES + 1)
    answer = why(tree.anchor, tree.root / "a.py")
    assert (answer.included, answer.rule, answer.language) == (True, "large", "python")
    assert "not parsed" in answer.says


def test_a_pipe_and_a_name_that_is_not_utf8_get_an_answer(tree: Tree) -> None:
    os.mkfifo(tree.root / "pipe.py")
    (tree.root / os.fsdecode(b"\xff.py")).touch()
    assert ask(tree, "pipe.py")[1] == "irregular"
    answer = why(tree.anchor, tree.root / os.fsdecode(b"\xff.py"))
    assert (answer.rule, answer.path) == ("not-utf8", r"\xff.py")
    assert msgspec.json.encode(answer)


def test_a_file_that_cannot_be_read_says_so(tree: Tree, as_nobody: Callable[[], None]) -> None:
    tree.write("a.py")
    (tree.root / "a.py").chmod(0)
    as_nobody()
    answer = why(tree.anchor, tree.root / "a.py")
    assert (answer.included, answer.rule, answer.says) == (False, "unreadable", "cannot be read: Permission denied")


def test_a_relative_path_is_read_from_the_working_folder(full: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(full.root / "sub")
    assert why(full.anchor, "b.ts").path == "sub/b.ts"


def test_without_a_git_program_the_ignore_files_answer(repository: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("a.py")
    repository.write(".gitignore", text="a.py\n")
    monkeypatch.setenv("PATH", "")
    assert ask(repository, "a.py") == (False, "gitignore", "a.py", ".gitignore:1")


def test_a_bad_exclude_is_a_configuration_error(tree: Tree) -> None:
    with pytest.raises(ConfigError):
        why(tree.anchor, tree.root, ("!a",))
