"""Which Cargo packages does a tree hold, where do their crates start, and what does a crate's name mean?

Source    doc.rust-lang.org/cargo/guide/project-layout.html and reference/specifying-dependencies.html.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rubout.measure.manifests import cargo
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.manifests.cargo import Cargo, Dependency
    from rubout.measure.resolve.world import World

MANIFEST = "Cargo.toml"
LIBRARY, PROGRAM, TESTS, BUILD = "lib", "bin", "test", "build"
OLD_EDITION = "2015"
# Where crates start without being named, by the path below the package's folder.
_CONVENTIONS = (
    (re.compile(r"src/lib\.rs"), LIBRARY),
    (re.compile(r"src/main\.rs|src/bin/(?:[^/]+|[^/]+/main)\.rs"), PROGRAM),
    (re.compile(r"build\.rs"), BUILD),
    (re.compile(r"examples/(?:[^/]+|[^/]+/main)\.rs"), "example"),
    (re.compile(r"benches/(?:[^/]+|[^/]+/main)\.rs"), "bench"),
    (re.compile(r"tests/(?:[^/]+|[^/]+/main)\.rs"), TESTS),
)
_BARE = {"lib.rs": LIBRARY, "main.rs": PROGRAM}  # where no manifest is above


@dataclass(frozen=True, slots=True)
class Package:
    """A folder with a manifest that names a package: its crate roots by path, with the kind of each target."""

    folder: str
    cargo: Cargo
    roots: Mapping[str, str]
    library: str | None  # the root of its library


@dataclass(frozen=True, slots=True)
class Crate:
    """What a crate's name means: the roots of libraries in the tree, none where it is elsewhere."""

    libraries: tuple[str, ...] = ()


class Packages:
    """The packages of a tree."""

    def __init__(self, world: World) -> None:
        manifests = {
            posixpath.dirname(path): read
            for path in world.by_name.get(MANIFEST, ())
            if (read := world.manifest(path, cargo.read)) is not None
        }
        self._manifests = manifests
        files: dict[str, list[str]] = {folder: [] for folder, one in manifests.items() if one.package}
        bare: list[str] = []
        self.folder_of = cache(self._folder_of)
        self._packages = frozenset(files)
        for path, language in world.languages.items():
            if language == "rust":
                folder = self.folder_of(posixpath.dirname(path))
                (bare if folder is None else files[folder]).append(path)
        self.by_folder = {folder: _package(world, folder, manifests[folder], found) for folder, found in files.items()}
        self.bare = {path: kind for path in bare if (kind := _BARE.get(posixpath.basename(path))) is not None}
        self._crates = cache(self._crates_of)

    def roots(self) -> Iterator[tuple[str, str]]:
        """Every crate root with the kind of its target."""
        for package in self.by_folder.values():
            yield from package.roots.items()
        yield from self.bare.items()

    def package_of(self, path: str) -> Package | None:
        """The package that a file lies in."""
        folder = self.folder_of(posixpath.dirname(path))
        return None if folder is None else self.by_folder[folder]

    def crate(self, path: str, name: str) -> Crate | None:
        """What a crate's name means in a file; None where nothing says it."""
        package = self.package_of(path)
        if package is not None:
            known = self._crates(package.folder).get(name)
            if known is not None:
                return known
        named = [one for one in self.by_folder.values() if one.library and one.cargo.library == name]
        return Crate(tuple(one.library for one in named if one.library)) if named else None

    def needed(self, package: Package) -> Iterator[str]:
        """The library roots of the packages in the tree that one depends on."""
        for name, crate in self._crates(package.folder).items():
            if name != package.cargo.library:
                yield from crate.libraries

    def is_old(self, path: str) -> bool:
        """Whether the paths of a file are read as those of the first edition: from the root of the crate."""
        package = self.package_of(path)
        return package is not None and package.cargo.edition == OLD_EDITION

    def _folder_of(self, folder: str) -> str | None:
        while folder not in self._packages:
            if not folder:
                return None
            folder = posixpath.dirname(folder)
        return folder

    def _crates_of(self, folder: str) -> Mapping[str, Crate]:
        """By name what a package's code may use."""
        package = self.by_folder[folder]
        found: dict[str, Crate] = {}
        for name, dependency in package.cargo.dependencies.items():
            place = self._place(package, name, dependency)
            there = None if place is None else self.by_folder.get(place)
            if there is None:
                found[name] = Crate()
            elif there.library is not None:
                renamed = name != cargo.crate_name(dependency.package)
                found[name if renamed else there.cargo.library] = Crate((there.library,))
        if package.library is not None:
            found[package.cargo.library] = Crate((package.library,))
        return found

    def _place(self, package: Package, name: str, dependency: Dependency) -> str | None:
        """The folder of a dependency in the tree."""
        if dependency.folder is not None:
            return joined(package.folder, dependency.folder)
        for folder, manifest in self._workspaces(package.folder):
            shared = manifest.shared.get(name) if dependency.inherited else None
            if shared is not None and shared.folder is not None:
                return joined(folder, shared.folder)
            asked = shared.package if shared is not None else dependency.package
            if asked in manifest.patches:
                return joined(folder, manifest.patches[asked])
        return None

    def _workspaces(self, folder: str) -> Iterator[tuple[str, Cargo]]:
        """The manifests at a folder and above it."""
        while True:
            if folder in self._manifests:
                yield folder, self._manifests[folder]
            if not folder:
                return
            folder = posixpath.dirname(folder)


def _package(world: World, folder: str, manifest: Cargo, files: list[str]) -> Package:
    roots: dict[str, str] = {}
    for path in files:
        inner = path[len(folder) + 1 :] if folder else path
        kind = next((kind for pattern, kind in _CONVENTIONS if pattern.fullmatch(inner)), None)
        if kind is not None:
            roots[path] = kind
    library = None
    for target in manifest.targets:
        named = joined(folder, target.path)
        if named is not None and world.languages.get(named) == "rust":
            roots[named] = target.kind
            library = named if target.kind == LIBRARY else library
    default = posixpath.join(folder, "src/lib.rs")
    return Package(folder, manifest, roots, library or (default if default in roots else None))
