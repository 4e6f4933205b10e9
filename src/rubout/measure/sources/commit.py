"""Which files does a commit hold below the anchor, and what did git store of them?

They are looked at as if they lay on disk, where a checkout would put them, and none is written there.
"""

from __future__ import annotations

import posixpath
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import git, history
from rubout.measure.sources.changes import blob_sizes, commit_id
from rubout.measure.sources.git import Tracked
from rubout.measure.sources.objects import Objects, missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LINKS = 8  # that lead from one to the next


class Status(NamedTuple):
    """What `lstat` would say of a file of a commit; `st_size` is None when the clone lacks what it holds."""

    st_mode: int
    st_size: int | None
    st_mtime_ns: int = 0
    st_ino: int = 0
    st_ctime_ns: int = 0


@dataclass(frozen=True, slots=True)
class CommitTree:
    """`tracked` are the entries of the commit that are no folders, as git's index would list them."""

    anchor: str
    commit: str
    tracked: Sequence[Tracked]
    statuses: Mapping[str, Status]  # by path
    blobs: Mapping[str, str]  # by path
    objects: Objects

    def status(self, path: str) -> Status:
        """As `os.lstat`; raises FileNotFoundError."""
        try:
            return self.statuses[path]
        except KeyError:
            raise FileNotFoundError(path) from None

    def read(self, path: str) -> bytes:
        """The bytes of a regular file.

        Raises:
            FileNotFoundError: there is none.
            OSError: it is a symlink or a submodule.
            RepositoryError: the clone lacks it.
        """
        mode = self.status(path).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(0, "is a symlink" if stat.S_ISLNK(mode) else "is no regular file")
        return self.objects.read(self.blobs[path])

    def foreign(self, _path: str) -> None:
        """Nothing lies below a submodule or a symlink of a commit."""

    def target(self, path: str) -> str:
        """Where the links at `path` lead to within the tree, `path` itself without one.

        Raises:
            FileNotFoundError: to nothing that is there, or in a circle.
        """
        for _ in range(_LINKS):
            if not stat.S_ISLNK(self.status(path).st_mode):
                return path
            link = self.objects.read(self.blobs[path]).decode("utf-8", "surrogateescape")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
        raise FileNotFoundError(path)

    def require(self, paths: Sequence[str]) -> None:
        """Refuse to go on without what these files hold; raises RepositoryError, which names those that are missing."""
        if absent := [path for path in paths if self.statuses[path].st_size is None]:
            raise missing(self.anchor, *(f"{path} of {self.commit[:12]}" for path in absent))


def commit_tree(anchor: str, revision: str, objects: Objects | None = None) -> CommitTree:
    """The tree of a commit, below the anchor; `objects` of the same repository saves starting another program.

    Raises:
        RepositoryError: no git, no repository, no such commit, or a clone that lacks its folders.
    """
    commit = _commit(anchor, revision)
    try:
        records, sizes = _listed(anchor, commit, "-l"), None
    except RepositoryError:  # it stops at the first blob that a partial clone lacks
        records, sizes = _known(anchor, commit)
    tracked, statuses = [], {}
    for record in records:
        head, _, path = record.partition("\t")
        mode, _, blob, *size = head.split()
        tracked.append(Tracked(path, mode, blob))
        statuses[path] = Status(int(mode, 8), _size(*size) if sizes is None else sizes.get(blob))
    blobs = {path: blob or "" for path, _, blob in tracked}
    return CommitTree(anchor, commit, tracked, statuses, blobs, objects or Objects(anchor))


def _commit(anchor: str, revision: str) -> str:
    try:
        return commit_id(anchor, revision)
    except RepositoryError as error:
        if not history.is_shallow(anchor):
            raise
        what = f"no commit `{revision}` in this shallow clone"
        raise RepositoryError(what, where=anchor, fix="fetch it: `git fetch --unshallow`") from error


def _size(word: str) -> int | None:
    """Git writes "-" of a submodule, and "BAD" of what it lacks."""
    return int(word) if word.isdigit() else 0 if word == "-" else None


def _listed(anchor: str, commit: str, *options: str) -> list[str]:
    return git.records(git.offline(anchor, "ls-tree", "-r", *options, "-z", commit))


def _known(anchor: str, commit: str) -> tuple[list[str], dict[str, int]]:
    """The entries, and the bytes of the blobs that the clone has; raises RepositoryError when it lacks folders."""
    missing_too = ("rev-list", "--objects", "--no-object-names", "--missing=print")
    try:
        records = _listed(anchor, commit)
        listed = git.offline(anchor, *missing_too, f"{commit}^{{tree}}").decode("ascii").split()
    except RepositoryError as error:
        raise missing(anchor, f"folders of {commit[:12]}") from error
    return records, blob_sizes(anchor, (name for name in listed if not name.startswith("?")))
