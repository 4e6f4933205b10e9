"""Which files changed between two states of a project, and what did they hold?

Git pairs the files, by name and by likeness. A copy is a file that came: its source is still there, and new material
is what is looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import git

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SYMLINK = "120000"
REGULAR = "100644"

_IDS_AT_ONCE = 1000  # of 64 digits each they fit the 64 KiB that are written before git is read
# Whatever a person has configured, so that the same change gives the same pairs everywhere.
_DIFF = ("diff", "--raw", "-z", "-M", "-C", "-l1000", "--no-abbrev", "--relative")


class Side(NamedTuple):
    """A file in one of the two states; `blob` is None for what lies on disk."""

    path: str
    mode: str  # git's, six octal digits
    blob: str | None


class Change(NamedTuple):
    """A file before and after: it came when `before` is None, and went when `after` is."""

    before: Side | None
    after: Side | None

    @property
    def before_path(self) -> str | None:
        """Where it lay; None when it came."""
        return self.before.path if self.before else None

    @property
    def after_path(self) -> str | None:
        """Where it lies; None when it went."""
        return self.after.path if self.after else None

    @property
    def path(self) -> str:
        """Where it lies, or lay."""
        return self.after_path or self.before_path or ""


class States(NamedTuple):
    """The two states that are compared: `before` is a tree of git's; without `after` it is the disk, or the index."""

    before: str
    after: str | None = None
    staged: bool = False


class Changes(NamedTuple):
    """`pairs` by path; `unmerged` are paths that a merge has left undecided."""

    pairs: list[Change]
    unmerged: list[str]


def working_tree(anchor: str, base: str | None = None, *, staged: bool = False, keep_index: bool = False) -> States:
    """What was changed since `base`, by default HEAD; `staged` looks at the index and not at the disk.

    Raises:
        RepositoryError: no git, no repository, or no such revision.
    """
    before = commit_id(anchor, base) if base is not None else head(anchor, keep_index=keep_index)
    return States(before or empty_tree(anchor), staged=staged)


def one_commit(anchor: str, revision: str) -> States:
    """What a commit changed of its first parent.

    Raises:
        RepositoryError: as `working_tree`, or the parent was left out of a shallow clone.
    """
    commit = commit_id(anchor, revision)
    record = _ask(anchor, "cat-file", "commit", commit).partition(b"\n\n")[0].split(b"\n")
    parents = [line.removeprefix(b"parent ").decode("ascii") for line in record if line.startswith(b"parent ")]
    if not parents:
        return States(empty_tree(anchor), commit)
    try:
        return States(commit_id(anchor, parents[0]), commit)
    except RepositoryError as error:
        what = f"the parent of {revision} is not in this clone"
        raise RepositoryError(what, where=anchor, fix="fetch it: `git fetch --unshallow`") from error


def commit_range(anchor: str, start: str, end: str) -> States:
    """What `end` changed since it parted from `start`.

    Raises:
        RepositoryError: as `working_tree`, or they have nothing in common.
    """
    ids = commit_id(anchor, start), commit_id(anchor, end)
    try:
        base = _ask(anchor, "merge-base", *ids)
    except RepositoryError as error:
        what = f"{start} and {end} have no common ancestor here"
        is_cut = _ask(anchor, "rev-parse", "--is-shallow-repository") == b"true\n"
        fix = "fetch it: `git fetch --unshallow`" if is_cut else "name two commits of one history"
        raise RepositoryError(what, where=anchor, fix=fix) from error
    return States(base.decode("ascii").strip(), ids[1])


