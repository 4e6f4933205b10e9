"""Which packages does a tree hold, and which of their files do their names mean?

Source    nodejs.org/api/packages.html, docs.npmjs.com/cli/using-npm/workspaces, docs/methodology/liveness.md.
"""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.manifests import jsonc, package_json, pnpm_workspace
from rubout.measure.manifests.npm_range import admits
from rubout.measure.manifests.package_json import ENTRY_FIELDS
from rubout.measure.resolve.ecma_config import matched
from rubout.measure.resolve.ecma_files import Hit, at, one_module
from rubout.measure.resolve.ecma_patterns import matcher
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.manifests.package_json import PackageJson
    from rubout.measure.resolve.ecma_config import Configs
    from rubout.measure.resolve.world import World

_LOCAL = ("file:", "link:", "portal:")
_ALIAS = "npm:"
_WORKSPACE = "workspace:"
_ELSEWHERE = ("git", "http:", "https:", "github:", "bitbucket:", "gist:")
# What a bundler writes, and what it may write it from.
BUILT = (".d.ts", ".d.mts", ".d.cts", ".mjs", ".cjs", ".js")
WRITTEN = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_BUILDS = frozenset(
    {"browser", "cjs", "commonjs", "dts", "es", "esm", "esnext", "lib", "module", "node", "src", "types", "umd"}
)
# Where a package's own code is when what it is built into is not in the tree.
_HOMES = ("src/index", "index", "src/main", "lib/index")


class Hits(NamedTuple):
    """The modules that a name may mean, and whether some of them are files that nobody judges."""

    paths: tuple[str, ...]
    others: bool = False


