"""Which C and C++ files does something outside the code start, build, collect or offer?

Source    docs/methodology/liveness.md
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Site
from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.manifests.native import HEADERS, SOURCES
from rubout.measure.resolve.c_family import Ladder
from rubout.measure.resolve.native_builds import LANGUAGES, Builds
from rubout.measure.resolve.tables import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.world import World

_TEST = re.compile(r"(?:\A|/)(?:test_[^/]*|[^/]*_(?:unit)?tests?\.[^./]+)\Z")
_GO = ".go"
# Files that are no nodes and include some: templates, other languages, parts of a source under a name of their own.
_HOSTS = re.compile(
    r"\.(?:in|inc|def|tcc|tpp|txx|y|yy|l|ll|m|mm|cu|cuh|S|s|asm|re|rl|rc|pyx|pxd|xs|i|ino|tmpl|metal)\Z"
)
_INCLUDE = re.compile(r"^[ \t]*[#%][ \t]*(?:include|import)[ \t]+(?:\"([^\"\n]+)\"|(<[^>\n]+>))", re.MULTILINE)
_INTEROP = re.compile(r"^headers(?:\.\w+)?[ \t]*=[ \t]*(.+)", re.MULTILINE)  # of Kotlin's bindings, in `.def`
_CDEF = re.compile(r"cdef extern from [\"']([^\"'\n]+)[\"']")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    found = Marked(world, LANGUAGES)
    builds = world.once(Builds)
    with_go = {posixpath.dirname(path) for path in world.walked if path.endswith(_GO)}
    sources = [path for path in found.paths if path.endswith(SOURCES)]
    headers = [path for path in found.paths if path.endswith(HEADERS)]
    found.mark(MAIN, builds.named())
    found.mark(MAIN, (path for path in found.paths if "main" in world.scope[path].marks))
    # Most builds compile those that fit a pattern, and Go those that lie beside its own.
    found.mark(MAIN, (path for path in sources if posixpath.dirname(path) in with_go or not builds.chooses(path)))
    found.mark(MAIN, (path for path in headers if _replaces(path)))
    found.mark(TEST, found.fitting(_TEST))
    found.mark(EXPORTED, (path for path in headers if "include" in path.split("/")[:-1]))
    found.mark(MENTIONED, _included(world))
    return found.flags


def _included(world: World) -> Iterator[str]:
    """What files that are no nodes include."""
    answer = world.once(Ladder).answer
    for path in sorted(world.walked - world.scope.keys()):
        if _HOSTS.search(path):
            source = (world.read(path) or b"").decode(errors="replace")
            specs = {plain or angle for plain, angle in _INCLUDE.findall(source)}.union(_CDEF.findall(source))
            specs.update(word for line in _INTEROP.findall(source) for word in line.split())
            for spec in sorted(specs):
                result = answer(path, Site(1, 0, Kind.INCLUDE, spec))
                yield from (target.path for target in (*result.targets, *result.possible))


def _replaces(path: str) -> bool:
    """Whether a header stands in for one of the system, wherever a build says so."""
    parts = path.split("/")
    return any("/".join(parts[start:]) in names("c_headers") for start in range(len(parts)))
