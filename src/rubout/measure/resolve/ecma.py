"""Which file does a reference of a TypeScript or JavaScript file mean?

Source    docs/methodology/liveness.md; nodejs.org/api/packages.html; the module reference of the TypeScript handbook.
Rungs     1 relative path, 2 the source of a compiled name, 3 `paths` and `baseUrl`, 4 packages of the tree and
          `imports`, 5 what is outside; patterns and paths in strings answer at 5.
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.resolve import ecma_files as files
from rubout.measure.resolve.ecma_config import Configs
from rubout.measure.resolve.ecma_packages import Hits, Packages, selected
from rubout.measure.resolve.ecma_patterns import fitting
from rubout.measure.resolve.tables import names
from rubout.measure.resolve.world import Answer, Refusal, Target, What, external, file_answer, joined, refused
from rubout.measure.sites.ecma_calls import DEEP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.references import Reexport, Site
    from rubout.measure.resolve.ecma_config import Settings
    from rubout.measure.resolve.world import World

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_RELATIVE = ("./", "../")
_ALIAS = re.compile(r"(?:@|@@|~|~~|\$lib|@site)/")
_HOMES = ("src", "", "app", "src/lib")
_FOLDERS = (".", "..")
_LANGUAGES = frozenset({"typescript", "tsx", "javascript"})
_LINTERS = ("eslint.config.", ".eslintrc.")  # they name the files that a rule is for, dead or not
_HANDED_ON = frozenset({Kind.IMPORT, Kind.EXPORT_FROM})


class Ladder:
    """The prepared tables; one answer a folder, configuration and specifier."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._configs = Configs(world)
        self._packages = Packages(world, self._configs)
        self._builtins = names("node")
        self._paths: Sequence[str] = sorted(world.scope)
        self._answers: dict[tuple[str, tuple[str, ...], str], Answer] = {}
        self._handed_on: dict[str, dict[str, list[Reexport]]] = {}

    def answer(self, path: str, site: Site) -> Answer:
        """The answer to a site of the file at `path`."""
        spec = _plain(site.spec)
        if site.kind is Kind.PATTERN:
            return self._pattern(path, site.spec, deep=site.detail == DEEP)
        if not spec:
            return refused(Refusal.DYNAMIC)
        if site.detail == "reference" and not spec.startswith("."):
            spec = f"./{spec}"
        if site.kind is Kind.STRING_REF:
            return self._string(path, spec)
        found = self._resolved(path, spec)
        if site.kind in _HANDED_ON and found.what is What.FILE and site.detail:
            return self._hop(found, site.detail.split())
        return found

    def _resolved(self, path: str, spec: str) -> Answer:
        """The answer to a literal specifier, whatever names are asked for."""
        folder = posixpath.dirname(path)
        configured = self._configured_by(path)
        key = folder, configured, spec
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._climbed(folder, configured, spec)
        return found

    def _configured_by(self, path: str) -> tuple[str, ...]:
        """The names of the configurations that cover a file, the first of them before the others."""
        language = self._world.languages.get(path)
        if language is None:
            return ("tsconfig.json", "jsconfig.json")
        return ("jsconfig.json", "tsconfig.json") if language == "javascript" else ("tsconfig.json",)

    def _climbed(self, folder: str, configured: tuple[str, ...], spec: str) -> Answer:
        if spec in _FOLDERS or spec.startswith(_RELATIVE):
            return self._relative(folder, spec)
        if spec.startswith("/"):
            return external(5) if spec.startswith("//") else refused(Refusal.OUT_OF_SCOPE, *self._served(folder, spec))
        if _SCHEME.match(spec):
            return external(5)
        return self._by_paths(folder, configured, spec) or self._by_package(folder, spec) or self._outside(folder, spec)

    def _relative(self, folder: str, spec: str) -> Answer:
        """R1 and R2; a folder without an index means what its `package.json` says."""
        base = joined(folder, spec)
        if base is None:
            return refused(Refusal.OUT_OF_SCOPE)
        hit = files.at(self._world, base, folder=_names_folder(spec))
        if hit is not None:
            return files.answer(self._world, hit)
        if base in self._packages.by_folder:
            return self._chosen(self._packages.exported(base, ""), 1, self._packages.homes(base, ""))
        if variants := files.variants(self._world, base):
            return file_answer(variants[0], 1, *variants[1:])
        return refused(Refusal.OUT_OF_SCOPE)

    def _by_paths(self, folder: str, configured: tuple[str, ...], spec: str) -> Answer | None:
        """R3, None where the configuration knows no such module."""
        covering = self._configs.covering(folder, configured)
        hits = list(self._hits(path for settings in covering for path in settings.mapped(spec)))
        if not hits and not self._is_builtin(spec):  # a built-in module is never looked for below `baseUrl`
            hits = list(self._hits(_below_bases(covering, spec)))
        judged = files.one_module(self._world, [hit.path for hit in hits if hit.judged])
        if len(judged) > 1:
            return refused(Refusal.AMBIGUOUS_PATHS, *judged)
        if judged:
            return files.answer(self._world, files.Hit(judged[0], 3), 3)
        if hits:
            return external(1)
        unknown = any(settings.too_deep and settings.paths is None for settings in covering)
        return refused(Refusal.CONFIG_DEPTH) if unknown and not self._is_builtin(spec) else None

    def _hits(self, paths: Iterable[str]) -> Iterator[files.Hit]:
        for path in paths:
            hit = files.at(self._world, path)
            if hit is not None:
                yield hit

    def _by_package(self, folder: str, spec: str) -> Answer | None:
        """R4, None where no package of the tree is meant."""
        if spec.startswith("#"):
            return self._imported(folder, spec)
        name, subpath = _split(spec)
        members = self._packages.named(folder, name)
        if not members:
            return None
        found = [self._packages.exported(member, subpath) for member in members]
        homes = [home for member in members for home in self._packages.homes(member, subpath)]
        if len(members) > 1:
            possible = dict.fromkeys([path for hits in found for path in hits.paths] or homes)
            return refused(Refusal.AMBIGUOUS_WORKSPACE, *possible)
        return self._chosen(found[0], 4, homes)

    def _imported(self, folder: str, spec: str) -> Answer:
        """What `imports` of the innermost package makes of `#name`."""
        for here, package in self._packages.above(folder):
            leaves = selected(package.imports, spec)
            own = [leaf for leaf in leaves if leaf.startswith(".")]
            if leaves and not own:
                return self._by_package(here, leaves[0]) or self._outside(here, leaves[0])
            return self._chosen(self._packages.leaves(here, own), 4)
        return refused(Refusal.OUT_OF_SCOPE)

    def _chosen(self, found: Hits, rung: int, homes: Sequence[str] = ()) -> Answer:
        """The one module that a package gives; `homes` may be meant when there is none."""
        if len(found.paths) > 1:
            return refused(Refusal.AMBIGUOUS_EXPORTS, *found.paths)
        if found.paths:
            return files.answer(self._world, files.Hit(found.paths[0], rung), rung)
        return external(1) if found.others else refused(Refusal.OUT_OF_SCOPE, *homes)

    def _outside(self, folder: str, spec: str) -> Answer:
        """R5."""
        known = self._is_builtin(spec) or self._packages.declares(folder, _split(spec)[0]) or spec in self._ambient
        return external(5) if known else refused(Refusal.OUT_OF_SCOPE, *self._aliased(folder, spec))

    def _aliased(self, folder: str, spec: str) -> tuple[str, ...]:
        """Where a bundler's usual alias for a package's own code may lead; no configuration that is read says so."""
        alias = _ALIAS.match(spec)
        around = self._packages.above(folder)
        if not around:
            return ()
        if alias is None:
            return self._ending(around[0][0], spec)
        bases = (posixpath.join(around[0][0], home, spec[alias.end() :]) for home in _HOMES)
        return tuple([hit.path for hit in self._hits(bases) if hit.judged][:1])

    def _ending(self, package: str, spec: str) -> tuple[str, ...]:
        """The files of a package that a path may lead to behind an alias, or below a folder, that a bundler knows."""
        ends = [f"/{part}" for part in (spec, spec.partition("/")[2]) if "/" in spec and part]
        named = self._by_stem.get(posixpath.basename(files.stem(spec)), ())
        fits = ([path for path in named if f"/{files.stem(path)}".endswith(files.stem(end))] for end in ends)
        own = ([path for path in paths if self._package_of(path) == package] for paths in fits)
        return tuple(next(filter(None, own), ()))

    def _package_of(self, path: str) -> str | None:
        """The folder of the package that a file belongs to."""
        around = self._packages.above(posixpath.dirname(path))
        return around[0][0] if around else None

    @cached_property
    def _by_stem(self) -> Mapping[str, Sequence[str]]:
        """The files of the languages by the last part of what names them as modules."""
        found: dict[str, list[str]] = {}
        for path in self._paths:
            if self._world.languages[path] in _LANGUAGES:
                found.setdefault(posixpath.basename(files.stem(path)), []).append(path)
        return found

    def _is_builtin(self, spec: str) -> bool:
        return spec in self._builtins

    @cached_property
    def _ambient(self) -> frozenset[str]:
        """The modules that declaration files of the tree give types to."""
        return frozenset(
            declared.name
            for path, found in self._world.scope.items()
            if self._world.languages[path] in _LANGUAGES
            for declared in found.declared
            if declared.kind == "module"
        )

    def _string(self, path: str, spec: str) -> Answer:
        """A path in a string means a file, if any, beside its own or where scripts run: of the package, of the tree.

        A path that the compiler writes to means what it writes from.
        """
        folder, name = posixpath.split(path)
        if name.startswith(_LINTERS) or _names_folder(spec):
            return refused(Refusal.OUT_OF_SCOPE)
        if spec.startswith("/"):
            served = self._served(folder, spec)
            return file_answer(served[0], 5, *served[1:]) if served else refused(Refusal.OUT_OF_SCOPE)
        around = [here for here, _ in self._packages.above(folder)[:1]]
        bases = dict.fromkeys((folder, *around, ""))
        places = (joined(base, spec.partition("#")[0]) for base in bases)
        for place in [place for place in places if place is not None]:
            written = (source for here in around for source in self._packages.compiled_from(here, place))
            hit = next((hit for hit in self._hits((place, *written)) if hit.judged), None)
            if hit:
                return files.answer(self._world, hit, 5)
        return refused(Refusal.OUT_OF_SCOPE)

    def _served(self, folder: str, address: str) -> tuple[str, ...]:
        """The files that a bundler's server may give at an address."""
        places = (joined(base, address.lstrip("/")) for base in files.served_from(self._world, folder))
        hits = self._hits(place for place in places if place)
        return tuple(dict.fromkeys(hit.path for hit in hits if hit.judged))

    def _pattern(self, path: str, glob: str, *, deep: bool) -> Answer:
        """Every file that fits, at rung 5; what would fit if `*` crossed slashes is possible."""
        folder = posixpath.dirname(path)
        if glob.startswith("/"):
            bases = [joined(base, glob.lstrip("/")) for base in files.served_from(self._world, folder)]
        elif glob.startswith("."):
            bases = [joined(folder, glob)]
        else:
            covering = self._configs.covering(folder, self._configured_by(path))
            bases = [*(mapped for one in covering for mapped in one.mapped(glob)), *_below_bases(covering, glob)]
        found = dict.fromkeys(one for base in bases if base is not None for one in fitting(self._paths, base))
        found.pop(path, None)  # it need not load itself
        below = [base.replace("*", "**/*") for base in bases if deep and base is not None]
        possible = {one for base in below for one in fitting(self._paths, base)} - {path, *found}
        answer = Answer(What.FILE, 5, tuple(map(Target, found))) if found else refused(Refusal.DYNAMIC)
        return answer._replace(possible=tuple(map(Target, sorted(possible))))

    def _hop(self, found: Answer, wanted: Sequence[str]) -> Answer:
        """The file that defines all the names asked for, where the answer only hands them on, each by one statement."""
        facade = found.targets[0].path
        if facade not in self._handed_on:
            by_name: dict[str, list[Reexport]] = {}
            for reexport in self._world.scope[facade].reexports:
                by_name.setdefault(reexport.name, []).append(reexport)
            self._handed_on[facade] = by_name
        handed_on = self._handed_on[facade]
        if not all(len(handed_on.get(name, ())) == 1 for name in wanted):
            return found
        answers = {self._resolved(facade, _plain(handed_on[name][0].spec)) for name in wanted}
        definition = answers.pop()
        if answers or definition.what is not What.FILE or definition.targets[0].path == facade:
            return found
        return definition._replace(rung=found.rung, targets=(*definition.targets, Target(facade)), via_reexport=True)


def _plain(spec: str) -> str:
    """A specifier without what bundlers read out of it: loaders before a `!`, a query behind a `?`."""
    if "!" in spec:
        spec = spec.rpartition("!")[2]
    return spec.partition("?")[0]


def _names_folder(spec: str) -> bool:
    return spec.endswith("/") or posixpath.basename(spec) in _FOLDERS


def _split(spec: str) -> tuple[str, str]:
    """The package of a bare specifier and the subpath in it."""
    parts = spec.split("/")
    count = 2 if spec.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])


def _below_bases(covering: Sequence[Settings], spec: str) -> Iterator[str]:
    for settings in covering:
        path = None if settings.base is None else joined(settings.base, spec)
        if path is not None:
            yield path
