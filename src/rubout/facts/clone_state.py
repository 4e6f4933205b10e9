"""What a run over a whole tree leaves behind, so that a run after a few edits looks at little else."""

from __future__ import annotations

import msgspec

from rubout.facts.clones import CloneClass
from rubout.facts.source import FileFacts


class KnownFile(msgspec.Struct, frozen=True, array_like=True):
    """A file of the universe as it was judged.

    `facts` are those that copies are found by; None for a file with a problem.
    """

    path: str
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int
    settled: bool  # its stat data proves that it has not changed
    blob: str
    tokens: int  # masked ones included
    masked: int  # import tokens
    facts: FileFacts | None


class State(msgspec.Struct, frozen=True, array_like=True):
    """The clones of a tree, taken apart by what they depend on.

    `prints` 'Q' are the fingerprints' hashes by parsed file, those of file i from `edges[i]` 'I' on. `hashes` 'Q' are
    the same in ascending order, with the number of the parsed file that has each in `owners` 'I'. Item for item:
    `repeats`, an encoded sequence, `groups` 'Q', the hash each repeat comes from, and `class_of` 'i', the place of its
    class in `classes`, or -1.
    """

    asked: str
    files: tuple[KnownFile, ...]
    problems: tuple[tuple[str, str], ...]
    missing_grammars: tuple[str, ...]
    prints: bytes
    edges: bytes
    hashes: bytes
    owners: bytes
    repeats: msgspec.Raw
    groups: bytes
    class_of: bytes
    classes: tuple[CloneClass, ...]
