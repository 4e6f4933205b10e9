"""What does a `.cabal` file say of the modules of its components?

Source    cabal.readthedocs.io/en/stable/cabal-package-description-file.html; of a field under conditions every variant
          counts. The form with braces is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_SECTION = re.compile(r"(library|foreign-library|executable|test-suite|benchmark|common)\b[ \t]*(\S*)", re.IGNORECASE)
_OTHER = re.compile(r"(?:flag|source-repository|custom-setup|package)\b(?!\s*:)", re.IGNORECASE)
_FIELD = re.compile(r"([ \t]*)([A-Za-z][\w-]*)[ \t]*:(.*)")
_SEPARATORS = re.compile(r"[\s,]+")
_PACKAGE = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9-]*)")
COLLECTED = frozenset({"test-suite", "benchmark"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A library, a program or a suite; folders and files are relative to the manifest's folder, as written."""

    kind: str = "library"
    name: str = ""
    folders: tuple[str, ...] = (".",)
    main_is: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()  # modules
    inner: tuple[str, ...] = ()  # modules that it keeps to itself
    needs: tuple[str, ...] = ()  # packages
    sources: tuple[str, ...] = ()  # of other languages


@dataclass(frozen=True, slots=True)
class Package:
    """A package and its components, in order; `files` are globs of what it ships beside them."""

    name: str
    components: tuple[Component, ...]
    files: tuple[str, ...] = ()


def read(text: str) -> Package:
    """What it says."""
    top, sections = _sections(text)
    common = {name: fields for kind, name, fields in sections if kind == "common"}
    components = [
        _component(kind, name, _merged(fields, common)) for kind, name, fields in sections if kind != "common"
    ]
    if "exposed-modules" in top or "main-is" in top:  # a library or program without a section of its own
        components.append(_component("library" if "exposed-modules" in top else "executable", "", top))
    name = " ".join(_words(top.get("name", ())))
    return Package(name, tuple(components), tuple(_shipped(top)))


def _shipped(top: Mapping[str, list[str]]) -> Iterator[str]:
    folder = " ".join(_words(top.get("data-dir", ()))) or "."
    yield from (f"{folder}/{glob}" for glob in _words(top.get("data-files", ())))
    for name in ("extra-source-files", "extra-doc-files", "extra-tmp-files"):
        yield from _words(top.get(name, ()))


def _sections(text: str) -> tuple[dict[str, list[str]], list[tuple[str, str, dict[str, list[str]]]]]:
    """The fields before the sections, then kind, name and fields of each."""
    top: dict[str, list[str]] = {}
    sections: list[tuple[str, str, dict[str, list[str]]]] = []
    fields = top
    value: list[str] = []
    depth = 0
    for line in text.expandtabs().splitlines():
        if not line.strip() or line.lstrip().startswith("--"):
            continue
        indent = len(line) - len(line.lstrip())
        section = None if indent else _SECTION.match(line)
        field = _FIELD.fullmatch(line)
        if section is not None and (field is None or field[2].lower() != section[1].lower()):
            fields = {}
            sections.append((section[1].lower(), section[2], fields))
        elif not indent and _OTHER.match(line):
            fields = {}
        elif field is not None and (indent <= depth or not value):
            value = fields.setdefault(field[2].lower(), [])
            value += [",", field[3]]
            depth = indent
            continue
        elif value and indent > depth:
            value.append(line)
            continue
        value, depth = [], 0
    return top, sections


def _merged(fields: Mapping[str, list[str]], common: Mapping[str, Mapping[str, list[str]]]) -> dict[str, list[str]]:
    """A section's fields after those of the common ones that it imports, and that these import."""
    merged: dict[str, list[str]] = {}
    waiting, seen = _words(fields.get("import", ())), set[str]()
    while waiting:
        name = waiting.pop()
        if name in common and name not in seen:
            seen.add(name)
            waiting += _words(common[name].get("import", ()))
            _add(merged, common[name])
    _add(merged, fields)
    return merged


def _add(merged: dict[str, list[str]], fields: Mapping[str, list[str]]) -> None:
    for name, lines in fields.items():
        merged.setdefault(name, []).extend(lines)


def _component(kind: str, name: str, fields: Mapping[str, list[str]]) -> Component:
    def words(*names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for name in names for word in _words(fields.get(name, ()))))

    return Component(
        kind=kind,
        name=name,
        folders=words("hs-source-dirs", "hs-source-dir") or (".",),
        main_is=words("main-is", "test-module"),
        exposed=words("exposed-modules", "signatures"),
        inner=words("other-modules", "autogen-modules", "virtual-modules"),
        needs=_packages(fields.get("build-depends", ())),
        sources=words("c-sources", "cxx-sources", "asm-sources", "cmm-sources", "install-includes", "includes"),
    )


def _words(lines: Iterable[str]) -> list[str]:
    return [word.strip('"') for line in lines for word in _SEPARATORS.split(_uncommented(line)) if word]


def _packages(lines: Iterable[str]) -> tuple[str, ...]:
    """The names in `base >=4 && <5, mine:{a, b}`."""
    parts = re.sub(r"\{[^}]*\}", "", "\n".join(map(_uncommented, lines))).split(",")
    matches = (_PACKAGE.match(part) for part in parts)
    return tuple(dict.fromkeys(match[1] for match in matches if match is not None))


def _uncommented(line: str) -> str:
    return "" if line.lstrip().startswith("--") else line
