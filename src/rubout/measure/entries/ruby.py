"""Which Ruby files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, guides.rubygems.org/specification-reference, guides.rubyonrails.org
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Site
from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.texts import words_in
from rubout.measure.resolve.ruby import Ladder
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.world import World

_STARTED = re.compile(r"(?:\A|/)(?:bin|exe|config|db)/|\.rake\Z|(?:\A|/)(?:Rakefile|rakefile|rails_helper)\.rb\Z")
_TEST = re.compile(r"(?:\A|/)(?:spec|test)/|_(?:spec|test)\.rb\Z|(?:\A|/)test_[^/]*\.rb\Z")
_TEMPLATES = ("*.erb", "*.haml", "*.slim", "*.liquid", "*.yml", "*.yaml")
_SETTINGS = ("*.yml", "*.yaml")
_PATH = re.compile(rb"[\w./-]+\.rb\b")
_INLINE = "bundler/inline"
_CONSTANT = re.compile(rb"\b[A-Z]\w*(?:::[A-Z]\w*)*")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    marked = Marked(world, {"ruby"})
    ladder = world.once(Ladder)
    marked.by_path(_STARTED, _TEST)
    marked.mark(MAIN, _main_files(ladder))
    marked.mark(MAIN, (path for path in marked.paths if _brings_its_gems(world, path)))
    marked.mark(MENTIONED, _in_templates(world, ladder))
    marked.mark(MENTIONED, (posixpath.normpath(path) for path in words_in(world, _SETTINGS, _PATH)))
    libraries = tuple(posixpath.join(folder, "lib", "") for folder in _gem_folders(ladder))
    marked.mark(EXPORTED, (path for path in marked.paths if path.startswith(libraries)))
    offered = tuple(_load_paths(ladder))
    marked.mark(MAIN | EXPORTED, (path for path in marked.paths if path.startswith(offered)))
    return marked.flags


def _brings_its_gems(world: World, path: str) -> bool:
    """Whether it is a script that installs what it needs, and so is run by itself."""
    return any(site.spec == _INLINE for site in world.scope[path].sites if site.kind is Kind.REQUIRE)


def _gem_folders(ladder: Ladder) -> list[str]:
    return [posixpath.dirname(path) for path, one in ladder.gems.items() if path.endswith(".gemspec") or one.name]


def _load_paths(ladder: Ladder) -> Iterator[str]:
    """Where those who need a gem may require any file: nothing else says what it exports."""
    for path, one in ladder.gems.items():
        if path.endswith(".gemspec"):
            for inner in one.require_paths or ("lib",):
                folder = joined(posixpath.dirname(path), inner)
                if folder:
                    yield f"{folder}/"


def _main_files(ladder: Ladder) -> Iterator[str]:
    """What a program requires that needs a gem: the file of its name, or of its parts."""
    for path, one in ladder.gems.items():
        if not path.endswith(".gemspec"):
            continue
        name = one.name or posixpath.basename(path).removesuffix(".gemspec")
        for inner in (*one.require_paths, "lib"):
            folder = posixpath.join(posixpath.dirname(path), inner)
            for stem in (name, name.replace("-", "/"), name.replace("-", "_")):
                yield posixpath.normpath(posixpath.join(folder, f"{stem}.rb"))


def _in_templates(world: World, ladder: Ladder) -> Iterator[str]:
    for constant in words_in(world, _TEMPLATES, _CONSTANT):
        found = ladder.answer("", Site(1, 0, Kind.TYPE_NAME, constant))
        yield from (target.path for target in found.targets)
