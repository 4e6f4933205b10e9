"""Which Rust files does something outside the code start, collect or offer, and which files are built into them?

Source    docs/methodology/liveness.md, doc.rust-lang.org/cargo/guide/project-layout.html
"""

from __future__ import annotations

import posixpath
import re
from collections import deque
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.resolve.rust import Ladder
from rubout.measure.resolve.rust_packages import LIBRARY, TESTS
from rubout.measure.resolve.world import What

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.resolve.world import World

_STARTED = frozenset({"build.rs", "main.rs"})
_PROGRAMS = re.compile(r"(?:src/bin|examples|benches)/")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    ladder = world.once(Ladder)
    rust = [path for path, language in world.languages.items() if language == "rust"]
    roots = dict(ladder.packages.roots())
    found = {path: TEST if kind == TESTS else MAIN for path, kind in roots.items()}
    found |= {path: MAIN for path in rust if path not in roots and _is_started(ladder, path)}
    libraries = [path for path, kind in roots.items() if kind == LIBRARY]
    for bit, paths in ((EXPORTED, _public(world, ladder, libraries)), (MENTIONED, _built_in(world, ladder, rust))):
        found |= {path: found.get(path, 0) | bit for path in paths}
    return found


def _is_started(ladder: Ladder, path: str) -> bool:
    folder = ladder.packages.folder_of(posixpath.dirname(path))
    inner = path[len(folder) + 1 :] if folder else path
    in_tests = inner.startswith("tests/")
    return (posixpath.basename(path) in _STARTED and not in_tests) or _PROGRAMS.match(inner) is not None


def _public(world: World, ladder: Ladder, libraries: Iterable[str]) -> Iterator[str]:
    """The roots of libraries and every file that `pub mod` leads to from them."""
    waiting = deque(libraries)
    seen = set(waiting)
    while waiting:
        path = waiting.popleft()
        yield path
        for site in world.scope[path].sites:
            if site.kind is Kind.MOD_DECL and site.detail.split("\t")[1] == "pub":
                fresh = {target.path for target in ladder.answer(path, site).targets} - seen
                seen |= fresh
                waiting.extend(sorted(fresh))


def _built_in(world: World, ladder: Ladder, paths: Iterable[str]) -> Iterator[str]:
    """The files of other kinds that a program holds the text of: without them it is not built."""
    for path in paths:
        for site in world.scope[path].sites:
            answer = ladder.answer(path, site) if site.kind is Kind.IMAGE else None
            if answer is not None and answer.what is What.FILE:
                yield from (target.path for target in answer.targets)
