"""Which paths of a change are judged?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope
from rubout.measure.sources.disk import is_utf8
from rubout.measure.sources.extensions import language_code
from rubout.measure.sources.ignore import exclude_globs
from rubout.measure.sources.layers import Disk, Layers
from rubout.measure.sources.universe import SCRATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NOT_JUDGED = "not judged"  # no language that is judged
OUT_OF_SCOPE = "out of scope"  # a rule for paths keeps it out


@dataclass(slots=True)
class JudgedPaths:
    """Which paths are judged, by the rules for files on disk; whether a file is regular is not asked.

    Attributes:
        anchor: where the ignore files are read.
        exclude: the configuration's globs.
        tracked_dots: asked once, and only about a path with a dot-named part.
        scopes: of which languages.
    """

    anchor: str
    exclude: Sequence[str]
    tracked_dots: Callable[[], set[str]]
    scopes: frozenset[Scope] = frozenset({Scope.JUDGED})
    _layers: Layers | None = None
    _dotted: Layers | None = None

    def holds(self, path: str) -> bool:
        """Whether a file of this name is judged."""
        return not self.left_out(path)

    def left_out(self, path: str) -> str:
        """Why a file of this name is not judged; "" for one that is."""
        code = language_code(path)
        if code is None or BY_CODE[code].scope not in self.scopes:
            return NOT_JUDGED
        if SCRATCH in path.split("/"):
            return OUT_OF_SCOPE
        if not is_utf8(path):
            return "not-utf8"
        dotted = path.startswith(".") or "/." in path
        kept = (self._with_dots() if dotted else self._without_dots()).file(path) is None
        return "" if kept else OUT_OF_SCOPE

    def _without_dots(self) -> Layers:
        if self._layers is None:
            self._layers = self._new(set())
        return self._layers

    def _with_dots(self) -> Layers:
        if self._dotted is None:
            self._dotted = self._new(self.tracked_dots())
        return self._dotted

    def _new(self, dots: set[str]) -> Layers:
        return Layers(Disk(self.anchor), exclude_globs(self.exclude), tracked_dots=dots, gitignore=False)
