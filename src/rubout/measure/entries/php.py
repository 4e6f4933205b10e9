"""Which PHP files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, getcomposer.org/doc/04-schema.md, docs.phpunit.de
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.texts import words_in
from rubout.measure.resolve.php import Ladder, included_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
    offered = (path for path in marked.paths if any(one.kind != "constant" for one in world.scope[path].declared))
    marked.mark(EXPORTED, (path for path in offered if not _TEST.search(path)))
    return marked.flags


def _named(world: World, ladder: Ladder) -> Iterator[str]:
    """The files of the classes that a package tells a framework of, or that a descriptor names."""
    classes = {name for package in ladder.packages.values() for name in package.classes}
    for name in classes | words_in(world, _DESCRIPTORS, _CLASS):
        found = ladder.type_answer(name.replace("\\\\", "\\").strip("\\"))
        yield from (target.path for target in (*found.targets, *found.possible))
