"""Which Java and Kotlin files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, maven.apache.org/surefire (names of tests), java.util.ServiceLoader
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.texts import words_in
from rubout.measure.manifests import jvm_build
from rubout.measure.manifests.reading import manifests_named
from rubout.measure.resolve.jvm import LANGUAGES, declarations
from rubout.measure.resolve.world import around

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.declarations import Declarations
    from rubout.measure.resolve.world import World

_READ_BY_COMPILER = frozenset({"module-info", "package-info", "package"})
# What is compiled elsewhere calls these, or their platform does.
_CALLED = frozenset(f"@{name}" for name in ("PublishedApi", "EagerInitialization", "JsExport", "WasmExport", "CName"))
_BUILDS = ("pom.xml", "*.gradle", "*.gradle.kts", "gradle.properties")
_TEST = re.compile(r"(?:\A|/)src/\w*[tT]est\w*/|(?:Tests?|IT|TestCase)\.(?:java|kt)\Z")
_DESCRIPTORS = (
    *("*META-INF/*", "*.xml", "*.properties", "*.gradle", "*.gradle.kts", "*.pro", "*.bnd", "*.yml", "*.yaml"),
    *("*.conf", "*.toml", "*.groovy", "*.fxml", "*.jsp", "*.ftl"),
)
_CLASS = re.compile(rb"(?:[A-Za-z_]\w*\.)+[A-Z]\w*")
_RELATIVE = re.compile(rb"(?<=\")\.(?:\w+\.)*[A-Z]\w*(?=\")")
_ANDROID = ("*AndroidManifest.xml",)


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    marked = Marked(world, LANGUAGES)
    declared = world.once(declarations)
    marked.mark(MAIN, (path for path in marked.paths if _is_started(world, path)))
    marked.mark(TEST, marked.fitting(_TEST))
    marked.mark(MENTIONED, _described(world, declared))
    libraries = _libraries(world)
    offered = [path for path in marked.paths if _is_offered(world, libraries, path)]
    marked.mark(EXPORTED, offered)
    if any(_publishes(world)):
        marked.mark(MAIN, (path for path in offered if "internal" not in path.split("/")))
    return marked.flags


def _publishes(world: World) -> Iterator[bool]:
    """Of each build file, those of plugins for builds too, whether it publishes anything."""
    return iter(manifests_named(world, jvm_build.publishes, *_BUILDS).values())


def _is_started(world: World, path: str) -> bool:
    stem, suffix = posixpath.splitext(posixpath.basename(path))
    found = world.scope[path]
    called = any(mark in _CALLED for one in found.declared for mark in one.marks)
    started = called or "main" in found.marks or not found.declared  # nobody could refer to it
    return started or suffix == ".kts" or stem in _READ_BY_COMPILER


def _described(world: World, declared: Declarations) -> Iterator[str]:
    """The files of the classes that a descriptor or a build file names."""
    for name in words_in(world, _DESCRIPTORS, _CLASS):
        yield from (place.path for place in declared.of(name))
    for name in words_in(world, _ANDROID, _RELATIVE):
        yield from declared.by_simple_name.get(name.rpartition(".")[2], ())


def _libraries(world: World) -> Mapping[str, bool]:
    """By folder of a build file whether others use what it builds."""
    found: dict[str, bool] = {}
    for name in jvm_build.NAMES:
        for path, program in manifests_named(world, jvm_build.is_program, name).items():
            folder = posixpath.dirname(path)
            found[folder] = found.get(folder, True) and not program
    return found


def _is_offered(world: World, libraries: Mapping[str, bool], path: str) -> bool:
    if _TEST.search(path) or not any(one.exported for one in world.scope[path].declared):
        return False
    return next((libraries[folder] for folder in around(path) if folder in libraries), False)
