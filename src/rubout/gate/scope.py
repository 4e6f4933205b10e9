"""Is a file that is to be written one of those that are judged?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.measure.sources.anchor import relative_path
from rubout.measure.sources.disk import is_utf8
from rubout.measure.sources.extensions import language_code
from rubout.measure.sources.why import why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# What `why` says of files that are judged, or would be if they were there; content is judged when it is known.
_IN = frozenset({"absent", "generated", "minified", "large", "xml"})


class Scope:
    """The files of a project that are judged, each asked about once; make a new one when ignore files may have changed.

    Args:
        anchor: absolute, free of symlinks.
        exclude: the configuration's globs.
        knows: whether a path is in the universe already, which saves asking.
    """

    def __init__(self, anchor: str, exclude: Sequence[str], knows: Callable[[str], bool]) -> None:
        self._anchor = anchor
        self._exclude = exclude
        self._knows = knows
        self._told: dict[str, bool] = {}

    def path_of(self, spelled: str) -> str | None:
        """The path relative to the anchor, links resolved; None for a file that is not judged.

        Raises:
            RepositoryError: git refused.
        """
        try:
            real = os.path.realpath(spelled)
        except (OSError, ValueError):  # a NUL, or names without end
            return None
        path = relative_path(self._anchor, real)
        if not path or language_code(path) is None or not is_utf8(path):
            return None
        return path if self._knows(path) or self.holds(path) else None

    def holds(self, path: str) -> bool:
        """Whether a path relative to the anchor, free of links, is that of a file that is judged, if it is one."""
        if path not in self._told:
            told = why(self._anchor, os.path.join(self._anchor, path), self._exclude)
            self._told[path] = told.included or told.rule in _IN
        return self._told[path]
