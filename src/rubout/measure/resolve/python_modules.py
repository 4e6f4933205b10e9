"""Which file or folder of a tree does a dotted Python name walk to?"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SOURCES = (".py", ".pyi")
BUILT = (".pyx", ".so", ".pyd")  # importable once they are built, and never judged
_ANY_DEPTH = "**"


class Module(NamedTuple):
    """A module: its file, "" for a folder without `__init__.py`, and the folder its submodules are in, if any."""

    path: str
    folder: str | None


class Modules:
    """The modules among some paths, looked up as the interpreter does."""

    def __init__(self, paths: Iterable[str], suffixes: Sequence[str] = SOURCES) -> None:
        self._suffixes = tuple(suffixes)
        self._paths = frozenset(path for path in paths if path.endswith(self._suffixes))
        self._names: dict[str, set[str]] = {"": set()}  # by folder what it holds that may be a module
        self._files: dict[str, str] = {}  # by folder the file that makes it a package
        for path in self._paths:
            self._add(path)
        for suffix in reversed(self._suffixes):
            name = f"__init__{suffix}"
            self._files.update((posixpath.dirname(path), path) for path in self._paths if path.endswith(name))

    def _add(self, path: str) -> None:
        folder, name = posixpath.split(path)
        self._names.setdefault(folder, set()).add(name.partition(".")[0])
        while folder:
            outer, inner = posixpath.split(folder)
            seen = outer in self._names and inner in self._names[outer]
            self._names.setdefault(outer, set()).add(inner)
            if seen:
                return
            folder = outer

    def names(self, folder: str) -> list[str]:
        """What a folder holds that may be a module, sorted."""
        return sorted(self._names.get(folder, ()))

    def package_of(self, folder: str) -> Module:
        """A folder as a package."""
        return Module(self._files.get(folder, ""), folder)

    def child(self, folder: str, name: str) -> Module | None:
        """The module of a name in a folder: a package, else a file, else a folder of modules."""
        if name not in self._names.get(folder, ()) or name == "__init__":
            return None
        inner = f"{folder}/{name}" if folder else name
        if inner in self._names and (package := self.package_of(inner)).path:
            return package
        for suffix in self._suffixes:
            if inner + suffix in self._paths:
                return Module(inner + suffix, None)
        return Module("", inner) if inner in self._names else None

    def walk(self, folder: str, segments: Iterable[str]) -> Module | None:
        """The module that the segments lead to from a folder, which itself is that of none."""
        found: Module | None = self.package_of(folder)
        for segment in segments:
            if found is None or found.folder is None:
                return None
            found = self.child(found.folder, segment)
        return found

    def package_above(self, folder: str, segments: Sequence[str], least: int) -> Module | None:
        """The longest proper prefix, of `least` segments or more, that is a package with a file of its own."""
        for size in range(len(segments) - 1, least - 1, -1):
            found = self.walk(folder, segments[:size])
            if found is not None and found.path and found.folder is not None:
                return found
        return None

    def matching(self, folder: str, pattern: Sequence[str]) -> Iterator[str]:
        """The files of the modules that a pattern leads to: `*` stands for any part of a segment, `**` for several."""
        if not pattern:
            if path := self.package_of(folder).path:
                yield path
            return
        first, rest = pattern[0], pattern[1:]
        if first == _ANY_DEPTH:
            inside = f"{folder}/" if folder else ""
            yield from (path for path in self._paths if path.startswith(inside))
            return
        wanted = re.compile("[^/]*".join(map(re.escape, first.split("*"))))
        for name in self.names(folder):
            found = self.child(folder, name) if wanted.fullmatch(name) else None
            if found is not None and found.folder is not None:
                yield from self.matching(found.folder, rest)
            elif found is not None and not rest:
                yield found.path
