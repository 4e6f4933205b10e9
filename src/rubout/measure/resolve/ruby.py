"""Which file does a Ruby program load where it requires one, or names a constant?

Rungs     1 relative, 2 load path, 3 `autoload`, 4 constants by their paths, 5 patterns, texts and external
Source    docs.ruby-lang.org (Kernel#require), guides.rubygems.org/patterns, github.com/fxn/zeitwerk
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.manifests import gem
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.declarations import NOWHERE
from rubout.measure.resolve.patterns import pattern_answer
from rubout.measure.resolve.tables import names
from rubout.measure.resolve.world import Refusal, around, external, file_answer, joined, refused
from rubout.measure.sites.ruby import AUTOLOAD_PATH, LOAD_PATH, underscored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.references import Site
    from rubout.measure.manifests.gem import Gem
    from rubout.measure.resolve.world import Answer, World

_RELATIVE, _LOAD_PATH, _AUTOLOAD, _CONSTANT, _OUTSIDE = 1, 2, 3, 4, 5
_FOLDERS = ("lib", "", "test", "spec", "app")  # runners of tests add theirs
_AUTOLOADED = ("rails", "railties", "zeitwerk", "hanami", "dry-system")
_ENDS = ("", ".rb", ".rake")
_BUILT = (".so", ".bundle", ".c", ".java", ".jar", ".rs")  # what is built from, or is, an extension
_SEPARATOR = "::"
_PACKED = ".gemspec"


class Ladder:
    """The gems of a tree, what is on their load paths, and where their constants lie."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.gems = {
            **manifests_named(world, gem.read, "*.gemspec"),
            **manifests_named(world, gem.read, "Gemfile"),
            **manifests_named(world, gem.read, "gems.rb"),
            **manifests_named(world, gem.locked, "Gemfile.lock"),
        }
        self._needs = {_gem_key(name) for one in self.gems.values() for name in (*one.needs, one.name) if name}
        self._load_path = _load_path(world, self.gems)
        self._roots = _constant_roots(
            world, self.gems, autoloads=not self._needs.isdisjoint(map(_gem_key, _AUTOLOADED))
        )
        self._paths = tuple(path for path, name in world.languages.items() if name == "ruby")
        self._constant = cache(self._constant_of)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.REQUIRE:
            return self._required(path, site)
        if site.kind is Kind.PATTERN:
            return self._pattern(path, site.spec)
        if site.kind is Kind.TYPE_NAME:
            return self._named(path, site.spec, site.detail)
        if site.kind is Kind.STRING_REF:
            return self._named(path, site.spec, "")._replace(rung=_OUTSIDE)
        return refused(Refusal.DYNAMIC)

    def load_folder(self, path: str) -> str | None:
        """The innermost folder of the load path that a file lies in, apart from the root."""
        folders = (folder for folder in around(path) if folder and folder in self._load_path)
        return next(folders, None)

    def _required(self, path: str, site: Site) -> Answer:
        spec, own = site.spec, posixpath.dirname(path)
        if spec.startswith(("./", "../")) or site.detail == "relative":
            return self._first(_RELATIVE, [own, ""], spec)
        if spec.startswith("/"):
            return self._first(_LOAD_PATH, ["", *(folder for folder in around(path) if folder)], spec.lstrip("/"))
        rung = _AUTOLOAD if site.name else _LOAD_PATH
        found = self._first(rung, self._folders(path), spec)
        if found is not NOWHERE:
            return found
        return external(_OUTSIDE) if self._is_outside(spec) else NOWHERE

    def _folders(self, path: str) -> list[str]:
        """The folders of the load path, those of the file's own project first."""
        inside = {folder: place for place, folder in enumerate(around(path))}
        return sorted(self._load_path, key=lambda folder: inside.get(self._load_path[folder], len(inside)))

    def _first(self, rung: int, folders: Iterable[str], spec: str) -> Answer:
        """The first file in the order in which the interpreter looks."""
        world = self._world
        stems = [stem for folder in folders if (stem := joined(folder, spec)) is not None]
        for stem in stems:
            for end in _ENDS:
                if stem + end in world.scope:
                    return file_answer(stem + end, rung)
        if any(stem + end in world.walked for stem in stems for end in ("", *_BUILT)):
            return external(_RELATIVE)
        return NOWHERE

    def _is_outside(self, spec: str) -> bool:
        first = spec.partition("/")[0].removesuffix(".rb")
        if first in names("ruby_stdlib"):
            return True
        parts = spec.removesuffix(".rb").split("/")
        return any(_gem_key("".join(parts[:size])) in self._needs for size in range(1, len(parts) + 1))

    def _pattern(self, path: str, spec: str) -> Answer:
        if path.endswith(_PACKED):
            return refused(Refusal.DYNAMIC)  # it lists what it packs, and loads none of it
        start = "" if spec.startswith("/") else posixpath.dirname(path)
        return pattern_answer(self._paths, start, spec)

    def _named(self, path: str, constant: str, nesting: str) -> Answer:
        files = self._constant(constant, nesting)
        found = [file for file in files if file != path]
        return file_answer(found[0], _CONSTANT, *found[1:]) if found else NOWHERE

    def _constant_of(self, constant: str, nesting: str) -> tuple[str, ...]:
        """The file of a constant, and those of the modules around it, which are loaded before it."""
        if not self._roots:
            return ()
        for full in _candidates(constant, nesting):
            parts = full.split(_SEPARATOR)
            least = len(parts) - constant.removeprefix(_SEPARATOR).count(_SEPARATOR) - 1
            for size in range(len(parts), least, -1):
                if files := self._at(parts[:size]):
                    outer = (file for shorter in range(size - 1, 0, -1) for file in self._at(parts[:shorter]))
                    return tuple(dict.fromkeys((*files, *outer)))
        return ()

    def _at(self, parts: list[str]) -> tuple[str, ...]:
        relative = underscored(_SEPARATOR.join(parts))
        paths = (f"{root}/{relative}.rb" if root else f"{relative}.rb" for root in self._roots)
        return tuple(path for path in paths if path in self._world.scope)


