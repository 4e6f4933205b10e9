"""Which code do the script parts of Vue, Svelte, Astro, MDX and HTML files load?

The parts are read in place: everything else is blanked out, so that lines stay what they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, References, Site
from rubout.measure.languages import tsx, typescript
from rubout.measure.languages.grammar import load
from rubout.measure.sites import ecma
from rubout.measure.tree import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIXES = (".vue", ".svelte", ".astro", ".mdx", ".html")

_SCRIPT = re.compile(
    rb"<!--.*?(?:-->|\Z)|<script\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>(.*?)(?:</script\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_ATTRIBUTE = re.compile(rb"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_FRONT = re.compile(rb"\s*---[ \t]*\r?\n(.*?)^---", re.DOTALL | re.MULTILINE)
_FENCED = re.compile(rb"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*\r?$|\Z)", re.DOTALL | re.MULTILINE)
# An MDX statement begins its line and lasts until the next blank one.
_ESM = re.compile(rb"^(?:import|export)\b.*?(?=^[ \t]*\r?$|\Z)", re.DOTALL | re.MULTILINE)
_NOT_NEWLINE = re.compile(rb"[^\n]")
_JSX = frozenset({b"tsx", b"jsx"})
# Types of a script that is not code: data, templates, shaders.
_CODE = re.compile(rb"\A(?:module|text/(?:java|type|babel|ecma)\w*|application/(?:java|ecma)script|)\Z", re.IGNORECASE)


def host_sites(path: str, source: bytes) -> References:
    """The sites of the script parts of a file whose name ends in one of `SUFFIXES`; its names are not looked up."""
    found = [*_written(path, source)] if path.endswith((".astro", ".mdx")) else []
    jsx = path.endswith(".mdx")
    loaded: list[Site] = []
    for script in () if path.endswith(".mdx") else _SCRIPT.finditer(source):
        attributes = _attributes(script[1] or b"")
        if script[2] is None or not _CODE.match(attributes.get(b"type", b"")):
            continue
        jsx = jsx or attributes.get(b"lang") in _JSX
        found.append(script.span(2))
        loaded.extend(_loaded(source, script.start(), attributes))
    language = tsx.LANGUAGE if jsx else typescript.LANGUAGE
    grammar = load(language)
    if grammar is None or not (found or loaded):
        return References()
    sites = ecma.references(parse(_only(source, found), language, grammar)).sites
    return References(sites=_numbered((*loaded, *sites)))


def _written(path: str, source: bytes) -> Iterator[tuple[int, int]]:
    """Where the parts without tags stand: Astro's front matter, the statements of MDX."""
    if path.endswith(".astro"):
        front = _FRONT.match(source)
        if front:
            yield front.span(1)
        return
    prose = _FENCED.sub(lambda fence: _NOT_NEWLINE.sub(b" ", fence[0]), source)
    for statement in _ESM.finditer(prose):
        yield statement.span()


def _attributes(tag: bytes) -> dict[bytes, bytes]:
    return {match[1].lower(): match[2] or match[3] or match[4] or b"" for match in _ATTRIBUTE.finditer(tag)}


def _loaded(source: bytes, at: int, attributes: dict[bytes, bytes]) -> Iterator[Site]:
    """The file that `src` names; a plain name is relative to the host."""
    target = attributes.get(b"src", b"").decode(errors="replace").strip()
    if target:
        plain = not target.startswith((".", "/")) and ":" not in target
        yield Site(source.count(b"\n", 0, at) + 1, 0, Kind.IMPORT, f"./{target}" if plain else target)


def _only(source: bytes, parts: Iterable[tuple[int, int]]) -> bytes:
    """The source with all but these parts blanked out."""
    pieces = []
    at = 0
    for start, end in sorted(parts):
        pieces += [_NOT_NEWLINE.sub(b" ", source[at:start]), source[start:end]]
        at = max(at, end)
    return b"".join([*pieces, _NOT_NEWLINE.sub(b" ", source[at:])])


def _numbered(sites: Iterable[Site]) -> tuple[Site, ...]:
    """The sites by line, with their ordinals on it counted anew."""
    numbered: list[Site] = []
    line, nth = 0, 0
    for site in sorted(sites, key=lambda site: site.line):
        line, nth = (line, nth + 1) if site.line == line else (site.line, 0)
        numbered.append(Site(line, nth, site.kind, site.spec, site.name, site.mode, site.owner, site.detail))
    return tuple(numbered)
