"""Which file does a name in a C# file mean?

Rungs     1 own namespace and those around it, 2 namespaces in use, 3 aliases and `using static`, 4 extension methods
          and namespaces, 5 texts and external
Source    C# language specification, 7.8; learn.microsoft.com/dotnet/core/project-sdk/msbuild-props#using
"""

from __future__ import annotations

import posixpath
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind, References
from rubout.measure.manifests import dotnet
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.declarations import NOWHERE, Declarations, Place, one_target
from rubout.measure.resolve.world import Refusal, Target, around, external, refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.references import Declared, Site
    from rubout.measure.resolve.world import Answer, World

PROJECT, SHARED = "*.csproj", "Directory.Build.*"
_OWN, _USED, _ALIAS, _SPACE, _TEXT = 1, 2, 3, 4, 5
_ROOT, _SEPARATOR = "global::", "."
_ATTRIBUTE, _MEMBER, _EXTENSION = "attribute", "member", "extension"
_ENDINGS = ("", "Attribute")
_ARITY = "`"  # before the number of type parameters


class _Uses(NamedTuple):
    """What a file uses: namespaces, those of its project too, and names that it gives others."""

    namespaces: tuple[str, ...]
    aliases: frozenset[str]


def project_folder(folders: Iterable[str], path: str) -> str:
    """The innermost of the folders with a project that a file lies in; the root where there is none."""
    return next((folder for folder in around(path) if folder in folders), "")


class Ladder:
    """The types of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.declared = Declarations(world, {"csharp"}, _SEPARATOR, _ROOT)
        self.projects = manifests_named(world, dotnet.read, PROJECT)
        self._shared = manifests_named(world, dotnet.read, SHARED)
        self._folders = frozenset(map(posixpath.dirname, self.projects))
        self._global = self._global_uses()
        self._uses = cache(self._uses_of)
        self._extensions = cache(self._extensions_of)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.USE:
            return self._used(path, site)
        if site.kind is Kind.STRING_REF:
            return one_target(self.declared.of(site.spec), _TEXT)
        if site.detail == _MEMBER:
            return self._extension(path, site.spec)
        endings = _ENDINGS if site.detail == _ATTRIBUTE else ("",)
        arity = site.detail if site.detail.startswith(_ARITY) else ""
        for ending in endings:
            found = self._named(path, site.spec + ending, arity)
            if found is not NOWHERE:
                return found
        return NOWHERE

    def _named(self, path: str, name: str, arity: str) -> Answer:
        uses = self._uses(path)
        if name.partition(_SEPARATOR)[0] in uses.aliases:
            return NOWHERE  # the directive says what it is
        for space in self._around(path):
            if places := self._in(space, name, arity):
                is_own = any(place.path == path for place in places)
                return NOWHERE if is_own else one_target(places, _OWN)
        used = [place for space in uses.namespaces for place in self._in(space, name, arity)]
        return one_target(used, _USED)

    def _in(self, space: str, name: str, arity: str) -> tuple[Place, ...]:
        """The types of a name below a namespace, with as many type parameters where any has them."""
        full = f"{space}{_SEPARATOR}{name}" if space else name
        places = self.declared.of(full) if _SEPARATOR in name else self.declared.at(space, name)
        types = [place for place in places if place.kind != _EXTENSION]
        fitting = [place for place in types if _arity(place) == arity]
        return tuple(fitting or types)

    def _around(self, path: str) -> Iterator[str]:
        """The namespaces of a file and those around them, the innermost first; the last is the one without a name."""
        own = self.declared.namespaces(path)
        for space in own:
            while space:
                yield space
                space = space.rpartition(_SEPARATOR)[0]  # noqa: PLW2901 - climbs
        yield ""

    def _extension(self, path: str, name: str) -> Answer:
        """The extension methods of that name which the file can see; a member of the type may be meant as well."""
        spaces = dict.fromkeys((*self._around(path), *self._uses(path).namespaces))
        places = [place for space in spaces for place in self.declared.at(space, name) if place.kind == _EXTENSION]
        paths = dict.fromkeys(place.path for place in places if place.path != path)
        return refused(Refusal.AMBIGUOUS_NAME, *paths) if paths else NOWHERE

    def _used(self, path: str, site: Site) -> Answer:
        declared = self.declared
        full = [f"{space}{_SEPARATOR}{site.spec}" if space else site.spec for space in self._around(path)]
        if site.name or "static" in site.detail:
            for name in full:
                if places := declared.of(name):
                    return one_target(places, _ALIAS)
        space = next((name for name in full if declared.declares(name)), None)
        if space is None:
            return external(_TEXT)
        others = dict.fromkeys(place.path for place in self._extensions(space) if place.path != path)
        return declared.folder_answer(space, _SPACE)._replace(possible=tuple(map(Target, others)))

    def _extensions_of(self, space: str) -> tuple[Place, ...]:
        return tuple(place for place in self.declared.in_namespace(space) if place.kind == _EXTENSION)

    def _global_uses(self) -> dict[str, tuple[str, ...]]:
        """By folder of a project the namespaces that its sources need not name."""
        found: dict[str, list[str]] = {folder: [] for folder in ("", *self._folders)}
        for manifest, project in self.projects.items():
            found[posixpath.dirname(manifest)] += project.usings
        for manifest, shared in self._shared.items():
            inside = posixpath.dirname(manifest)
            for folder in found:
                if not inside or f"{folder}/".startswith(f"{inside}/"):
                    found[folder] += shared.usings
        for path in self._world.scope:
            if self._world.languages[path] == "csharp":
                spaces = (site.spec for site in self._world.scope[path].sites if _is_global(site))
                found[project_folder(self._folders, path)] += spaces
        return {folder: tuple(dict.fromkeys(usings)) for folder, usings in found.items()}

    def _uses_of(self, path: str) -> _Uses:
        sites = [site for site in self._world.scope[path].sites if site.kind is Kind.USE]
        own = [site.spec for site in sites if not site.name]
        everywhere = self._global[project_folder(self._folders, path)]
        within = [f"{space}{_SEPARATOR}{name}" for space in self._around(path) if space for name in own]
        known = (name for name in (*own, *everywhere, *within) if self.declared.declares(name))
        return _Uses(tuple(dict.fromkeys(known)), frozenset(site.name for site in sites if site.name))


def _is_global(site: Site) -> bool:
    return site.kind is Kind.USE and site.detail == "global" and not site.name


def _arity(place: Place | Declared) -> str:
    return next((mark for mark in place.marks if mark.startswith(_ARITY)), "")


def part_arcs(world: World) -> Sequence[tuple[str, str]]:
    """The files of the parts of one type, each with the next one, either way: they are one class."""
    folders = frozenset(map(posixpath.dirname, world.once(Ladder).projects))
    parts: dict[tuple[str, str, str, str], dict[str, None]] = {}
    for path, language in world.languages.items():
        found = world.scope[path] if language == "csharp" else References()
        for one in found.declared:
            if "partial" in one.marks:
                key = (project_folder(folders, path), found.namespace, one.name, _arity(one))
                parts.setdefault(key, {})[path] = None
    pairs = {pair for paths in parts.values() for pair in pairwise(paths)}
    return sorted({*pairs, *((other, one) for one, other in pairs)})
