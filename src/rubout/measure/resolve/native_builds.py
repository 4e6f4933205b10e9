"""Which C and C++ files do the build files of a tree name, and where do they look for headers?"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.manifests import native
from rubout.measure.manifests.native import HEADERS, OBJECTS, SOURCES
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.world import around, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.manifests.native import Build, Named
    from rubout.measure.resolve.world import World

LANGUAGES = frozenset({"c", "cpp"})
DATABASE = "compile_commands.json"
_ASSUMED = ("include", "src")  # beside a build file that need not say so


class Includes(NamedTuple):
    """Folders of headers: those that a build file gives, and those beside one."""

    given: tuple[str, ...]
    assumed: tuple[str, ...]


@dataclass(slots=True)
class _Folder:
    """What the build files of one folder say together."""

    builds: list[Build] = field(default_factory=list)
    includes: dict[str, None] = field(default_factory=dict)


class Builds:
    """The build files of a tree."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._folders: dict[str, _Folder] = {}
        self._commands: dict[str, tuple[str, ...]] = {}
        for path, build in manifests_named(world, native.read, *native.NAMES).items():
            self._add(path, build)
        for path in world.by_name.get(DATABASE, ()):
            self._add_commands(world.manifest(path, native.compiled) or ())
        self.tiers = cache(self._tiers_of)

    def commanded(self, path: str) -> tuple[str, ...]:
        """The folders of headers that a compilation database gives a file."""
        return self._commands.get(path, ())

    def named(self) -> frozenset[str]:
        """The files that a build file names, and the sources of the objects that one names."""
        places: dict[str, list[str]] = {}
        for path, language in self._world.languages.items():
            if language in LANGUAGES:
                places.setdefault(posixpath.basename(path), []).append(path)
        found = set(self._commands)
        for folder, one in self._folders.items():
            for named in frozenset().union(*(build.named for build in one.builds)):
                found.update(_meant(places, folder, named))
        return frozenset(found)

    def chooses(self, path: str) -> bool:
        """Whether the nearest build files that say anything of sources name those they compile, one by one."""
        for folder in around(path):
            builds = self._folders[folder].builds if folder in self._folders else ()
            if any(build.takes_all for build in builds):
                return False
            if any(not one.path.endswith(HEADERS) for build in builds for one in build.named):
                return True
        return False

    def _tiers_of(self, folder: str) -> tuple[Includes, ...]:
        """Where a file of a folder looks: what its own builds give, the innermost first, then everybody's."""
        near = [one for one in around(f"{folder}/." if folder else ".") if one in self._folders]
        return (*(self._includes([one]) for one in near), self._includes(self._folders))

    def _includes(self, folders: Iterable[str]) -> Includes:
        folders = list(folders)
        beside = (joined(folder, name) for folder in folders for name in _ASSUMED)
        given = (one for folder in folders for one in self._folders[folder].includes)
        return Includes(tuple(dict.fromkeys(given)), (*(one for one in beside if one in self._world.folders), ""))

    def _add(self, path: str, build: Build) -> None:
        folder = posixpath.dirname(path)
        own = self._folders.setdefault(folder, _Folder())
        own.builds.append(build)
        given = (*(joined(folder, one) for one in build.folders), *(joined("", one) for one in build.top))
        own.includes.update((one, None) for one in given if one is not None and one in self._world.folders)

    def _add_commands(self, entries: Iterable[native.Compiled]) -> None:
        """The paths of a database are those of the machine that made it: what they have in common is cut off."""
        entries = list(entries)
        top = next((top for one in entries if (top := _top(self._world, one.path)) is not None), None)
        if top is None:
            return
        for one in entries:
            path = _below(top, one.path)
            if path is not None and path in self._world.scope:
                folders = (_below(top, folder) for folder in one.folders)
                self._commands[path] = tuple(found for found in folders if found is not None)


def _meant(places: dict[str, list[str]], folder: str, named: Named) -> Iterator[str]:
    """The files below the folder of a build file that a name in it may mean; below any, after a computed start."""
    stem, suffix = posixpath.splitext(posixpath.normpath(named.path))
    while stem.startswith("../"):
        folder, stem = posixpath.dirname(folder), stem.removeprefix("../")
    inside = "" if named.computed or not folder else f"{folder}/"
    for end in SOURCES if suffix in OBJECTS else (suffix,):
        for path in places.get(posixpath.basename(stem) + end, ()):
            if path.startswith(inside) and f"/{path}".endswith(f"/{stem}{end}"):
                yield path


def _top(world: World, path: str) -> str | None:
    """What stands before the path of a file of the tree."""
    parts = path.split("/")
    for size in range(1, len(parts)):
        if "/".join(parts[size:]) in world.scope:
            return "/".join(parts[:size])
    return None


def _below(top: str, path: str) -> str | None:
    path = posixpath.normpath(path)
    return joined("", path.removeprefix(top).lstrip("/")) if f"{path}/".startswith(f"{top}/") else None
