"""Which commits of a project's history lie in the window, and why are there none?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure.sources import git, history
from rubout.measure.sources.anchor import in_work_tree
from rubout.measure.sources.changes import head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.measure.sources.history import Link

SECONDS_A_DAY = 86_400


class NoHistoryError(RepositoryError):
    """There is no history that could be measured; `is_shallow` when that is for want of a part of it."""

    def __init__(self, what: str, *, where: str, fix: str, is_shallow: bool = False) -> None:
        super().__init__(what, where=where, fix=fix)
        self.is_shallow = is_shallow


@dataclass(frozen=True, slots=True)
class Commits:
    """`history` are all commits, newest first; those of the window were made at `cutoff` (Unix seconds) or later."""

    history: Sequence[Link]
    cutoff: int

    @property
    def within(self) -> list[Link]:
        """The commits of the window."""
        return [link for link in self.history if self.holds(link)]

    @property
    def reach(self) -> Sequence[Link]:
        """From the newest commit to the oldest of the window; with clocks that differ some between are not of it."""
        return self.history[: 1 + max(index for index, link in enumerate(self.history) if self.holds(link))]

    def holds(self, link: Link) -> bool:
        """Whether a commit is of the window."""
        return link.time >= self.cutoff

    @property
    def head(self) -> str:
        """The newest commit."""
        return self.history[0].name


def commits_of(anchor: str, days: int) -> Commits:
    """The commits of HEAD's first parents that were committed in the last `days` before HEAD was.

    Raises:
        NoHistoryError: no git, no repository, no commit, or a clone whose history ends in the window.
        RepositoryError: git refused.
    """
    links, is_shallow = newest(anchor)
    cutoff = links[0].time - days * SECONDS_A_DAY
    if is_shallow and links[-1].time >= cutoff:
        span = "last day" if days == 1 else f"last {days} days"
        what = f"a shallow clone, whose history ends within the {span} before HEAD"
        fix = "fetch the rest: `git fetch --unshallow`, or look at fewer days"
        raise NoHistoryError(what, where=anchor, fix=fix, is_shallow=True)
    return Commits(links, cutoff)


def newest(anchor: str, last: int | None = None) -> tuple[Sequence[Link], bool]:
    """The commits of HEAD's first parents, newest first, or the `last` of them; and whether the clone is shallow.

    Raises:
        NoHistoryError: no git, no repository, or no commit.
        RepositoryError: git refused.
    """
    if not in_work_tree(anchor):
        raise NoHistoryError("no repository, so no history", where=anchor, fix="run it in a repository of git")
    try:
        return history.chain(anchor, last), history.is_shallow(anchor)
    except FileNotFoundError as error:
        raise NoHistoryError("git is not on PATH, so no history", where=anchor, fix="install git") from error
    except RepositoryError:
        if head(anchor) is not None:
            raise
        raise NoHistoryError("no commit yet, so no history", where=anchor, fix="commit something") from None


def tip(anchor: str) -> str:
    """Where the history begins and whether it is whole, as one word; "" without one."""
    if not in_work_tree(anchor):
        return ""
    try:
        return git.start(anchor, "rev-parse", "HEAD", "--is-shallow-repository")().decode("ascii")
    except (FileNotFoundError, RepositoryError):
        return ""
