"""Which files does a tree of git's hold, which are new to git, and how many lines did each change?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.sources import git

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.measure.sources.changes import States

# Without renames a file that moves has both its paths counted; without the rest of the configuration, too.
_NUMSTAT = ("diff", "--numstat", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv", "-z")
_FILE = "100"  # how the mode of a regular file begins


class Entry(NamedTuple):
    """A regular file of a tree, relative to the anchor, and its blob id."""

    path: str
    blob: str


class Lines(NamedTuple):
    """Lines that came and lines that went; 0 of what git takes for binary."""

    added: int
    deleted: int


def is_file(mode: str) -> bool:
    """Whether six octal digits of git's are those of a regular file, not of a symlink or a submodule."""
    return mode.startswith(_FILE)


def index_entries(anchor: str) -> list[Entry]:
    """The files that a commit would have, by the index of GIT_INDEX_FILE where a hook names one.

    Raises:
        RepositoryError: git refused.
    """
    heads = _heads(git.start(anchor, "ls-files", "--stage", "-z", keep_index=True)())
    return [Entry(path, blob) for (mode, blob, stage), path in heads if is_file(mode) and stage == "0"]


def tree_entries(anchor: str, tree: str) -> list[Entry]:
    """The files of a commit or a tree; raises RepositoryError."""
    heads = _heads(git.start(anchor, "ls-tree", "-r", "-z", "--end-of-options", tree)())
    return [Entry(path, blob) for (mode, _, blob), path in heads if is_file(mode)]


def untracked(anchor: str) -> Callable[[], list[str]]:
    """Ask now for the files that git neither tracks nor ignores; the answer comes, or RepositoryError, when called."""
    others = git.start(anchor, "ls-files", "-z", *git.UNTRACKED)
    return lambda: [path for path in git.records(others()) if not path.endswith("/")]  # a nested repository


def line_counts(anchor: str, states: States, *, keep_index: bool = False) -> Callable[[], dict[str, Lines]]:
    """Ask now what changed between two states; the answer, by path, comes, or RepositoryError, when called."""
    words = (*_NUMSTAT, *(("--cached",) if states.staged else ()), states.before, *filter(None, (states.after,)), "--")
    counted = git.start(anchor, *words, keep_index=keep_index)
    return lambda: dict(map(_counts, git.records(counted())))


def _counts(record: str) -> tuple[str, Lines]:
    added, deleted, path = record.split("\t", 2)
    return path, Lines(0, 0) if added == "-" else Lines(int(added), int(deleted))


def _heads(output: bytes) -> list[tuple[tuple[str, str, str], str]]:
    records = (record.partition("\t") for record in git.records(output))
    words = ((head.split(" "), path) for head, _, path in records)
    return [((first, second, third), path) for (first, second, third), path in words]
