"""Which file does a name in a Java or Kotlin file mean?

Rungs     1 import, 2 own package, 3 wildcard imports, 4 functions and properties of Kotlin, 5 texts and external
Source    the Java Language Specification, chapters 6 and 7; kotlinlang.org/docs/packages.html
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.resolve.declarations import NOWHERE, OVERLOADED, Declarations, Place, one_target
from rubout.measure.resolve.world import external

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer, World

LANGUAGES = frozenset({"java", "kotlin"})
_IMPORT, _PACKAGE, _WILDCARD, _MEMBER, _TEXT = 1, 2, 3, 4, 5
_EVERYTHING = ".*"
# Packages that the runtime or the platform brings, whatever else the tree declares.
_PLATFORM = frozenset({"java", "javax", "jdk", "kotlin", "kotlinx", "android", "androidx"})


class _Imports(NamedTuple):
    """What the imports of a file make known: simple names, and packages or types with all that is in them."""

    names: frozenset[str]
    wildcards: tuple[str, ...]


def declarations(world: World) -> Declarations:
    """The names of the Java and Kotlin files of a tree."""
    return Declarations(world, LANGUAGES, ".", more=_facades(world))


def _facades(world: World) -> Iterator[tuple[str, str, Place]]:
    """The classes that Java sees the functions of Kotlin files in, where the files do not name them."""
    for path, found in world.scope.items():
        kinds = {one.kind for one in found.declared} if world.languages[path] == "kotlin" else set()
        if kinds & OVERLOADED and "facade" not in kinds:
            stem = posixpath.basename(path).partition(".")[0]
            yield found.namespace, f"{stem[:1].upper()}{stem[1:]}Kt", Place(path, "facade")


class Ladder:
    """The names of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._declared = world.once(declarations)
        self._imports = cache(self._imports_of)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.IMPORT:
            return self._imported(path, site.spec)
        if site.kind is Kind.STRING_REF:
            return one_target(self._declared.of(site.spec), _TEXT)
        if "." in site.spec:
            return one_target(self._declared.of(site.spec), _IMPORT)
        return self._member(path, site.spec) if site.detail else self._type(path, site.spec)

    def _imported(self, path: str, spec: str) -> Answer:
        declared = self._declared
        wildcard = spec.endswith(_EVERYTHING)
        full = spec.removesuffix(_EVERYTHING)
        if wildcard and declared.declares(full):
            return declared.folder_answer(full, _WILDCARD)
        places = declared.of(full)
        if places:
            is_member = all(place.kind in OVERLOADED for place in places)
            seen = [place for place in places if place.path == path] or _open(places)
            return one_target(seen, _MEMBER if is_member else _IMPORT)
        if not wildcard and full.partition(".")[0] not in _PLATFORM and declared.declares(_package_of(full)):
            return NOWHERE
        return external(_TEXT)

    def _type(self, path: str, name: str) -> Answer:
        imports = self._imports(path)
        if name in imports.names:
            return NOWHERE  # the import says what it is
        own = self._declared.at(self._world.scope[path].namespace, name)
        places = own if _is_part(path, own) else [place for place in own if place.path != path]
        if own:
            return one_target(_open(places), _PACKAGE)
        return one_target(_open(self._in_wildcards(imports, name)), _WILDCARD)

    def _member(self, path: str, name: str) -> Answer:
        """Every overload that the file can see without an import of its own, or a type in lower case."""
        own = self._declared.at(self._world.scope[path].namespace, name)
        places = (*own, *self._in_wildcards(self._imports(path), name))
        may_be_type = not name[:1].isupper()
        seen = [place for place in _open(places) if may_be_type or place.kind in OVERLOADED]
        return one_target([place for place in seen if place.path != path], _MEMBER)

    def _in_wildcards(self, imports: _Imports, name: str) -> list[Place]:
        return [place for package in imports.wildcards for place in self._declared.at(package, name)]

    def _imports_of(self, path: str) -> _Imports:
        sites = [site for site in self._world.scope[path].sites if site.kind is Kind.IMPORT]
        return _Imports(
            frozenset(site.name for site in sites if site.name != "*"),
            tuple(site.spec.removesuffix(_EVERYTHING) for site in sites if site.name == "*"),
        )


def _open(places: Sequence[Place]) -> list[Place]:
    """Those that another file can refer to."""
    return [place for place in places if "private" not in place.marks]


def _is_part(path: str, places: Sequence[Place]) -> bool:
    """Whether a file declares a part of what others declare, too."""
    return any(place.path == path and not {"expect", "actual"}.isdisjoint(place.marks) for place in places)


def _package_of(full: str) -> str:
    """The package of an import, by the way in which people write them: up to the first capital."""
    parts = full.split(".")
    size = next((index for index, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return ".".join(parts[:size])
