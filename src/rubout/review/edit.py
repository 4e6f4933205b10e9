"""What does a change do to one file, as a record says it?"""

from __future__ import annotations

from typing import Literal

from rubout.review.fields import Closed, Count, Digest, Id, Name, ObjectName


class RangeAnchor(Closed, frozen=True, tag_field="kind", tag="range"):
    """Bytes `start` to `end`, the latter excluded, of what the file held before."""

    start: Count
    end: Count


class FileAnchor(Closed, frozen=True, tag_field="kind", tag="file"):
    """The whole file."""


class DeleteAnchor(Closed, frozen=True, tag_field="kind", tag="delete"):
    """The file goes."""


class OpaqueAnchor(Closed, frozen=True, tag_field="kind", tag="opaque"):
    """What bytes cannot express; git's names of the objects before and after, None for none."""

    old: ObjectName | None
    new: ObjectName | None


Anchor = RangeAnchor | FileAnchor | DeleteAnchor | OpaqueAnchor


class Replacement(Closed, frozen=True):
    """The bytes that come instead, which travel beside the record: their SHA-256, without a prefix, and number."""

    sha256: Digest
    size: Count


class Edit(Closed, frozen=True, kw_only=True):
    """One change to one file; `prior` names the file's bytes before, None for no file; `mode` None is unchanged."""

    path: Name
    prior: Id | None
    anchor: Anchor
    replacement: Replacement | None
    mode: Literal["100644", "100755", "120000"] | None = None

    def __post_init__(self) -> None:
        """Refuse bytes where there can be none, and none where there must be."""
        has_bytes = isinstance(self.anchor, RangeAnchor | FileAnchor)
        if has_bytes != (self.replacement is not None):
            raise ValueError("a range or a file has a replacement, a delete or an opaque edit has none")
