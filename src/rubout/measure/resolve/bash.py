"""Which file does a shell script source or run?

Rungs     1 relative to the script, or to the root where scripts are started, 2 in the script's own folder, 4 external,
          5 a pattern
"""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.resolve.world import Answer, Refusal, Target, What, external, file_answer, joined, refused
from rubout.measure.sites.bash import SOMEWHERE

if TYPE_CHECKING:
    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_RELATIVE, _OWN, _OUTSIDE, _PATTERN = 1, 2, 4, 5


class Ladder:
    """The files of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a script means."""
        if site.spec.startswith(("/", "~")) and not site.detail:
            return external(_OUTSIDE)
        if site.kind is Kind.DYNAMIC:
            possible = self._ending(site.spec) if site.detail == SOMEWHERE else ()
            return refused(Refusal.DYNAMIC, *possible)
        if site.kind is Kind.PATTERN:
            return self._pattern(path, site)
        return self._named(path, site)

    def _named(self, path: str, site: Site) -> Answer:
        scope, walked = self._world.scope, self._world.walked
        places = dict.fromkeys(joined(folder, site.spec) for folder in _folders(path, site))
        hits = [place for place in places if place is not None and place in walked]
        judged = [place for place in hits if place in scope]
        if len(hits) > 1:
            return refused(Refusal.AMBIGUOUS_ROOT, *judged)
        if judged:
            return file_answer(judged[0], _OWN if site.detail else _RELATIVE)
        return external(_RELATIVE) if hits else refused(Refusal.OUT_OF_SCOPE)

    def _pattern(self, path: str, site: Site) -> Answer:
        """Every script that fits; `*` crosses no slash."""
        found: dict[Target, None] = {}
        for place in (joined(folder, site.spec) for folder in _folders(path, site)):
            depth = (place or "").count("/")
            for one, language in self._world.languages.items():
                if place and language == "bash" and one.count("/") == depth and fnmatchcase(one, place):
                    found[Target(one)] = None
        return Answer(What.FILE, _PATTERN, tuple(found)) if found else refused(Refusal.DYNAMIC)

    def _ending(self, spec: str) -> list[str]:
        """The scripts that a path below an unknown folder may mean."""
        paths = self._world.by_name.get(posixpath.basename(spec), ())
        return [path for path in paths if path in self._world.scope and f"/{path}".endswith(f"/{spec}")]


def _folders(path: str, site: Site) -> tuple[str, ...]:
    """Where a path of a script may begin."""
    own = posixpath.dirname(path)
    return {"here": (own,), "root": ("",)}.get(site.detail, (own, ""))
