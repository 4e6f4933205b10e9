"""What does a `composer.json` declare?

Source    getcomposer.org/doc/04-schema.md
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.manifests.jsonc import leaves, mapping, string, strings, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PROGRAMS = ("project", "metapackage")


@dataclass(frozen=True, slots=True)
class Composer:
    """A package; paths are relative to the manifest's folder.

    `psr4` and `psr0`: pairs of a prefix, as written, and a folder. `files` are loaded always, `bin` are commands.
    `classes`: full names that a framework is told to load. `offered`: the folders and files of which those who install
    a library load what types they like; none of a project.
    """

    name: str = ""
    psr4: tuple[tuple[str, str], ...] = ()
    psr0: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    bin: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    offered: frozenset[str] = frozenset()


def read(text: str) -> Composer:
    """The package of a manifest.

    Raises:
        ValueError: it is no JSON object.
    """
    found = table(text)
    sections = [mapping(found.get(name)) for name in ("autoload", "autoload-dev")]
    return Composer(
        name=string(found.get("name")) or "",
        psr4=tuple(pair for section in sections for pair in _prefixes(section, "psr-4")),
        psr0=tuple(pair for section in sections for pair in _prefixes(section, "psr-0")),
        files=tuple(path for section in sections for path in strings(section.get("files"))),
        bin=strings(found.get("bin")),
        classes=tuple(text for text in leaves(found.get("extra")) if "\\" in text),
        offered=frozenset(_offered(found)),
    )


def _offered(found: Mapping[str, object]) -> Iterator[str]:
    """What `autoload` has of a package that others install; without a type it is a library."""
    if not string(found.get("name")) or string(found.get("type")) in _PROGRAMS:
        return
    section = mapping(found.get("autoload"))
    yield from (folder for kind in ("psr-4", "psr-0") for _, folder in _prefixes(section, kind))
    yield from map(posixpath.normpath, strings(section.get("classmap")))


def _prefixes(section: Mapping[str, object], kind: str) -> Iterator[tuple[str, str]]:
    for prefix, folders in mapping(section.get(kind)).items():
        for folder in strings(folders):
            path = posixpath.normpath(folder or ".")
            yield prefix, "" if path == "." else path
