"""Which file does a name in a Java or Kotlin file mean?

Rungs     1 import, 2 own package, 3 wildcard imports, 4 functions and properties of Kotlin, 5 texts and external
Source    the Java Language Specification, chapters 6 and 7; kotlinlang.org/docs/packages.html
"""

from __future__ import annotations

import posixpath
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.resolve.declarations import NOWHERE, OVERLOADED, Declarations, Place, one_target
from rubout.measure.resolve.jvm_sets import Sets, part_arcs
from rubout.measure.resolve.world import Refusal, external, refused
from rubout.measure.sites.kotlin import EXTENSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer, World

__all__ = ["LANGUAGES", "Ladder", "declarations", "part_arcs"]

LANGUAGES = frozenset({"java", "kotlin"})
_IMPORT, _PACKAGE, _WILDCARD, _MEMBER, _TEXT = 1, 2, 3, 4, 5
_EVERYTHING = ".*"
_SCRIPT = ".kts"
_EXTENSIONS = frozenset({"extension"})
# Packages that the runtime or the platform brings, whatever else the tree declares.
_PLATFORM = frozenset({"java", "javax", "jdk", "kotlin", "kotlinx", "android", "androidx"})


class _Imports(NamedTuple):
    """What the imports of a file make known: simple names, and packages or types with all that is in them."""

    names: frozenset[str]
    wildcards: tuple[str, ...]


def declarations(world: World) -> Declarations:
    """The names of the Java and Kotlin files of a tree; those of a script are its own."""
    scope = {path: found for path, found in world.scope.items() if not path.endswith(_SCRIPT)}
    shown = replace(world, scope=scope)
    return Declarations(shown, LANGUAGES, ".", more=_facades(shown))


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
        self._sets = world.once(Sets)
        self._imports = cache(self._imports_of)
        self._inner = _inner_names(world)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.IMPORT:
            return self._imported(path, site.spec)
        if site.kind is Kind.STRING_REF:
            return one_target(self._declared.of(site.spec), _TEXT)  # looked for at run time, where all is seen
        if "." in site.spec:
            return one_target(self._seen(path, self._declared.of(site.spec)), _IMPORT)
        return self._member(path, site.spec, site.detail) if site.detail else self._type(path, site.spec)

    def _imported(self, path: str, spec: str) -> Answer:
        declared = self._declared
        wildcard = spec.endswith(_EVERYTHING)
        full = spec.removesuffix(_EVERYTHING)
        if wildcard and declared.declares(full):
            return declared.folder_answer(full, _WILDCARD)
        places = declared.of(full)
        if places:
            is_member = all(place.kind in OVERLOADED for place in places)
            seen = [place for place in places if place.path == path] or self._seen(path, places)
            return one_target(seen, _MEMBER if is_member else _IMPORT)
        if not wildcard and full.partition(".")[0] not in _PLATFORM and declared.declares(_package_of(full)):
            return NOWHERE
        return external(_TEXT)

    def _type(self, path: str, name: str) -> Answer:
        """A name of the file's own comes first, then what it imports, then its package, then wildcards."""
        own = self._of_package(path, name)
        if name in self._imports(path).names or self._is_own(path, name, own):
            return NOWHERE  # the import, or the file, says what it is
        found = self._seen(path, own)
        if found:
            return self._one_of(name, found, _PACKAGE)
        return self._one_of(name, self._seen(path, self._in_wildcards(path, name)), _WILDCARD)

    def _member(self, path: str, name: str, detail: str) -> Answer:
        """A function or property without an import of its own, or a type in lower case.

        What a member of the receiver, an import or an overload may be as well is only possible.
        """
        own = self._of_package(path, name)
        is_known = name in self._imports(path).names or self._is_own(path, name, own)
        kinds = _EXTENSIONS if detail == EXTENSION else OVERLOADED if name[:1].isupper() else None
        found: list[Place] = []
        for places in (own, self._in_wildcards(path, name)):
            fitting = [place for place in places if place.path != path and (kinds is None or place.kind in kinds)]
            found += self._seen(path, fitting)
        if found and (is_known or detail == EXTENSION):
            return refused(Refusal.AMBIGUOUS_NAME, *_paths(found))
        return self._one_of(name, found, _MEMBER)

    def _one_of(self, name: str, found: Sequence[Place], rung: int) -> Answer:
        """The file of a name; refused where overloads, or members of types, may be meant as well."""
        paths = _paths(found)
        may_be_member = name in self._inner and any(place.kind in OVERLOADED for place in found)
        if may_be_member or len(paths) > 1:
            return refused(Refusal.AMBIGUOUS_NAME, *paths)
        return one_target(found, rung)

    def _seen(self, path: str, places: Sequence[Place]) -> list[Place]:
        """Those that a file can refer to: of types the nearest, of functions all of them."""
        near = self._sets.near(path, _open(places))
        if not near or all(place.kind in OVERLOADED for _, place in near):
            return [place for _, place in near]
        return [place for distance, place in near if distance == near[0][0]]

    def _of_package(self, path: str, name: str) -> tuple[Place, ...]:
        return self._declared.at(self._world.scope[path].namespace, name)

    def _is_own(self, path: str, name: str, places: Sequence[Place]) -> bool:
        """Whether a file declares a name itself, at its top level or inside of something."""
        return any(place.path == path for place in places) or name in self._world.scope[path].bindings

    def _in_wildcards(self, path: str, name: str) -> list[Place]:
        return [place for package in self._imports(path).wildcards for place in self._declared.at(package, name)]

    def _imports_of(self, path: str) -> _Imports:
        sites = [site for site in self._world.scope[path].sites if site.kind is Kind.IMPORT]
        return _Imports(
            frozenset(site.name for site in sites if site.name != "*"),
            tuple(site.spec.removesuffix(_EVERYTHING) for site in sites if site.name == "*"),
        )


def _open(places: Sequence[Place]) -> list[Place]:
    """Those that another file can refer to."""
    return [place for place in places if "private" not in place.marks]


def _paths(places: Sequence[Place]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.path for place in places))


def _inner_names(world: World) -> frozenset[str]:
    """What is declared inside of types anywhere."""
    scopes = (world.scope[path] for path, language in world.languages.items() if language in LANGUAGES)
    return frozenset(name for found in scopes for name in found.bindings)


def _package_of(full: str) -> str:
    """The package of an import, by the way in which people write them: up to the first capital."""
    parts = full.split(".")
    size = next((index for index, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return ".".join(parts[:size])
