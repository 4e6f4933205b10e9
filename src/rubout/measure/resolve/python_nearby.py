"""Where may a Python module lie that no root leads to?

Something may put a folder on the path at run time: `sys.path.insert`, `syspath_prepend`, `PYTHONPATH`. Only a folder
that is no package itself is one that modules are looked for in.
"""

from __future__ import annotations

import posixpath
from functools import cache, cached_property
from typing import TYPE_CHECKING

from rubout.measure.resolve.world import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rubout.measure.resolve.python_modules import Modules

_PACKAGE = "/__init__"


class Nearby:
    """The modules of a tree by the last part of their names; what is found is only possible."""

    def __init__(self, paths: Iterable[str], modules: Modules) -> None:
        self._paths = paths
        self._modules = modules
        self._below = cache(self._below_of)

    @cached_property
    def _by_last(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By the last part of a module's name its path as a module, and its file."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path in self._paths:
            module = posixpath.splitext(path)[0].removesuffix(_PACKAGE)
            found.setdefault(posixpath.basename(module), []).append((module, path))
        return found

    def nearest(self, path: str, segments: Sequence[str], name: str) -> tuple[str, ...]:
        """The files of a module, and of the name as one in it, below the innermost folder around that has some."""
        for folder in around(path):
            if found := self.below(folder, segments):
                inner = self.below(folder, (*segments, name))
                return tuple(one for one in (*found, *inner) if one != path)
        return ()

    def below(self, folder: str, segments: Sequence[str]) -> tuple[str, ...]:
        """The files below a folder that such a dotted name may lead to."""
        return self._below(folder, "/".join(segments))

    def _below_of(self, folder: str, tail: str) -> tuple[str, ...]:
        inside = f"{folder}/" if folder else ""
        return tuple(
            path
            for module, path in self._by_last.get(posixpath.basename(tail), ())
            if path.startswith(inside) and f"/{module}".endswith(f"/{tail}") and self._is_start(module, tail)
        )

    def _is_start(self, module: str, tail: str) -> bool:
        """Whether the folder that the dotted name starts in is none of a package."""
        folder = module.removesuffix(tail).rstrip("/")
        return not folder or not self._modules.package_of(folder).path
