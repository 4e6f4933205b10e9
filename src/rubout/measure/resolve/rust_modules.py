"""Which file is which module of which crate?

Source    doc.rust-lang.org/reference/items/modules.html.
"""

from __future__ import annotations

import posixpath
from collections import deque
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.resolve.world import joined
from rubout.measure.sites.rust_paths import Leaf, leaf_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.references import Reexport, Site
    from rubout.measure.resolve.rust_packages import Packages
    from rubout.measure.resolve.world import World

MANIFEST_FOLDER = "package"
_TYPES = frozenset({"enum", "struct", "trait", "type"})


class Place(NamedTuple):
    """A module: a file and the names of the modules inside it."""

    path: str
    inline: tuple[str, ...] = ()


class Declaration(NamedTuple):
    """The files that a site which declares a module names by convention, and those that its attributes name."""

    usual: tuple[str, ...]
    given: tuple[str, ...]


class End(NamedTuple):
    """Where a walk stops, and the names that it could not follow."""

    place: Place
    rest: tuple[str, ...] = ()


class Modules:
    """The module trees of all crates of a world."""

    def __init__(self, world: World, packages: Packages) -> None:
        self._world = world
        self._packages = packages
        self._roots = dict(packages.roots())
        self._files = [path for path, language in world.languages.items() if language == "rust"]
        self._given = frozenset(self._given_paths())
        self._children: dict[Place, dict[str, tuple[str, ...]]] = {}
        self._inline: set[Place] = set()
        self._parents: dict[str, list[Place]] = {}
        for path in self._files:
            self._add(path)
        self._owners = self._owned()
        self._covering = cache(self._covering_of)
        self._declared = cache(self._declared_of)
        self._handed = cache(self._handed_of)
        self._used = cache(self._used_of)

    def declaration(self, path: str, site: Site) -> Declaration:
        """The files in scope that a module may lie in."""
        parts, own, given = self._attached(path, site)
        usual = () if own else self._usual(path, parts, site.spec, anywhere=site.kind is Kind.PATTERN)
        return Declaration(usual, tuple(given))

    def included(self, path: str, site: Site) -> str | None:
        """The path of a file that a macro takes in; None where it leads out of the tree."""
        folder: str | None = posixpath.dirname(path)
        if site.detail.endswith(f"\t{MANIFEST_FOLDER}"):
            folder = self._packages.folder_of(posixpath.dirname(path))
        return None if folder is None else joined(folder, site.spec)

    def anchors(self, path: str) -> tuple[Place, ...]:
        """The crate roots that a file is part of; where none declares it, those of the nearest folder around it."""
        owners = self._owners.get(path)
        if owners:
            return tuple(Place(root) for root in sorted(owners))
        if "main" in self._world.scope[path].marks:
            return (Place(path),)
        return tuple(map(Place, self._covering(posixpath.dirname(path))))

    def parents(self, place: Place) -> tuple[Place, ...]:
        """The modules around a module; none around a crate root."""
        if place.inline:
            return (Place(place.path, place.inline[:-1]),)
        declared = tuple(dict.fromkeys(self._parents.get(place.path, ())))
        if declared or place.path in self._roots:
            return declared
        folder, name = posixpath.split(place.path)
        if name == "mod.rs":
            folder = posixpath.dirname(folder)
        usual = (f"{folder}/mod.rs", f"{folder}.rs", *(one.path for one in self.anchors(place.path)))
        return tuple(Place(path) for path in usual if path in self._world.scope and path != place.path)[:1]

    def child(self, place: Place, name: str) -> tuple[Place, ...]:
        """The modules of that name in a module: one inside its file, or the files that it is declared to lie in."""
        inner = Place(place.path, (*place.inline, name))
        if inner in self._inline:
            return (inner,)
        return tuple(map(Place, self._children.get(place, {}).get(name, ())))

    def walk(self, place: Place, segments: Sequence[str]) -> list[End]:
        """The modules that names lead to, as far as they do."""
        ends = [End(place, tuple(segments))]
        while True:
            moved = [next_end for end in ends for next_end in self._steps(end)]
            if moved == ends:
                return ends
            ends = list(dict.fromkeys(moved))

    def has_type(self, place: Place, name: str) -> bool:
        """Whether a module declares a type of that name itself."""
        return not _TYPES.isdisjoint(self._declared(place.path).get("::".join((*place.inline, name)), ()))

    def is_local(self, place: Place, name: str) -> bool:
        """Whether a function in the file declares a type of that name."""
        return name in self._world.scope[place.path].bindings

    def names(self, place: Place, name: str) -> bool:
        """Whether a module declares a name, or hands it on by saying it."""
        spelled = "::".join((*place.inline, name))
        return spelled in self._declared(place.path) or spelled in self._handed(place.path)

    def handed_on(self, place: Place, name: str) -> Reexport | None:
        """The only statement by which a module hands on a name that it does not declare."""
        spelled = "::".join((*place.inline, name))
        found = self._handed(place.path).get(spelled, ())
        return found[0] if len(found) == 1 and spelled not in self._declared(place.path) else None

    def used(self, place: Place) -> tuple[Leaf, ...]:
        """Every name of the uses in a module."""
        return self._used(place.path).get(place.inline, ())

    def _steps(self, end: End) -> Iterable[End]:
        if not end.rest:
            return (end,)
        name, rest = end.rest[0], end.rest[1:]
        if name == "self":
            return (End(end.place, rest),)
        if name == "super":
            found = self.parents(end.place)
        else:
            found = self.child(end.place, name) or self._undeclared(end.place, name)
        return [End(place, rest) for place in found] or (end,)

    def _usual(
        self, path: str, parts: Sequence[tuple[str, str]], name: str, *, anywhere: bool = False
    ) -> tuple[str, ...]:
        """The files in scope where a module is looked for without an attribute, also beside the file if `anywhere`."""
        beside = (posixpath.dirname(path), "")
        for base, stem in dict.fromkeys((*self._bases(path), *((beside,) if anywhere else ()))):
            folder = _below(base, stem, parts)
            places = () if folder is None else (f"{name}.rs", f"{name}/mod.rs")
            found = tuple(one for place in places if (one := posixpath.join(folder or "", place)) in self._world.scope)
            if found:
                return found
        return ()

    def _undeclared(self, place: Place, name: str) -> tuple[Place, ...]:
        """The file of a module that no statement declares and a path still goes through: a macro must have done it."""
        if self.names(place, name):
            return ()
        found = self._usual(place.path, [(part, "") for part in place.inline], name)
        return tuple(Place(path) for path in found if path not in self._parents and path not in self._roots)

    def _given_paths(self) -> Iterator[str]:
        """The files that attributes name: what they declare lies beside them."""
        for path in self._files:
            for site in self._world.scope[path].sites:
                if site.kind is Kind.MOD_DECL:
                    yield from self._attached(path, site)[2]

    def _attached(self, path: str, site: Site) -> tuple[Sequence[tuple[str, str]], bool, Sequence[str]]:
        """The inline modules around a module, whether an attribute says where it lies, and the files of attributes."""
        inline, _, *texts = site.detail.split("\t")
        parts = [_part(part) for part in inline.split("::") if part]
        found = (self._given_file(path, parts, text) for text in texts if text)
        return parts, bool(texts[0]), list(dict.fromkeys(filter(None, found)))

    def _given_file(self, path: str, parts: Sequence[tuple[str, str]], text: str) -> str | None:
        """The file in scope that an attribute names."""
        base = posixpath.dirname(path)
        if parts:
            stem = "" if self._is_folder_of_own(path) else _stem(path)
            base = _below(base, stem, parts) or ""
        found = joined(base, text)
        return found if found is not None and self._world.languages.get(found) == "rust" else None

    def _is_folder_of_own(self, path: str) -> bool:
        return path in self._roots or posixpath.basename(path) == "mod.rs"

    def _bases(self, path: str) -> Iterator[tuple[str, str]]:
        """The folders below which the modules of a file lie, each with the part that stands before their own."""
        folder = posixpath.dirname(path)
        if self._is_folder_of_own(path):
            yield folder, ""
            return
        yield folder, _stem(path)
        if path in self._given or "main" in self._world.scope[path].marks:
            yield folder, ""

    def _add(self, path: str) -> None:
        said = self._world.scope[path]
        own = {declared.name for declared in said.declared if declared.kind == "module"}
        for site in said.sites:
            inline = _inline_names(site)
            self._inline.update(Place(path, inline[:size]) for size in range(1, len(inline) + 1))
            if site.kind is Kind.MOD_DECL:
                own.discard("::".join((*inline, site.spec)))
                found = self.declaration(path, site)
                files = (*found.usual, *found.given)
                names = self._children.setdefault(Place(path, inline), {})
                names[site.spec] = tuple(dict.fromkeys((*names.get(site.spec, ()), *files)))
                for file in files:
                    self._parents.setdefault(file, []).append(Place(path, inline))
        self._inline.update(Place(path, tuple(name.split("::"))) for name in own)

    def _owned(self) -> Mapping[str, set[str]]:
        """By file the crate roots whose trees hold it."""
        below: dict[str, set[str]] = {}
        for file, places in self._parents.items():
            for place in places:
                below.setdefault(place.path, set()).add(file)
        for path in self._files:
            for site in self._world.scope[path].sites:
                target = self.included(path, site) if site.kind is Kind.INCLUDE else None
                if target is not None:
                    below.setdefault(path, set()).add(target)
        owners: dict[str, set[str]] = {}
        for root in self._roots:
            waiting, seen = deque([root]), {root}
            while waiting:
                path = waiting.popleft()
                owners.setdefault(path, set()).add(root)
                fresh = below.get(path, set()) - seen
                seen |= fresh
                waiting.extend(fresh)
        return owners

    def _covering_of(self, folder: str) -> tuple[str, ...]:
        while True:
            found = tuple(sorted(root for root in self._roots if posixpath.dirname(root) == folder))
            if found or not folder:
                return found
            folder = posixpath.dirname(folder)

    def _declared_of(self, path: str) -> Mapping[str, set[str]]:
        """By name the kinds of what a file declares."""
        found: dict[str, set[str]] = {}
        for declared in self._world.scope[path].declared:
            found.setdefault(declared.name, set()).add(declared.kind)
        return found

    def _handed_of(self, path: str) -> Mapping[str, list[Reexport]]:
        found: dict[str, list[Reexport]] = {}
        for reexport in self._world.scope[path].reexports:
            found.setdefault(reexport.name, []).append(reexport)
        return found

    def _used_of(self, path: str) -> Mapping[tuple[str, ...], tuple[Leaf, ...]]:
        found: dict[tuple[str, ...], list[Leaf]] = {}
        for site in self._world.scope[path].sites:
            if site.kind is Kind.USE:
                leaves = site.detail.split("\t")[2:]
                found.setdefault(_inline_names(site), []).extend(map(leaf_of, leaves))
        return {inline: tuple(leaves) for inline, leaves in found.items()}


def place_of(path: str, site: Site) -> Place:
    """The module that a site stands in."""
    return Place(path, _inline_names(site))


def _inline_names(site: Site) -> tuple[str, ...]:
    return tuple(_part(part)[0] for part in site.detail.partition("\t")[0].split("::") if part)


def _part(text: str) -> tuple[str, str]:
    """Name and folder of an inline module."""
    name, _, folder = text.partition("=")
    return name, folder


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def _below(base: str, stem: str, parts: Sequence[tuple[str, str]]) -> str | None:
    """The folder of what is declared in inline modules; the file's stem stands before the first without a folder."""
    place: str | None = base
    for name, folder in parts:
        if place is None:
            return None
        place = joined(place, folder) if folder else joined(posixpath.join(place, stem), name)
        stem = ""
    return place if place is None or not stem else joined(place, stem)
