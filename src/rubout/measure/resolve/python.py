"""Which file does a Python import mean?

Rungs     1 relative, 2 absolute, 3 the package that a missing name was looked for in, 4 beside the importer, 5 external
Source    docs.python.org/3/reference/import.html
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind, Mode
from rubout.measure.resolve.python_bindings import Bindings
from rubout.measure.resolve.python_modules import BUILT, SOURCES, Module, Modules
from rubout.measure.resolve.python_nearby import Nearby
from rubout.measure.resolve.python_projects import Outside, Roots
from rubout.measure.resolve.world import Answer, Refusal, Target, What, external, file_answer, joined, refused
from rubout.measure.sites.python import LISTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_RELATIVE, _ABSOLUTE, _PACKAGE, _BESIDE, _PROBE = 1, 2, 3, 4, 5
_SUFFIX = ".py"
_LEAST_TEXT = 2  # segments of a text that may name a module


class _Found(NamedTuple):
    """The modules that a specifier leads to on one rung; several are no answer."""

    modules: tuple[Module, ...]
    rung: int


class Ladder:
    """The modules of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._scope = world.scope
        self._files_named = world.by_name
        python = [path for path in world.scope if world.languages[path] == "python"]
        self.modules = Modules(python)
        self._lists_packages = any(site.detail == LISTED for path in python for site in world.scope[path].sites)
        self._nearby = Nearby(python, self.modules)
        self._walked = Modules(world.walked, (*SOURCES, *BUILT))
        self._roots = Roots(world)
        self.projects = self._roots.projects
        self._outside = Outside(world, self._roots)
        self._bindings = Bindings(world.scope)
        self._near = cache(self._near_of)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.STRING_REF:
            return self._text(path, site.spec, 1 if site.detail else _LEAST_TEXT)
        if site.kind is Kind.PATTERN:
            return self._pattern(path, site)
        if site.kind is Kind.DYNAMIC:
            return self._dynamic(path, site)
        return self._imported(path, site.spec, site.name)

    def module(self, path: str, dotted: str) -> str | None:
        """The file of a dotted name as a file at `path` would import it, if it is exactly one."""
        found = self._files(posixpath.dirname(path), dotted.split("."))
        return found[0].path if len(found) == 1 else None

    def _imported(self, path: str, spec: str, name: str, *, hops: int = 1) -> Answer:
        dots, segments = _parts(spec)
        if dots:
            folder = _climbed(posixpath.dirname(path), dots - 1)
            found = refused(Refusal.OUT_OF_SCOPE) if folder is None else self._within(folder, segments)
        else:
            found = self._absolute(path, segments)
        if isinstance(found, Answer):
            if found.reason is not Refusal.OUT_OF_SCOPE or dots:
                return found
            is_part = self._outside.holds((*segments, name))
            return external(5) if is_part else refused(found.reason, *self._nearby.nearest(path, segments, name))
        answers = [self._member(path, module, name, found.rung, hops) for module in found.modules]
        return self._one(answers, segments)

    def _one(self, answers: Sequence[Answer], segments: Sequence[str]) -> Answer:
        """The only answer; a file before a folder without `__init__.py`, and before that an installed package."""
        files = [answer for answer in answers if answer.what is What.FILE]
        if len(files) == 1:
            return files[0]
        if not files and segments and self._outside.holds(segments):
            return external(5)
        if len(answers) == 1:
            return answers[0]
        return refused(Refusal.AMBIGUOUS_ROOT, *(answer.targets[0].path for answer in files))

    def _within(self, folder: str, segments: Sequence[str]) -> _Found | Answer:
        """Rung 1, and 3 below it."""
        module = self.modules.walk(folder, segments)
        if module is not None:
            return _Found((module,), _RELATIVE)
        if self._is_walked(folder, segments):
            return external(_RELATIVE)
        package = self.modules.package_above(folder, segments, 0)
        return refused(Refusal.OUT_OF_SCOPE) if package is None else _Found((package,), _PACKAGE)

    def _is_walked(self, folder: str, segments: Sequence[str]) -> bool:
        """Whether the tree has the module, in a file that is not judged."""
        module = self._walked.walk(folder, segments)
        return module is not None and module.path != ""

    def _absolute(self, path: str, segments: Sequence[str]) -> _Found | Answer:
        found = self._near(posixpath.dirname(path), tuple(segments)) or self._beside(path, segments)
        if found is not None:
            return found
        return external(5) if self._outside.holds(segments) else refused(Refusal.OUT_OF_SCOPE)

    def _near_of(self, folder: str, segments: tuple[str, ...]) -> _Found | Answer | None:
        """Rungs 2 and 3, for any file of a folder."""
        if files := self._files(folder, segments) or self._folders(folder, segments):
            return _Found(files, _ABSOLUTE)
        if any(self._is_walked(start, rest) for start, rest in self._roots.starts(segments)):
            return external(_RELATIVE)
        packages = self._packages(folder, segments)
        return _Found(packages, _PACKAGE) if packages else None

    def _files(self, folder: str, segments: Sequence[str]) -> tuple[Module, ...]:
        """The modules with a file of their own, of the nearest project that has any."""
        for tier in self._roots.tiers(folder, segments):
            walked = (self.modules.walk(start, rest) for start, rest in tier)
            if found := tuple(dict.fromkeys(module for module in walked if module is not None and module.path)):
                return found
        return ()

    def _folders(self, folder: str, segments: Sequence[str]) -> tuple[Module, ...]:
        """The folders without `__init__.py`, of all projects, the nearest first."""
        starts = (one for tier in self._roots.tiers(folder, segments) for one in tier)
        walked = (self.modules.walk(start, rest) for start, rest in starts)
        return tuple(dict.fromkeys(module for module in walked if module is not None))

    def _packages(self, folder: str, segments: Sequence[str]) -> tuple[Module, ...]:
        for tier in self._roots.tiers(folder, segments):
            above = (self.modules.package_above(start, rest, 1) for start, rest in tier)
            if found := tuple(dict.fromkeys(module for module in above if module is not None)):
                return found
        return ()

    def _beside(self, path: str, segments: Sequence[str]) -> _Found | Answer | None:
        """Rung 4: in the folder that is the first on the path of a script, or of the importer's topmost package.

        A name of the standard library means the file beside a script, and may mean either elsewhere.
        """
        folder = posixpath.dirname(path)
        while folder and self._walked.package_of(folder).path:
            folder = posixpath.dirname(folder)
        module = self.modules.walk(folder, segments)
        if module is None or module.path == path:
            return None
        said = self._scope.get(path)  # none of what is no file of the tree: a notebook is run where it lies
        is_script = said is None or not {"main", "shebang"}.isdisjoint(said.marks)
        if module.path and self._outside.is_standard(segments) and not is_script:
            return refused(Refusal.AMBIGUOUS_ROOT, module.path)
        return _Found((module,), _BESIDE)

    def _member(self, path: str, module: Module, name: str, rung: int, hops: int) -> Answer:
        """The module itself, the submodule that a name of it is, or the file that it has the name from."""
        if name == "*" and module.path and rung != _PACKAGE:
            return file_answer(module.path, rung, *self._starred(module))
        if not name or name == "*" or rung == _PACKAGE:
            return _module_answer(module, rung)
        # A package that imports from itself does not have the name yet.
        if module.folder is not None and (path == module.path or not self._binds(module, name)):
            child = self.modules.child(module.folder, name)
            if child is not None:
                return _module_answer(child, rung)
        handed = self._handed_on(path, module, name) if hops and module.path else None
        if handed is None:
            return _module_answer(module, rung)
        return file_answer(handed, rung, module.path)._replace(via_reexport=True)

    def _starred(self, package: Module) -> list[str]:
        """The submodules that a `__all__` lists and the package does not have itself: `*` loads them."""
        names = self._scope[package.path].public or ()
        unbound = [name for name in names if package.folder is not None and not self._binds(package, name)]
        children = (self.modules.child(package.folder or "", name) for name in unbound)
        return [child.path for child in children if child is not None and child.path]

    def _handed_on(self, path: str, module: Module, name: str) -> str | None:
        """The file that a module has a name from, if it is another one than the importer."""
        reexport = self._bindings.reexport(module.path, name)
        if reexport is None:
            return None
        inner = self._imported(module.path, reexport.spec, reexport.source, hops=0)
        if inner.what is not What.FILE or inner.rung == _PACKAGE:
            return None
        source = inner.targets[0].path
        return None if source in (path, module.path) else source

    def _binds(self, module: Module, name: str) -> bool:
        """Whether a package has the name itself, or all of a module that has it."""
        if not module.path:
            return False
        if self._bindings.has(module.path, name):
            return True
        for spec in self._bindings.starred(module.path):
            inner = self._imported(module.path, spec, "*")
            if inner.what is What.FILE and self._bindings.hands_on(inner.targets[0].path, name):
                return True
        return False

    def _text(self, path: str, spec: str, least: int) -> Answer:
        """The longest prefix of a dotted text, of so many segments, that is a module, other than the file itself.

        Of a package named whole the modules may be meant, too, where the tree lists those of packages that it is given.
        """
        if files := self._at_path(path, spec):
            return file_answer(files[0], _PROBE, *files[1:])
        segments = spec.split(".")
        for size in range(len(segments), least - 1, -1):
            found = [module.path for module in self._files(posixpath.dirname(path), segments[:size])]
            if found == [path]:
                return refused(Refusal.OUT_OF_SCOPE)
            if found[1:]:
                return refused(Refusal.AMBIGUOUS_ROOT, *found)
            if found:
                inner = self._listed(found[0]) if size == len(segments) else ()
                return file_answer(found[0], _PROBE)._replace(possible=tuple(map(Target, inner)))
        folder = posixpath.dirname(path)
        sizes = range(len(segments), _LEAST_TEXT - 1, -1)
        nearby = (self._nearby.below(folder, segments[:size]) for size in sizes)
        return refused(Refusal.OUT_OF_SCOPE, *next(filter(None, nearby), ()))

    def _listed(self, path: str) -> list[str]:
        """The modules below a package, where something lists them."""
        folder, name = posixpath.split(path)
        if not self._lists_packages or not name.startswith("__init__."):
            return []
        return sorted({*self.modules.matching(folder, ("**",))} - {path})

    def _at_path(self, path: str, written: str) -> list[str]:
        """The files of a path in a text: from its own folder, from the root, or else from the folders beside it."""
        folder = posixpath.dirname(path)
        bases = (joined(base, written) for base in (folder, "") if "." in written or "/" in written)
        places = (place for base in bases if base for place in (base, f"{base}/__init__{_SUFFIX}"))
        found = [place for place in dict.fromkeys(places) if place in self._scope and place != path]
        if found or posixpath.basename(written).startswith("__"):
            return found
        ending = f"/{written}"
        return [
            one
            for one in self._files_named.get(posixpath.basename(written), ())
            if one in self._scope and one.endswith(ending) and posixpath.dirname(one.removesuffix(ending)) == folder
        ]

    def _dynamic(self, path: str, site: Site) -> Answer:
        dots, segments = _parts(site.spec)
        if not dots:
            return self._imported(path, site.spec, "") if segments else refused(Refusal.DYNAMIC)
        folder = self._base(path, site.detail, dots)
        found = refused(Refusal.DYNAMIC) if folder is None else self._within(folder, segments)
        return found if isinstance(found, Answer) else _module_answer(found.modules[0], found.rung)

    def _pattern(self, path: str, site: Site) -> Answer:
        """Every module that the pattern leads to from any root, other than the file itself."""
        dots, segments = _parts(site.spec)
        if dots:
            folder = self._base(path, site.detail, dots)
            starts = [] if folder is None else [(folder, tuple(segments))]
        else:
            starts = [*self._roots.starts(segments), (posixpath.dirname(path), tuple(segments))]
        hits = {hit for folder, rest in starts for hit in self.modules.matching(folder, rest)} - {path}
        if not hits and site.mode is Mode.PROBE:  # the name of something in a module
            hits = {module.path for module in self._files(posixpath.dirname(path), segments[:-1])} - {path}
        targets = tuple(Target(hit) for hit in sorted(hits))
        return Answer(What.FILE, _PROBE, targets) if targets else refused(Refusal.DYNAMIC)

    def _base(self, path: str, package: str, dots: int) -> str | None:
        """The folder that a relative name given to a call starts from; None when only a run can tell."""
        own = posixpath.dirname(path)
        if package == "__package__" or (package == "__name__" and posixpath.basename(path).startswith("__init__.")):
            return _climbed(own, dots - 1)
        found = self._absolute(path, package.split(".")) if package and "*" not in package else None
        if not isinstance(found, _Found) or len(found.modules) > 1 or found.rung == _PACKAGE:
            return None
        folder = found.modules[0].folder
        return None if folder is None else _climbed(folder, dots - 1)


def _parts(spec: str) -> tuple[int, list[str]]:
    """The leading dots of a specifier, and the segments after them."""
    tail = spec.lstrip(".")
    return len(spec) - len(tail), tail.split(".") if tail else []


def _climbed(folder: str, levels: int) -> str | None:
    """A folder so many levels up; None above the root."""
    for _ in range(levels):
        if not folder:
            return None
        folder = posixpath.dirname(folder)
    return folder


def _module_answer(module: Module, rung: int) -> Answer:
    if module.path:
        return file_answer(module.path, rung)
    return Answer(What.PACKAGE, rung, (Target(module.folder),)) if module.folder else refused(Refusal.OUT_OF_SCOPE)