class Packages:
    """The packages of a tree by folder and by name."""

    def __init__(self, world: World, configs: Configs) -> None:
        self._world = world
        self._configs = configs
        self._above: dict[str, tuple[tuple[str, PackageJson], ...]] = {}

    @cached_property
    def by_folder(self) -> Mapping[str, PackageJson]:
        """The readable packages, ascending; what an installer put there is none of the tree's."""
        paths = [path for path in self._world.by_name.get("package.json", ()) if "node_modules/" not in path]
        read = ((posixpath.dirname(path), self._world.manifest(path, package_json.read)) for path in paths)
        return {folder: package for folder, package in read if package is not None}

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for folder, package in self.by_folder.items():
            found.setdefault(package.name, []).append(folder)
        return {name: tuple(folders) for name, folders in found.items() if name}

    @cached_property
    def _members(self) -> Mapping[str, frozenset[str]]:
        """By folder that a workspace of npm, yarn, pnpm or lerna declares as its own the roots of such workspaces."""
        found: dict[str, set[str]] = {}
        for root, written in self._workspaces():
            globs = [glob.removeprefix("./").rstrip("/") for glob in written]
            wanted = matcher([glob for glob in globs if not glob.startswith("!")])
            unwanted = matcher([glob[1:].removeprefix("./") for glob in globs if glob.startswith("!")])
            for folder in self.by_folder:
                inside = folder if not root else folder.removeprefix(f"{root}/")
                if (not root or inside != folder) and wanted(inside) and not unwanted(inside):
                    found.setdefault(folder, set()).add(root)
        return {folder: frozenset(roots) for folder, roots in found.items()}

    def _workspaces(self) -> Iterator[tuple[str, list[str]]]:
        for folder, package in self.by_folder.items():
            yield folder, list(package.workspaces)
        for path in self._world.by_name.get("pnpm-workspace.yaml", ()):
            yield posixpath.dirname(path), list(pnpm_workspace.read(self._text(path)))
        for path in self._world.by_name.get("lerna.json", ()):
            try:
                yield posixpath.dirname(path), list(jsonc.strings(jsonc.table(self._text(path)).get("packages")))
            except ValueError as error:
                self._world.problems[path] = str(error)

    def _text(self, path: str) -> str:
        return (self._world.read(path) or b"").decode(errors="replace")

    def above(self, folder: str) -> tuple[tuple[str, PackageJson], ...]:
        """The packages that a folder lies in, the innermost first, each with its own folder."""
        if folder not in self._above:
            outer = self.above(posixpath.dirname(folder)) if folder else ()
            own = self.by_folder.get(folder)
            self._above[folder] = outer if own is None else ((folder, own), *outer)
        return self._above[folder]

    def declares(self, folder: str, name: str) -> bool:
        """Whether a package around a folder asks for one of that name, or for its types."""
        types = f"@types/{name.removeprefix('@').replace('/', '__')}"
        return any(
            name in package.dependencies or types in package.dependencies or name in package.engines
            for _, package in self.above(folder)
        )

    def named(self, folder: str, name: str) -> tuple[str, ...]:
        """The folders of the tree that a package name may mean to an importer; none when it comes from elsewhere."""
        folders = self._by_name.get(name, ())
        if not folders:
            return ()
        around = self.above(folder)
        own = next((here for here, package in around if package.name == name), None)
        if own is not None:
            return (own,)
        asked = next(((here, p.dependencies[name]) for here, p in around if name in p.dependencies), None)
        if asked is not None and asked[1].startswith(_LOCAL):
            local = joined(asked[0], asked[1].partition(":")[2])
            return (local,) if local in folders else ()
        if asked is not None and (asked[1].startswith(_ELSEWHERE) or _renamed(name, asked[1])):
            return ()
        registry = asked if asked is not None and not asked[1].startswith(_WORKSPACE) else None
        members = [one for one in folders if one in self._members]
        if registry is not None:
            return tuple(one for one in members if self._is_linked(*registry, one))
        return tuple(members) or folders

    def _is_linked(self, asking: str, wanted: str, member: str) -> bool:
        """Whether an installer takes a member for what a package asks the registry for.

        It does within one workspace, where the version answers or the workspace overrides what is asked for.
        """
        roots = self._members[member]
        if not (roots & self._members.get(asking, frozenset()) or asking in roots):
            return False
        package = self.by_folder[member]
        overridden = any(package.name in self.by_folder[root].overrides for root in roots if root in self.by_folder)
        return overridden or admits(wanted, package.version)

    def exported(self, folder: str, subpath: str) -> Hits:
        """What the package of a folder gives for a subpath, "" for the package by itself."""
        package = self.by_folder[folder]
        if package.exports is not None:
            return self.leaves(folder, selected(package.exports, f"./{subpath}" if subpath else "."))
        if subpath:
            return self.leaves(folder, (subpath,))
        for field in ENTRY_FIELDS:
            found = self.leaves(folder, package.entries.get(field, ())[:1])
            if found.paths or found.others:
                return found
        index = at(self._world, folder, folder=True)
        return Hits((index.path,) if index else ())

    def leaves(self, folder: str, leaves: Iterable[str]) -> Hits:
        """The modules of a package's own paths; what is built is traced back to what it is built from."""
        hits = [hit for leaf in leaves for hit in self._leaf(folder, leaf)]
        return Hits(
            one_module(self._world, [hit.path for hit in hits if hit.judged]), any(not hit.judged for hit in hits)
        )

    def _leaf(self, folder: str, leaf: str) -> Iterator[Hit]:
        path = joined(folder, leaf)
        if path is None:
            return
        hit = at(self._world, path) or self._built(path)
        for source in () if hit else self.sources(folder, path):
            hit = at(self._world, source) or self._built(source)
            if hit:
                break
        if hit:
            yield hit

    def _built(self, path: str) -> Hit | None:
        """What a bundler wrote a script or its declarations from, whatever the suffix of the output."""
        suffix = next((suffix for suffix in BUILT if path.endswith(suffix)), None)
        stem = "" if suffix is None else path.removesuffix(suffix)
        return next((Hit(stem + end, 2) for end in WRITTEN if suffix and stem + end in self._world.scope), None)

    def sources(self, folder: str, path: str) -> Iterator[str]:
        """What a built path of a package is built from, by the compiler's configuration and then by its own name.

        By name only where nothing of the output is in the tree: the same path in `src` or in the package itself,
        without the folder of the output and those that tell several builds apart.
        """
        yield from self.compiled_from(folder, path)
        parts = posixpath.relpath(path or ".", folder or ".").split("/")
        if posixpath.join(folder, parts[0]) in self._walked_folders:
            return
        yield posixpath.join(folder, "src", *parts)
        del parts[0]
        while parts:
            yield posixpath.join(folder, "src", *parts)
            yield posixpath.join(folder, *parts)
            if parts.pop(0) not in _BUILDS:
                return

    def compiled_from(self, folder: str, path: str) -> Iterator[str]:
        """What the compiler writes a path of a package from, by the configurations around it and beside it."""
        for settings in (*self._configs.covering(folder, ("tsconfig.json",)), *self._configs.beside(folder)):
            if settings.out is not None and path.startswith(f"{settings.out}/"):
                root = folder if settings.root is None else settings.root
                yield posixpath.join(root, path.removeprefix(f"{settings.out}/"))

    @cached_property
    def _walked_folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self._world.walked:
            folder = posixpath.dirname(path)
            while folder and folder not in found:
                found.add(folder)
                folder = posixpath.dirname(folder)
        return frozenset(found)

    def homes(self, folder: str, subpath: str) -> tuple[str, ...]:
        """Where the code behind a name may be when nothing says it: the first place that holds some."""
        bases = (f"src/{subpath}", subpath) if subpath else _HOMES
        hits = (at(self._world, posixpath.join(folder, base)) for base in bases)
        return next(((hit.path,) for hit in hits if hit and hit.judged), ())


def _renamed(name: str, wanted: str) -> bool:
    """Whether `npm:other@range` puts another package in the place of a name."""
    return wanted.startswith(_ALIAS) and f"{wanted.removeprefix(_ALIAS)}@".find(f"{name}@") != 0


def selected(subpaths: Mapping[str, tuple[str, ...]], wanted: str) -> tuple[str, ...]:
    """The leaves of a subpath: its own, else those of the pattern with the longest beginning, filled in."""
    if wanted in subpaths:
        return subpaths[wanted]
    folders = [key for key in subpaths if key.endswith("/") and wanted.startswith(key)]
    if folders:  # `"./x/": "./y/"`, which Node no longer reads and bundlers do
        key = max(folders, key=len)
        return tuple(leaf + wanted.removeprefix(key) for leaf in subpaths[key] if leaf.endswith("/"))
    fits = [(key, part) for key in subpaths if "*" in key and (part := matched(key, wanted)) is not None]
    if not fits:
        return ()
    key, part = max(fits, key=lambda fit: len(fit[0].partition("*")[0]))
    return tuple(leaf.replace("*", part) for leaf in subpaths[key])