def _candidates(constant: str, nesting: str) -> Iterator[str]:
    """The full names that a constant can have, the innermost first."""
    if not constant.startswith(_SEPARATOR):
        while nesting:
            yield f"{nesting}{_SEPARATOR}{constant}"
            nesting = nesting.rpartition(_SEPARATOR)[0]
    yield constant.removeprefix(_SEPARATOR)


def _gem_key(name: str) -> str:
    """`active_support` is what is required of `activesupport`."""
    return name.replace("_", "").replace("-", "").casefold()


def _load_path(world: World, gems: Mapping[str, Gem]) -> dict[str, str]:
    """The folders of the load path, each with the folder of the project that has it."""
    found: dict[str, str] = {}
    for manifest in ("", *gems):
        folder = posixpath.dirname(manifest)
        paths = gems[manifest].require_paths if manifest else ()
        for inner in (*paths, *_FOLDERS):
            place = joined(folder, inner)
            if place is not None and place in world.folders:
                found.setdefault(place, folder)
    for path, place in _marked_folders(world, LOAD_PATH):
        found.setdefault(place, posixpath.dirname(path))
    return found


def _marked_folders(world: World, mark: str) -> Iterator[tuple[str, str]]:
    """The folders that the marks of Ruby files name, each with the file."""
    ruby = ((path, found) for path, found in world.scope.items() if world.languages[path] == "ruby")
    written = ((path, one.removeprefix(mark)) for path, found in ruby for one in found.marks if one.startswith(mark))
    for path, inner in written:
        place = joined(posixpath.dirname(path) if inner.startswith(".") else "", inner.lstrip("/"))
        if place is not None and place in world.folders:
            yield path, place


def _constant_roots(world: World, gems: Mapping[str, Gem], *, autoloads: bool) -> tuple[str, ...]:
    """The folders whose files are found by the names of constants; none where nothing loads them so."""
    if not autoloads:
        return ()
    projects = dict.fromkeys(("", *map(posixpath.dirname, gems)))
    found: dict[str, None] = dict.fromkeys(folder for _, folder in _marked_folders(world, AUTOLOAD_PATH))
    for project in projects:
        app = posixpath.join(project, "app")
        for folder in sorted(world.folders):
            parent, name = posixpath.split(folder)
            if parent == app or (name == "concerns" and posixpath.dirname(parent) == app):
                found[folder] = None
        found.update(
            dict.fromkeys(path for inner in ("app", "lib") if (path := posixpath.join(project, inner)) in world.folders)
        )
    return tuple(found)
