"""Which file does a Haskell import mean?

Rungs     1 the package's own folders, 2 external, 3 the libraries of other packages of the tree that it needs
Source    cabal.readthedocs.io/en/stable/cabal-package-description-file.html
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.resolve import c_family
from rubout.measure.resolve.haskell_packages import Packages
from rubout.measure.resolve.tables import table
from rubout.measure.resolve.world import Refusal, external, file_answer, joined, refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.haskell_packages import Owned
    from rubout.measure.resolve.world import Answer, World

_OWN, _OUTSIDE, _OTHER = 1, 2, 3
_GENERATED = ("Paths_", "PackageInfo_")  # modules that Cabal writes
# What a preprocessor makes a module from, and the forms of a module that are not judged.
_UNJUDGED = (".hsc", ".chs", ".lhs", ".x", ".y", ".hsig", ".gc", ".cpphs")


class Ladder:
    """The packages of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._packages = world.once(Packages)
        self._includes = world.once(c_family.Ladder).answer
        self._imported = cache(self._imported_from)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.INCLUDE:
            return self._includes(path, site)
        return self._imported(posixpath.dirname(path), site.spec)

    def _imported_from(self, folder: str, module: str) -> Answer:
        """For any file of a folder."""
        owners = self._packages.owners(folder)
        if len(owners) > 1:
            roots = [root for owner in owners for root in owner.roots()]
            return refused(Refusal.AMBIGUOUS_WORKSPACE, *self._files(roots, module))
        for tier in owners[0].tiers(folder) if owners else [("",)]:
            found = self._only(self._files(tier, module), Refusal.AMBIGUOUS_ROOT, _OWN)
            if found is not None:
                return found
            if self._is_unjudged(tier, module):
                return external(_OWN)
        return self._beyond(owners, module)

    def _beyond(self, owners: Sequence[Owned], module: str) -> Answer:
        """Rungs 2 and 3.

        A module that neither the package nor a known one has is from one of the unknown ones that it needs.
        """
        needs = {name for owner in owners for name in owner.needs}
        offering = global_modules().get(module, ())
        if module.startswith(_GENERATED) or any(not owners or name in needs for name in offering):
            return external(_OUTSIDE)
        roots = [root for name in sorted(needs) for root in self._packages.libraries(name)]
        found = self._only(self._files(roots, module), Refusal.AMBIGUOUS_WORKSPACE, _OTHER)
        if found is not None:
            return found
        unknown = needs - global_packages() - self._packages.names
        is_own = any(module in owner.modules for owner in owners)
        return external(_OUTSIDE) if unknown and not is_own else refused(Refusal.OUT_OF_SCOPE)

    def _only(self, files: Sequence[str], doubt: Refusal, rung: int) -> Answer | None:
        if not files:
            return None
        return file_answer(files[0], rung) if len(files) == 1 else refused(doubt, *files)

    def _files(self, roots: Iterable[str], module: str) -> list[str]:
        places = dict.fromkeys(joined(root, f"{module.replace('.', '/')}.hs") for root in roots)
        return [place for place in places if place is not None and place in self._world.scope]

    def _is_unjudged(self, roots: Iterable[str], module: str) -> bool:
        inner = module.replace(".", "/")
        return any(joined(root, inner + end) in self._world.walked for root in roots for end in _UNJUDGED)


@cache
def global_modules() -> Mapping[str, tuple[str, ...]]:
    """By module the packages of a GHC that offer it."""
    found: dict[str, list[str]] = {}
    for package, module in (line.split() for line in table("ghc")):
        found.setdefault(module, []).append(package)
    return {module: tuple(packages) for module, packages in found.items()}


@cache
def global_packages() -> frozenset[str]:
    """The packages of a GHC."""
    return frozenset(package for packages in global_modules().values() for package in packages)
