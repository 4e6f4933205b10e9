"""A tree as the guard holds it in memory: the token stream and the permits of every file, and single files measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure import notebook
from rubout.measure.extract import HURRIED_MICROSECONDS, copy_facts
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.python import LANGUAGE as PYTHON
from rubout.measure.postings import Postings, Stream, stream_of
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.extensions import language_code
from rubout.measure.tree import SlowParseError

if TYPE_CHECKING:
    from rubout.facts.source import FileFacts, Permit

# Somebody waits for the answer.
_copy_facts = partial(copy_facts, microseconds=HURRIED_MICROSECONDS)


class Measured(NamedTuple):
    """One text, measured."""

    facts: FileFacts
    stream: Stream


class Entry(NamedTuple):
    """What is held of one file."""

    blob: str
    stream: Stream
    permits: tuple[Permit, ...]


@dataclass(slots=True)
class Held:
    """The files of a tree that have tokens, by path relative to the anchor."""

    postings: Postings = field(default_factory=Postings)
    blobs: dict[str, str] = field(default_factory=dict)
    permits: dict[str, tuple[Permit, ...]] = field(default_factory=dict)  # of files that have any

    def entry(self, path: str) -> Entry | None:
        """What is held of a file; None when nothing is."""
        stream = self.postings.stream(path)
        return None if stream is None else Entry(self.blobs[path], stream, self.permits.get(path, ()))

    def restore(self, path: str, entry: Entry | None) -> None:
        """Hold of a file what was held of it."""
        self.remove(path)
        if entry:
            self.postings.put(path, entry.stream)
            self.blobs[path] = entry.blob
            if entry.permits:
                self.permits[path] = entry.permits

    def put(self, path: str, blob: str, measured: Measured) -> None:
        """Hold a file as it now is; one that was not parsed, or stays out by its content, is held no longer."""
        facts = measured.facts
        self.restore(path, Entry(blob, measured.stream, facts.permits) if facts.parsed else None)

    def put_source(self, path: str, source: bytes, *, keep_imports: bool) -> None:
        """Measure a file and hold it."""
        measured = measured_file(source, path, keep_imports=keep_imports)
        if measured is None:
            self.remove(path)
        else:
            self.put(path, git_blob_id(source), measured)

    def remove(self, path: str) -> None:
        """Hold a file no longer."""
        self.postings.remove(path)
        self.blobs.pop(path, None)
        self.permits.pop(path, None)


def measured_file(source: bytes, path: str, *, keep_imports: bool) -> Measured | None:
    """A file of the tree; None for a language we do not know, a notebook that is none, and a parse without end."""
    code = language_code(path)
    if code is None:
        return None
    try:
        facts, tokens = _copy_facts(source, path, BY_CODE[code], keep_imports=keep_imports)
    except (notebook.NotebookError, SlowParseError):
        return None
    return Measured(facts, stream_of(tokens))


def measured_cells(source: bytes, path: str, *, keep_imports: bool) -> Measured | None:
    """The joined code cells of a notebook, as the Python file they make; None for a parse without end."""
    try:
        facts, tokens = _copy_facts(source, f"{path}.py", PYTHON, keep_imports=keep_imports)
    except SlowParseError:
        return None
    return Measured(facts, stream_of(tokens))
