"""Which file, folder or section does a link of a Markdown file mean?

Rungs     1 path, 2 path and fragment, 3 by a label, 4 fragment of the file itself, 5 external, and documents that are
          named in inline code, from the file's folder or from the root
"""

from __future__ import annotations

import posixpath
import re
from functools import cache, cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from rubout.facts.references import Kind
from rubout.measure.resolve.world import Answer, Refusal, Target, What, external, file_answer, joined, refused
from rubout.measure.sites.markdown import label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import World

_PATH, _FRAGMENT, _LABEL, _OWN, _OUTSIDE, _NAMED = 1, 2, 3, 4, 5, 5
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_BY_DOCUMENT = "/"  # the unit of a folder that a document names


class _Labels:
    """The definitions of one file: of each label the first, and which are linked to."""

    def __init__(self, world: World, path: str) -> None:
        sites = world.scope[path].sites if path in world.scope else ()
        self._first: dict[str, Site] = {}
        for site in sites:
            if site.kind is Kind.REF_DEF:
                self._first.setdefault(site.name, site)
        self._used = {label_of(site.spec) for site in sites if site.kind is Kind.REF_LINK}

    @property
    def targets(self) -> Mapping[str, str]:
        return {label: site.spec for label, site in self._first.items()}

    def is_used(self, site: Site) -> bool:
        """Whether a link goes through this definition."""
        return site.name in self._used and self._first[site.name] == site


class Ladder:
    """The paths of a tree and the rungs over them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._labels = cache(lambda path: _Labels(world, path))

    def answer(self, path: str, site: Site) -> Answer:
        """What one site of a file means."""
        if site.kind is Kind.REF_LINK:
            target = self._labels(path).targets.get(label_of(site.spec))
            found = refused(Refusal.OUT_OF_SCOPE) if target is None else self._meant(path, target)
            return found if found.what is What.REFUSED else found._replace(rung=_LABEL)
        if site.kind is Kind.STRING_REF:
            return self._named(path, site.spec)
        if site.kind is Kind.REF_DEF and not self._labels(path).is_used(site):
            return external(_OUTSIDE)
        return self._meant(path, site.spec)

    def _named(self, path: str, document: str) -> Answer:
        places = (joined(folder, document.lstrip("/")) for folder in (posixpath.dirname(path), ""))
        found = next((place for place in places if place in self._world.scope), None)
        return refused(Refusal.OUT_OF_SCOPE) if found is None else file_answer(found, _NAMED)

    def _meant(self, path: str, target: str) -> Answer:
        if _ELSEWHERE.match(target):
            return external(_OUTSIDE)
        if target.startswith("#") and path in self._world.scope:
            return Answer(What.SECTION, _OWN, (Target(path, target[1:]),)) if target[1:] else file_answer(path, _OWN)
        if target.startswith(("/", "#")):
            return refused(Refusal.OUT_OF_SCOPE)
        return self._at_path(posixpath.dirname(path), target)

    def _at_path(self, folder: str, target: str) -> Answer:
        """As written, and without what a browser would take for something else."""
        written, mark, fragment = target.partition("#")
        plain = written.partition("?")[0]
        for relative in dict.fromkeys((written, plain, unquote(plain))):
            place = joined(folder, relative) if relative else None
            found = None if place is None else self._placed(place, _FRAGMENT if mark else _PATH)
            if found is not None:
                return self._section(found, fragment)
        return refused(Refusal.OUT_OF_SCOPE)

    def _placed(self, place: str, rung: int) -> Answer | None:
        """The file or folder of a path; one that nothing judges is outside."""
        if place in self._world.scope:
            return file_answer(place, rung)
        if place in self._world.folders:
            return Answer(What.PACKAGE, rung, (Target(place, _BY_DOCUMENT),))
        return external(_PATH) if place in self._world.walked or place in self._walked_folders else None

    def _section(self, found: Answer, fragment: str) -> Answer:
        """The section of a file, where exactly one has that slug."""
        if found.what is not What.FILE or not fragment:
            return found
        path = found.targets[0].path
        is_one = self._world.scope[path].slugs.count(fragment) == 1
        return Answer(What.SECTION, found.rung, (Target(path, fragment),)) if is_one else found

    @cached_property
    def _walked_folders(self) -> frozenset[str]:
        parents = (PurePosixPath(path).parents for path in self._world.walked)
        return frozenset(str(folder) for folders in parents for folder in folders)
