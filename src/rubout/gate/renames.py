"""Which files go on under another path since a commit, committed or not?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.gate.reader import reader_of
from rubout.measure.renames import renames
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree
from rubout.measure.sources.changes import head
from rubout.measure.sources.commit import commit_tree

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rubout.gate.survey import Run
    from rubout.measure.sources.commit import CommitTree


def last_touched(anchor: str, path: str) -> str | None:
    """The newest commit of HEAD's history that touched a file, HEAD where none did; None without a commit or git."""
    if not in_work_tree(anchor):
        return None
    try:
        found = git.start(anchor, "log", "--max-count=1", "--no-show-signature", "--format=%H", "HEAD", "--", path)()
        return found.decode("ascii").strip() or head(anchor)
    except (FileNotFoundError, RepositoryError):
        return None


def renamed_since(run: Run, commit: str, gone: Collection[str], fresh: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of a path of the commit that is gone and one that has come to the tree of the run.

    Git is asked for the old content alone, so whether it knows the new path changes no answer. What the clone lacks of
    the old has no pair.
    """
    try:
        tree = commit_tree(run.request.anchor, commit, run.request.objects)
        then = dict(_contents(tree, sorted(gone)))
    except RepositoryError:
        return ()
    read = reader_of(run)
    now = {path: source for path in (sorted(fresh) if then else ()) if (source := read(path)) is not None}
    return tuple(renames(then, now))


def _contents(tree: CommitTree, paths: list[str]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        try:
            yield path, tree.read(path)
        except OSError:  # it was no file then, or not there
            continue
