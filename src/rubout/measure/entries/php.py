"""Which PHP files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, getcomposer.org/doc/04-schema.md, docs.phpunit.de
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.texts import words_in
from rubout.measure.resolve.php import Ladder, included_files
from rubout.measure.resolve.world import around, joined
from rubout.measure.sites.php import INTERNAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.resolve.world import World

_STARTED = re.compile(r"(?:\A|/)(?:index\.php|public/[^/]+\.php|\.[\w.-]+\.php|(?:config|routes|database)/.*\.php)\Z")
_TEST = re.compile(r"(?:\A|/)(?:tests?|spec)/|Test\.php\Z")
_DESCRIPTORS = ("*.yml", "*.yaml", "*.xml", "*.xml.dist", "*.neon", "*.json", "*.twig", "*.latte", "*.stub")
_CLASS = re.compile(rb"\w+(?:\\{1,2}\w+)+")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    marked = Marked(world, {"php"})
    ladder = world.once(Ladder)
    marked.by_path(_STARTED, _TEST)
    marked.mark(MAIN, included_files(ladder.packages))
    marked.mark(MENTIONED, _named(world, ladder))
    public = [path for path in marked.paths if _is_public(world, path) and not _TEST.search(path)]
    marked.mark(EXPORTED, public)
    marked.mark(MAIN, _installed(public, ladder))
    return marked.flags


def _is_public(world: World, path: str) -> bool:
    """Whether it has a type or function that may be for others."""
    return any(one.kind != "constant" and INTERNAL not in one.marks for one in world.scope[path].declared)


def _installed(public: Iterable[str], ladder: Ladder) -> Iterator[str]:
    """What those who install a library load by the name of its types: there is no other list of what it exports."""
    folders = {
        folder
        for manifest, package in ladder.packages.items()
        for inner in package.offered
        if (folder := joined(posixpath.dirname(manifest), inner)) is not None
    }
    return (path for path in public if path in folders or not folders.isdisjoint(around(path)))


def _named(world: World, ladder: Ladder) -> Iterator[str]:
    """The files of the classes that a package tells a framework of, or that a descriptor names."""
    classes = {name for package in ladder.packages.values() for name in package.classes}
    for name in classes | words_in(world, _DESCRIPTORS, _CLASS):
        found = ladder.type_answer(name.replace("\\\\", "\\").strip("\\"))
        yield from (target.path for target in (*found.targets, *found.possible))
