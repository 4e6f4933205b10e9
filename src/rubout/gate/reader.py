"""The files of a tree, each read once, with which bytes they had."""

from __future__ import annotations

from dataclasses import dataclass, field

from rubout.measure.sources.content import LARGE_BYTES, git_blob_id
from rubout.measure.sources.disk import read_regular


@dataclass(slots=True)
class Reader:
    """Reads walked files below the anchor, `known` by path."""

    anchor: str
    known: frozenset[str]
    blobs: dict[str, str] = field(default_factory=dict)  # ids of what was read
    _contents: dict[str, bytes | None] = field(default_factory=dict)

    def __call__(self, path: str) -> bytes | None:
        """The bytes; None for a path that is not walked, or that cannot be read or held."""
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
        try:
            source = read_regular(self.anchor, path, LARGE_BYTES)
        except OSError:  # gone, shut, or too large: as if it said nothing
            return None
        self.blobs[path] = git_blob_id(source)
        return source
