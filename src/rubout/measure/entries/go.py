"""Which Go files does something outside the code start, collect or offer, and which files are built into them?

Source    docs/methodology/liveness.md, pkg.go.dev/cmd/go, pkg.go.dev/embed
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import DOCUMENT, EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.globs import matcher
from rubout.measure.resolve.implied import GO_TEST
from rubout.measure.resolve.world import around, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.resolve.world import World

_PROGRAM = "main"
_COMMANDS = re.compile(r"(?:\A|/)cmd/")
_DATA = "testdata"
_INTERNAL = "internal"
# Programs there are shown or used beside what a module offers, and make no program of it.
_ASIDE = frozenset({"cmd", "example", "examples", "_examples", "internal", "tools", "scripts", "testdata"})
# Constraints that no build meets: whoever runs the file, or lists it, names it.
_UNBUILT = frozenset({"build:ignore", "build:tools"})
_EMBEDDED = "embed:"
_HIDDEN_TOO = "all:"


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    found: dict[str, int] = {}
    modules = frozenset(map(posixpath.dirname, world.by_name.get("go.mod", ())))
    libraries = _libraries(world, modules)
    for path, language in world.languages.items():
        if language == "go":
            bits = _bits(world, path, modules)
            if bits & EXPORTED and _module_of(path, modules) in libraries:
                bits |= MAIN
            if bits:
                found[path] = bits
    for path in _built_in(world):
        found[path] = found.get(path, 0) | MENTIONED
    return found


def _bits(world: World, path: str, modules: frozenset[str]) -> int:
    folders = path.split("/")[:-1]
    if path.endswith(GO_TEST) or _DATA in folders:
        return TEST
    said = world.scope[path]
    is_program = said.namespace == _PROGRAM
    started = is_program or posixpath.basename(path) == "main.go" or not _UNBUILT.isdisjoint(said.marks)
    offered = 0 if is_program or _INTERNAL in folders else EXPORTED
    is_text = "text" in said.marks and not said.declared and not said.sites
    shown = DOCUMENT if is_text else 0
    return offered | shown | (MAIN if started or _is_command(path, modules) else 0)


def _libraries(world: World, modules: frozenset[str]) -> frozenset[str]:
    """The modules that only others can start: those of which no package is a program, but for some aside."""
    programs = {
        _module_of(path, modules)
        for path, language in world.languages.items()
        if language == "go" and _makes_program(world, path)
    }
    return modules - programs


def _makes_program(world: World, path: str) -> bool:
    said = world.scope[path]
    return said.namespace == _PROGRAM and _UNBUILT.isdisjoint(said.marks) and _ASIDE.isdisjoint(path.split("/")[:-1])


def _module_of(path: str, modules: frozenset[str]) -> str | None:
    return next((folder for folder in around(path) if folder in modules), None)


def _is_command(path: str, modules: frozenset[str]) -> bool:
    """Whether it lies in the folder `cmd` of the tree or of a module."""
    found = _COMMANDS.search(path)
    return found is not None and path[: found.start()] in {"", *modules}


def _built_in(world: World) -> Iterable[str]:
    """The files that `//go:embed` takes in."""
    globs = [
        f"/{place}"
        for path, language in world.languages.items()
        if language == "go"
        for pattern in _patterns(world.scope[path].marks)
        if (place := joined(posixpath.dirname(path), pattern))
    ]
    return filter(matcher(globs), world.scope) if globs else ()


def _patterns(marks: Iterable[str]) -> Iterator[str]:
    return (mark.removeprefix(_EMBEDDED).removeprefix(_HIDDEN_TOO) for mark in marks if mark.startswith(_EMBEDDED))
