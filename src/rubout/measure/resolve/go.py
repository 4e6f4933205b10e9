"""Which package of the tree does a Go import mean?

Rungs     1 a module of the tree, or a path from the file, 2 what the importer's module puts in its place, 3 external
Source    go.dev/ref/mod, go.dev/ref/spec#Import_declarations
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING

from rubout.measure.manifests import go_mod
from rubout.measure.resolve.implied import GO_TEST
from rubout.measure.resolve.tables import names
from rubout.measure.resolve.world import Answer, Refusal, Target, What, around, external, joined, refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.references import Site
    from rubout.measure.manifests.go_mod import GoMod
    from rubout.measure.resolve.world import World

_MODULE, _REPLACED, _EXTERNAL = 1, 2, 3
CGO = "C"
_STANDARD = "std"  # the module whose packages are imported without its path
_HOSTED = 3  # parts of a path that name a repository: host, owner, name


class Ladder:
    """The modules and packages of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self.modules = _manifests(world, "go.mod")
        self._workspaces = _manifests(world, "go.work")
        self._folders: dict[str, list[str]] = {}
        for folder, module in self.modules.items():
            self._folders.setdefault("" if module.module == _STANDARD else module.module, []).append(folder)
        self.packages: dict[str, str] = {}
        for path, language in world.languages.items():
            if language == "go" and not path.endswith(GO_TEST):
                self.packages.setdefault(posixpath.dirname(path), path)
        self._meant = cache(self._meant_of)

    def answer(self, path: str, site: Site) -> Answer:
        """What one import of a file means."""
        return self._meant(posixpath.dirname(path), site.spec)

    def own_module(self, folder: str) -> str | None:
        """The folder of the module that a folder is part of."""
        return next((one for one in (folder, *around(folder)) if one in self.modules), None)

    def _meant_of(self, folder: str, spec: str) -> Answer:
        if spec.startswith(("./", "../")) or spec in (".", ".."):
            target = joined(folder, spec)
            return self._package(target, _MODULE) or refused(Refusal.OUT_OF_SCOPE)
        return (
            self._in_modules(folder, spec, _MODULE)
            or self._replaced(folder, spec)
            or self._elsewhere(folder, spec)
            or refused(Refusal.OUT_OF_SCOPE, *self._unmanaged(spec))
        )

    def _package(self, folder: str | None, rung: int) -> Answer | None:
        if folder is None or folder not in self.packages:
            return None
        return Answer(What.PACKAGE, rung, (Target(folder),))

    def _in_modules(self, folder: str, spec: str, rung: int) -> Answer | None:
        """The package of the module with the longest path that the import starts with; two of that path are none."""
        prefix = self._module_of(spec)
        if prefix is None:
            return None
        rest = spec[len(prefix) :].lstrip("/")
        found = [place for one in self._nearest(folder, prefix) if (place := joined(one, rest or ".")) in self.packages]
        if len(found) == 1:
            return self._package(found[0], rung)
        return refused(Refusal.AMBIGUOUS_WORKSPACE, *(self.packages[one] for one in found)) if found else None

    def _module_of(self, spec: str) -> str | None:
        return next((one for one in _prefixes(spec) if one in self._folders), None)

    def _nearest(self, folder: str, module: str) -> list[str]:
        """The folders of the modules of one path: the importer's own before those of its workspace before all."""
        folders = self._folders[module]
        own = self.own_module(folder)
        used = {joined(work, one) for work, said in self._works(folder) for one in said.uses}
        return [one for one in folders if one == own] or [one for one in folders if one in used] or folders

    def _works(self, folder: str) -> Iterator[tuple[str, GoMod]]:
        return ((one, self._workspaces[one]) for one in (folder, *around(folder)) if one in self._workspaces)

    def _replaced(self, folder: str, spec: str) -> Answer | None:
        own = self.own_module(folder)
        manifests = [*self._works(folder), *([(own, self.modules[own])] if own is not None else [])]
        pairs = [(old, new, place) for place, said in manifests for old, new in said.replaces if _is_in(spec, old)]
        for old, new, place in sorted(pairs, key=lambda pair: -len(pair[0])):
            rest = spec[len(old) :].lstrip("/")
            if new.startswith((".", "/")):
                target = joined(place, posixpath.join(new, rest))
                found = self._package(target, _REPLACED)
            else:
                found = self._in_modules(folder, posixpath.join(new, rest) if rest else new, _REPLACED)
            if found is not None:
                return found
        return None

    def _elsewhere(self, folder: str, spec: str) -> Answer | None:
        """Rung 3: the standard library, or a module that lies on a host and is none of the tree's."""
        if spec == CGO or spec in names("go_std"):
            return external(_EXTERNAL)
        if "." not in spec.partition("/")[0]:
            return None
        inside = self._module_of(spec)
        own = self.own_module(folder)
        asked = self.modules[own].requires if own is not None else ()
        if inside is not None and not any(_is_in(spec, one) and len(one) > len(inside) for one in asked):
            return None
        return None if any(self._unmanaged(spec)) else external(_EXTERNAL)

    def _unmanaged(self, spec: str) -> Iterator[str]:
        """In a tree without modules, whose path nothing says: a file of the folder that the end of the path names."""
        parts = spec.split("/")
        tail = "/".join(parts[_HOSTED:])
        if not self.modules and tail in self.packages and tail:
            yield self.packages[tail]


def manifest_arcs(world: World) -> tuple[tuple[str, str], ...]:
    """From a file that imports C to the sources beside it, which are compiled with it."""
    native: dict[str, list[str]] = {}
    for path, language in world.languages.items():
        if language in ("c", "cpp"):
            native.setdefault(posixpath.dirname(path), []).append(path)
    return tuple(
        (path, source)
        for path, language in world.languages.items()
        if language == "go" and any(site.spec == CGO for site in world.scope[path].sites)
        for source in native.get(posixpath.dirname(path), ())
    )


def _manifests(world: World, name: str) -> Mapping[str, GoMod]:
    """By folder what the manifests of that name say."""
    read = ((path, world.manifest(path, go_mod.read)) for path in world.by_name.get(name, ()))
    return {posixpath.dirname(path): said for path, said in read if said is not None}


def _prefixes(spec: str) -> Iterable[str]:
    """The path, and those of which it is a part, down to the empty one."""
    return (spec, *around(spec))


def _is_in(spec: str, module: str) -> bool:
    return spec == module or spec.startswith(f"{module}/")
