"""Trees as nobody means them: odd names, links, pipes, shut doors."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.measure.sources.universe import Universe, candidates

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.measure.sources.conftest import Tree

ODD_NAMES = [
    "a b.py",
    "é.py",
    "e\u0301.py",
    "tab\t.py",
    "line\nbreak.py",
    '"quoted".py',
    "-n.py",
    ":(top)x.py",
    "*.py",
    "\\.py",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_a_name(either: Tree, name: str) -> None:
    either.write(f"sub {name}/{name}")
    assert [file.path for file in candidates(either.anchor).files] == [f"sub {name}/{name}"]
    if (either.root / ".git").exists():
        either.commit()
        assert [file.path for file in candidates(either.anchor).files] == [f"sub {name}/{name}"]


def test_a_name_that_is_not_utf8_is_counted_and_named(either: Tree) -> None:
    either.write("a.py")
    place = os.fsencode(either.root) + b"/b\xff.py"
    with open(place, "wb"):
        pass
    universe = candidates(either.anchor)
    assert [file.path for file in universe.files] == ["a.py"]
    assert universe.excluded == {"not-utf8": 1}
    assert [path for path, _ in universe.problems] == [r"b\xff.py"]


def test_files_below_a_folder_whose_name_is_not_utf8_are_named_too(either: Tree) -> None:
    os.mkdir(os.fsencode(either.root) + b"/d\xff")
    with open(os.fsencode(either.root) + b"/d\xff/a.py", "wb"):
        pass
    assert candidates(either.anchor).excluded == {"not-utf8": 1}


def test_names_do_not_depend_on_the_locale(either: Tree) -> None:
    either.write("é/ü.py")
    code = (
        "import sys; from rubout.measure.sources.universe import Universe, candidates;"
        "print(ascii(candidates(sys.argv[1]).files[0].path))"
    )
    for locale in ("C", "POSIX", "en_US.ISO-8859-1"):
        env = {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "LC_ALL": locale,
            "PATH": os.environ["PATH"],
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
        }
        run = subprocess.run(
            [sys.executable, "-c", code, either.anchor], env=env, check=True, capture_output=True, text=True
        )
        assert run.stdout.strip() == r"'\xe9/\xfc.py'"


def test_a_symlink_adds_nothing_wherever_it_leads(either: Tree) -> None:
    either.write("a.py", "../outside/b.py", "real/c.py")
    links = {"in.py": "a.py", "out.py": "../outside/b.py", "broken.py": "gone.py", "self.py": "self.py"}
    for name, target in links.items():
        (either.root / name).symlink_to(target)
    (either.root / "folder").symlink_to("real")
    (either.root / "away").symlink_to("../outside")
    universe = candidates(either.anchor)
    assert [file.path for file in universe.files] == ["a.py", "real/c.py"]
    assert universe.excluded == {"symlink": 4}


def test_a_loop_of_symlinks_ends(either: Tree) -> None:
    either.write("a/b/c.py")
    (either.root / "a/b/up").symlink_to("..")
    (either.root / "a/b/here").symlink_to(".")
    assert [file.path for file in candidates(either.anchor).files] == ["a/b/c.py"]


def test_a_tracked_folder_replaced_by_a_link_is_not_followed(repository: Tree) -> None:
    repository.write("pkg/a.py", "../outside/a.py")
    repository.commit()
    (repository.root / "pkg/a.py").unlink()
    (repository.root / "pkg").rmdir()
    (repository.root / "pkg").symlink_to("../outside")
    universe = candidates(repository.anchor)
    assert (universe.files, universe.excluded) == ((), {"symlink": 1})


def test_a_tracked_symlink_is_counted(repository: Tree) -> None:
    repository.write("a.py")
    (repository.root / "b.py").symlink_to("a.py")
    repository.commit()
    universe = candidates(repository.anchor)
    assert ([file.path for file in universe.files], universe.excluded) == (["a.py"], {"symlink": 1})


def test_a_pipe_is_neither_opened_nor_waited_for(tree: Tree) -> None:
    tree.write("a.py")
    os.mkfifo(tree.root / "pipe.py")
    os.mkfifo(tree.root / ".ruboutignore")
    universe = candidates(tree.anchor)
    assert ([file.path for file in universe.files], universe.excluded) == (["a.py"], {"irregular": 1})
    assert universe.problems == ((".ruboutignore", "ignore file not read: is no regular file"),)


def test_an_ignore_file_that_is_a_link_is_named_and_not_followed(tree: Tree) -> None:
    tree.write("a.py")
    tree.write("../elsewhere", text="a.py\n")
    (tree.root / ".gitignore").symlink_to("../elsewhere")
    universe = candidates(tree.anchor)
    assert [file.path for file in universe.files] == ["a.py"]
    assert universe.problems == ((".gitignore", "ignore file not read: is a symlink"),)


def test_a_folder_that_cannot_be_listed_is_named_and_the_run_goes_on(tree: Tree, as_nobody: Callable[[], None]) -> None:
    tree.write("a.py", "shut/b.py")
    (tree.root / "shut").chmod(0)
    as_nobody()
    universe = candidates(tree.anchor)
    assert [file.path for file in universe.files] == ["a.py"]
    assert universe.problems == (("shut", "folder not listed: Permission denied"),)


def with_a_shut_folder(repository: Tree, as_nobody: Callable[[], None]) -> Universe:
    """What is found where a folder may not be entered; git looks at the repository of another user all the same."""
    (repository.root / "shut").chmod(0)
    (repository.root.parent / "home/.gitconfig").write_text("[safe]\n directory = *\n")
    as_nobody()
    universe = candidates(repository.anchor)
    assert [file.path for file in universe.files] == ["a.py"]
    return universe


def test_a_folder_that_git_cannot_list_is_named(repository: Tree, as_nobody: Callable[[], None]) -> None:
    repository.write("a.py", "shut/b.py")
    universe = with_a_shut_folder(repository, as_nobody)
    assert universe.notes == ("could not open directory 'shut/': Permission denied",)


def test_a_tracked_file_behind_a_shut_door_is_named(repository: Tree, as_nobody: Callable[[], None]) -> None:
    repository.write("a.py", "shut/b.py")
    repository.commit()
    universe = with_a_shut_folder(repository, as_nobody)
    assert ("shut/b.py", "not read: Permission denied") in universe.problems


def test_a_read_only_tree_is_read(either: Tree, as_nobody: Callable[[], None]) -> None:
    either.write("a.py", "b/c.py")
    (either.root.parent / "home/.gitconfig").write_text("[safe]\n directory = *\n")
    for folder in (either.root, either.root / "b"):
        folder.chmod(0o555)
    as_nobody()
    assert [file.path for file in candidates(either.anchor).files] == ["a.py", "b/c.py"]


def test_a_path_deeper_than_any_recursion_is_looked_at(repository: Tree) -> None:
    path = "/".join(["d"] * 1900) + "/a.py"
    blob = repository.git("hash-object", "-w", "--stdin", "-t", "blob").strip()
    repository.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    assert candidates(repository.anchor) == Universe((), {}, (), ())


def test_a_deep_tree_is_walked(either: Tree) -> None:
    path = "/".join(["d"] * 300) + "/a.py"
    either.write(path)
    assert [file.path for file in candidates(either.anchor).files] == [path]
