"""Which files do frameworks find by themselves?

A row applies below the folder of each manifest that declares one of its dependencies.
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import translate
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind
from rubout.measure.entries.frameworks import rows
from rubout.measure.entries.globs import chosen, paths_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.measure.entries.frameworks import Row
    from rubout.measure.entries.globs import Paths
    from rubout.measure.resolve.world import World

_KEYED = ("package.json", "composer.json", "deno.json", "wrangler.toml")  # a dependency is the key of a table
_FREE = (
    *(
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "requirements*.txt",
        "Pipfile",
        "environment.yml",
    ),
    *(
        "Gemfile",
        "*.gemspec",
        "Cargo.toml",
        "go.mod",
        "pom.xml",
        "*.gradle",
        "*.gradle.kts",
        "*.csproj",
        "*.versions.toml",
    ),
)
_FREE_NAME = re.compile("|".join(map(translate, _FREE)))
_LISTS = re.compile(r"(?:(?P<around>.*)/)?requirements/[^/]*\.(?:txt|in)")  # of a project, one for each use of it
_CHOICE = re.compile(r"\{([^{}]*)\}")


def found(world: World, own: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """The files that a row of ours, or of the configuration's `own`, selects, each with the row's reason."""
    manifests = _manifests(world)
    inside = cache(partial(_inside, world))
    for row in (*rows(), *own):
        for folder in sorted(_folders(world, row, manifests)):
            yield from ((path, row.reason) for path in _selected(world, row, inside(folder)))


def _manifests(world: World) -> dict[str, str]:
    """The texts that declare dependencies, by path."""
    paths = (path for name, paths in world.by_name.items() for path in paths if _declares(name, path))
    return {path: (world.read(path) or b"").decode(errors="replace") for path in paths}


def _declares(name: str, path: str) -> bool:
    return name in _KEYED or _FREE_NAME.match(name) is not None or _LISTS.fullmatch(path) is not None


def _folder(manifest: str) -> str:
    """The folder that a manifest is about: its own, or that around a folder of lists."""
    of_lists = _LISTS.fullmatch(manifest)
    return posixpath.dirname(manifest) if of_lists is None else of_lists["around"] or ""


def _folders(world: World, row: Row, manifests: dict[str, str]) -> set[str]:
    """Where a row applies."""
    folders = {folder for text in row.beside for name in expanded(text) for folder in _beside(world, name)}
    if not row.when:
        return folders if row.beside else {""}
    for path, text in manifests.items():
        if any(_is_declared(name, path, text) for name in row.when):
            folders.add(_folder(path))
    return folders


def _beside(world: World, name: str) -> Iterator[str]:
    """The folders in which a file lies, by its name or by its path from there."""
    for path in world.by_name.get(posixpath.basename(name), ()):
        if f"/{path}".endswith(f"/{name}"):
            yield path[: -len(name)].rstrip("/")


def _is_declared(name: str, path: str, text: str) -> bool:
    """Whether a manifest declares a dependency, as far as its text tells."""
    if posixpath.basename(path) in _KEYED:
        return f'"{name}"' in text and re.search(rf'"{re.escape(name)}"\s*:', text) is not None
    return (
        name.casefold() in text.casefold()
        and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w])", text, re.IGNORECASE) is not None
    )


class _Inside(NamedTuple):
    """The paths below a folder, by the whole path as they are seen from there."""

    inner: Mapping[str, str]
    paths: Paths


def _inside(world: World, folder: str) -> _Inside:
    prefix = f"{folder}/" if folder else ""
    inner = {path: path.removeprefix(prefix) for path in world.scope if path.startswith(prefix)}
    return _Inside(inner, paths_of(inner.values()))


def _selected(world: World, row: Row, inside: _Inside) -> Iterator[str]:
    fits = chosen(inside.paths, [f"/{glob}" for text in row.globs for glob in expanded(text)])
    if not fits and not row.marks:
        return
    for path, inner in inside.inner.items():
        is_found = inner in fits and not (row.programs and _exports(world, path))
        if is_found or (row.marks and _is_marked(world, path, row)):
            yield path


def _exports(world: World, path: str) -> bool:
    own = world.scope[path]
    handed_on = any(site.kind is Kind.EXPORT_FROM for site in own.sites)
    return handed_on or bool(own.reexports) or any(name.exported for name in own.declared)


def _is_marked(world: World, path: str, row: Row) -> bool:
    declared = world.scope[path].declared
    return any(_bare(mark) in row.marks for name in declared for mark in name.marks)


def _bare(mark: str) -> str:
    """The last name of an annotation as it is written."""
    return mark.lstrip("@[").rstrip("]").partition("(")[0].rpartition(".")[2]


def expanded(glob: str) -> Sequence[str]:
    """The globs that `{a,b}` in one stands for."""
    parts = _CHOICE.split(glob)
    choices = [part.split(",") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(choice) for choice in product(*choices)]
