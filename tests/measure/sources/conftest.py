"""Small trees, built by the real git where they are repositories."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

GIT_ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "1700000000 +0000",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_COMMITTER_DATE": "1700000000 +0000",
}


@dataclass(frozen=True)
class Tree:
    """A folder to write files into; `root` is free of symlinks."""

    root: Path

    @property
    def anchor(self) -> str:
        """The root, as the code under test takes it."""
        return str(self.root)

    def write(self, *paths: str, text: str = "x = 1\n") -> None:
        """Write the same text to each path."""
        for path in paths:
            place = self.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())

    def git(self, *arguments: str) -> str:
        """Run git here and give back what it printed."""
        run = subprocess.run(
            ["git", "-C", self.anchor, "-c", "protocol.file.allow=always", *arguments],
            env=os.environ | GIT_ENVIRONMENT,
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        return run.stdout.decode("utf-8", "surrogateescape")

    def init(self, *options: str) -> None:
        """Make it a repository."""
        self.git("init", "--quiet", "--initial-branch=main", *options)

    def commit(self) -> None:
        """Commit everything, even what is ignored."""
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message=c")

    def commit_aside(self, path: str, text: str = "x = 1\n") -> None:
        """Commit a file on a branch of its own, `side`, and go back to `main`."""
        self.git("checkout", "--quiet", "-b", "side")
        self.write(path, text=text)
        self.commit()
        self.git("checkout", "--quiet", "main")

    def merge_aside(self, aside: str, meanwhile: str) -> None:
        """Commit `a.py`, then one file on `side` and one on `main`, and merge the two."""
        self.write("a.py")
        self.commit()
        self.commit_aside(aside)
        self.write(meanwhile)
        self.commit()
        self.git("merge", "--quiet", "--no-edit", "side")


@pytest.fixture(autouse=True)
def no_inherited_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration of the machine, and no variables of a hook that runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A folder without git."""
    root = tmp_path.resolve() / "tree"
    root.mkdir()
    return Tree(root)


@pytest.fixture
def repository(tree: Tree) -> Tree:
    """An empty repository."""
    tree.init()
    return tree


@pytest.fixture(params=["with git", "without git"])
def either(tree: Tree, request: pytest.FixtureRequest) -> Tree:
    """The same tree once as a repository in which nothing is tracked, once without git."""
    if request.param == "with git":
        tree.init()
    return tree
