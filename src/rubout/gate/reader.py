"""The files of a tree, each read once, with which bytes they had."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.measure.sources.content import LARGE_BYTES, git_blob_id
from rubout.measure.sources.disk import read_regular

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.gate.survey import Run
    from rubout.measure.sources.objects import Objects
    from rubout.measure.sources.universe import Candidate


@dataclass(slots=True)
class Reader:
    """Reads walked files of a tree, `known` by path; `objects` hold those of a commit."""

    anchor: str
    known: Mapping[str, Candidate]
    objects: Objects | None = None
    blobs: dict[str, str] = field(default_factory=dict)  # ids of what was read
    _contents: dict[str, bytes | None] = field(default_factory=dict)

    def __call__(self, path: str) -> bytes | None:
        """The bytes; None for a path that is not walked, or that cannot be read or held.

        Raises:
            RepositoryError: the clone lacks a file of a commit.
        """
        if path not in self._contents:
            self._contents[path] = self._read(path) if path in self.known else None
        return self._contents[path]

    def blob(self, path: str) -> str:
        """The id of a file's bytes, "" where there are none to be had."""
        self(path)
        return self.blobs.get(path, "")

    def consulted(self) -> dict[str, str]:
        """What was asked for so far, by path; an id, or "" where there was nothing."""
        return {path: self.blobs.get(path, "") for path in self._contents}

    def _read(self, path: str) -> bytes | None:
        file = self.known[path]
        if file.stored and file.size > LARGE_BYTES:
            return None
        try:
            if self.objects is None or file.blob is None:
                source = read_regular(self.anchor, path, LARGE_BYTES)
            else:
                source = self.objects.read(file.blob)
        except OSError:  # gone, shut, or too large: as if it said nothing
            return None
        self.blobs[path] = git_blob_id(source)
        return source


def reader_of(run: Run) -> Reader:
    """A reader of everything that was walked."""
    return Reader(run.request.anchor, {file.path: file for file in run.universe.everything()}, run.request.objects)
