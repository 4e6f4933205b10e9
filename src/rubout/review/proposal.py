"""A proposed change in hand: the signed record, the bytes that travel beside it, the tree that it changes."""

from __future__ import annotations

import hashlib
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import msgspec

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.canonical import content_id
from rubout.review.edit import DeleteAnchor, RangeAnchor
from rubout.review.records import change_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.review.edit import Edit
    from rubout.review.records import Finding, Op

REGULAR = "100644"
SYMLINK = "120000"
REGULAR_MODES = frozenset({REGULAR, "100755"})


class Base(Protocol):
    """The tree that a change starts from."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for none."""

    def mode(self, path: str) -> str | None:
        """Git's mode of what stands there, `040000` for a folder; None for nothing."""

    def read_many(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The bytes of several files, of those that are there."""

    def paths(self) -> Iterable[str]:
        """Every file."""


class Files(Plain, frozen=True):
    """A tree in memory; `modes` are those of the files that are not 100644."""

    files: Mapping[str, bytes] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    modes: Mapping[str, str] = msgspec.field(default_factory=lambda: MappingProxyType({}))

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for none."""
        return self.files.get(path)

    def mode(self, path: str) -> str | None:
        """Git's mode of a file; None for none."""
        return self.modes.get(path, REGULAR) if path in self.files else None

    def read_many(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The bytes of several files, of those that are there."""
        return {path: self.files[path] for path in paths if path in self.files}

    def paths(self) -> Iterable[str]:
        """Every file."""
        return self.files


class EditText(msgspec.Struct, frozen=True):
    """One edit as text: bytes `start` to `end` of `before` make room for `text`.

    `before` is the whole file, empty for none; `text` is None where bytes say nothing (a deletion, an opaque change).
    """

    path: str
    before: bytes
    start: int
    end: int
    text: bytes | None

    @property
    def replaced(self) -> bytes:
        """What makes room."""
        return self.before[self.start : self.end]


class Proposal(Plain, frozen=True, dict=True):
    """A change that may land or not; `envelope` is the op as its author signed it."""

    op: Op
    id: str
    envelope: bytes
    texts: tuple[EditText, ...]  # by edit
    base: Base
    notes: tuple[Finding, ...] = ()  # what cheaper checks warn of, for whoever reads for meaning

    @cached_property
    def change_id(self) -> str:
        """The name of what git could tell of it: two authors of the same change share it."""
        return change_id(self.op)


def propose(op: Op, envelope: bytes, contents: Mapping[str, bytes], base: Base) -> Proposal:
    """Put an op together with its bytes; `contents` are replacements by SHA-256 in hex.

    Raises:
        ReviewError: bytes are absent, or others than the op names.
    """
    files: dict[str, bytes] = {}
    texts = []
    for edit in op.edits:
        if edit.path not in files:
            files[edit.path] = base.read(edit.path) or b""
        texts.append(_edit_text(edit, files[edit.path], contents))
    return Proposal(op, content_id("op", op), envelope, tuple(texts), base)


def _edit_text(edit: Edit, before: bytes, contents: Mapping[str, bytes]) -> EditText:
    start, end = 0, len(before)
    if isinstance(edit.anchor, RangeAnchor):
        start, end = edit.anchor.start, edit.anchor.end
    elif not isinstance(edit.anchor, DeleteAnchor) and edit.replacement is None:
        end = 0
    if edit.replacement is None:
        return EditText(edit.path, before, start, end, None)
    text = contents.get(edit.replacement.sha256)
    if text is None:
        raise _bytes_error("the bytes of an edit are absent", edit)
    if len(text) != edit.replacement.size or hashlib.sha256(text).hexdigest() != edit.replacement.sha256:
        raise _bytes_error("the bytes of an edit are not those that its op names", edit)
    return EditText(edit.path, before, start, end, text)


def _bytes_error(what: str, edit: Edit) -> ReviewError:
    fix = "hand over the op together with the bytes it was signed over"
    return ReviewError(what, where=edit.path, fix=fix, code="bytes")


def after_edits(texts: Iterable[EditText], path: str) -> tuple[bytes, list[tuple[int, int, int]]]:
    """A file after its edits, and of each of them its number and where its text stands in that file."""
    own = sorted(
        ((edit.start, edit.end, number, edit) for number, edit in enumerate(texts) if edit.path == path),
        key=lambda one: one[:3],
    )
    parts: list[bytes] = []
    spans: list[tuple[int, int, int]] = []
    at = length = 0
    before = own[0][3].before if own else b""
    for start, end, number, edit in own:
        kept, text = before[at:start], edit.text or b""
        parts += kept, text
        spans.append((number, length + len(kept), length + len(kept) + len(text)))
        length += len(kept) + len(text)
        at = max(at, end)
    return b"".join((*parts, before[at:])), spans
