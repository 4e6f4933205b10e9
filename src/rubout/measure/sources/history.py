"""What did each commit of the first-parent history change?"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from rubout.measure.sources import git
from rubout.measure.sources.changes import Change, read_raw

_LOG = (
    *("log", "--first-parent", "--diff-merges=first-parent", "--reverse", "--no-show-signature", "--no-decorate"),
    *("--raw", "-z", "-M", "-l1000", "--no-abbrev", "--relative", "--no-ext-diff", "--no-color"),
    "--format=%x00%x00%H %P",  # no path is empty, so an empty record can only stand before a commit
)


class Commit(NamedTuple):
    """A commit, its first parent ("" for a root), and what it changed against that, in git's order of paths."""

    name: str
    parent: str
    changes: tuple[Change, ...]


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
    records = git.records(git.start(anchor, *_LOG, *bound, "--end-of-options", commits, "--")())
    return [_commit(list(group)) for some, group in groupby(records, bool) if some]


def _commit(records: list[str]) -> Commit:
    head, *raw = records
    name, _, parents = head.partition(" ")
    if raw:
        raw[0] = raw[0].lstrip("\n")
    return Commit(name, parents.partition(" ")[0], tuple(read_raw(raw).pairs))
