"""Where a dotted name walks to."""

from __future__ import annotations

from importlib.machinery import PathFinder
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.resolve.python_modules import Module, Modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_FOLDERS = ("", "a/", "b/", "a/b/", "b/a/", "a/b/a/")
_FILES = st.sets(st.sampled_from([f"{folder}{name}.py" for folder in _FOLDERS for name in ("__init__", "a", "b")]))


def interpreted(root: Path, segments: Iterable[str]) -> tuple[str, bool] | None:
    """The interpreter's own answer, from the finder that its imports go through: the file, and if it is a package."""
    places: Sequence[str] | None = [str(root)]
    file, is_package = "", True
    for segment in segments:
        spec = None if places is None else PathFinder.find_spec(segment, places)
        if spec is None:
            return None
        places = None if spec.submodule_search_locations is None else list(spec.submodule_search_locations)
        file = Path(spec.origin).relative_to(root).as_posix() if spec.origin else ""
        is_package = places is not None
    return file, is_package


@given(_FILES)
def test_a_walk_ends_where_the_interpreter_does(files: set[str]) -> None:
    modules = Modules(files)
    with TemporaryDirectory() as name:
        root = Path(name)
        for file in files:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).touch()
        for segments in (names for size in (1, 2, 3) for names in product("ab", repeat=size)):
            found = modules.walk("", segments)
            mine = None if found is None else (found.path, found.folder is not None)
            assert mine == interpreted(root, segments), segments


def test_the_longest_package_above_is_a_proper_prefix() -> None:
    modules = Modules(["a/__init__.py", "a/b/c.py", "d/e/__init__.py"])
    assert modules.package_above("", ("a", "b", "x"), 1) == Module("a/__init__.py", "a")
    assert modules.package_above("", ("d", "e"), 1) is None
    assert modules.package_above("", ("d", "e", "x", "y"), 1) == Module("d/e/__init__.py", "d/e")
    assert modules.package_above("a", ("x",), 0) == Module("a/__init__.py", "a")
    assert modules.package_above("a", ("x",), 1) is None


def test_a_pattern_leads_to_every_module_of_its_shape() -> None:
    files = ["p/a_x.py", "p/a_y/__init__.py", "p/b_x.py", "p/ns/a_z.py", "p/a_y/deep.py", "p/__init__.py"]
    modules = Modules(files)
    assert sorted(modules.matching("", ("p", "a_*"))) == ["p/a_x.py", "p/a_y/__init__.py"]
    assert sorted(modules.matching("", ("p", "*", "a_*"))) == ["p/ns/a_z.py"]
    assert sorted(modules.matching("p", ("**",))) == sorted(files)
    assert sorted(modules.matching("", ("p",))) == ["p/__init__.py"]
