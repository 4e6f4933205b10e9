"""Where does the configuration of the compiler say that modules are?

Source    typescriptlang.org/tsconfig, docs/methodology/liveness.md.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rubout.measure.manifests import tsconfig
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rubout.measure.manifests.tsconfig import TsConfig
    from rubout.measure.resolve.world import World

EXTENDS_CAP = 8  # files that a chain may follow
_HERE = "${configDir}"
_WILDCARDS = "*?{["


@dataclass(frozen=True, slots=True)
class Aliases:
    """The patterns of `paths`, in their order; `by_start` has the places of those that begin so, as far as their `*`.

    A large tree has thousands of them, and asks for each of its imports.
    """

    patterns: tuple[tuple[str, tuple[str, ...]], ...]
    by_start: Mapping[str, Sequence[int]]

    def fitting(self, spec: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What the `*` stands for, and the targets, of each pattern that fits."""
        starts = (spec[:size] for size in range(len(spec) + 1))
        for place in sorted(place for start in starts for place in self.by_start.get(start, ())):
            pattern, targets = self.patterns[place]
            part = matched(pattern, spec)
            if part is not None:
                yield part, targets


def _aliases(paths: Mapping[str, tuple[str, ...]]) -> Aliases:
    by_start: dict[str, list[int]] = {}
    for place, pattern in enumerate(paths):
        by_start.setdefault(pattern.partition("*")[0], []).append(place)
    return Aliases(tuple(paths.items()), by_start)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a configuration says with all that it extends; folders are from the root, None where nothing is said."""

    paths: Aliases | None = None
    paths_folder: str = ""  # of the file that defines them
    base: str | None = None
    out: str | None = None
    root: str | None = None  # where the compiled files come from
    too_deep: bool = False

    @property
    def anchor(self) -> str:
        """What the targets of `paths` are relative to."""
        return self.paths_folder if self.base is None else self.base

    def mapped(self, spec: str) -> Iterator[str]:
        """Every path, from the root, that a pattern of `paths` makes of a specifier."""
        for part, targets in self.paths.fitting(spec) if self.paths else ():
            for target in targets:
                path = joined(self.anchor, target.replace("*", part, 1))
                if path is not None:
                    yield path


def matched(pattern: str, text: str) -> str | None:
    """What the one `*` of a pattern stands for in a text, "" for a pattern without; None when it does not fit."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if text == pattern else None
    if len(text) < len(before) + len(after) or not text.startswith(before) or not text.endswith(after):
        return None
    return text[len(before) : len(text) - len(after)]


class Configs:
    """The configurations of a tree, each read when it is first asked for."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[str, TsConfig | None] = {}
        self._settings: dict[str, Settings] = {}
        self._covering: dict[tuple[str, tuple[str, ...]], tuple[Settings, ...]] = {}

    def covering(self, folder: str, names: tuple[str, ...]) -> tuple[Settings, ...]:
        """The settings for the files of a folder, and those of the projects that stand in for them.

        They are those of the nearest file with one of the names, the first of them where a folder holds several.
        """
        key = folder, names
        if key not in self._covering:
            paths = (posixpath.join(folder, name) for name in names)
            path = next((path for path in paths if path in self._world.walked), None)
            if path is not None:
                self._covering[key] = self._with_projects(path)
            else:
                self._covering[key] = self.covering(posixpath.dirname(folder), names) if folder else ()
        return self._covering[key]

    def beside(self, folder: str) -> tuple[Settings, ...]:
        """The settings of every `tsconfig*.json` right in a folder."""
        return tuple(self._of_file(path) for path in self._by_folder.get(folder, ()))

    @cached_property
    def _by_folder(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, paths in self._world.by_name.items():
            for path in paths if name.startswith("tsconfig") and name.endswith(".json") else ():
                found.setdefault(posixpath.dirname(path), []).append(path)
        return found

    def _with_projects(self, path: str) -> tuple[Settings, ...]:
        own = self._of_file(path)
        config = self.read(path)
        if config is None or own.paths is not None or own.base is not None:
            return (own,)
        return (own, *map(self._of_file, _projects_beside(self._world, path, config)))

    def _of_file(self, path: str) -> Settings:
        if path not in self._settings:
            self._settings[path] = _merged(self._world, self.read, path, posixpath.dirname(path), ())
        return self._settings[path]

    def read(self, path: str) -> TsConfig | None:
        """What one file says by itself, None where it cannot be used."""
        if path not in self._read:
            self._read[path] = self._world.manifest(path, tsconfig.read)
        return self._read[path]


def _projects_beside(world: World, path: str, config: TsConfig) -> Iterator[str]:
    """The files in the same folder that a configuration without options of its own stands for."""
    folder = posixpath.dirname(path)
    for reference in config.references:
        project = joined(folder, reference)
        if project is not None and project in world.walked and posixpath.dirname(project) == folder and project != path:
            yield project


def _merged(
    world: World, read: Callable[[str], TsConfig | None], path: str, here: str, chain: tuple[str, ...]
) -> Settings:
    """A file's settings over those of what it extends; `here` is the folder of the file that the chain starts with."""
    if path in chain:
        return Settings()
    if len(chain) > EXTENDS_CAP:
        return Settings(too_deep=True)
    config = read(path)
    if config is None:
        return Settings()
    found = Settings()
    for parent in config.extends:
        extended = _extended(world, posixpath.dirname(path), parent)
        if extended is not None:
            found = _over(found, _merged(world, read, extended, here, (*chain, path)))
    return _over(found, _own(config, posixpath.dirname(path), here))


def _over(under: Settings, over: Settings) -> Settings:
    """Both, where `over` has the last word."""
    found = under
    if over.paths is not None:
        found = replace(found, paths=over.paths, paths_folder=over.paths_folder)
    if over.base is not None:
        found = replace(found, base=over.base)
    if over.out is not None:
        found = replace(found, out=over.out)
    if over.root is not None:
        found = replace(found, root=over.root)
    return replace(found, too_deep=under.too_deep or over.too_deep)


def _own(config: TsConfig, folder: str, here: str) -> Settings:
    def located(text: str | None) -> str | None:
        if text is None:
            return None
        return joined(here, text.removeprefix(_HERE).lstrip("/")) if text.startswith(_HERE) else joined(folder, text)

    paths = config.paths
    if paths is not None:
        inside = posixpath.relpath(here or ".", folder or ".")
        paths = {pattern: tuple(to.replace(_HERE, inside) for to in targets) for pattern, targets in paths.items()}
    root = config.root_dir if config.root_dir is not None else _common_source(config)
    aliases = None if paths is None else _aliases(paths)
    return Settings(aliases, folder, located(config.base_url), located(config.out_dir), located(root))


def _common_source(config: TsConfig) -> str | None:
    """The one folder that everything compiled comes from, where `include` says so and `rootDir` does not."""
    literal = {_literal_part(pattern) for pattern in config.include}
    return next(iter(literal)) if len(literal) == 1 else None


def _literal_part(pattern: str) -> str:
    parts = pattern.removeprefix("./").split("/")
    kept: list[str] = []
    for part in parts:
        if any(special in part for special in _WILDCARDS) or "." in part.strip("."):
            break
        kept.append(part)
    return "/".join(kept)


def _extended(world: World, folder: str, parent: str) -> str | None:
    """The file that `extends` names; a package is not followed."""
    if not parent.startswith("."):
        return None
    path = joined(folder, parent)
    if path is None:
        return None
    candidates = (path, f"{path}.json", posixpath.join(path, "tsconfig.json"))
    return next((candidate for candidate in candidates if candidate in world.walked), None)
