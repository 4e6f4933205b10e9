"""Which layer keeps an entry out of the universe, and by which pattern.

An entry is judged from the top of the tree down: nothing below an excluded folder comes back.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rubout.measure.sources.anchor import is_repository
from rubout.measure.sources.disk import disk_path, printable, read_regular
from rubout.measure.sources.globs import Glob, last_match, read_globs
from rubout.measure.sources.ignore import builtin_glob

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

BUILT_IN = "built in"


class Drop(NamedTuple):
    """Why an entry is out: the layer, its pattern, and where that is written ("FILE:LINE" or a key)."""

    rule: str
    pattern: str = ""
    where: str = ""


class IgnoreFile(NamedTuple):
    """The globs of one `.RULE` file; `folder` ends in "/" unless it is the anchor ("")."""

    rule: str
    folder: str
    globs: tuple[Glob, ...]


class Ground(Protocol):
    """Where a tree lies."""

    def read(self, path: str) -> bytes:
        """The bytes of a regular file; raises OSError, and FileNotFoundError or NotADirectoryError for none."""

    def foreign(self, path: str) -> Drop | None:
        """Why nothing below a folder belongs to the tree."""


class Disk(NamedTuple):
    """The files below the anchor, as they lie on disk."""

    anchor: str

    def read(self, path: str) -> bytes:
        """As `Ground` has it."""
        return read_regular(self.anchor, path)

    def foreign(self, path: str) -> Drop | None:
        """A symlink, or a repository of its own."""
        place = disk_path(self.anchor, path)
        try:
            mode = os.lstat(place).st_mode
        except OSError:  # it is gone, or shut: its files will say so
            return None
        if stat.S_ISLNK(mode):
            return Drop("symlink", where=path)
        return Drop("foreign", where=path) if is_repository(os.fsdecode(place)) else None


class Layers:
    """The layers of one tree; what they say of a folder is remembered.

    Args:
        ground: where it lies.
        exclude: the configuration's globs.
        tracked_dots: dot-named entries that git tracks, or that hold a tracked file; the others are out.
        gitignore: whether to read `.gitignore` files, which git itself answers for where there is git.
    """

    def __init__(
        self, ground: Ground, exclude: tuple[Glob, ...], *, tracked_dots: AbstractSet[str], gitignore: bool
    ) -> None:
        self._ground = ground
        self._exclude = exclude
        self._tracked_dots = tracked_dots
        self._rules = ("gitignore", "ruboutignore") if gitignore else ("ruboutignore",)
        self._drops: dict[str, Drop | None] = {"": None}
        self._ignore_files: dict[str, tuple[IgnoreFile, ...]] = {}  # by folder, the nearest first
        self.problems: list[tuple[str, str]] = []  # ignore files that could not be read

    def folder(self, path: str) -> Drop | None:
        """What keeps a folder, or one above it, out; None for the anchor ("") and for one that is in."""
        unknown = []
        while path not in self._drops:
            unknown.append(path)
            path = path.rpartition("/")[0]
        drop = self._drops[path]
        for below in reversed(unknown):
            drop = drop or self._rule(below, below.rpartition("/")[0], folder=True) or self._ground.foreign(below)
            self._drops[below] = drop
        return drop

    def file(self, path: str) -> Drop | None:
        """What keeps a file, or a folder above it, out; whether it is a regular file is not asked."""
        above = path.rpartition("/")[0]
        return self.folder(above) or self._rule(path, above, folder=False)

    def _rule(self, path: str, above: str, *, folder: bool) -> Drop | None:
        """The first layer that drops the entry itself, given that the folder above is in."""
        ignore_files = self._files_in_force(above)
        name = path.rpartition("/")[2]
        if ignore_files and (drop := _ignored("gitignore", ignore_files, path, folder=folder)):
            return drop
        if pattern := builtin_glob(name, folder=folder):
            return Drop("builtin", pattern, BUILT_IN)
        if name.startswith(".") and path not in self._tracked_dots:
            return Drop("dot", ".*", BUILT_IN)
        if self._exclude and (glob := last_match(self._exclude, path, folder=folder)):
            return Drop("exclude", glob.text, f"exclude[{glob.line - 1}]")
        return _ignored("ruboutignore", ignore_files, path, folder=folder) if ignore_files else None

    def _files_in_force(self, folder: str) -> tuple[IgnoreFile, ...]:
        if folder not in self._ignore_files:
            own = [found for rule in self._rules if (found := self._read(rule, folder))]
            above = self._files_in_force(folder.rpartition("/")[0]) if folder else ()
            self._ignore_files[folder] = (*own, *above) if own else above
        return self._ignore_files[folder]

    def _read(self, rule: str, folder: str) -> IgnoreFile | None:
        base = f"{folder}/" if folder else ""
        path = f"{base}.{rule}"
        try:
            text = self._ground.read(path).decode("utf-8", "surrogateescape")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.problems.append((printable(path), f"ignore file not read: {error.strerror}"))
            return None
        return IgnoreFile(rule, base, read_globs(text))


def _ignored(rule: str, ignore_files: tuple[IgnoreFile, ...], path: str, *, folder: bool) -> Drop | None:
    """What the nearest file with a matching glob says; an outer file is not asked after that."""
    for file in ignore_files:
        if file.rule == rule and (glob := last_match(file.globs, path[len(file.folder) :], folder=folder)):
            return None if glob.negated else Drop(rule, glob.text, f"{printable(file.folder)}.{rule}:{glob.line}")
    return None