def commit_id(anchor: str, revision: str) -> str:
    """The id of a commit.

    Raises:
        RepositoryError: no git, no repository, or no such commit.
    """
    try:
        found = _ask(anchor, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    except RepositoryError as error:
        _ask(anchor, "rev-parse", "--git-dir")  # without a repository, that is what is amiss
        raise RepositoryError(f"no commit `{revision}`", where=anchor, fix="name a commit that is there") from error
    return found.decode("ascii").strip()


def head(anchor: str, *, keep_index: bool = False) -> str | None:
    """The id of the commit at HEAD; None while there is none yet.

    Raises:
        RepositoryError: no git, no repository, or a HEAD that leads nowhere.
    """
    try:
        found = _ask(anchor, "rev-parse", "--verify", "HEAD^{commit}", keep_index=keep_index)
    except RepositoryError:
        branch = _ask(anchor, "symbolic-ref", "HEAD").decode("utf-8", "surrogateescape").strip()
        if _ask(anchor, "for-each-ref", branch):
            raise
        return None
    return found.decode("ascii").strip()


def empty_tree(anchor: str) -> str:
    """Git's id of a tree without files, which depends on how the repository names objects."""
    return _ask(anchor, "hash-object", "-t", "tree", "--stdin").decode("ascii").strip()


def changed_pairs(anchor: str, states: States, untracked: Iterable[str] = (), *, keep_index: bool = False) -> Changes:
    """The files below `anchor` that differ; `untracked` ones have come.

    Raises:
        RepositoryError: git refused.
    """
    words = (*_DIFF, *(("--cached",) if states.staged else ()), states.before, *filter(None, (states.after,)), "--")
    changes = read_raw(git.records(_ask(anchor, *words, keep_index=keep_index)))
    by_path = {change.path: change for change in changes.pairs}
    if states.after is None and not states.staged:
        # Of a file on disk that was renamed git names the blob, and does not keep it.
        by_path = {
            path: Change(before, after and after._replace(blob=None)) for path, (before, after) in by_path.items()
        }
    for path in untracked:
        gone = by_path.get(path)
        # One that git was told to forget still lies there: it did not go and come.
        before = gone.before if gone else None
        by_path[path] = Change(before, Side(path, REGULAR, None))
    return Changes([by_path[path] for path in sorted(by_path)], changes.unmerged)


def blob_sizes(anchor: str, ids: Iterable[str]) -> dict[str, int]:
    """The bytes of each blob; one that is not there, or is no blob, is left out.

    Raises:
        RepositoryError: git refused.
    """
    sizes: dict[str, int] = {}
    for answer in _batches(anchor, "--batch-check", ids):
        for line in answer.decode("ascii", "replace").splitlines():
            words = line.split(" ")
            if words[1] == "blob":
                sizes[words[0]] = int(words[2])
    return sizes


def blobs(anchor: str, ids: Iterable[str]) -> dict[str, bytes]:
    """What each blob holds; one that is not there, or is no blob, is left out.

    Raises:
        RepositoryError: git refused.
    """
    held: dict[str, bytes] = {}
    for answer in _batches(anchor, "--batch", ids):
        at = 0
        while at < len(answer):
            end = answer.index(b"\n", at)
            words = answer[at:end].decode("ascii", "replace").split(" ")
            at = end + 1
            if len(words) == 3 and words[2].isdigit():  # noqa: PLR2004 - `ID KIND SIZE`; `ID missing` has no content
                size = int(words[2])
                if words[1] == "blob":
                    held[words[0]] = answer[at : at + size]
                at += size + 1
    return held


def _batches(anchor: str, option: str, ids: Iterable[str]) -> Iterable[bytes]:
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), _IDS_AT_ONCE):
        chunk = "".join(f"{each}\n" for each in wanted[start : start + _IDS_AT_ONCE])
        yield _ask(anchor, "cat-file", option, stdin=chunk.encode("ascii"))


def read_raw(records: Sequence[str]) -> Changes:
    """Read `:MODE MODE ID ID STATUS`, then a path, or two where a file was renamed or copied."""
    changes = Changes([], [])
    at = 0
    while at < len(records):
        before_mode, after_mode, before_id, after_id, status = records[at].removeprefix(":").split(" ")
        two = status[0] in "RC"
        old, new = records[at + 1], records[at + 1 + two]
        at += 2 + two
        before = Side(old, before_mode, before_id)
        after = Side(new, after_mode, after_id if after_id.strip("0") else None)
        if status[0] in "AC":
            changes.pairs.append(Change(None, after))
        elif status[0] == "D":
            changes.pairs.append(Change(before, None))
        elif status[0] in "MTR":
            changes.pairs.append(Change(before, after))
        else:
            changes.unmerged.append(old)
    return changes


def _ask(anchor: str, *words: str, keep_index: bool = False, stdin: bytes = b"") -> bytes:
    try:
        answer: Callable[[], bytes] = git.start(anchor, *words, keep_index=keep_index, stdin=stdin)
    except FileNotFoundError as error:
        raise git.no_program(anchor) from error
    return answer()
