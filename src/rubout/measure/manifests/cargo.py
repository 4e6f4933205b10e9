"""What does a `Cargo.toml` say of the package, its targets and what it needs?

Source    doc.rust-lang.org/cargo/reference/manifest.html and its neighbours.
"""

from __future__ import annotations

import posixpath
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.manifests.jsonc import mapping, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies")
_TARGETS = ("bin", "example", "bench", "test")


@dataclass(frozen=True, slots=True)
class Dependency:
    """What a crate is asked for by: the name of its package, and the folder it lies in, None where that is elsewhere.

    `inherited`: the manifest of the workspace says the rest.
    """

    package: str
    folder: str | None = None
    inherited: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A crate root that the manifest names: `lib`, `bin`, `example`, `bench`, `test` or `build`."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Cargo:
    """A manifest; `package` is "" where it is a workspace's alone. Paths are relative to its folder.

    `library`: the name that the library is used by. `dependencies`: by the name that code uses; `shared`: likewise,
    those that members of the workspace may inherit. `patches`: by package, the folders that stand in for it.
    """

    package: str
    library: str
    edition: str
    targets: tuple[Target, ...]
    dependencies: Mapping[str, Dependency]
    shared: Mapping[str, Dependency]
    patches: Mapping[str, str]
    is_workspace: bool


def read(text: str) -> Cargo:
    """What a manifest says.

    Raises:
        ValueError: it is no TOML.
    """
    document: Mapping[str, object] = tomllib.loads(text)
    package = mapping(document.get("package")) or mapping(document.get("project"))
    workspace = mapping(document.get("workspace"))
    name = string(package.get("name")) or ""
    return Cargo(
        package=name,
        library=crate_name(string(mapping(document.get("lib")).get("name")) or name),
        edition=_edition(package, workspace),
        targets=tuple(_targets(document, package)),
        dependencies=dict(_needed(document)),
        shared=dict(_dependencies(workspace.get("dependencies"))),
        patches=dict(_patches(document)),
        is_workspace="workspace" in document,
    )


def crate_name(name: str) -> str:
    """A package's name as code writes it."""
    return name.replace("-", "_")


def _edition(package: Mapping[str, object], workspace: Mapping[str, object]) -> str:
    """The one that paths are read by; "" where the manifest of the workspace says it."""
    written = package.get("edition")
    if "edition" not in package:
        return "2015"
    return string(written) or string(mapping(workspace.get("package")).get("edition")) or ""


def _targets(document: Mapping[str, object], package: Mapping[str, object]) -> Iterator[Target]:
    library = string(mapping(document.get("lib")).get("path"))
    if library:
        yield Target("lib", _place(library))
    for kind in _TARGETS:
        tables = document.get(kind)
        for table in tables if isinstance(tables, list) else ():
            path = string(mapping(table).get("path"))
            if path:
                yield Target(kind, _place(path))
    for path in strings(package.get("build")):
        yield Target("build", _place(path))


def _needed(document: Mapping[str, object]) -> Iterator[tuple[str, Dependency]]:
    """Those of every sort and platform."""
    for part in (document, *map(mapping, mapping(document.get("target")).values())):
        for sort in _DEPENDENCIES:
            yield from _dependencies(part.get(sort))


def _dependencies(table: object) -> Iterator[tuple[str, Dependency]]:
    for name, written in mapping(table).items():
        said = mapping(written)
        folder = string(said.get("path"))
        package = string(said.get("package")) or name
        place = None if folder is None else _place(folder)
        yield crate_name(name), Dependency(package, place, said.get("workspace") is True)


def _patches(document: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for table in (*mapping(document.get("patch")).values(), document.get("replace")):
        for _, dependency in _dependencies(table):
            if dependency.folder is not None:
                yield dependency.package.partition(":")[0], dependency.folder


def _place(written: str) -> str:
    path = posixpath.normpath(written)
    return "" if path == "." else path
