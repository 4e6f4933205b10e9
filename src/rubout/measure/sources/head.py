"""Where does HEAD stand, and did a commit bring it there?"""

from __future__ import annotations

from typing import NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree


class Head(NamedTuple):
    """The commit, and whether HEAD's last move was to make one, not to check one out, pull or rebase."""

    commit: str
    committed: bool


def head_of(anchor: str) -> Head | None:
    """HEAD by its reflog; None without git, a repository, a commit or a reflog."""
    if not in_work_tree(anchor):
        return None
    try:
        said = git.start(anchor, "log", "--walk-reflogs", "--max-count=1", "--format=%H%x00%gs", "HEAD", "--")()
    except (FileNotFoundError, RepositoryError):
        return None
    commit, _, move = said.decode("utf-8", "replace").strip().partition("\0")
    return Head(commit, move.startswith("commit")) if commit else None
