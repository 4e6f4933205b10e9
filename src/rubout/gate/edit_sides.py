"""What did the files of a change hold, and why can some of them not be looked at?"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from rubout.measure.sources import git
from rubout.measure.sources.changes import SYMLINK, blob_sizes, blobs
from rubout.measure.sources.disk import IrregularFileError, is_utf8, open_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.edit_pairs import Sides
    from rubout.measure.sources.changes import Change, Side

AT_ONCE = 200  # pairs whose bytes are held together
_IRREGULAR = {SYMLINK: "symlink", git.GITLINK: "submodule"}


class _SkippedError(Exception):
    """The pair is left out, for this reason."""


@dataclass(slots=True)
class Reader:
    """Reads the pairs of one change; `skipped` counts by reason those that it left out so far."""

    anchor: str
    cap: int  # bytes of the largest side
    skipped: Counter[str] = field(default_factory=Counter)

    def sides(self, pairs: Iterable[Change]) -> Iterator[Sides]:
        """The texts of the pairs whose sides can both be read.

        Raises:
            RepositoryError: git refused.
        """
        return (read for _, read in self.read(pairs) if not isinstance(read, str))

    def read(self, pairs: Iterable[Change]) -> Iterator[tuple[Change, Sides | str]]:
        """Each pair with its texts, or with why it is left out.

        Raises:
            RepositoryError: git refused.
        """
        waiting = iter(pairs)
        while chunk := list(islice(waiting, AT_ONCE)):
            ids = [side.blob for change in chunk for side in change if side and side.blob]
            sizes = blob_sizes(self.anchor, ids)
            held = blobs(self.anchor, (each for each, size in sizes.items() if size <= self.cap))
            for change in chunk:
                try:
                    before, after = self._text(change.before, sizes, held), self._text(change.after, sizes, held)
                except _SkippedError as error:
                    self.skipped[str(error)] += 1
                    yield change, str(error)
                else:
                    yield change, (change.before_path, before, change.after_path, after)

    def _text(self, side: Side | None, sizes: Mapping[str, int], held: Mapping[str, bytes]) -> bytes | None:
        if side is None:
            return None
        if side.mode in _IRREGULAR:
            raise _SkippedError(_IRREGULAR[side.mode])
        if not is_utf8(side.path):
            raise _SkippedError("not-utf8")
        if side.blob is None:
            return self._on_disk(side.path)
        if sizes.get(side.blob, 0) > self.cap:
            raise _SkippedError("large")
        if side.blob not in held:  # a clone may lack blobs that nobody has asked for yet
            raise _SkippedError("unreadable")
        return held[side.blob]

    def _on_disk(self, path: str) -> bytes:
        try:
            descriptor, size = open_regular(self.anchor, path)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise _SkippedError("vanished") from error
        except IrregularFileError as error:
            raise _SkippedError("symlink") from error
        except OSError as error:
            raise _SkippedError("unreadable") from error
        with os.fdopen(descriptor, "rb") as file:
            if size > self.cap:
                raise _SkippedError("large")
            return file.read()
