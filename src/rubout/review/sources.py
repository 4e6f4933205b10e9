"""Where does a change come from: a range of commits, the index, a patch?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError, ReviewError
from rubout.measure.sources import changes, git
from rubout.review.ask_git import ask, ask_all, begin, begin_telling_apart
from rubout.review.records import Context
from rubout.review.trees import GitTree, listing_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_ADDRESS = re.compile(r"<([^<>\s]+)>")
_FROM = re.compile(rb"^From: .*<([^<>\s]+)>", re.MULTILINE)
_REMOTE = "refs/remotes/"
_BRANCH = "refs/heads/"


class Source(NamedTuple):
    """Two trees, and the addresses that git names as authors of the difference, ascending.

    `onto` is what the change is to land on, where that may have gone on since the change parted from it.
    """

    base: GitTree
    head: GitTree
    authors: tuple[str, ...]
    onto: GitTree | None = None


class _Ends(NamedTuple):
    """The commits of a range, and where they parted."""

    start: str
    end: str
    base: str


def of_range(anchor: str, start: str, end: str) -> Source:
    """What `end` changed since it parted from `start`.

    Raises:
        RepositoryError: no git, no repository, no such revision, one that may be two, or no common ancestor in this
            clone.
    """
    ends = _ends(anchor, start, end)
    revisions = dict.fromkeys((ends.base, ends.end, ends.start))
    said, *listings = ask_all(anchor, _log(ends.base, ends.end), *map(listing_of, revisions))
    trees: dict[str, GitTree] = {}
    for revision, listing in zip(revisions, listings, strict=True):
        trees[revision] = GitTree(anchor, revision, beside=trees.get(ends.base), listing=listing)
    return Source(trees[ends.base], trees[ends.end], _authors(said), trees[ends.start])


def of_each_commit(anchor: str, start: str, end: str) -> list[Source]:
    """One source for each commit of the mainline since `end` parted from `start`, oldest first; raises as above."""
    ends = _ends(anchor, start, end)
    onto = GitTree(anchor, ends.start)
    span = f"{ends.base}..{ends.end}"
    commits = ask(anchor, "rev-list", "--first-parent", "--reverse", "--parents", span).decode("ascii").splitlines()
    pairs = [line.split(" ")[:2] for line in commits]
    if any(len(pair) == 1 for pair in pairs):
        what = f"the mainline of {end} does not come from where it parted from {start}"
        raise RepositoryError(what, where=anchor, fix="review it as one change, without --per-commit")
    return [
        Source(
            GitTree(anchor, parent, beside=onto),
            GitTree(anchor, commit, beside=onto),
            _authors(ask(anchor, *_log(parent, commit))),
            onto,
        )
        for commit, parent in pairs
    ]


def of_index(anchor: str) -> Source:
    """What is staged against HEAD, by the index of GIT_INDEX_FILE where a hook names one.

    Raises:
        RepositoryError: no git, no repository, or a merge is undecided.
    """
    states = changes.working_tree(anchor, staged=True, keep_index=True)
    if ask(anchor, "ls-files", "--unmerged", "-z", keep_index=True):
        raise RepositoryError("a merge is undecided", where=anchor, fix="resolve it and stage the result")
    base = GitTree(anchor, states.before)
    return Source(base, GitTree(anchor, None, beside=base), _own_address(anchor))


def of_patch(anchor: str, patch: bytes, base: str) -> Source:
    """What a patch makes of a revision; it must apply as it stands.

    Raises:
        RepositoryError: as `of_range`.
        ReviewError: `patch_does_not_apply`.
    """
    begin_telling_apart(anchor, base)()
    commit = changes.commit_id(anchor, base)
    authors = {match.decode("utf-8", "replace") for match in _FROM.findall(patch)} | set(_own_address(anchor))
    # Below the top git would pass over what a patch does elsewhere.
    top = ask(anchor, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").removesuffix("\n")
    from rubout.store.temporary import temporary_folder  # noqa: PLC0415 - as in `_with_index`

    with temporary_folder("rubout-review-") as folder:
        index = str(Path(folder, "index"))
        _with_index(top, index, ("read-tree", commit))
        apply = ("apply", "--cached", "--whitespace=nowarn", "--no-ignore-whitespace", "-")
        _with_index(top, index, apply, patch)
        tree = _with_index(top, index, ("write-tree",)).decode("ascii").strip()
    changed = GitTree(anchor, commit)
    return Source(changed, GitTree(anchor, tree, beside=changed), tuple(sorted(authors)))


def start_context(anchor: str, start: str | None, repo: str | None, target: str | None) -> Callable[[], Context]:
    """Ask where a change is to land; the answer is to be called for, once.

    By default it is the repository's name at `origin`, and the branch that the change starts from.
    """
    url = None if repo else begin(anchor, "config", "--get", "remote.origin.url")
    names = None if target else begin(anchor, "rev-parse", "--symbolic-full-name", *filter(None, (start,)), "HEAD")

    def answer() -> Context:
        name = repo or _repository_name(anchor, _line(url) if url else None)
        return Context(name, target or _branch(anchor, _line(names) if names else None))

    return answer


def _line(answer: Callable[[], bytes]) -> str | None:
    """What git says, without the end of the last line; None when it refuses."""
    try:
        return answer().decode("utf-8", "replace").removesuffix("\n")
    except RepositoryError:
        return None


def _repository_name(anchor: str, url: str | None) -> str:
    if url is None:
        return Path(anchor).name or "repository"
    words = [word for word in re.split(r"[/:\\]", url.removesuffix("/").removesuffix(".git")) if word]
    return "/".join(words[-2:]) or "repository"


def _branch(anchor: str, names: str | None) -> str:
    """The first branch, here or at a remote, among full names of revisions; else the one that is checked out."""
    if names is None:  # one of them is no revision
        names = _line(begin(anchor, "rev-parse", "--symbolic-full-name", "HEAD"))
    for name in (names or "").split("\n"):  # a name may hold what Unicode calls the end of a line
        if name.startswith(_BRANCH):
            return name
        if name.startswith(_REMOTE):
            return _BRANCH + name.removeprefix(_REMOTE).partition("/")[2]
    # a branch without a commit has no revision yet
    return _line(begin(anchor, "symbolic-ref", "HEAD")) or "HEAD"


def _ends(anchor: str, start: str, end: str) -> _Ends:
    """The commits of a range; raises as `of_range`."""
    both = f"{start}^{{commit}}...{end}^{{commit}}"
    parted = begin(anchor, "rev-parse", "--revs-only", "--end-of-options", both)
    tell_apart = begin_telling_apart(anchor, start, end)
    found = (_line(parted) or "").split()
    tell_apart()
    if len(found) == len(_Ends._fields):
        return _Ends(found[1], found[0], found[2].removeprefix("^"))
    # No such revision, or another number of common ancestors than one: asked one by one, git tells which.
    states = changes.commit_range(anchor, start, end)
    return _Ends(changes.commit_id(anchor, start), states.after or end, states.before)


def _log(base: str, head: str) -> tuple[str, ...]:
    """What git is asked for the addresses of authors, committers and co-authors of the commits of a span."""
    form = "%ae%x00%ce%x00%(trailers:key=Co-authored-by,valueonly,separator=%x00)%x00"
    return ("log", "--no-mailmap", "--no-show-signature", "--encoding=UTF-8", f"--format={form}", f"{base}..{head}")


def _authors(log: bytes) -> tuple[str, ...]:
    lines = log.decode("utf-8", "replace").split("\n")
    return _ascending(_address(word) for line in lines for word in line.split("\0"))


def _own_address(anchor: str) -> tuple[str, ...]:
    try:
        said = [ask(anchor, "var", name) for name in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT")]
    except RepositoryError as error:
        fix = "`git config user.name NAME` and `git config user.email ADDRESS` say who you are"
        raise RepositoryError(error.what, where=anchor, fix=fix) from error
    return _ascending(_address(each.decode("utf-8", "replace")) for each in said)


def _address(text: str) -> str:
    found = _ADDRESS.search(text)
    return found.group(1) if found else text.strip()


def _ascending(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({address for address in addresses if address}))


def _with_index(anchor: str, index: str, words: tuple[str, ...], stdin: bytes = b"") -> bytes:
    """What git says with an index of its own, which spares that of the project."""
    import subprocess  # noqa: PLC0415 - only a patch is applied

    environment = {**git.environment(), "GIT_INDEX_FILE": index}
    command = ("git", "-C", anchor, "-c", "core.fsmonitor=false", *words)
    ran = subprocess.run(command, input=stdin, capture_output=True, env=environment, check=False)  # noqa: S603
    if ran.returncode:
        raise ReviewError(
            ran.stderr.decode("utf-8", "replace").strip()[:500] or f"git {words[0]} failed",
            where="patch",
            fix="make the patch against the revision of --base",
            code="patch_does_not_apply",
        )
    return ran.stdout
