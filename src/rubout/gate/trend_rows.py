"""The scores of commits that earlier runs measured, each with a stamp of what else it depends on.

A row of another stamp is not wrong, and cannot be compared: it is measured again, and replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.trend import Scored
from rubout.gate.ratchet import REVISIONS
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.extract import revision
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.parts import TREES
from rubout.measure.sites.work import REFERENCES
from rubout.store.blob import read_record, set_aside, write_blob

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.config.records import Config
    from rubout.gate.survey import Note, Request

NAME = "trend.bin"
PINNED_NAME = "trend-pinned.bin"  # rows under the present knobs replace none of those under each tree's own
# Raise it whenever a formula or a default of a family that the score is folded from changes, as the test of this module
# asks for: rows made before are then measured again.
SCORE_REVISION = 2
MOST_ROWS = 20_000
_DIGEST_BYTES = 8


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """Rows with their stamps, by commit, those that were measured last behind the others."""

    rows: dict[str, tuple[str, Scored]]


_DECODER = msgspec.msgpack.Decoder(_Kept)
_ENCODER = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class Pins:
    """What is the same for every commit of a window; without a `config` each has the knobs of its own tree."""

    law: str
    soft_line: int
    config: Config | None = None

    @property
    def knobs(self) -> tuple[object, ...] | None:
        """What a score depends on of the configuration that all share."""
        own = self.config
        return None if own is None else (own.score, own.thresholds, own.clones, own.graph, own.exclude)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The rows of a project that bear a stamp; without a cache there are none, and none is kept."""

    request: Request
    stamp: str
    note: Note
    name: str = NAME

    def rows(self) -> dict[str, Scored]:
        """By commit."""
        return {name: row for name, (stamp, row) in self._read().items() if stamp == self.stamp}

    def keep(self, rows: Iterable[Scored]) -> None:
        """Add rows to what stands there by now."""
        if not self.request.cache:
            return
        kept = self._read()
        for row in rows:
            kept.pop(row.commit, None)
            kept[row.commit] = self.stamp, row
        newest = dict(list(kept.items())[-MOST_ROWS:])
        write_blob(self.request.anchor, self.name, _ENCODER.encode(_Kept(newest)))

    def _read(self) -> dict[str, tuple[str, Scored]]:
        if not self.request.cache:
            return {}
        kept = read_record(self.request.anchor, self.name, _DECODER)
        return self._without() if kept is None else kept.rows

    def _without(self) -> dict[str, tuple[str, Scored]]:
        """Nothing; what stood there and was no file of rows is out of the way."""
        name = self.name
        if set_aside(self.request.anchor, name):
            self.note(f".rubout/{name}: damaged, or of another version: set aside as {name}.broken, measured anew")
        return {}


def stamp_of(pins: Pins) -> str:
    """Names everything besides the commit that its score depends on."""
    rules = [
        (revision(path, language, keep_imports=False), *(part.revision(path, language, False) for part in _PARTS))  # noqa: FBT003 - a column of `Part`
        for language in LANGUAGES
        for path in ("file", "file.ipynb")
    ]
    return digest_of((SCORE_REVISION, sorted(REVISIONS.items()), rules, pins.law, pins.soft_line, pins.knobs))


def digest_of(value: object) -> str:
    """A digest of a value whose repr says all of it."""
    return blake2b(repr(value).encode(), digest_size=_DIGEST_BYTES).hexdigest()


_PARTS = (TREES, DOCUMENTS, REFERENCES)
