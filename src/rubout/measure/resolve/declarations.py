"""Where are the names declared that languages with namespaces refer to without a path?

(language family, namespace, name) -> files. All parts of a partial type, an `expect` and its `actual`s, and the
overloads of a function are one target with several arcs; any other double is no answer.
"""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.resolve.world import Answer, Refusal, Target, What, file_answer, refused

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from rubout.measure.resolve.world import World

OVERLOADED = frozenset({"extension", "function", "property"})
_PARTS = frozenset({"actual", "expect", "partial"})
NOWHERE = refused(Refusal.OUT_OF_SCOPE)


class Place(NamedTuple):
    """A file that declares a name, and as what."""

    path: str
    kind: str
    marks: tuple[str, ...] = ()


class Declarations:
    """The names that the files of a language family declare.

    Args:
        world: the tree.
        languages: of the family.
        separator: between the parts of a name.
        root: what a declared name begins with that does not lie in the first namespace of its file.
        more: further names, as namespace, name and place.
    """

    def __init__(
        self,
        world: World,
        languages: Collection[str],
        separator: str,
        root: str = "",
        more: Iterable[tuple[str, str, Place]] = (),
    ) -> None:
        self.separator = separator
        self._places: dict[tuple[str, str], list[Place]] = {}
        self._spaces: dict[str, list[Place]] = {}
        self._own: dict[str, tuple[str, ...]] = {}
        for path, found in world.scope.items():
            if world.languages[path] not in languages:
                continue
            spaces = {found.namespace: None}
            for one in found.declared:
                namespace, name = found.namespace, one.name
                if root and name.startswith(root):
                    namespace, _, name = name.removeprefix(root).rpartition(separator)
                self._add(namespace, name, Place(path, one.kind, one.marks))
                spaces[namespace] = None
            self._own[path] = tuple(spaces)
        for namespace, name, place in more:
            self._add(namespace, name, place)

    def _add(self, namespace: str, name: str, place: Place) -> None:
        self._spaces.setdefault(namespace, []).append(place)
        self._places.setdefault((namespace, name), []).append(place)

    def namespaces(self, path: str) -> tuple[str, ...]:
        """Those that a file declares something in, its first one first."""
        return self._own.get(path, ())

    def at(self, namespace: str, name: str) -> tuple[Place, ...]:
        """Where a name of a namespace is declared."""
        return tuple(self._places.get((namespace, name), ()))

    def declares(self, namespace: str) -> bool:
        """Whether any file of the tree declares something in a namespace."""
        return namespace in self._spaces

    def in_namespace(self, namespace: str) -> tuple[Place, ...]:
        """Everything that a namespace has."""
        return tuple(self._spaces.get(namespace, ()))

    def folder_answer(self, namespace: str, rung: int) -> Answer:
        """A namespace as such: the folders with its files."""
        folders = sorted({posixpath.dirname(place.path) for place in self._spaces[namespace]})
        return Answer(What.PACKAGE, rung, tuple(map(Target, folders)))

    def of(self, full: str) -> tuple[Place, ...]:
        """Where a full name is declared; what it goes on with below a type is dropped."""
        for namespace, name in self.splits(full):
            if places := self.at(namespace, name):
                return places
        return ()

    def splits(self, full: str) -> Iterator[tuple[str, str]]:
        """The declared namespaces that a full name can start with, the longest first, each with the next name."""
        parts = full.split(self.separator)
        for size in range(len(parts) - 1, -1, -1):
            namespace = self.separator.join(parts[:size])
            if namespace in self._spaces:
                yield namespace, parts[size]

    @cached_property
    def by_simple_name(self) -> Mapping[str, tuple[str, ...]]:
        """By bare name the files that declare it in any namespace."""
        files: dict[str, dict[str, None]] = {}
        for (_, name), found in self._places.items():
            files.setdefault(name, {}).update(dict.fromkeys(place.path for place in found))
        return {name: tuple(paths) for name, paths in files.items()}


def one_target(places: Collection[Place], rung: int) -> Answer:
    """What the places of one name are: its file, its parts, or no answer."""
    paths = tuple(dict.fromkeys(place.path for place in places))
    if not paths:
        return NOWHERE
    if len(paths) == 1 or _are_one(places):
        return file_answer(paths[0], rung, *paths[1:])
    return refused(Refusal.AMBIGUOUS_NAME, *paths)


def _are_one(places: Collection[Place]) -> bool:
    kinds = {place.kind for place in places}
    return kinds <= {*OVERLOADED, "facade"} or all(not _PARTS.isdisjoint(place.marks) for place in places)
