"""What the samples of docs/samples share: files of public histories at a commit, an order without chance, rows."""

from __future__ import annotations

import json
import subprocess
import tarfile
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Repository(NamedTuple):
    """A public history, and the language that is sampled of it, by the endings of its files."""

    name: str
    commit: str
    language: str
    endings: tuple[str, ...]

    @property
    def folder(self) -> str:
        """Where its clone lies among the others."""
        return self.name.rpartition("/")[2]


def extract(clones: Path, repository: Repository, work: Path) -> Path:
    """The files of the commit, in a folder that is no repository."""
    tree, archive = work / repository.folder, work / f"{repository.folder}.tar"
    command = ("git", "archive", "--format=tar", f"--output={archive}", repository.commit)
    if subprocess.run(command, cwd=clones / repository.folder, check=False).returncode:
        raise SystemExit(f"{repository.name}: its clone has no commit {repository.commit}")
    with tarfile.open(archive) as files:
        files.extractall(tree, filter="data")
    archive.unlink()
    return tree


def digest(*parts: str) -> str:
    """A place in an order that only what is ordered decides."""
    return sha256("|".join(parts).encode()).hexdigest()


def rows(path: Path) -> list[dict[str, Any]]:
    """One JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, written: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line."""
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in written), encoding="utf-8")
