"""May a plan be carried out here? The preconditions that git and the files answer, in order; nothing is written."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.gate.erase_targets import targets
from rubout.measure.sources import git
from rubout.measure.sources.disk import disk_path
from rubout.measure.sources.universe import SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.gate.erase_rows import Plan
    from rubout.gate.erase_targets import Target

MOST_ENTRIES = 3  # of a worktree that is not clean, that are named
# What git keeps while it is in the middle of something, and its name.
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "BISECT_LOG": "a bisect",
}
_ANY_WRITES = 0o222
_SKIPPED = b"S"  # how `ls-files -v` marks a file of skip-worktree; a small letter, one that is assumed unchanged


def ready(anchor: str, plan: Plan) -> tuple[str, tuple[Target, ...]]:
    """The commit that HEAD is, and the files that the plan changes.

    Raises:
        RepositoryError: the first precondition that does not hold, by name.
    """
    head = _head(anchor)
    _refuse_unclean(anchor)
    _refuse_under_way(anchor)
    for path in dict.fromkeys(row.path for row in plan.eraseable):
        _refuse_irregular(anchor, path)
    files = targets(anchor, plan.rows)
    _refuse_untracked(anchor, [file.path for file in files])
    _refuse_unseen(anchor, frozenset(file.path for file in files))
    return head, files


def _head(anchor: str) -> str:
    try:
        top = _asked(anchor, "rev-parse", "--show-toplevel")
    except RepositoryError as error:
        raise _no_repository(anchor, "") from error
    except FileNotFoundError as error:
        raise RepositoryError("git is not on PATH", where=anchor, fix="install git") from error
    if os.path.realpath(top) != os.path.realpath(anchor):
        raise _no_repository(anchor, top)
    try:
        return _asked(anchor, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except RepositoryError as error:
        raise RepositoryError("HEAD is no commit yet", where=anchor, fix="commit first") from error


def _no_repository(anchor: str, top: str) -> RepositoryError:
    parent = f" (git resolved {top})" if top else ""
    fix = "run it at the root of a repository, so that git can bring everything back"
    return RepositoryError(f"not a git repository at {anchor}{parent}", where=anchor, fix=fix)


def _refuse_unclean(anchor: str) -> None:
    said = git.start(
        anchor, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--ignore-submodules=none"
    )()
    entries = [one[3:] for one in git.records(said)]
    entries = [path for path in entries if not path.startswith(f"{SCRATCH}/")]
    if entries:
        more = f", {len(entries) - MOST_ENTRIES} more" if len(entries) > MOST_ENTRIES else ""
        what = f"worktree not clean: commit or stash first ({', '.join(entries[:MOST_ENTRIES])}{more})"
        raise RepositoryError(what, where=anchor, fix="`git status` lists them")


def _refuse_under_way(anchor: str) -> None:
    asked = [word for name in _UNDER_WAY for word in ("--git-path", name)]
    places = git.start(anchor, "rev-parse", *asked)().decode("utf-8", "surrogateescape").splitlines()
    for place, what in zip(places, _UNDER_WAY.values(), strict=True):
        if os.path.lexists(os.path.join(anchor, place)):
            raise RepositoryError(f"{what} is under way", where=anchor, fix="end it, or abort it")


def _refuse_irregular(anchor: str, path: str) -> None:
    """Refuse what is no plain file of the tree that may be written to."""
    place = disk_path(anchor, path)
    root, real = os.fsencode(os.path.realpath(anchor)), os.path.realpath(place)
    try:
        mode = os.lstat(place).st_mode
    except OSError as error:
        raise _refused(path, "is not there any more") from error
    if stat.S_ISLNK(mode):
        raise _refused(path, "is a symlink")
    if not stat.S_ISREG(mode):
        raise _refused(path, "is no regular file")
    if real != os.path.join(root, path.encode("utf-8", "surrogateescape")):
        raise _refused(path, "is reached through a symlink")
    if not _is_open(place):
        raise _refused(path, "is read-only")
    if not _is_open(os.path.dirname(place)):
        raise _refused(path, "lies in a read-only folder")


def _is_open(place: bytes) -> bool:
    """Whether it may be written to; root may write where nobody is meant to, so the mode is asked as well."""
    return bool(os.stat(place).st_mode & _ANY_WRITES) and os.access(place, os.W_OK)


def _refuse_untracked(anchor: str, paths: Iterable[str]) -> None:
    """Refuse what a checkout of HEAD could not bring back."""
    index = git.tracked(anchor)
    if any(entry.path.startswith(f"{SCRATCH}/") for entry in index):
        what = f"{SCRATCH}/ is tracked by git, so no undo file in it would be believed"
        raise RepositoryError(what, where=anchor, fix=f"take it out with `git rm -r --cached {SCRATCH}`")
    modules = [entry.path for entry in index if entry.mode == git.GITLINK]
    # A tree lists what it holds, and says nothing of a path that it does not.
    listed = git.records(git.start(anchor, "ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD")())
    tracked = frozenset(listed)
    for path in paths:
        if any(path.startswith(f"{module}/") for module in modules):
            raise _refused(path, "lies in a submodule")
        if path not in tracked:
            raise _refused(path, "not tracked")


def _refuse_unseen(anchor: str, paths: frozenset[str]) -> None:
    """Refuse what git was told not to look at: its clean worktree says nothing of the bytes of such a file."""
    for entry in git.start(anchor, "ls-files", "-v", "-z")().split(b"\0"):
        mark, _, path = entry.partition(b" ")
        name = path.decode("utf-8", "surrogateescape")
        if name in paths and (mark.islower() or mark == _SKIPPED):
            raise _refused(name, "is marked as one that git does not look at (assume-unchanged or skip-worktree)")


def _refused(path: str, what: str) -> RepositoryError:
    return RepositoryError(what, where=path, fix="mend that, or exclude the file, and run rubout erase again")


def _asked(anchor: str, *words: str) -> str:
    return git.start(anchor, *words)().decode("utf-8", "surrogateescape").rstrip("\n")
