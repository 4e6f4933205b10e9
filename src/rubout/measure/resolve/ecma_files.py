"""Which file does a path without its suffix mean, to a TypeScript or JavaScript importer?

Source    nodejs.org/api/modules.html, typescriptlang.org/docs/handbook/modules/reference.html.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.resolve.world import around, external, file_answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.resolve.world import Answer, World

# In the order in which they are tried.
SUFFIXES = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
# What a written suffix is compiled from.
SOURCES = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".ts", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_UNPARSED = (".json", ".node")  # what `require` finds without a suffix and nobody parses
_DECLARATIONS = {".d.ts": (".js", ".jsx"), ".d.mts": (".mjs",), ".d.cts": (".cjs",)}
_TWINS = {**_DECLARATIONS, ".js": (".d.ts",), ".jsx": (".d.ts",), ".mjs": (".d.mts",), ".cjs": (".d.cts",)}


# What React Native and its kin put before the suffix; which of the files is bundled only a build can tell.
_PLATFORMS = ("ios", "android", "native", "web", "windows", "macos")


# A bundler serves the folder that holds one of them, and what lies in a folder for files that it leaves as they are.
_SERVERS = ("index.html", *(f"vite.config.{suffix}" for suffix in ("ts", "mts", "js", "mjs", "cjs")))
_AS_THEY_ARE = ("public", "static")


class Hit(NamedTuple):
    """A file of the tree: 1 as it is named, 2 what it is compiled from."""

    path: str
    rung: int
    judged: bool = True  # in scope; others have no arc


def at(world: World, base: str, *, folder: bool = False) -> Hit | None:
    """The file that a path means.

    Args:
        world: where to look.
        base: the path, from the root.
        folder: whether it was written so that only a folder fits, as `..` is.
    """
    scope, walked = world.scope, world.walked
    if base in scope and not folder:
        return Hit(base, 1)
    if base in walked and not folder:
        return Hit(base, 1, judged=False)
    for stem in _stems(world, base, folder=folder):
        for suffix in SUFFIXES:
            if stem + suffix in scope:
                return Hit(stem + suffix, 1)
    for path in () if folder else written_as(base):
        if path in scope:
            return Hit(path, 2)
    for suffix in () if folder else _UNPARSED:
        if base + suffix in walked:
            return Hit(base + suffix, 1, judged=False)
    return None


def served_from(world: World, folder: str) -> Iterator[str]:
    """The folders that an address (`/src/main.ts`) may begin at: up to the package that a folder lies in."""
    for here in (folder, *around(folder)):
        inside = f"{here}/" if here else ""
        is_package = f"{inside}package.json" in world.walked or not here
        if is_package or any(inside + name in world.walked for name in _SERVERS):
            yield here
            yield from (inside + name for name in _AS_THEY_ARE)
        if is_package:
            return


def _stems(world: World, base: str, *, folder: bool) -> Iterator[str]:
    if base and not folder:
        yield base
    if base in world.folders:
        yield f"{base}/index" if base else "index"


def written_as(path: str) -> Iterator[str]:
    """The names of what could be compiled to a path."""
    stem, dot, suffix = path.rpartition(".")
    for source in SOURCES.get(dot + suffix, ()):
        yield stem + source


def stem(path: str) -> str:
    """A path as a module is named: without its suffix, and by its folder when it is an index."""
    suffix = next((one for one in SUFFIXES if path.endswith(one)), "")
    return path.removesuffix(suffix).removesuffix("/index")


def twins(world: World, path: str) -> Iterator[str]:
    """The implementation beside a declaration file, the declarations beside an implementation."""
    for suffix, others in _TWINS.items():
        if path.endswith(suffix):
            stem = path.removesuffix(suffix)
            yield from (stem + other for other in others if stem + other in world.scope)
            return


def variants(world: World, base: str) -> tuple[str, ...]:
    """The files for some platforms that a path without its suffix means, the only ones or beside another."""
    names = (f"{base}.{platform}{suffix}" for platform in _PLATFORMS for suffix in SUFFIXES)
    return tuple(name for name in names if name in world.scope)


def is_declaration(path: str) -> bool:
    """Whether the file holds declarations only."""
    return path.endswith(tuple(_DECLARATIONS))


def one_module(world: World, paths: Iterable[str]) -> tuple[str, ...]:
    """The distinct paths; a declaration file is not told apart from the implementation that it describes."""
    distinct = tuple(dict.fromkeys(paths))
    described = {twin for path in distinct if not is_declaration(path) for twin in twins(world, path)}
    return tuple(path for path in distinct if path not in described)


def answer(world: World, hit: Hit, rung: int | None = None) -> Answer:
    """The answer that a hit is, at its own rung or at that of who asked; what describes it gets an arc, too."""
    if not hit.judged:
        return external(1)
    stem = posixpath.splitext(hit.path)[0]
    return file_answer(hit.path, rung or hit.rung, *twins(world, hit.path), *variants(world, stem))
