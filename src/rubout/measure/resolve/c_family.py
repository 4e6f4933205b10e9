"""Which file does an include of C or C++ mean?

Rungs     1 beside the includer, 2 a folder of headers, 3 the only file whose path ends so, 4 external
Source    gcc.gnu.org/onlinedocs/cpp/Search-Path.html
"""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.resolve.native_builds import Builds
from rubout.measure.resolve.tables import names
from rubout.measure.resolve.world import Answer, Refusal, What, external, file_answer, joined, refused
from rubout.measure.sites.c_family import MACRO

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_BESIDE, _FOLDERS, _ENDING, _OUTSIDE, _PROBE = 1, 2, 3, 4, 5
_TEMPLATES = (".in", ".cmake", ".cmake.in", ".meson", ".tmpl", ".template")  # what a build makes the header from


class Ladder:
    """The headers of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._builds = world.once(Builds)
        self._from = cache(self._from_folder)

    def answer(self, path: str, site: Site) -> Answer:
        """What one include of a file means."""
        if site.detail == MACRO:
            return refused(Refusal.MACRO)
        spec, angle = site.spec.replace("\\", "/"), site.spec.startswith("<")
        spec = posixpath.normpath(spec.strip("<> "))
        if spec.startswith("/") or spec[1:2] == ":":
            return external(_OUTSIDE)
        commanded = self._builds.commanded(path)
        found = self._beside(path, spec) if not angle else None
        found = found or (self._in(commanded, spec) if commanded else None)
        found = found or self._from(posixpath.dirname(path), spec, angle)
        is_probe = site.kind is Kind.STRING_REF and found.what is What.FILE
        return found._replace(rung=_PROBE) if is_probe else found

    def _beside(self, path: str, spec: str) -> Answer | None:
        place = joined(posixpath.dirname(path), spec)
        if place is None or place == path:
            return None
        if place in self._world.scope:
            return file_answer(place, _BESIDE)
        return external(_BESIDE) if place in self._world.walked else None

    def _from_folder(self, folder: str, spec: str, angle: bool) -> Answer:  # noqa: FBT001 - a key of the cache
        """Rungs 2 to 4, for any file of a folder; only its own builds can replace a header of the system."""
        is_standard = spec in names("c_headers")
        *own, everybody = self._builds.tiers(folder)
        for tier in own if is_standard and angle else (*own, everybody):
            found = self._in(tier.given if is_standard and angle else (*tier.given, *tier.assumed), spec)
            if found is not None:
                return found
        return external(_OUTSIDE) if is_standard else self._by_ending(folder, spec, angle=angle)

    def _by_ending(self, folder: str, spec: str, *, angle: bool) -> Answer:
        """Rungs 3 and 4."""
        tail = _tail(spec)
        ending = [path for path in self._ending(tail) if path in self._world.scope]
        is_made = any(path not in self._world.scope for end in ("", *_TEMPLATES) for path in self._ending(tail + end))
        if angle:  # no compiler looks beside the includer then
            ending = [path for path in ending if posixpath.dirname(path) != folder]
        if ending:
            several = len(ending) > 1
            return refused(Refusal.AMBIGUOUS_PATHS, *ending) if several else file_answer(ending[0], _ENDING)
        if is_made:
            return external(_BESIDE)
        return external(_OUTSIDE) if angle else refused(Refusal.OUT_OF_SCOPE)

    def _in(self, folders: Iterable[str], spec: str) -> Answer | None:
        """Rung 2."""
        places = dict.fromkeys(joined(folder, spec) for folder in folders)
        hits = [place for place in places if place is not None and place in self._world.scope]
        if len(hits) > 1:
            return refused(Refusal.AMBIGUOUS_ROOT, *hits)
        if hits:
            return file_answer(hits[0], _FOLDERS)
        return external(_BESIDE) if any(place in self._world.walked for place in places) else None

    def _ending(self, tail: str) -> Iterator[str]:
        """The walked paths that end in these parts."""
        paths = self._world.by_name.get(posixpath.basename(tail), ())
        return (path for path in paths if f"/{path}".endswith(f"/{tail}"))


def _tail(spec: str) -> str:
    """A path without the folders that it climbs."""
    while spec.startswith("../"):
        spec = spec.removeprefix("../")
    return spec
