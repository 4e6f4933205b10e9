"""Which files can a Java or Kotlin file see: by source sets, which are compiled together or not, and by modules.

A source set sees those that it depends on, and never the other way; a module likewise. Two sets with an `actual` of one
`expect` are compiled for different platforms. What nothing tells is taken as seen.
Source    kotlinlang.org/docs/multiplatform-hierarchy.html, docs.gradle.org (source sets), maven.apache.org (layout)
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.manifests import jvm_modules
from rubout.measure.manifests.jvm_modules import is_of_tests
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.declarations import OVERLOADED
from rubout.measure.resolve.world import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.measure.resolve.declarations import Place
    from rubout.measure.resolve.world import World

    Order = dict[str, set[str]]  # by name those that it sees first-hand
    _Name = tuple[str, str, str]  # module, package and bare name

# The last two are roots of packages that Kotlin's own projects have: `core/common/src`.
_MAVEN = re.compile(r"(?:\A|(?P<module>.*)/)src/(?P<name>\w+)/(?:java|kotlin|scala|groovy|jmh)\d*/")
_FLAT = re.compile(r"(?P<name>\w+)/(?P<kind>src|test)/")
_EXPECT, _ACTUAL = "expect", "actual"
_KINDS = {"src": "Main", "test": "Test"}
_SUFFIX = re.compile(r"(?:Main|Test)\Z")
# The template that Kotlin applies where nothing else is said: the targets of a family begin with its name.
_FAMILIES = (
    *(("ios", "apple"), ("macos", "apple"), ("tvos", "apple"), ("watchos", "apple"), ("apple", "native")),
    *(("linux", "native"), ("mingw", "native"), ("androidNative", "native")),
)
SAME, SEEN, PERHAPS, NEEDED, ELSEWHERE = range(5)  # how near another file is, the nearest first


class Origin(NamedTuple):
    """Where a file is compiled: the folder of its module, and the name of its source set, "" where none is told."""

    module: str
    name: str


class _Part(NamedTuple):
    """A declaration that is expected, or actual: what it is one of, and where it stands."""

    name: _Name
    mark: str
    path: str
    kind: str


class Sets:
    """The source sets and modules of a tree."""

    def __init__(self, world: World) -> None:
        poms = manifests_named(world, jvm_modules.of_pom, jvm_modules.POM)
        scripts = manifests_named(world, jvm_modules.of_script, *jvm_modules.SCRIPTS)
        self._folders = frozenset(map(posixpath.dirname, (*poms, *scripts)))
        paths = [path for path, language in world.languages.items() if language in ("java", "kotlin")]
        self.origins = {path: self._origin(path) for path in paths}
        self._apart: set[frozenset[Origin]] = set()
        self._order: dict[Origin, set[Origin]] = {}
        self._add_scripts(scripts)
        self._add_parts(world)
        self._needs = _needs(poms, scripts)
        self._below = cache(self._all_below)
        self._distance = cache(self._distance_between)

    def near(self, path: str, places: Iterable[Place]) -> list[tuple[int, Place]]:
        """The places that a file can see, the nearest first, each with how near it is.

        Of an `expect` and its `actual`s it is the one that the source set of the file sees.
        """
        own = self.origins[path]
        found = [(self._distance(own, self.origins[place.path]), place) for place in places]
        seen = [(distance, place) for distance, place in found if distance is not None]
        if any(_EXPECT in place.marks for _, place in seen):
            known = SEEN if own.name else -1
            actual = [one for one in seen if _ACTUAL in one[1].marks]
            settled = [one for one in actual if one[0] <= known]
            seen = settled or [one for one in seen if one not in actual]
        return sorted(seen, key=lambda one: one[0])

    def _origin(self, path: str) -> Origin:
        match = _MAVEN.match(path)
        if match is not None:
            return Origin(match["module"] or "", match["name"])
        module = next((folder for folder in around(path) if folder in self._folders), "")
        flat = _FLAT.match(path[len(module) + bool(module) :])
        return Origin(module, "" if flat is None else f"{flat['name']}{_KINDS[flat['kind']]}")

    def _add_scripts(self, scripts: dict[str, jvm_modules.Module]) -> None:
        orders = [(posixpath.dirname(path), module.order) for path, module in scripts.items() if module.order]
        for module in {origin.module for origin in self.origins.values()}:
            above = {module, *around(module)} if module else {""}
            for folder, order in orders:
                if folder in above:
                    for lower, upper in order:
                        self._order.setdefault(Origin(module, lower), set()).add(Origin(module, upper))

    def _add_parts(self, world: World) -> None:
        """An `actual` sees its `expect`; where one expects a type, each `actual` is of another platform."""
        expecting: dict[_Name, set[Origin]] = {}
        acting: dict[_Name, set[Origin]] = {}
        types = set()
        for part in _parts(world, self.origins):
            sets = expecting if part.mark == _EXPECT else acting
            sets.setdefault(part.name, set()).add(self.origins[part.path])
            if part.kind not in OVERLOADED:
                types.add(part.name)
        for key, upper in expecting.items():
            lower = sorted(acting.get(key, set()) - upper)
            for origin in lower if len(upper) == 1 else ():
                self._order.setdefault(origin, set()).update(upper)
            if key in types:
                self._apart.update(frozenset({one, other}) for one in lower for other in lower if one != other)

    def _all_below(self, origin: Origin) -> frozenset[Origin]:
        """The sets that one is known to see, itself among them."""
        found: set[Origin] = set()
        waiting = [origin]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self._order.get(one, ())
                waiting += (Origin(one.module, name) for name in _by_convention(one.name))
        return frozenset(found)

    def _distance_between(self, own: Origin, other: Origin) -> int | None:
        """How near a file of another origin is; None where the own one cannot see it."""
        if own == other:
            return SAME
        if own.module != other.module:
            return self._between_modules(own, other)
        above, below = self._below(own), self._below(other)
        if other in above:
            return SEEN if own not in below else PERHAPS
        if own in below or (is_of_tests(other.name) and not is_of_tests(own.name)):
            return None
        if self._apart and any(frozenset({one, two}) in self._apart for one in above for two in below):
            return None
        return PERHAPS

    def _between_modules(self, own: Origin, other: Origin) -> int | None:
        if other.module in self._needs.get(own.module, ()):
            return NEEDED
        is_needed = own.module in self._needs.get(other.module, ())
        return None if is_needed and own.name and not is_of_tests(own.name) else ELSEWHERE


def part_arcs(world: World) -> Sequence[tuple[str, str]]:
    """The files of an `expect` and of each of its `actual`s, either way: they are compiled together."""
    parts: dict[_Name, dict[str, set[str]]] = {}
    for part in _parts(world, world.once(Sets).origins):
        parts.setdefault(part.name, {}).setdefault(part.mark, set()).add(part.path)
    pairs = {
        (expected, actual)
        for own in parts.values()
        for expected in own.get(_EXPECT, ())
        for actual in own.get(_ACTUAL, ())
        if expected != actual
    }
    return sorted({*pairs, *((actual, expected) for expected, actual in pairs)})


def _parts(world: World, origins: Mapping[str, Origin]) -> Iterator[_Part]:
    for path, origin in origins.items():
        found = world.scope[path]
        for one in found.declared:
            for mark in {_EXPECT, _ACTUAL}.intersection(one.marks):
                yield _Part((origin.module, found.namespace, one.name), mark, path, one.kind)


def _by_convention(name: str) -> Iterator[str]:
    """The source sets that one sees by its name."""
    if name == "test":
        yield "main"
    if is_of_tests(name):
        yield from ("main", "commonMain")
    match = _SUFFIX.search(name)
    if match is None:
        return
    stem, suffix = name[: match.start()], match[0]
    if suffix == "Test":
        yield f"{stem}Main"
    if stem != "common":
        yield f"common{suffix}"
    for family, upper in _FAMILIES:
        if stem.startswith(family):
            yield f"{upper}{suffix}"
            if stem != family:
                yield f"{family}{suffix}"


def _needs(poms: dict[str, jvm_modules.Module], scripts: dict[str, jvm_modules.Module]) -> dict[str, frozenset[str]]:
    """By folder of a module those of the modules that it needs, over however many steps."""
    folders = [*map(posixpath.dirname, scripts)]
    by_artifact = {module.name: posixpath.dirname(path) for path, module in poms.items()}
    by_project: dict[str, list[str]] = {}
    for folder in folders:
        by_project.setdefault(_project_key(posixpath.basename(folder)), []).append(folder)
    first: Order = {}
    for path, module in poms.items():
        first.setdefault(posixpath.dirname(path), set()).update(
            by_artifact[name] for name in module.needs if name in by_artifact
        )
    for path, module in scripts.items():
        first.setdefault(posixpath.dirname(path), set()).update(
            folder for name in module.needs for folder in _named(name, by_project)
        )
    return {module: _reached(module, first) - {module} for module in first}


def _named(project: str, by_project: dict[str, list[str]]) -> Sequence[str]:
    """The folder of a project by its path in Gradle; none where several fit."""
    parts = [_project_key(part) for part in project.split(":") if part]
    fitting = [
        folder
        for folder in dict.fromkeys(by_project.get(parts[-1], ()) if parts else ())
        if [_project_key(part) for part in folder.split("/")][-len(parts) :] == parts
    ]
    return fitting if len(fitting) == 1 else ()


def _project_key(name: str) -> str:
    """A project as both its folder and its accessor spell it."""
    return re.sub(r"[-_.]", "", name).casefold()


def _reached(start: str, order: Order) -> frozenset[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += order.get(one, ())
    return frozenset(found)
