"""Which files are entries because of the test folder they lie in?"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.entries.bits import TEST
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.measure.resolve.world import World

# Of these a runner collects files by name; what lies beside them must be imported, unless it is data.
_COLLECTED = {"python": "python", **dict.fromkeys(("typescript", "tsx", "javascript"), "ecma")}  # with their family
_FIXTURES = frozenset(
    {
        *(
            "fixtures",
            "testdata",
            "test_data",
            "test-data",
            "test-fixtures",
            "testfixtures",
            "test_files",
            "test-files",
        ),
        *("__fixtures__", "__testfixtures__", "__snapshots__"),
    }
)
_DATA = _FIXTURES | {
    *("data", "samples", "resources", "assets", "stubs", "golden", "expected", "inputs", "cases", "testcases"),
    *("test_cases", "apps", "test_apps", "test_app", "testapp", "projects", "packages", "plugins", "__mocks__"),
}
_AT_ROOT = frozenset({"tests", "test"})
_NESTED = _AT_ROOT | {"__tests__"}
# Of a type checker they say what it reads, of a runner what it does not collect: either way nobody imports it.
_CHECKED_BY = ("pyproject.toml", "setup.cfg", "mypy.ini", ".mypy.ini", "tox.ini", "pyrightconfig.json")
_WORD = re.compile(r"[A-Za-z0-9_./-]+")


class _Said(NamedTuple):
    """What else is known of test folders.

    `checked`: folders in them that a configuration names; `run`: the outermost, each with a family of languages of
    which some runner collects a file there.
    """

    checked: frozenset[str]
    run: frozenset[tuple[str, str]]


def flags(world: World, known: Mapping[str, int]) -> Mapping[str, int]:
    """The bit of tests, by path; `known` are the flags that the languages give."""
    said = _Said(frozenset(_checked(world)), frozenset(_run(world, known)))
    return {path: TEST for path, language in world.languages.items() if _is_entry(path, language, said)}


def is_data(path: str) -> bool:
    """Whether a file is data of tests, whatever its language."""
    folders = path.casefold().split("/")[:-1]
    first = _first_test_folder(folders)
    is_below = first is not None and not _DATA.isdisjoint(folders[first + 1 :])
    return is_below or not _FIXTURES.isdisjoint(folders)


def _is_entry(path: str, language: str, said: _Said) -> bool:
    if is_data(path):
        return True
    folders = path.split("/")[:-1]
    first = _first_test_folder(folders)
    if first is None:
        return False
    # Where no runner collects anything of a language, what there is of it is read as data.
    if language not in _COLLECTED or ("/".join(folders[: first + 1]), _COLLECTED[language]) not in said.run:
        return True
    return any("/".join(folders[: size + 1]) in said.checked for size in range(first + 1, len(folders)))


def _run(world: World, known: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for path, bits in known.items():
        folders = path.split("/")[:-1]
        first = _first_test_folder(folders)
        family = _COLLECTED.get(world.languages.get(path, ""))
        if bits & TEST and family and first is not None:
            yield "/".join(folders[: first + 1]), family


def _checked(world: World) -> Iterator[str]:
    """The folders below those of tests that the configuration of a checker or a runner names."""
    for path in (path for name in _CHECKED_BY for path in world.by_name.get(name, ())):
        text = (world.read(path) or b"").decode(errors="replace")
        for word in _WORD.findall(text):
            folder = joined(posixpath.dirname(path), word.lstrip("/"))
            if folder and folder in world.folders and _first_test_folder(folder.split("/")[:-1]) is not None:
                yield folder


def _first_test_folder(folders: Sequence[str]) -> int | None:
    return next((index for index, name in enumerate(folders) if _is_test_folder(index, name)), None)


def _is_test_folder(depth: int, name: str) -> bool:
    return name in (_NESTED if depth else _AT_ROOT)
