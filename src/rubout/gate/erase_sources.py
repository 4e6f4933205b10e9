"""The bytes of the files that a plan speaks of, each read once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.disk import read_regular
from rubout.measure.splices import byte_lines

if TYPE_CHECKING:
    from rubout.facts.survey import Survey, SurveyedFile
    from rubout.measure.languages.table import Language


@dataclass(slots=True)
class Sources:
    """Reads surveyed files as they were when they were judged."""

    anchor: str
    files: dict[str, SurveyedFile]
    _read: dict[str, bytes] = field(default_factory=dict)
    _lines: dict[str, list[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, anchor: str, survey: Survey) -> Sources:
        """The files of a survey."""
        return cls(anchor, {file.path: file for file in survey.files})

    def source(self, path: str) -> bytes:
        """The bytes that were judged.

        Raises:
            RepositoryError: the file is gone, or is another one by now.
        """
        if path not in self._read:
            try:
                source = read_regular(self.anchor, path)
            except OSError as error:
                raise _moved(path, "it cannot be read any more") from error
            if git_blob_id(source) != self.files[path].blob:
                raise _moved(path, "its content changed while it was planned")
            self._read[path] = source
        return self._read[path]

    def lines(self, path: str) -> list[bytes]:
        """Its lines, with their ends."""
        if path not in self._lines:
            self._lines[path] = byte_lines(self.source(path))
        return self._lines[path]

    def language(self, path: str) -> Language:
        """The row of its language in the table."""
        return BY_CODE[self.files[path].facts.language]


def _moved(path: str, what: str) -> RepositoryError:
    return RepositoryError(what, where=path, fix="run rubout erase again when nothing else writes to the tree")
