"""The tree that a change starts from, and the one that it leads to, as git holds them.

Objects are read raw, without text conversion, filters or line ends of the machine; a link is the text of its target.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import changes, git
from rubout.review.ask_git import ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER_MODE = "040000"
_MODE_END = 7  # of six digits and a blank


class Node(NamedTuple):
    """What stands at a path: git's mode of six octal digits, and the name of the object."""

    mode: str
    blob: str


class GitTree:
    """A tree by paths relative to the anchor; objects are read when they are asked for.

    Args:
        anchor: the project's root.
        revision: a commit or a tree; None is the index.
        beside: another tree of the repository, with which it shares the objects that were read.
        listing: what git says to `listing_of`, where it was asked already.
    """

    def __init__(
        self, anchor: str, revision: str | None, *, beside: GitTree | None = None, listing: bytes | None = None
    ) -> None:
        self.anchor = anchor
        self.revision = revision
        self.held: dict[str, bytes | None] = beside.held if beside else {}
        self._listing = listing

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for none."""
        node = self.node(path)
        if node is None or node.mode == git.GITLINK:
            return None
        return self.object(node.blob)

    def node(self, path: str) -> Node | None:
        """What stands at a path; None for a folder, and for nothing."""
        spelt = self.spelt.get(path)
        if spelt is None:
            return None
        mode, _, blob = spelt.partition(" ")
        return Node(mode, blob)

    def object(self, blob: str) -> bytes | None:
        """The bytes of an object; None for one that is not here, or is no file's."""
        self.fetch((blob,))
        return self.held[blob]

    def fetch(self, blobs: Iterable[str]) -> None:
        """Read several objects at once."""
        wanted = set(blobs) - self.held.keys()
        found = changes.blobs(self.anchor, wanted)
        self.held.update((blob, found.get(blob)) for blob in wanted)

    def mode(self, path: str) -> str | None:
        """Git's mode of what stands there, `040000` for a folder; None for nothing."""
        node = self.node(path)
        if node is not None:
            return node.mode
        return FOLDER_MODE if path in self._folders else None

    def read_many(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The bytes of several files, of those that are there."""
        nodes = {path: node for path in paths if (node := self.node(path))}
        self.fetch(node.blob for node in nodes.values())
        found = {path: self.held[node.blob] for path, node in nodes.items()}
        return {path: data for path, data in found.items() if data is not None}

    def paths(self) -> Iterable[str]:
        """Every file."""
        return self.spelt

    @cached_property
    def spelt(self) -> Mapping[str, str]:
        """Mode, blank and object of everything in it but folders; raises RepositoryError, also of a path twice.

        A large tree is compared before a node of it is looked at, and most are never looked at.
        """
        if self.revision is None:
            said = ask(self.anchor, "ls-files", "--stage", "-z", keep_index=True)
            rows = (row.partition("\t") for row in git.records(said))
            return {path: head.rpartition(" ")[0] for head, _, path in rows}
        said = ask(self.anchor, *listing_of(self.revision)) if self._listing is None else self._listing
        listed = git.records(said)
        rows = (row.partition("\t") for row in listed)
        found = {path: head[:_MODE_END] + head.rpartition(" ")[2] for head, _, path in rows}
        if len(found) < len(listed):  # nobody could tell which of them was reviewed
            raise RepositoryError("a name stands twice in one folder", where=self.revision, fix="commit it anew")
        return found

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(path[:at] for path in self.spelt for at, char in enumerate(path) if char == "/")


def listing_of(revision: str) -> tuple[str, ...]:
    """What git is asked for the nodes of a commit or a tree."""
    return ("ls-tree", "-r", "-z", "--end-of-options", revision)


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
    found = [Touched(path, base.node(path), head.node(path)) for path in sorted(_differing(base, head))]
    for each in found:
        if any("\ud800" <= char <= "\udfff" for char in each.path):
            what = "its name is no UTF-8, and a record cannot hold it"
            raise RepositoryError(what, where=repr(each.path), fix="rename it")
    return found


def blobs_between(base: GitTree, head: GitTree) -> set[str]:
    """The names of the objects of the files that differ, on either side."""
    nodes = (node for path in _differing(base, head) for node in (base.node(path), head.node(path)) if node)
    return {node.blob for node in nodes if node.mode != git.GITLINK}


def _differing(base: GitTree, head: GitTree) -> set[str]:
    return {path for path, _ in base.spelt.items() ^ head.spelt.items()}
