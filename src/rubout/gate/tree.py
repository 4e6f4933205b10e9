"""What is known of some contents of a repository? From the index, else measured from git's bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import FileFacts
from rubout.gate.held import Measured
from rubout.measure.extract import copy_facts, revisions
from rubout.measure.languages.all import BY_CODE
from rubout.measure.notebook import NotebookError
from rubout.measure.postings import stream_of
from rubout.measure.sources.changes import blobs
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.extensions import language_code
from rubout.measure.tree import SlowParseError
from rubout.store.index import Row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.sources.entries import Entry
    from rubout.store.index import Index

_FACTS = msgspec.msgpack.Decoder(FileFacts)
_ENCODER = msgspec.msgpack.Encoder()
_INDEXED_DIGITS = 40  # the index names contents by SHA-1, whatever the repository does


class Place(NamedTuple):
    """Where contents are looked for, and by which rules they are measured."""

    anchor: str
    keep_imports: bool = False


def rows_of(place: Place, index: Index, entries: Iterable[Entry]) -> dict[Entry, Row]:
    """What copies are found by, of blobs; what the index lacks is measured and put there.

    A blob that the repository lacks, a notebook that is none, and a parse without end have no row.

    Raises:
        RepositoryError: git refused.
    """
    found: dict[Entry, Row] = {}
    missing = []
    for entry in entries:
        row = index.row(entry.blob, *_revisions(place, entry.path)) if len(entry.blob) == _INDEXED_DIGITS else None
        if row:
            found[entry] = row
        else:
            missing.append(entry)
    sources = blobs(place.anchor, (entry.blob for entry in missing))
    for entry in missing:
        row = row_of(place, index, entry.path, sources[entry.blob]) if entry.blob in sources else None
        if row:
            found[entry] = row
    return found


def row_of(place: Place, index: Index, path: str, source: bytes) -> Row | None:
    """What copies are found by, of a content; None for a notebook that is none, and a parse without end."""
    name, rules = git_blob_id(source), _revisions(place, path)
    row = index.row(name, *rules)
    if row is None:
        try:
            facts, tokens = copy_facts(source, path, BY_CODE[_code(path)], keep_imports=place.keep_imports)
        except (NotebookError, SlowParseError):
            return None
        row = Row(_ENCODER.encode(facts), _ENCODER.encode(tokens))
        index.put(name, rules[0], row)
    return row


def measured(row: Row) -> Measured:
    """A row, decoded."""
    return Measured(_FACTS.decode(row.head), stream_of(row.tokens))


def _revisions(place: Place, path: str) -> tuple[str, ...]:
    return revisions(path, BY_CODE[_code(path)], keep_imports=place.keep_imports, for_copies=True)


def _code(path: str) -> int:
    code = language_code(path)
    if code is None:
        raise ValueError(path)
    return code
