"""Which definitions of live files may be told at all?

Not what something outside the tree may use: anything in a file that a framework finds, a manifest names or a comment
allows; open names of entries, of public surfaces and of what these hand on; tests and their data; members that may
stand for one of a type outside the tree.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.entries import bits
from rubout.measure.entries.collected import is_data
from rubout.measure.symbols.rules import RULES
from rubout.measure.symbols.veto import foreign_types

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.references import Site
    from rubout.facts.symbols import Definition, FileWords
    from rubout.measure.resolve.world import Answer, World
    from rubout.measure.symbols.veto import Told

_STUBS = (".pyi", ".d.ts", ".d.mts", ".d.cts", ".test-d.ts", ".test-d.tsx")  # types, and tests of types
_IMPORTS = frozenset({Kind.IMPORT, Kind.IMPORT_FROM})
_OFFERING = bits.EXPORTED | bits.MAIN | bits.GLOB
_TEST = re.compile(r"test|bench|example|fuzz|prop_|set_?up|tear_?down|before|after|.*(?:tests?|spec)$", re.IGNORECASE)
_HOOK = re.compile(r"pytest_|pytestmark\Z|collect_ignore(?:_glob)?\Z")
_STAND_IN = re.compile(r"_?(?:mock|fake|stub|dummy|null|noop)|.+(?:mock|fake|stub)$", re.IGNORECASE)
_SCANS = frozenset({"__subclasses__", "__init_subclass__", "subclasses", "descendants", "inherited", "getmembers"})


class Tree(NamedTuple):
    """What is known of a tree.

    `flags`: of the files in the graph. `answers`: what became of their references. `probed`: the files that a reference
    made at run time leads to.
    """

    world: World
    flags: Mapping[str, int]
    answers: Mapping[str, Sequence[Answer]]
    probed: AbstractSet[str]


def asked(tree: Tree, files: Mapping[str, FileWords], live: Iterable[str]) -> Iterator[Told]:
    """The definitions of the live files that may be told, by path."""
    found = _found_types(files)
    offered = _offered(tree)
    for path in live:
        flags = tree.flags.get(path, 0)
        lonely = files[path].lonely if path in files else ()
        if not lonely or _is_left_out(path, flags):
            continue
        scanned = found.scanned if RULES[tree.world.languages[path]].scanned else frozenset()
        for one in lonely:
            is_open = path in offered and not one.kept
            if not (is_open or _is_used(one, found.foreign, scanned) or _is_called_by_name(one, path, flags)):
                yield path, one


def _is_used(definition: Definition, foreign: frozenset[str], scanned: frozenset[str]) -> bool:
    """Whether a type outside the tree may call it, or a program finds it by what it is made from."""
    return definition.around in foreign or (definition.kind == "class" and definition.name in scanned)


class _Found(NamedTuple):
    """Types whose members others call by name, and those that a program finds by what they are made from."""

    foreign: frozenset[str]
    scanned: frozenset[str]


def _found_types(files: Mapping[str, FileWords]) -> _Found:
    types = [one.types for one in files.values()]
    foreign = foreign_types(types)
    derived = {name for one in types for name, bases in one.items() if bases} if _is_scanned(files) else set()
    return _Found(foreign, foreign | derived)


def _is_scanned(files: Mapping[str, FileWords]) -> bool:
    """Whether the tree asks for the types made from one."""
    return any(not _SCANS.isdisjoint(one.words.split("\n")) for one in files.values())


def _is_left_out(path: str, flags: int) -> bool:
    return bool(flags & (bits.MENTIONED | bits.ALLOWED)) or path.endswith(_STUBS) or is_data(path)


def _is_called_by_name(definition: Definition, path: str, flags: int) -> bool:
    """Whether a runner or a loader finds it by its name, or it stands in for what others call."""
    if _HOOK.match(definition.name) or _STAND_IN.match(definition.around):
        return True
    if _plain(definition.name) == _plain(posixpath.basename(path).partition(".")[0]):
        return True
    return bool(flags & bits.TEST) and any(_TEST.match(name) for name in (definition.name, definition.around))


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _offered(tree: Tree) -> set[str]:
    """The files whose open names something outside may use: what entries hand on, over however many files."""
    pending = [path for path, flags in tree.flags.items() if flags & _OFFERING]
    pending += [*_distributed(tree), *tree.probed]
    found = set(pending)
    while pending:
        path = pending.pop()
        said = tree.world.scope[path]
        lines = {one.line for one in said.reexports}
        for site, answer in zip(said.sites, tree.answers[path], strict=True):
            if _hands_on(site, lines):
                fresh = {target.path for target in answer.targets if target.path in tree.flags} - found
                found |= fresh
                pending.extend(fresh)
    return found


def _distributed(tree: Tree) -> Iterator[str]:
    """The modules of Python distributions that no underscore hides: who installs them may import any."""
    tops = {
        posixpath.dirname(path)
        for path, flags in tree.flags.items()
        if flags & bits.MAIN and posixpath.basename(path) == "__init__.py"
    }
    for path in tree.flags:
        if tree.world.languages[path] == "python" and _is_open_below(tops, path.removesuffix("/__init__.py")):
            yield path


def _is_open_below(tops: AbstractSet[str], module: str) -> bool:
    """Whether a module lies in one of the packages, and no part of its name in there is hidden."""
    parts = module.split("/")
    top = next((depth for depth in range(len(parts)) if "/".join(parts[:depth]) in tops), None)
    return top is not None and not any(part.startswith("_") for part in parts[top:])


def _hands_on(site: Site, lines: set[int]) -> bool:
    """Whether a file offers what its reference leads to; `lines` are those of named re-exports."""
    if site.kind is Kind.USE:
        return site.line in lines or site.detail.endswith("::*") or "::*\t" in site.detail
    if site.kind is Kind.EXPORT_FROM:
        return True
    return site.kind in _IMPORTS and (site.name == "*" or "*" in site.detail.split())
