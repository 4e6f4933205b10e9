"""What does a `pyproject.toml` say of the distribution, and where do its imports start?

Source    packaging.python.org/specifications/pyproject-toml, and the manuals of the build tools.
"""

from __future__ import annotations

import posixpath
import tomllib
from typing import TYPE_CHECKING

from rubout.measure.manifests.distribution import Distribution, folder_of, module_of, requirement_names
from rubout.measure.manifests.jsonc import mapping, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Below `tool`: what names one folder of imports, one module, and where a list `packages` names folders of packages.
_FOLDERS = (("pdm", "build", "package-dir"), ("maturin", "python-source"), ("uv", "build-backend", "module-root"))
_MODULES = (("flit", "module", "name"), ("flit", "metadata", "module"), ("uv", "build-backend", "module-name"))
_TAKEN = (("hatch", "build"), ("hatch", "build", "targets", "wheel"), ("scikit-build", "wheel"))


def read(text: str) -> Distribution:
    """What it says, of whichever build tool.

    Raises:
        ValueError: it is no TOML.
    """
    document: Mapping[str, object] = tomllib.loads(text)
    return Distribution(
        name=_text(document, "project", "name") or _text(document, "tool", "poetry", "name"),
        requirements=requirement_names(_requirements(document)),
        roots=tuple(_roots(document)),
        packages=tuple(_packages(document)),
        discovers=tuple(map(folder_of, strings(_at(document, "tool", "setuptools", "packages", "find", "where")))),
        entry_points=tuple(_entry_points(document)),
        scripts=tuple(map(folder_of, strings(_at(document, "tool", "setuptools", "script-files")))),
        collected=tuple(" ".join(strings(_at(document, "tool", "pytest", "ini_options", "python_files"))).split()),
    )


def _requirements(document: Mapping[str, object]) -> Iterator[str]:
    project, tool = mapping(document.get("project")), mapping(document.get("tool"))
    yield from strings(project.get("dependencies"))
    groups = [
        project.get("optional-dependencies"),
        document.get("dependency-groups"),
        _at(tool, "pdm", "dev-dependencies"),
    ]
    for group in groups:
        for lines in mapping(group).values():
            yield from strings(lines)
    yield from strings(_at(document, "build-system", "requires"))
    yield from strings(_at(tool, "uv", "dev-dependencies"))
    yield from _poetry(mapping(tool.get("poetry")))
    for environment in mapping(_at(tool, "hatch", "envs")).values():
        yield from strings(mapping(environment).get("dependencies"))
        yield from strings(mapping(environment).get("extra-dependencies"))


def _poetry(poetry: Mapping[str, object]) -> Iterator[str]:
    """Its tables have the names as keys, `python` among them."""
    yield from mapping(poetry.get("dependencies"))
    yield from mapping(poetry.get("dev-dependencies"))
    for group in mapping(poetry.get("group")).values():
        yield from mapping(mapping(group).get("dependencies"))


def _roots(document: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    tool = mapping(document.get("tool"))
    for prefix, place in mapping(_at(tool, "setuptools", "package-dir")).items():
        yield prefix, folder_of(_string(place))
    for folder in strings(_at(tool, "setuptools", "packages", "find", "where")):
        yield "", folder_of(folder)
    for part in _tables(_at(tool, "poetry", "packages")):
        yield "", folder_of(_string(part.get("from")))
    yield from _hatch(mapping(_at(tool, "hatch", "build")))
    for folder in strings(_at(tool, "pytest", "ini_options", "pythonpath")):
        yield "", folder_of(folder)
    for keys in _FOLDERS:
        if folder := _text(tool, *keys):
            yield "", folder_of(folder)
    for package in strings(_at(tool, "scikit-build", "wheel", "packages")):
        yield "", folder_of(posixpath.dirname(folder_of(package)))


def _hatch(build: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """`sources` takes a folder off, or puts another name in its place; `packages` are taken out of their folders."""
    for part in (build, mapping(_at(build, "targets", "wheel"))):
        sources = part.get("sources")
        for folder in strings(sources):
            yield "", folder_of(folder)
        for folder, name in mapping(sources).items():
            yield _string(name).strip("/").replace("/", "."), folder_of(folder)
        for package in strings(part.get("packages")):
            yield "", folder_of(posixpath.dirname(folder_of(package)))


def _packages(document: Mapping[str, object]) -> Iterator[str]:
    tool = mapping(document.get("tool"))
    yield from strings(_at(tool, "setuptools", "packages"))
    yield from strings(_at(tool, "setuptools", "py-modules"))
    for part in _tables(_at(tool, "poetry", "packages")):
        yield _string(part.get("include")).removesuffix(".py").strip("/").replace("/", ".")
    for keys in _MODULES:
        if name := _text(tool, *keys):
            yield name
    for place in _TAKEN:
        for package in strings(_at(tool, *place, "packages")):
            yield posixpath.basename(folder_of(package))


def _entry_points(document: Mapping[str, object]) -> Iterator[str]:
    project, poetry = mapping(document.get("project")), mapping(_at(document, "tool", "poetry"))
    groups = [project.get("scripts"), project.get("gui-scripts"), *mapping(project.get("entry-points")).values()]
    groups += [poetry.get("scripts"), *mapping(poetry.get("plugins")).values()]
    for group in groups:
        for written in mapping(group).values():
            target = (
                _string(written)
                or _string(mapping(written).get("reference"))
                or _string(mapping(written).get("callable"))
            )
            if target:
                yield module_of(target)


def _tables(value: object) -> Iterator[Mapping[str, object]]:
    return (mapping(one) for one in value) if isinstance(value, list) else iter(())


def _at(document: Mapping[str, object], *keys: str) -> object:
    """What stands below keys of nested tables, None where one of them is missing."""
    value: object = document
    for key in keys:
        value = mapping(value).get(key)
    return value


def _text(document: Mapping[str, object], *keys: str) -> str:
    return _string(_at(document, *keys))


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
