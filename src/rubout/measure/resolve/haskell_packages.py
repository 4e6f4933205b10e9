"""Which packages does a tree hold, and in which folders do their modules lie?"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.manifests import cabal, hpack
from rubout.measure.resolve.world import around, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.manifests.cabal import Component, Package
    from rubout.measure.resolve.world import World

_LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class Owned:
    """A package and the folder that its manifest lies in."""

    folder: str
    package: Package

    @property
    def needs(self) -> frozenset[str]:
        """The packages that any component asks for; the one with the Prelude needs no asking."""
        return frozenset({"base"}).union(*(component.needs for component in self.package.components))

    @property
    def modules(self) -> frozenset[str]:
        """The modules that its manifest lists."""
        return frozenset().union(*((*one.exposed, *one.inner) for one in self.package.components))

    def roots(self, kind: str = "") -> tuple[str, ...]:
        """The folders of modules, of the components of one kind or of all."""
        found = (
            root
            for component in self.package.components
            if kind in ("", component.kind)
            for root in self.roots_of(component)
        )
        return tuple(dict.fromkeys(found))

    def roots_of(self, component: Component) -> Iterator[str]:
        """The folders of modules of one component."""
        places = (joined(self.folder, folder) for folder in component.folders)
        return (place for place in places if place is not None)

    def tiers(self, folder: str) -> Sequence[Sequence[str]]:
        """The roots for a file of a folder: those of the components it belongs to, by the deepest root, then all."""
        depths = {
            component: max((len(root) + 1 for root in self.roots_of(component) if _holds(root, folder)), default=0)
            for component in self.package.components
        }
        deepest = max(depths.values(), default=0)
        own = [component for component, depth in depths.items() if depth == deepest > 0]
        near = tuple(dict.fromkeys(root for component in own for root in self.roots_of(component)))
        return (near, self.roots()) if near else (self.roots(),)


class Packages:
    """The packages of a tree."""

    def __init__(self, world: World) -> None:
        self.owned = tuple(_owned(world))
        self.names = frozenset(one.package.name for one in self.owned)
        self._by_folder: dict[str, list[Owned]] = {}
        for one in self.owned:
            self._by_folder.setdefault(one.folder, []).append(one)

    def owners(self, folder: str) -> Sequence[Owned]:
        """The packages of the nearest folder that has one."""
        for place in around(f"{folder}/." if folder else "."):
            if place in self._by_folder:
                return self._by_folder[place]
        return ()

    def libraries(self, name: str) -> tuple[str, ...]:
        """The folders of the libraries of every package of that name."""
        return tuple(root for one in self.owned if one.package.name == name for root in one.roots(_LIBRARY))


def _owned(world: World) -> Iterator[Owned]:
    described = set()
    for path in sorted(world.walked):
        if path.endswith(".cabal"):
            package = world.manifest(path, cabal.read)
            if package is not None:
                described.add(posixpath.dirname(path))
                yield Owned(posixpath.dirname(path), package)
    for path in world.by_name.get("package.yaml", ()):
        folder = posixpath.dirname(path)
        package = world.manifest(path, hpack.read) if folder not in described else None
        if package is not None:
            yield Owned(folder, package)


def _holds(root: str, folder: str) -> bool:
    return not root or f"{folder}/".startswith(f"{root}/")
