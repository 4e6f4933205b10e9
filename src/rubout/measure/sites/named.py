"""Which files of code does a text name, in strings, comments or prose, by words that end in their suffix?

A word is a probe: where it is the end of a file's path, what names it may load it. `./` and `../` are left to the
ladder of the language, which knows what they start from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rubout.facts.references import Kind, Mode, Site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.measure.resolve.world import World

NAMED = "named"  # detail of such a site
_SUFFIX = re.compile(rb"\.(?:py|[cm]?[jt]s|[jt]sx|rs|go)(?![\w/-]|\.\w)")
_BACKWARDS = re.compile(rb"[\w@./-]+")
_LONGEST = 200  # bytes of a path
_CLIMBS = re.compile(r"(?:\.{0,2}/|-)+(?=.)")  # to folders above, and what else may stand before a path


def with_named(source: bytes, sites: Sequence[Site]) -> tuple[Site, ...]:
    """The sites, and one for each word that they do not have, at its first line."""
    known = {site.spec for site in sites}
    found: dict[str, int] = {}
    for suffix in _SUFFIX.finditer(source):
        start, end = suffix.span()
        before = _BACKWARDS.match(source[max(start - _LONGEST, 0) : start][::-1])
        first = start - (before.end() if before else 0)
        if first == start or source[first - 1 : first] == b"$":  # the suffix alone, or a part of a computed path
            continue
        written = source[first:end].decode()
        text = _climbed(written)
        if text not in found and "." in text and known.isdisjoint((written, text)):
            found[text] = start
    if not found:
        return tuple(sites)
    more = (Site(line, -1, Kind.STRING_REF, text, "", Mode.PROBE, "", NAMED) for text, line in _lines(source, found))
    return _numbered([*sites, *more])


def files_named(world: World, path: str, word: str) -> list[str]:
    """The files that a word may mean: with a folder those whose path ends so, else the one beside or the only one."""
    inner = _climbed(word)
    folder, _, name = inner.rpartition("/")
    same = [one for one in world.by_name.get(name, ()) if one in world.scope and one != path]
    if folder:
        return [one for one in same if f"/{one}".endswith(f"/{inner}")]
    own = path.rpartition("/")[0]
    return [one for one in same if len(same) == 1 or one.rpartition("/")[0] == own]


def _climbed(written: str) -> str:
    start = _CLIMBS.match(written)
    return written[start.end() :] if start else written


def _lines(source: bytes, starts: dict[str, int]) -> Iterator[tuple[str, int]]:
    line, last = 1, 0
    for text, start in starts.items():
        line += source.count(b"\n", last, start)
        last = start
        yield text, line


def _numbered(sites: Iterable[Site]) -> tuple[Site, ...]:
    """By line; what has no ordinal on it comes after what has."""
    ordered: list[Site] = []
    line, nth = 0, -1
    for site in sorted(sites, key=lambda site: (site.line, site.nth < 0, site.nth)):
        line, nth = (line, nth + 1) if site.line == line else (site.line, max(site.nth, 0))
        ordered.append(replace(site, nth=nth) if site.nth < 0 else site)
    return tuple(ordered)
