"""Copies of trees, so that no run ever touches the tree it was given."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SCRATCH = ".rubout"
# A statement that each language takes at the end of a file, with a number put in.
PROBES = {
    ".py": "probe_{0} = {0} + 1\n",
    ".js": "export const probe{0} = {0} + 1;\n",
    ".ts": "export const probe{0} = {0} + 1;\n",
    ".tsx": "export const probe{0} = {0} + 1;\n",
    ".go": "\nvar probe{0} = {0} + 1\n",
    ".rs": "\nconst PROBE_{0}: u32 = {0} + 1;\n",
    ".java": "\nclass Probe{0} {{ int n = {0} + 1; }}\n",
    ".c": "\nint probe_{0} = {0} + 1;\n",
    ".rb": "\nprobe_{0} = {0} + 1\n",
    ".php": "\n$probe{0} = {0} + 1;\n",
}
# Older than any run: a file written just now is one that every tool must distrust.
LONG_AGO = 1_600_000_000


def copy_tree(tree: Path, target: Path) -> Path:
    """Copy what git lists, as a repository with one commit; without git, everything.

    Times are kept: a fresh copy is as settled as the tree was.
    """
    listed = _git(tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        shutil.copytree(tree, target, symlinks=True, ignore=shutil.ignore_patterns(SCRATCH))
        return target
    for name in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
        source = tree / name
        if not source.is_symlink() and not source.is_file():
            continue  # deleted, or a submodule
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, copy, follow_symlinks=False)
    return committed(target)


def committed(tree: Path) -> Path:
    """Make a folder a repository whose one commit holds every file of it."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false")
    for arguments in (
        ("init", "--quiet"),
        ("add", "--all", "--force"),
        (*who, "commit", "--quiet", "--allow-empty", "-m", "tree"),
    ):
        if _git(tree, *arguments) is None:
            raise SystemExit(f"git {' '.join(arguments)} failed in {tree}")
    return tree


def write_files(tree: Path, files: Iterable[tuple[str, str]]) -> Path:
    """Write (path, text) pairs below a folder, as files that were settled long ago."""
    for name, text in files:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))
    return tree


def forget(tree: Path) -> None:
    """Remove what rubout remembers of a tree."""
    shutil.rmtree(tree / SCRATCH, ignore_errors=True)


def probe_file(tree: Path) -> Path:
    """The source file of median size among those that a probe can be added to."""
    files = sorted((path.stat().st_size, path) for path in sources(tree) if path.suffix in PROBES)
    if not files:
        raise SystemExit(f"{tree} holds no file of {', '.join(PROBES)} to change")
    return files[len(files) // 2][1]


def sources(tree: Path) -> list[Path]:
    """Every regular file outside .git and rubout's own folder, sorted."""
    found = []
    for folder, folders, names in os.walk(tree):
        folders[:] = [name for name in folders if name not in {".git", SCRATCH}]
        found += [path for name in names if not (path := Path(folder, name)).is_symlink()]
    return sorted(found)


def change(path: Path, number: int) -> None:
    """Add a statement that was not there before."""
    with path.open("a", encoding="utf-8") as file:
        file.write(PROBES[path.suffix].format(number))


def _git(tree: Path, *arguments: str) -> bytes | None:
    """What git prints; None when it fails, is missing, or this is no repository."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(("git", *arguments), cwd=tree, env=clean, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
