"""Which file does a Rust module or path mean?

Rungs     1 a module, or a file taken in, 2 `crate`, 3 `self`, `super` and what the module has itself, 4 another crate
Source    doc.rust-lang.org/reference/paths.html and items/use-declarations.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.resolve.rust_modules import End, Modules, Place, place_of
from rubout.measure.resolve.rust_packages import Packages
from rubout.measure.resolve.world import Answer, Refusal, What, external, file_answer, refused
from rubout.measure.sites.rust_paths import leaf_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_BUILT_IN = frozenset({"alloc", "core", "proc_macro", "std", "test"})
_MODULE, _CRATE, _OWN, _OTHER = 1, 2, 3, 4
_HOPS = 3  # names that stand for other names, one after the other


def manifest_arcs(world: World) -> tuple[tuple[str, str], ...]:
    """From every crate root of a package to the library of each package in the tree that it needs."""
    packages = world.once(Packages)
    return tuple(
        (root, library)
        for package in packages.by_folder.values()
        for library in packages.needed(package)
        for root in package.roots
        if root != library
    )


class _Walked(NamedTuple):
    """Where a path leads on a rung; several ends are no answer, for that reason."""

    ends: tuple[End, ...]
    rung: int
    reason: Refusal


class Ladder:
    """The crates of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.packages = world.once(Packages)
        self.modules = Modules(world, self.packages)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.MOD_DECL:
            return self._module(path, site)
        if site.kind is Kind.PATTERN:
            found = self.modules.declaration(path, site)
            return refused(Refusal.MACRO, *found.usual, *found.given)
        if site.kind in (Kind.INCLUDE, Kind.IMAGE):
            return self._included(path, site)
        return self._use(path, site)

    def _module(self, path: str, site: Site) -> Answer:
        found = self.modules.declaration(path, site)
        if len(found.usual) > 1:
            return refused(Refusal.AMBIGUOUS_PATHS, *found.usual)
        files = tuple(dict.fromkeys((*found.usual, *found.given)))
        return file_answer(files[0], _MODULE, *files[1:]) if files else refused(Refusal.OUT_OF_SCOPE)

    def _included(self, path: str, site: Site) -> Answer:
        target = self.modules.included(path, site)
        if target in self._world.scope and target is not None:
            return file_answer(target, _MODULE)
        return external(_MODULE) if target in self._world.walked else refused(Refusal.OUT_OF_SCOPE)

    def _use(self, path: str, site: Site) -> Answer:
        """The module before the braces, and with it whatever the names inside them mean."""
        _, before, *texts = site.detail.split("\t")
        place = place_of(path, site)
        parts = [self._answered(place, leaf_of(text).path, hops=1) for text in texts]
        if len(parts) == 1:
            return parts[0]
        whole = self._answered(place, tuple(before.split("::")), hops=1) if before else _first(parts)
        if whole.what is not What.FILE:
            return whole
        targets = (*whole.targets, *(target for part in parts for target in part.targets))
        possible = tuple(target for part in parts for target in part.possible)
        return whole._replace(targets=tuple(dict.fromkeys(targets)), possible=tuple(dict.fromkeys(possible)))

    def _answered(self, place: Place, names: Sequence[str], hops: int) -> Answer:
        """One path; names of the end that mean the module itself, or all of it, are none to look for."""
        while names[1:] and names[-1] in ("self", "*"):
            names = names[:-1]
        walked = self._walked(place, tuple(names), _HOPS)
        if isinstance(walked, Answer):
            return walked
        answers = {self._end(place, end, walked.rung, hops) for end in walked.ends}
        if len({answer.targets[0] for answer in answers}) == 1:
            return min(answers)
        return refused(walked.reason, *sorted({answer.targets[0].path for answer in answers}))

    def _end(self, place: Place, end: End, rung: int, hops: int) -> Answer:
        """The file that a walk ends in, or the one that it has the next name from."""
        here = file_answer(end.place.path, rung)
        reexport = self.modules.handed_on(end.place, end.rest[0]) if end.rest and hops else None
        if reexport is None:
            return here
        names = (*filter(None, reexport.spec.split("::")), reexport.source, *end.rest[1:])
        if reexport.spec.startswith("::"):
            names = ("", *names)
        inner = self._answered(end.place, names, hops=0)
        source = inner.targets[0].path if inner.what is What.FILE else place.path
        if source in (place.path, end.place.path):
            return here
        return file_answer(source, rung, end.place.path)._replace(via_reexport=True)

    def _walked(self, place: Place, names: tuple[str, ...], depth: int) -> _Walked | Answer:
        """The ends of a path as written in a module."""
        head = names[0]
        if head == "crate":
            return self._from(self.modules.anchors(place.path), names[1:], _CRATE, Refusal.AMBIGUOUS_ROOT)
        if head in ("self", "super"):
            return self._from((place,), names, _OWN, Refusal.AMBIGUOUS_ROOT)
        if head == "":
            return self._other_crate(place, names[1:]) or refused(Refusal.OUT_OF_SCOPE)
        if self.modules.child(place, head) or self.modules.has_type(place, head):
            return self._from((place,), names, _OWN, Refusal.AMBIGUOUS_PATHS)
        return (
            self._other_crate(place, names)
            or self._named(place, names, depth)
            or self._at_root(place, names)
            or self._in_all_of(place, names, depth)
            or refused(Refusal.OUT_OF_SCOPE)
        )

    def _from(self, places: Sequence[Place], names: Sequence[str], rung: int, reason: Refusal) -> _Walked | Answer:
        """The ends of a walk from each of some modules, those that leave least open."""
        ends = [end for place in places for end in self.modules.walk(place, names)]
        if not ends or any(end.rest[:1] == ("super",) for end in ends):
            return refused(Refusal.OUT_OF_SCOPE)
        left = min(len(end.rest) for end in ends)
        nearest = [end for end in ends if len(end.rest) == left]
        having = [end for end in nearest if end.rest and self.modules.names(end.place, end.rest[0])]
        several = len(places) > 1 or "super" in names
        return _Walked(tuple(having or nearest), rung, reason if several else Refusal.AMBIGUOUS_PATHS)

    def _other_crate(self, place: Place, names: tuple[str, ...]) -> _Walked | Answer | None:
        """Rung 4; None where the first name is no crate that is known."""
        if names[0] in _BUILT_IN:
            return external(_OTHER)
        crate = self.packages.crate(place.path, names[0])
        if crate is None:
            return None
        if not crate.libraries:
            return external(_OTHER)
        libraries = [Place(library) for library in crate.libraries]
        return self._from(libraries, names[1:], _OTHER, Refusal.AMBIGUOUS_WORKSPACE)

    def _named(self, place: Place, names: tuple[str, ...], depth: int) -> _Walked | Answer | None:
        """What a use in the same module gives the first name to."""
        given = {leaf.path for leaf in self.modules.used(place) if leaf.bound == names[0] and leaf.path[0] != names[0]}
        if len(given) != 1 or not depth:
            return None
        path = given.pop()
        return self._walked(place, (*(path[:-1] if path[-1] == "self" else path), *names[1:]), depth - 1)

    def _at_root(self, place: Place, names: tuple[str, ...]) -> _Walked | Answer | None:
        """What the first edition looks for: a module at the root of the crate."""
        anchors = self.modules.anchors(place.path) if self.packages.is_old(place.path) else ()
        known = [one for one in anchors if self.modules.child(one, names[0]) or self.modules.names(one, names[0])]
        return self._from(known, names, _CRATE, Refusal.AMBIGUOUS_ROOT) if known else None

    def _in_all_of(self, place: Place, names: tuple[str, ...], depth: int) -> _Walked | Answer | None:
        """What a use of all of a module brings, if that module has the first name, or uses it itself."""
        if self.modules.is_local(place, names[0]):
            return _Walked((End(place, names),), _OWN, Refusal.AMBIGUOUS_NAME)
        brought = set(self._all_of(place, depth))
        having = tuple(one for one in brought if self._has(one, names[0]))
        if len(having) == 1:
            return self._from(having, names, _OWN, Refusal.AMBIGUOUS_NAME)
        using = [one for one in brought if any(leaf.bound == names[0] for leaf in self.modules.used(one))]
        return self._walked(using[0], names, depth - 1) if len(using) == 1 and not having else None

    def _all_of(self, place: Place, depth: int) -> Iterator[Place]:
        for leaf in self.modules.used(place) if depth else ():
            if leaf.path[-1] == "*" and leaf.path[:-1]:
                walked = self._walked(place, leaf.path[:-1], depth - 1)
                if isinstance(walked, _Walked) and len(walked.ends) == 1 and not walked.ends[0].rest:
                    yield walked.ends[0].place

    def _has(self, place: Place, name: str) -> bool:
        return bool(self.modules.child(place, name)) or self.modules.has_type(place, name)


def _first(answers: Sequence[Answer]) -> Answer:
    """The first file, or whatever there is."""
    files = (answer for answer in answers if answer.what is What.FILE)
    return next(files, answers[0] if answers else refused(Refusal.OUT_OF_SCOPE))
