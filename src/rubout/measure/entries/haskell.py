"""Which Haskell files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, cabal.readthedocs.io, hspec.github.io/hspec-discover.html
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.manifests.cabal import COLLECTED
from rubout.measure.resolve.ecma_patterns import matcher
from rubout.measure.resolve.haskell_packages import Packages
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.measure.manifests.cabal import Component
    from rubout.measure.resolve.haskell_packages import Owned
    from rubout.measure.resolve.world import World

_STARTED = frozenset({"Main.hs", "Setup.hs", "Shakefile.hs", "xmonad.hs"})
_TEST = re.compile(r"(?:\A|/)[^/]*Spec\.hs\Z")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some, and of those in other languages that a package names."""
    found = Marked(world, frozenset(world.languages.values()))
    own = [path for path in found.paths if path.endswith(".hs")]
    found.mark(MAIN, (path for path in own if _is_started(world, path)))
    found.mark(TEST, (path for path in own if _TEST.search(path)))
    for owned in world.once(Packages).owned:
        found.mark(MENTIONED, _shipped(world, owned))
        for component in owned.package.components:
            found.mark(TEST if component.kind in COLLECTED else MAIN, _main(owned, component))
            found.mark(MAIN, _places((owned.folder,), component.sources))
            # What a library lists as its surface is as declared an entry as a program's main module.
            found.mark(MAIN | EXPORTED, _exposed(owned, component))
    return found.flags


def _is_started(world: World, path: str) -> bool:
    return posixpath.basename(path) in _STARTED or "shebang" in world.scope[path].marks


def _main(owned: Owned, component: Component) -> Iterator[str]:
    """A main module lies in any of the component's folders; that of a detailed suite is given as a module."""
    named = (*component.main_is, *map(_file_of, component.main_is))
    return _places((*owned.roots_of(component), owned.folder), named)


def _exposed(owned: Owned, component: Component) -> Iterator[str]:
    return _places(owned.roots_of(component), [_file_of(module) for module in component.exposed])


def _file_of(module: str) -> str:
    return f"{module.replace('.', '/')}.hs"


def _places(roots: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    places = (joined(root, name) for root in roots for name in names)
    return (place for place in places if place is not None)


def _shipped(world: World, owned: Owned) -> Iterator[str]:
    globs = (joined(owned.folder, glob) for glob in owned.package.files)
    fits = matcher([glob for glob in globs if glob])
    return (path for path in world.scope if fits(path))
