"""Which file does a Lua module name mean?

Rungs     1 a root, 2 beside the importer, 3 what a rockspec installs, 4 external, 5 a pattern or a text
Source    www.lua.org/manual/5.4/manual.html#pdf-package.searchers
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.manifests import rockspec
from rubout.measure.resolve.tables import names
from rubout.measure.resolve.world import (
    Answer,
    Refusal,
    Target,
    What,
    around,
    external,
    file_answer,
    joined,
    refused,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_ROOT, _BESIDE, _ROCK, _OUTSIDE, _PROBE = 1, 2, 3, 4, 5
ROOTS = ("", "lua", "src", "lib")
_ENDS = (".lua", "/init.lua")
_BUILT = (".so", ".dll", ".c", ".moon", ".tl", ".fnl")  # modules that are built
_PREFIX = re.compile(r"\Alua[-_]?|[-_.]lua\Z|[-_](?:nvim|rock)\Z")


class Ladder:
    """The roots and rocks of a tree."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._modules: dict[str, dict[str, None]] = {}
        self._needed: set[str] = set()
        self._folders = {""}
        for name in world.by_name:
            if name.endswith(".rockspec"):
                for path in world.by_name[name]:
                    self._add(path)

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.PATTERN:
            return self._pattern(path, site.spec)
        if site.kind is Kind.DYNAMIC:
            return refused(Refusal.DYNAMIC)
        if site.kind is Kind.INCLUDE:
            return self._included(path, site.spec)
        is_path = site.spec.endswith(_ENDS[0])
        found = self._included(path, site.spec) if is_path else self._required(path, site.spec.replace("/", "."))
        return found._replace(rung=_PROBE) if site.kind is Kind.STRING_REF and found.targets else found

    def installed(self) -> Iterator[str]:
        """The files that rockspecs list as modules."""
        return (path for paths in self._modules.values() for path in paths)

    def offered(self) -> Iterator[str]:
        """The files that whoever installs a rock or a plugin of Neovim can load."""
        roots = [f"{place}/" for folder in self._folders for name in ROOTS[1:] if (place := joined(folder, name))]
        return (path for path in self._world.scope if path.startswith(tuple(roots)))

    def _required(self, path: str, module: str) -> Answer:
        inner = module.replace(".", "/")
        found = self._in(self._roots(path), inner, _ROOT)
        found = found or self._in([posixpath.dirname(path)], inner, _BESIDE)
        if found is not None:
            return found
        rocks = list(self._modules.get(module, ()))
        if rocks:
            return file_answer(rocks[0], _ROCK) if len(rocks) == 1 else refused(Refusal.AMBIGUOUS_WORKSPACE, *rocks)
        return external(_OUTSIDE) if self._is_outside(module) else refused(Refusal.OUT_OF_SCOPE)

    def _roots(self, path: str) -> Iterator[str]:
        """The roots of the projects around a file, and those that it lies in."""
        for folder in around(path):
            if posixpath.basename(folder) in ROOTS:
                yield folder
            if folder in self._folders:
                yield from (place for name in ROOTS if (place := joined(folder, name)) in self._world.folders)

    def _in(self, roots: Iterable[str], inner: str, rung: int) -> Answer | None:
        """A file before a folder with `init.lua`, in each root."""
        hits: dict[str, None] = {}
        built = False
        for root in dict.fromkeys(roots):
            place = joined(root, inner)
            if place is not None:
                found = next((place + end for end in _ENDS if place + end in self._world.scope), None)
                hits.update({found: None} if found else {})
                built = built or any(place + end in self._world.walked for end in _BUILT)
        if len(hits) > 1:
            return refused(Refusal.AMBIGUOUS_ROOT, *hits)
        if hits:
            return file_answer(next(iter(hits)), rung)
        return external(_ROOT) if built else None

    def _included(self, path: str, spec: str) -> Answer:
        """A file, from where Lua is started."""
        if spec.startswith(("/", "~")):
            return external(_OUTSIDE)
        for rung, folder in ((_ROOT, ""), (_BESIDE, posixpath.dirname(path))):
            place = joined(folder, spec)
            if place in self._world.walked:
                return file_answer(place, rung) if place in self._world.scope else external(_ROOT)
        return refused(Refusal.OUT_OF_SCOPE)

    def _pattern(self, path: str, spec: str) -> Answer:
        """Every module, or file, whose name fits; what is computed crosses no dot, unless it ends the name."""
        is_path = spec.endswith(_ENDS[0])
        inner = spec.removesuffix(_ENDS[0]) if is_path else spec.replace(".", "/")
        middle = "[^/]*".join(map(re.escape, inner.removesuffix("*").split("*")))
        end = "(?:/init)?" if not inner.endswith("*") else "[^/]*" if is_path else ".*"
        fits = re.compile(middle + end + re.escape(_ENDS[0]))
        roots = ("", posixpath.dirname(path)) if is_path else dict.fromkeys(self._roots(path))
        prefixes = [f"{root}/" if root else "" for root in roots]
        found = [
            one
            for one, language in self._world.languages.items()
            if language == "lua"
            and any(one.startswith(start) and fits.fullmatch(one, len(start)) for start in prefixes)
        ]
        return Answer(What.FILE, _PROBE, tuple(map(Target, found))) if found else refused(Refusal.DYNAMIC)

    def _is_outside(self, module: str) -> bool:
        first = module.partition(".")[0]
        return module in names("lua") or first in _first_names() or first.lower() in self._needed

    def _add(self, path: str) -> None:
        rock = self._world.manifest(path, rockspec.read)
        if rock is None:
            return
        folder = posixpath.dirname(path)
        self._folders.add(folder)
        for module, file in rock.modules:
            places = (joined(one, file) for one in (folder, "", posixpath.dirname(folder)))
            found = next((place for place in places if place is not None and place in self._world.scope), None)
            if found is not None:
                self._modules.setdefault(module, {})[found] = None
        self._needed.update(name for need in rock.needs for name in (need.lower(), _PREFIX.sub("", need.lower())))


def _first_names() -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in names("lua"))
