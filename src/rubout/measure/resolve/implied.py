"""Which arcs stand without a site: what a folder contains, and what is loaded along with a file."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from rubout.facts.graph import EdgeKind
from rubout.measure.resolve.all import manifest_arcs, part_arcs
from rubout.measure.resolve.world import Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.resolve.world import World

    Arc = tuple[Target, Target, EdgeKind]

GO_TEST = "_test.go"
INITS = ("__init__.py", "__init__.pyi")
_HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx"})
_SOURCES = (".c", ".cc", ".cpp", ".cxx")
_MIRRORS = (("include", "src"), ("src", "include"))


def implied_arcs(world: World, folders: Sequence[Target], sections: Sequence[Target]) -> Iterator[Arc]:
    """The arcs of rung 1 that no site makes.

    Args:
        world: the tree.
        folders: those that a site means.
        sections: likewise.
    """
    for section in sections:
        yield section, Target(section.path), EdgeKind.IMPLIED
    for folder in folders:
        if folder.unit:
            yield from _everything_below(world, folder)
    yield from _python_packages(world)
    yield from _go_packages(world)
    yield from _headers(world)
    for source, target in part_arcs(world):
        yield Target(source), Target(target), EdgeKind.IMPLIED
    for source, target in manifest_arcs(world):
        yield Target(source), Target(target), EdgeKind.MANIFEST


def _everything_below(world: World, folder: Target) -> Iterator[Arc]:
    prefix = f"{folder.path}/" if folder.path else ""
    for path in world.scope:
        if path.startswith(prefix):
            yield folder, Target(path), EdgeKind.CONTAIN


def _python_packages(world: World) -> Iterator[Arc]:
    """A module loads the packages it lies in."""
    for path, language in world.languages.items():
        if language != "python":
            continue
        folder, name = posixpath.split(path)
        if name in INITS:
            if not folder:
                continue
            folder = posixpath.dirname(folder)
        for init in INITS:
            package = posixpath.join(folder, init)
            if package in world.scope and package != path:
                yield Target(path), Target(package), EdgeKind.IMPLIED


def _go_packages(world: World) -> Iterator[Arc]:
    """The files of a folder are one package."""
    paths = [path for path, language in world.languages.items() if language == "go"]
    packages = {posixpath.dirname(path) for path in paths if not path.endswith(GO_TEST)}
    for path in paths:
        folder = posixpath.dirname(path)
        if folder in packages:
            yield Target(path), Target(folder), EdgeKind.IMPLIED
            if not path.endswith(GO_TEST):
                yield Target(folder), Target(path), EdgeKind.CONTAIN


def _headers(world: World) -> Iterator[Arc]:
    """A header is compiled with its source: the one of its name beside it, or in the mirror of its folder."""
    for path, language in world.languages.items():
        stem, suffix = posixpath.splitext(path)
        if language not in ("c", "cpp") or suffix not in _HEADERS:
            continue
        for place in (stem, *_mirrored(stem)):
            for source in _SOURCES:
                if place + source in world.scope:
                    yield Target(path), Target(place + source), EdgeKind.IMPLIED


def _mirrored(stem: str) -> Iterator[str]:
    """The same name with one `include` for `src`, or the other way; headers may lie one folder deeper."""
    parts = stem.split("/")
    for index, part in enumerate(parts[:-1]):
        for one, other in _MIRRORS:
            if part == one:
                yield "/".join([*parts[:index], other, *parts[index + 1 :]])
                if one == "include" and index + 2 < len(parts):
                    yield "/".join([*parts[:index], other, *parts[index + 2 :]])
