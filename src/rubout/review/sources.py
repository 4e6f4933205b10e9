"""Where does a change come from: a range of commits, the index, a patch?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError, ReviewError
from rubout.measure.sources import changes, git
from rubout.review.records import Context
from rubout.review.trees import GitTree
from rubout.store.temporary import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def of_range(anchor: str, start: str, end: str) -> Source:
    """What `end` changed since it parted from `start`.

    Raises:
        RepositoryError: no git, no repository, no such revision, or no common ancestor in this clone.
    """
    states = changes.commit_range(anchor, start, end)
    head = states.after or end
    authors = _authors(anchor, f"{states.before}..{head}")
    return Source(GitTree(anchor, states.before), GitTree(anchor, head), authors, GitTree(anchor, start))


def of_each_commit(anchor: str, start: str, end: str) -> list[Source]:
    """One source for each commit of the mainline since `end` parted from `start`, oldest first; raises as above."""
    states = changes.commit_range(anchor, start, end)
    span = f"{states.before}..{states.after}"
    commits = _said(anchor, "rev-list", "--first-parent", "--reverse", "--parents", span).decode("ascii").splitlines()
    pairs = [line.split(" ")[:2] for line in commits]
    return [
        Source(
            GitTree(anchor, parent),
            GitTree(anchor, commit),
            _authors(anchor, f"{parent}..{commit}"),
            GitTree(anchor, start),
        )
        for commit, parent in pairs
    ]


def of_index(anchor: str) -> Source:
    """What is staged against HEAD, by the index of GIT_INDEX_FILE where a hook names one.

    Raises:
        RepositoryError: no git, no repository, or a merge is undecided.
    """
    states = changes.working_tree(anchor, staged=True, keep_index=True)
    if _said(anchor, "ls-files", "--unmerged", "-z", keep_index=True):
        raise RepositoryError("a merge is undecided", where=anchor, fix="resolve it and stage the result")
    return Source(GitTree(anchor, states.before), GitTree(anchor, None), _own_address(anchor))


def of_patch(anchor: str, patch: bytes, base: str) -> Source:
    """What a patch makes of a revision; it must apply as it stands.

    Raises:
        RepositoryError: as `of_range`.
        ReviewError: `patch_does_not_apply`.
    """
    commit = changes.commit_id(anchor, base)
    authors = {match.decode("utf-8", "replace") for match in _FROM.findall(patch)} | set(_own_address(anchor))
    # Below the top git would pass over what a patch does elsewhere.
    top = _said(anchor, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").removesuffix("\n")
    with temporary_folder("rubout-review-") as folder:
        index = str(Path(folder, "index"))
        _with_index(top, index, ("read-tree", commit))
        apply = ("apply", "--cached", "--whitespace=nowarn", "--no-ignore-whitespace", "-")
        _with_index(top, index, apply, patch)
        tree = _with_index(top, index, ("write-tree",)).decode("ascii").strip()
    return Source(GitTree(anchor, commit), GitTree(anchor, tree), tuple(sorted(authors)))


def context_at(anchor: str, start: str | None, repo: str | None, target: str | None) -> Context:
    """Where a change is to land: by default the repository's name at `origin`, and the branch that it starts from."""
    return Context(repo or _repository_name(anchor), target or _branch(anchor, start))


def _repository_name(anchor: str) -> str:
    try:
        url = _said(anchor, "config", "--get", "remote.origin.url").decode("utf-8", "replace").strip()
    except RepositoryError:
        return Path(anchor).name or "repository"
    words = [word for word in re.split(r"[/:\\]", url.removesuffix("/").removesuffix(".git")) if word]
    return "/".join(words[-2:]) or "repository"


def _branch(anchor: str, start: str | None) -> str:
    """The full name of the branch that `start` names, here or at a remote; else of the one that is checked out."""
    for words in (("--symbolic-full-name", start or "HEAD"), ("--symbolic-full-name", "HEAD")):
        try:
            name = _said(anchor, "rev-parse", *words).decode("utf-8", "replace").strip()
        except RepositoryError:
            continue
        if name.startswith(_BRANCH):
            return name
        if name.startswith(_REMOTE):
            return _BRANCH + name.removeprefix(_REMOTE).partition("/")[2]
    try:  # a branch without a commit has no revision yet
        return _said(anchor, "symbolic-ref", "HEAD").decode("utf-8", "replace").strip()
    except RepositoryError:
        return "HEAD"


def _authors(anchor: str, span: str) -> tuple[str, ...]:
    """The addresses of authors, committers and co-authors of the commits of a span."""
    form = "%ae%x00%ce%x00%(trailers:key=Co-authored-by,valueonly,separator=%x00)%x00"
    said = _said(anchor, "log", "--no-mailmap", "--no-show-signature", f"--format={form}", span).decode(
        "utf-8", "replace"
    )
    return _ascending(_address(word) for line in said.split("\n") for word in line.split("\0"))


def _own_address(anchor: str) -> tuple[str, ...]:
    said = [_said(anchor, "var", name) for name in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT")]
    return _ascending(_address(each.decode("utf-8", "replace")) for each in said)


def _address(text: str) -> str:
    found = _ADDRESS.search(text)
    return found.group(1) if found else text.strip()


def _ascending(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({address for address in addresses if address}))


def _said(anchor: str, *words: str, keep_index: bool = False) -> bytes:
    try:
        return git.start(anchor, *words, keep_index=keep_index)()
    except FileNotFoundError as error:
        raise RepositoryError("git is not on PATH", where=anchor, fix="install git") from error


def _with_index(anchor: str, index: str, words: tuple[str, ...], stdin: bytes = b"") -> bytes:
    """What git says with an index of its own, which spares that of the project."""
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
