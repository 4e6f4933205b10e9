"""Entry flags in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.entries.bits import MAIN, TEST

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterable, Iterator

    from rubout.measure.resolve.world import World


class Marked:
    """The flags of the files of some languages, by path; other paths are passed over."""

    def __init__(self, world: World, languages: Collection[str]) -> None:
        self.paths = tuple(path for path, language in world.languages.items() if language in languages)
        self._world = world
        self.flags: dict[str, int] = {}
        self._known = frozenset(self.paths)

    def by_path(self, started: re.Pattern[str], tests: re.Pattern[str]) -> None:
        """Set the bits of programs and tests by what is found in the paths; a first line may say it of a program."""
        scripts = (path for path in self.paths if "shebang" in self._world.scope[path].marks)
        self.mark(MAIN, (*self.fitting(started), *scripts))
        self.mark(TEST, self.fitting(tests))

    def fitting(self, pattern: re.Pattern[str]) -> Iterator[str]:
        """The paths in which a pattern is found."""
        return (path for path in self.paths if pattern.search(path))

    def mark(self, bit: int, paths: Iterable[str | None]) -> None:
        """Set a bit of these files."""
        for path in paths:
            if path is not None and path in self._known:
                self.flags[path] = self.flags.get(path, 0) | bit
