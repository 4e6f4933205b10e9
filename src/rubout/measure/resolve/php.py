"""Which file does a name or an include in a PHP file mean?

Rungs     1 include, 2 the folders that Composer loads classes from, 3 declarations, 5 texts and external. What lies in
          a `classmap` folder is found by its declaration, as Composer finds it.
Source    php.net/manual/en/language.namespaces.rules.php, getcomposer.org/doc/04-schema.md#autoload
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.manifests import composer
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.declarations import NOWHERE, Declarations, one_target
from rubout.measure.resolve.patterns import pattern_answer
from rubout.measure.resolve.world import Refusal, around, external, file_answer, joined, refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer, World

MANIFEST = "composer.json"
SEPARATOR = "\\"
_INCLUDE, _COMPOSER, _DECLARED, _OUTSIDE = 1, 2, 3, 5
_RELATIVE = "namespace\\"
_INSTALLED = "vendor/"  # below it lies what Composer installs


class _Root(NamedTuple):
    """A folder that classes of a prefix are loaded from; of PSR-0 the whole name is its path."""

    prefix: str
    folder: str
    is_psr0: bool


class Ladder:
    """The classes of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.declared = Declarations(world, {"php"}, SEPARATOR, SEPARATOR)
        self.packages = manifests_named(world, composer.read, MANIFEST)
        self._roots = sorted(_roots(self.packages), key=lambda root: -len(root.prefix))
        self._aliases = cache(self._aliases_of)
        self._paths = tuple(path for path, name in world.languages.items() if name == "php")
        self._with_files = frozenset(map(posixpath.dirname, self._paths))

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.USE:
            return self._used(site)
        if site.kind is Kind.INCLUDE:
            return self._included(path, site.spec)
        if site.kind is Kind.STRING_REF:
            is_path = site.spec.startswith((".", "/"))
            return self._listed(path, site.spec) if is_path else self.type_answer(site.spec, _OUTSIDE)
        if site.kind is Kind.TYPE_NAME:
            return self._named(path, site.spec)
        return refused(Refusal.DYNAMIC)

    def type_answer(self, full: str, rung: int = 0) -> Answer:
        """The file of a type by its full name; at its own rung, or at that of who asks."""
        files = self._loaded(full)
        if files:
            found = refused(Refusal.AMBIGUOUS_PATHS, *files) if len(files) > 1 else file_answer(files[0], _COMPOSER)
        else:
            space, _, name = full.rpartition(SEPARATOR)
            places = [place for place in self.declared.at(space, name) if place.kind not in ("function", "constant")]
            found = one_target(places, _DECLARED)
        return found._replace(rung=rung) if rung and found.targets else found

    def _loaded(self, full: str) -> tuple[str, ...]:
        """The files that Composer would load for a type, by the longest prefix that leads to any."""
        longest, found = -1, dict[str, None]()
        for root in self._roots:
            if found and len(root.prefix) < longest:
                break
            path = _path(root, full) if full.startswith(root.prefix) else None
            if path is not None and path in self._world.scope:
                longest = len(root.prefix)
                found[path] = None
        return tuple(found)

    def _used(self, site: Site) -> Answer:
        full, declared = site.spec, self.declared
        space, _, name = full.rpartition(SEPARATOR)
        if site.detail:
            kind = "function" if site.detail == "function" else "constant"
            found = one_target([place for place in declared.at(space, name) if place.kind == kind], _DECLARED)
        else:
            found = self.type_answer(full)
        if found is not NOWHERE:
            return found
        if not site.detail and declared.declares(full):
            return declared.folder_answer(full, _DECLARED)
        # What has no namespace and is declared nowhere is PHP's, or a package's.
        return NOWHERE if space and declared.declares(space) else external(_OUTSIDE)

    def _named(self, path: str, written: str) -> Answer:
        for full in self._full_names(path, written):
            found = self.type_answer(full)
            if found is not NOWHERE:
                return found
        return NOWHERE

    def _full_names(self, path: str, written: str) -> Iterator[str]:
        """What a name can stand for; nothing where a `use` of its own says it."""
        spaces = self.declared.namespaces(path) or ("",)
        first, _, rest = written.partition(SEPARATOR)
        if written.startswith(SEPARATOR):
            yield rest
        elif written.startswith(_RELATIVE):
            yield from (_within(space, rest) for space in spaces)
        elif first in (aliases := self._aliases(path)):
            yield from [_within(aliases[first], rest)] if rest else []
        else:
            yield from (_within(space, written) for space in spaces)

    def _aliases_of(self, path: str) -> Mapping[str, str]:
        found = self._world.scope.get(path)
        sites = () if found is None else found.sites
        return {site.name: site.spec for site in sites if site.kind is Kind.USE and not site.detail}

    def _included(self, path: str, spec: str) -> Answer:
        world, own = self._world, posixpath.dirname(path)
        folders = [own] if spec.startswith(".") else [own, "", *map(posixpath.dirname, self.packages)]
        found = dict.fromkeys(place for folder in folders if (place := joined(folder, spec.lstrip("/"))) is not None)
        for place in found:
            if place in world.scope:
                return file_answer(place, _INCLUDE)
        if any(place in world.walked for place in found):
            return external(_INCLUDE)
        is_installed = any(_INSTALLED in f"{place}/" for place in found) or spec.startswith("/")
        return external(_OUTSIDE) if is_installed else NOWHERE

    def _listed(self, path: str, spec: str) -> Answer:
        """A path that is no include: the file, the files that fit it, or all below a folder that holds any itself."""
        own = posixpath.dirname(path)
        projects = frozenset(map(posixpath.dirname, self.packages))
        start = own if spec.startswith(".") else next((folder for folder in around(path) if folder in projects), "")
        place = joined(start, spec.lstrip("/"))
        if place is None:
            return NOWHERE
        if place in self._world.scope:
            return file_answer(place, _OUTSIDE)
        if place not in self._world.folders:
            return pattern_answer(self._paths, start, spec)
        return pattern_answer(self._paths, start, f"{spec}/**/*.php") if place in self._with_files else NOWHERE


def _within(space: str, name: str) -> str:
    return f"{space}{SEPARATOR}{name}" if space else name


def _roots(packages: Mapping[str, composer.Composer]) -> Iterator[_Root]:
    for manifest, package in packages.items():
        for pairs, is_psr0 in ((package.psr4, False), (package.psr0, True)):
            for prefix, inner in pairs:
                folder = joined(posixpath.dirname(manifest), inner)
                if folder is not None:
                    yield _Root(prefix, folder, is_psr0)


def _path(root: _Root, full: str) -> str | None:
    inner = full if root.is_psr0 else full.removeprefix(root.prefix)
    if root.is_psr0:
        space, separator, name = inner.rpartition(SEPARATOR)
        inner = f"{space}{separator}{name.replace('_', SEPARATOR)}"
    return joined(root.folder, f"{inner.replace(SEPARATOR, '/')}.php")


def included_files(packages: Mapping[str, composer.Composer]) -> Sequence[str]:
    """The files that Composer loads whenever it loads anything, and the commands that it installs."""
    return [
        path
        for manifest, package in packages.items()
        for inner in (*package.files, *package.bin)
        if (path := joined(posixpath.dirname(manifest), inner)) is not None
    ]
