"""What says that a tree is held against what it was held against?

Loaded on the warm path, so it imports neither msgspec nor hashlib.
"""

from __future__ import annotations

import os
import zlib

from rubout.errors import RepositoryError
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree
from rubout.store.names import BASELINE


def stamp(anchor: str, base: str | None) -> tuple[object, ...]:
    """The same as long as the baseline, and the history that renames are looked up in, are the same.

    Without a baseline file nothing of the history counts; what cannot be read is told by whoever reads it.
    """
    if base is not None:
        return (_commit(anchor, base),)
    try:
        with open(os.path.join(anchor, BASELINE), "rb") as file:
            source = file.read()
    except OSError as error:
        return (error.errno,)
    return len(source), zlib.crc32(source), zlib.adler32(source), _commit(anchor, "HEAD")


def _commit(anchor: str, revision: str) -> str:
    """The id of a revision, "" where there is none."""
    if not in_work_tree(anchor):
        return ""
    try:
        found = git.start(anchor, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")()
    except (FileNotFoundError, RepositoryError):
        return ""
    return found.decode("ascii").strip()
