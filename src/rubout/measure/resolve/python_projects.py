"""Where do a tree's Python imports start, and which distributions does it say it needs?"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from rubout.measure.manifests import pyproject, requirements, setup_cfg, setup_py
from rubout.measure.manifests.distribution import Distribution, normal_name
from rubout.measure.resolve.tables import names, table
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rubout.measure.resolve.world import World

Root: TypeAlias = tuple[tuple[str, ...], str]  # the segments of a dotted prefix, and the folder that goes on from it
Start: TypeAlias = tuple[str, tuple[str, ...]]  # a folder, and the segments to walk down from it

_READERS: dict[str, Callable[[str], Distribution]] = {
    "pyproject.toml": pyproject.read,
    "setup.cfg": setup_cfg.read,
    "setup.py": setup_py.read,
    "tox.ini": setup_cfg.read,
    "pytest.ini": setup_cfg.read,
}
_LISTS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "Pipfile": requirements.pipfile,
    "pdm.lock": requirements.locked,
    "poetry.lock": requirements.locked,
    "uv.lock": requirements.locked,
}
# A folder that holds one of them is worked in by itself, with its own modules at hand.
_MARKERS = ("pyproject.toml", "setup.cfg", "setup.py", "manage.py", "requirements.txt", "Pipfile")


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with manifests of its own; the root is always one."""

    folder: str
    distributions: tuple[Distribution, ...]
    roots: tuple[Root, ...]


class Roots:
    """Where the dotted names of a tree can start."""

    def __init__(self, world: World) -> None:
        self.projects = _projects(world)
        self._by_folder = {project.folder: project.roots for project in self.projects}
        self._all = tuple(dict.fromkeys(root for project in self.projects for root in project.roots))
        self._tiers = cache(self._tiers_of)

    def tiers(self, folder: str, segments: Sequence[str]) -> Iterator[list[Start]]:
        """The starts of a dotted name in a folder: those of each project around it, the innermost first, then all."""
        for roots in self._tiers(folder):
            yield _starts(roots, segments)

    def starts(self, segments: Sequence[str]) -> list[Start]:
        """Every start of a dotted name."""
        return _starts(self._all, segments)

    def _tiers_of(self, folder: str) -> tuple[tuple[Root, ...], ...]:
        around = [folder]
        while folder:
            folder = posixpath.dirname(folder)
            around.append(folder)
        return (*(self._by_folder[one] for one in around if one in self._by_folder), self._all)


class Outside:
    """The modules that come from elsewhere: of the standard library, and of what the manifests ask for."""

    def __init__(self, world: World, roots: Roots) -> None:
        self._needed = _needed(world, roots.projects)

    def is_standard(self, segments: Sequence[str]) -> bool:
        """Whether the interpreter brings the module."""
        return segments[0] in names("python_stdlib")

    def holds(self, segments: Sequence[str]) -> bool:
        """Whether the module, or a package around it, comes from elsewhere."""
        if self.is_standard(segments) or segments[0] in names("python2_stdlib"):
            return True
        sizes = range(1, len(segments) + 1)
        return any(normal_name("-".join(segments[:size])) in self._needed for size in sizes)


def _starts(roots: Iterable[Root], segments: Sequence[str]) -> list[Start]:
    given = tuple(segments)
    return [(folder, given[len(prefix) :]) for prefix, folder in roots if given[: len(prefix)] == prefix]


def _projects(world: World) -> tuple[Project, ...]:
    """The projects of a tree, by folder; what cannot be read is put into the world's problems."""
    read: dict[str, list[Distribution]] = {}
    for name, reader in _READERS.items():
        for path in world.by_name.get(name, ()):
            found = world.manifest(path, reader)
            if found is not None:
                read.setdefault(posixpath.dirname(path), []).append(found)
    folders = {posixpath.dirname(path) for name in _MARKERS for path in world.by_name.get(name, ())}
    return tuple(
        Project(folder, tuple(read.get(folder, ())), _roots(world, folder, read.get(folder, ())))
        for folder in sorted({"", *folders, *read})
    )


def _needed(world: World, projects: Sequence[Project]) -> frozenset[str]:
    """The import names, normalised as distributions' are, of every distribution that a manifest asks for."""
    asked = {normal_name(name) for project in projects for one in project.distributions for name in one.requirements}
    for path in sorted(world.walked):
        reader = _reader(path)
        if reader is not None:
            asked.update(map(normal_name, world.manifest(path, reader) or ()))
    differing = (line.split() for line in table("python_imports"))
    return frozenset(asked).union(name for distribution, name in differing if distribution in asked)


def _reader(path: str) -> Callable[[str], tuple[str, ...]] | None:
    """What reads the names in a list of requirements; None for any other file."""
    *folders, name = path.split("/")
    if name in _LISTS:
        return _LISTS[name]
    is_list = name.endswith((".txt", ".in")) and ("requirements" in name or "requirements" in folders)
    return requirements.read if is_list else None


def _roots(world: World, folder: str, found: Sequence[Distribution]) -> tuple[Root, ...]:
    """Of one project: its folder, the `src` in it, and what its manifests name."""
    roots: dict[Root, None] = {}
    for prefix, inner in _named_roots(world, folder, found):
        place = joined(folder, inner)
        if place is not None and (place in world.folders):
            roots[tuple(part for part in prefix.split(".") if part), place] = None
    return tuple(roots)


def _named_roots(world: World, folder: str, found: Sequence[Distribution]) -> Iterator[tuple[str, str]]:
    yield "", ""
    yield "", "src"
    for one in found:
        yield from one.roots
    if not folder:
        yield from (("", root) for root in world.source_roots)
