"""Which C# files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, learn.microsoft.com/dotnet
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.texts import words_in
from rubout.measure.resolve.csharp import Ladder, project_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.world import World

_GENERATED = (".Designer.cs", ".g.cs", ".g.i.cs", ".generated.cs")
_MARKUP = ("*.xaml", "*.axaml", "*.razor", "*.cshtml", "*.aspx", "*.ascx", "*.asax", "*.master", "*.asmx", "*.svc")
_TYPE = re.compile(rb"\b[A-Z]\w*")
_TEST = re.compile(r"(?:Tests?|Specs?|Spec)\.cs\Z")
_TEST_PROJECT = re.compile(r"(?:\A|[.\-_])(?:\w*Tests?|Specs?)\Z")
_BY_COMPILER = "System"  # types of the platform that the compiler looks for by name, declared for older ones


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    marked = Marked(world, {"csharp"})
    ladder = world.once(Ladder)
    tests = frozenset(_test_folders(ladder))
    folders = frozenset(map(posixpath.dirname, ladder.projects))
    in_tests = frozenset(path for path in marked.paths if project_folder(folders, path) in tests)
    marked.mark(MAIN, (path for path in marked.paths if _is_started(world, ladder, path)))
    marked.mark(TEST, (path for path in marked.paths if path in in_tests or _TEST.search(path)))
    names = ladder.declared.by_simple_name
    marked.mark(MENTIONED, (path for word in words_in(world, _MARKUP, _TYPE) for path in names.get(word, ())))
    public = (path for path in marked.paths if any(one.exported for one in world.scope[path].declared))
    offered = [path for path in public if path not in in_tests]
    marked.mark(EXPORTED, offered)
    packages = {posixpath.dirname(path) for path, project in ladder.projects.items() if project.is_package}
    marked.mark(MAIN, (path for path in offered if project_folder(folders, path) in packages))
    return marked.flags


def _is_started(world: World, ladder: Ladder, path: str) -> bool:
    """A program, what is generated, what is compiled along with markup, and what speaks of the assembly alone."""
    found = world.scope[path]
    markup = path.removesuffix(".cs")
    return (
        "main" in found.marks
        or not any(one.kind != "extension" for one in found.declared)
        or path.endswith(_GENERATED)
        or (f"*{posixpath.splitext(markup)[1]}" in _MARKUP and markup in world.walked)
        or any(f"{space}.".startswith(f"{_BY_COMPILER}.") for space in ladder.declared.namespaces(path))
    )


def _test_folders(ladder: Ladder) -> Iterator[str]:
    for path, project in ladder.projects.items():
        if project.is_test or _TEST_PROJECT.search(posixpath.splitext(posixpath.basename(path))[0]):
            yield posixpath.dirname(path)
