"""The tree that a change starts from, and the one that it leads to, as git holds them.

Objects are read raw, without text conversion, filters or line ends of the machine; a link is the text of its target.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import changes, git

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER_MODE = "040000"


class Node(NamedTuple):
    """What stands at a path: git's mode of six octal digits, and the name of the object."""

    mode: str
    blob: str


class GitTree:
    """A tree by paths relative to the anchor; objects are read when they are asked for.

    Args:
        anchor: the project's root.
        revision: a commit or a tree; None is the index.
    """

    def __init__(self, anchor: str, revision: str | None) -> None:
        self.anchor = anchor
        self.revision = revision
        self._held: dict[str, bytes] = {}

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for none."""
        node = self.nodes.get(path)
        if node is None or node.mode == git.GITLINK:
            return None
        return self.object(node.blob)

    def object(self, blob: str) -> bytes | None:
        """The bytes of an object; None for one that is not here, or is no file's."""
        if blob not in self._held:
            self._held.update(changes.blobs(self.anchor, [blob]))
        return self._held.get(blob)

    def fetch(self, blobs: Iterable[str]) -> None:
        """Read several objects at once."""
        self._held.update(changes.blobs(self.anchor, set(blobs) - self._held.keys()))

    def mode(self, path: str) -> str | None:
        """Git's mode of what stands there, `040000` for a folder; None for nothing."""
        node = self.nodes.get(path)
        if node is not None:
            return node.mode
        return FOLDER_MODE if path in self._folders else None

    def read_many(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The bytes of several files, of those that are there."""
        blobs = {path: self.nodes[path].blob for path in paths if path in self.nodes}
        self.fetch(blobs.values())
        return {path: self._held[blob] for path, blob in blobs.items() if blob in self._held}

    def paths(self) -> Iterable[str]:
        """Every file."""
        return self.nodes

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """Everything in it but folders; raises RepositoryError."""
        if self.revision is None:
            said = git.start(self.anchor, "ls-files", "--stage", "-z", keep_index=True)()
            rows = (row.partition("\t") for row in git.records(said))
            return {path: Node(head[:6], head[7:].partition(" ")[0]) for head, _, path in rows}
        said = git.start(self.anchor, "ls-tree", "-r", "-z", "--end-of-options", self.revision)()
        rows = (row.partition("\t") for row in git.records(said))
        return {path: Node(head.split(" ")[0], head.split(" ")[2]) for head, _, path in rows}

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(path[:at] for path in self.nodes for at, char in enumerate(path) if char == "/")


class Touched(NamedTuple):
    """A path that differs between two trees; None where nothing stands."""

    path: str
    before: Node | None
    after: Node | None


def touched(base: GitTree, head: GitTree) -> list[Touched]:
    """What differs, by path.

    Raises:
        RepositoryError: the path of one that differs is no UTF-8, which no record can name.
    """
    paths = sorted(base.nodes.keys() | head.nodes.keys())
    found = [Touched(path, base.nodes.get(path), head.nodes.get(path)) for path in paths]
    found = [each for each in found if each.before != each.after]
    for each in found:
        if any("\ud800" <= char <= "\udfff" for char in each.path):
            what = "its name is no UTF-8, and a record cannot hold it"
            raise RepositoryError(what, where=repr(each.path), fix="rename it")
    return found
