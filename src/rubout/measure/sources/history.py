"""What did each commit of the first-parent history change?"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.sources import git
from rubout.measure.sources.changes import Change, read_raw

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLAIN = ("log", "--no-show-signature", "--no-decorate", "--no-color")
_RAW = (
    *("--first-parent", "--diff-merges=first-parent", "--root", "--raw", "-z", "-M", "-l1000", "--no-abbrev"),
    *("--relative", "--no-ext-diff"),
    "--format=%x00%x00%H %P",  # no path is empty, so an empty record can only stand before a commit
)
_NAMES_AT_ONCE = 1000  # of 64 digits each they fit the 64 KiB that are written before git is read


class Commit(NamedTuple):
    """A commit, its first parent ("" for a root), and what it changed against that, in git's order of paths."""

    name: str
    parent: str
    changes: tuple[Change, ...]


class Link(NamedTuple):
    """A commit of a history, its first parent ("" for none), and when it was committed, in Unix seconds."""

    name: str
    parent: str
    time: int
    is_merge: bool


def first_parents(anchor: str, last: int | None = None, after: str | None = None) -> list[Commit]:
    """The first-parent history of HEAD, oldest first.

    Args:
        anchor: where git is asked.
        last: only so many of the newest commits.
        after: only what came after this commit of that history.

    Raises:
        RepositoryError: git refused.
    """
    bound = () if last is None else (f"--max-count={last}",)
    commits = f"{after}..HEAD" if after else "HEAD"
    return _commits(git.start(anchor, *_PLAIN, *_RAW, "--reverse", *bound, "--end-of-options", commits, "--")())


def chain(anchor: str, last: int | None = None) -> list[Link]:
    """The first-parent history of HEAD, newest first, or only the `last` newest commits of it.

    Raises:
        RepositoryError: git refused, as it does before the first commit.
    """
    links = []
    bound = () if last is None else (f"--max-count={last}",)
    said = git.start(anchor, *_PLAIN, "--first-parent", *bound, "--format=%H %ct %P", "HEAD", "--")()
    for line in said.splitlines():
        name, time, *parents = line.decode("ascii").split(" ")
        links.append(Link(name, parents[0] if parents else "", int(time), len(parents) > 1))
    return links


def is_shallow(anchor: str) -> bool:
    """Whether the clone lacks the beginning of its history; raises RepositoryError."""
    return git.start(anchor, "rev-parse", "--is-shallow-repository")().strip() == b"true"


def changed_in(anchor: str, names: Sequence[str]) -> list[Commit]:
    """What these commits changed of their first parents; a copy of a file that changed has come, too.

    Raises:
        RepositoryError: git refused.
    """
    starts = range(0, len(names), _NAMES_AT_ONCE)
    asked = [
        git.start(anchor, *_PLAIN, *_RAW, "-C", "--no-walk=unsorted", "--stdin", stdin=_lines(names, start))
        for start in starts
    ]
    return [commit for answer in asked for commit in _commits(answer())]


def _lines(names: Sequence[str], start: int) -> bytes:
    return "".join(f"{name}\n" for name in names[start : start + _NAMES_AT_ONCE]).encode("ascii")


def _commits(output: bytes) -> list[Commit]:
    return [_commit(list(group)) for some, group in groupby(git.records(output), bool) if some]


def _commit(records: list[str]) -> Commit:
    head, *raw = records
    name, _, parents = head.partition(" ")
    if raw:
        raw[0] = raw[0].lstrip("\n")
    return Commit(name, parents.partition(" ")[0], tuple(read_raw(raw).pairs))
