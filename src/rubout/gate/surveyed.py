"""What a survey found: the facts of files, and what else was asked for of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from rubout.facts.survey import Survey
    from rubout.measure.sources.universe import Candidate


class Tokens(Enum):
    """Which token streams a survey has: all of them, those that somebody asks for, none."""

    ALL = auto()
    LATE = auto()  # most runs after an edit ask for a few, and all of them are most of an index
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A survey and, in the order of its files, their token streams and the `parts` that were asked for, all encoded.

    The parts are by name, empty for a file that has none. There are no `tokens` when they are read `late` or not at
    all.
    """

    survey: Survey
    tokens: tuple[bytes, ...]
    parts: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    late: Callable[[AbstractSet[str]], Mapping[str, bytes]] | None = None  # by path

    def streams(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The token streams of some of the files, encoded, by path.

        Raises:
            StoreError: one is read late, the index lost it, and the file is another one by now.
        """
        wanted = frozenset(paths)
        if self.late is not None:
            return self.late(wanted)
        pairs = zip(self.survey.files, self.tokens, strict=True)
        return {file.path: tokens for file, tokens in pairs if file.path in wanted}

    def only(self, files: Iterable[Candidate]) -> Surveyed:
        """Of some of the files alone, without the parts."""
        paths = {file.path for file in files}
        found = tuple(file for file in self.survey.files if file.path in paths)
        problems = tuple(problem for problem in self.survey.problems if problem.path in paths)
        streams = self.streams(file.path for file in found)
        record = msgspec.structs.replace(self.survey, files=found, problems=problems)
        return Surveyed(record, tuple(streams[file.path] for file in found))
