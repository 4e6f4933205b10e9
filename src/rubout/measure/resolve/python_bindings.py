"""Which names does a Python file have, and from where?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.references import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.facts.references import Reexport, References


class Bindings:
    """The top levels of the files of a tree, each prepared when it is first asked for."""

    def __init__(self, scope: Mapping[str, References]) -> None:
        self._scope = scope
        self._names = cache(self._read_names)
        self._reexports = cache(self._read_reexports)

    def has(self, path: str, name: str) -> bool:
        """Whether the file binds the name by a statement that says it."""
        return name in self._names(path)

    def starred(self, path: str) -> list[str]:
        """The modules that the file imports everything of, as written."""
        sites = self._scope[path].sites
        return [site.spec for site in sites if site.kind is Kind.IMPORT_FROM and site.name == "*"]

    def hands_on(self, path: str, name: str) -> bool:
        """Whether `from FILE import *` brings the name."""
        public = self._scope[path].public
        return name in public if public is not None else not name.startswith("_") and self.has(path, name)

    def reexport(self, path: str, name: str) -> Reexport | None:
        """The only statement that gives the file the name of another file, if the file does not define it itself."""
        return self._reexports(path).get(name)

    def _read_names(self, path: str) -> frozenset[str]:
        return frozenset(self._scope[path].bindings)

    def _read_reexports(self, path: str) -> dict[str, Reexport]:
        file = self._scope[path]
        found: dict[str, Reexport] = {}
        again = {declared.name for declared in file.declared}
        for reexport in file.reexports:
            if reexport.name in found:
                again.add(reexport.name)
            found[reexport.name] = reexport
        return {name: reexport for name, reexport in found.items() if name not in again}
