"""Which Python files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, packaging.python.org, docs.pytest.org
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from rubout.facts.references import References
from rubout.measure.entries.bits import EXPORTED, MAIN, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.manifests.distribution import normal_name
from rubout.measure.resolve.python import Ladder
from rubout.measure.resolve.world import around, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.python_modules import Module, Modules
    from rubout.measure.resolve.python_projects import Project
    from rubout.measure.resolve.world import World

_STARTED = frozenset({"__main__.py", "asgi.py", "manage.py", "noxfile.py", "setup.py", "wsgi.py"})
_SPHINX = re.compile(r"(?:\A|/)docs/(?:.*/)?conf\.py\Z")
_TEST = re.compile(r"(?:\A|/)(?:test_[^/]*|[^/]*_test|tests|conftest)\.py\Z")
_PLUGIN = "plugin:"
# Where programs lie that people run by hand.
_BY_HAND = re.compile(r"(?:\A|/)(?:bench\w*|demos?|examples?|extras|playgrounds?|\w*scripts?|tools)/")
# Folders beside the packages that setuptools does not take for one.
_NO_PACKAGES = re.compile(r"(?:_|docs?\Z|tests?\Z|examples?\Z|scripts?\Z|tools?\Z|build\Z|benchmarks?\Z|tasks?\Z)")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    found = Marked(world, {"python"})
    ladder = world.once(Ladder)
    found.mark(MAIN, (path for path in found.paths if _is_started(world, ladder.modules, path)))
    found.mark(TEST, found.fitting(_TEST))
    found.mark(TEST, (ladder.module(path, name) for path in found.paths for name in _plugins(world, path)))
    for project in ladder.projects:
        found.mark(MAIN, _installed(ladder, project))
        found.mark(TEST, (path for path in found.paths if _is_collected(project, path)))
        for module in _top_modules(ladder.modules, project):
            found.mark(MAIN, (module.path,))
            found.mark(
                MAIN, (path for path in found.paths if _is_in(module, path) and "warns" in world.scope[path].marks)
            )
            found.mark(EXPORTED, (path for path in found.paths if _is_offered(world, module, path)))
    return found.flags


def _is_started(world: World, modules: Modules, path: str) -> bool:
    folder, name = posixpath.split(path)
    if name in _STARTED or name.endswith(".pyi") or _SPHINX.search(path):
        return True
    if name == "__init__.py" and world.scope[path] == References() and folder in world.once(_with_data):
        return True  # it makes a package of its folder, of which data may be read
    marks = world.scope[path].marks
    started = {"main"} if name == "__init__.py" else {"main", "acts"}
    if _BY_HAND.search(path) and not started.isdisjoint(marks):  # of a package, too: `python -m bench.speed`
        return True
    return not {"main", "shebang"}.isdisjoint(marks) and not modules.package_of(folder).path


def _with_data(world: World) -> frozenset[str]:
    """The folders that hold a file of no Python, at any depth."""
    own = {posixpath.dirname(path) for path in world.walked if not path.endswith((".py", ".pyi"))}
    return frozenset(own.union(*map(around, own)))


def _is_collected(project: Project, path: str) -> bool:
    """As pytest has it: a glob without a slash is for the name, any other for the end of the path."""
    inside = f"{project.folder}/" if project.folder else ""
    globs = (glob for one in project.distributions for glob in one.collected)
    return path.startswith(inside) and any(
        fnmatchcase(f"/{path}" if "/" in glob else posixpath.basename(path), f"*/{glob}" if "/" in glob else glob)
        for glob in globs
    )


def _plugins(world: World, path: str) -> Iterator[str]:
    return (mark.removeprefix(_PLUGIN) for mark in world.scope[path].marks if mark.startswith(_PLUGIN))


def _installed(ladder: Ladder, project: Project) -> Iterator[str | None]:
    """The files of the commands and entry points that a project declares."""
    inside = posixpath.join(project.folder, "setup.py")  # what they mean, they mean from there
    for one in project.distributions:
        yield from (ladder.module(inside, dotted) for dotted in one.entry_points)
        yield from (joined(project.folder, script) for script in one.scripts)


def _top_modules(modules: Modules, project: Project) -> Iterator[Module]:
    """What a project declares as its distribution: the modules that it names, or else those that its name says.

    A manifest that names neither has the packages of `src`, or the only one beside it.
    """
    declared = [one for one in project.distributions if one.name or one.packages or one.discovers]
    if declared:
        found = _named(modules, project) or _by_name(modules, project) or _discovered(modules, project)
        yield from (module for module in found if module.path)


def _named(modules: Modules, project: Project) -> list[Module]:
    """What the manifests list, and what lies in the folders that they have searched."""
    names = dict.fromkeys(name.partition(".")[0] for one in project.distributions for name in one.packages)
    listed = (modules.child(folder, name) for _, folder in project.roots for name in names)
    found = [module for module in listed if module is not None]
    for one in project.distributions:
        for inner in one.discovers:
            found += _packages(modules, joined(project.folder, inner))
    return found


def _by_name(modules: Modules, project: Project) -> list[Module]:
    names = {normal_name(one.name) for one in project.distributions if one.name}
    folders = dict.fromkeys(folder for prefix, folder in project.roots if not prefix)
    return [
        module
        for folder in folders
        for name in modules.names(folder)
        if normal_name(name) in names and (module := modules.child(folder, name)) is not None and module.path
    ]


def _discovered(modules: Modules, project: Project) -> list[Module]:
    """As setuptools looks: all packages of `src`, or the only one in the project's folder."""
    inner = _packages(modules, posixpath.join(project.folder, "src"))
    beside = _packages(modules, project.folder)
    return inner or (beside if len(beside) == 1 else [])


def _packages(modules: Modules, folder: str | None) -> list[Module]:
    """The packages of a folder that setuptools would take, less the names it leaves out."""
    if folder is None:
        return []
    kept = (name for name in modules.names(folder) if not _NO_PACKAGES.match(name))
    children = (modules.child(folder, name) for name in kept)
    return [module for module in children if module is not None and module.path and module.folder is not None]


def _is_offered(world: World, top: Module, path: str) -> bool:
    """Whether a file of a distribution has a public surface and no private part in its name."""
    if world.scope[path].public is None or not _is_in(top, path):
        return False
    if path == top.path or top.folder is None:
        return True
    *folders, name = path.removeprefix(f"{top.folder}/").split("/")
    return not any(part.startswith("_") for part in (*folders, name.removeprefix("__init__")))


def _is_in(top: Module, path: str) -> bool:
    """Whether a file is a module, or lies in it."""
    return path == top.path or (top.folder is not None and path.startswith(f"{top.folder}/"))
