"""Which files a run looks at, and how many each rule kept out."""

from __future__ import annotations

import os
import stat
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree
from rubout.measure.sources.disk import disk_path, is_utf8, printable
from rubout.measure.sources.extensions import UNKNOWN, language_code
from rubout.measure.sources.ignore import exclude_globs
from rubout.measure.sources.layers import Disk, Layers
from rubout.measure.sources.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rubout.measure.languages.table import Language
    from rubout.measure.sources.commit import CommitTree
    from rubout.measure.sources.commit import Status as StoredStatus
    from rubout.measure.sources.globs import Glob
    from rubout.measure.sources.layers import Drop

    Status = os.stat_result | StoredStatus

SCRATCH = ".rubout"  # relative to the anchor
_PIPELINES = (".github/workflows", ".circleci", ".gitea/workflows", ".forgejo/workflows")
NO_GIT_PROGRAM = "git is not on PATH: the tree was walked and its .gitignore files were read"


class Candidate(NamedTuple):
    """A regular file of a language we know, as it lies on disk, or `stored` in a commit: then it is its blob."""

    path: str
    code: int  # of its language
    blob: str | None  # id in git's index, if any; the file may have changed since
    size: int  # bytes
    mtime_ns: int
    inode: int
    ctime_ns: int  # an edit that restores size and time moves it; on Windows it says when the file was made
    stored: bool = False

    @property
    def language(self) -> Language:
        """Its row of the language table, which is loaded only when somebody asks."""
        from rubout.measure.languages.all import BY_CODE  # noqa: PLC0415

        return BY_CODE[self.code]


class Universe(NamedTuple):
    """`files` by the UTF-8 bytes of their paths.

    `excluded` counts by rule the files of known languages that were kept out; a folder that was not entered
    counts once. `problems` are (path, what), `notes` are words about the tree as a whole. `scratch_tracked`: git
    tracks something under our scratch folder, so what stands there may be another's word. `others` and `hidden`
    are there only where they were asked for (else None and empty): the walked files without a language, and the
    files of any kind that nothing but a dot in their path keeps out.
    """

    files: tuple[Candidate, ...]
    excluded: dict[str, int]
    problems: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    scratch_tracked: bool = False
    others: tuple[Candidate, ...] | None = None
    hidden: tuple[Candidate, ...] = ()

    def everything(self) -> tuple[Candidate, ...]:
        """The files, the others and the hidden ones."""
        return (*self.files, *(self.others or ()), *self.hidden)


def candidates(
    anchor: str, scope: str = "", exclude: Sequence[str] = (), *, keep_index: bool = False, others: bool = False
) -> Universe:
    """The universe below `scope`, a folder or a file relative to the anchor, "" for all of it.

    Args:
        anchor: absolute, free of symlinks (`find_anchor`).
        scope: POSIX, no trailing slash.
        exclude: the configuration's globs.
        keep_index: ask git about the index of GIT_INDEX_FILE.
        others: list the files without a language, and the hidden ones, too.

    Raises:
        ConfigError: a glob of `exclude` starts with "!".
        RepositoryError: git refused.
    """
    globs = exclude_globs(exclude)
    if not in_work_tree(anchor):
        return _without_git(anchor, scope, globs, (), others=others)
    try:
        listing = git.start_listing(anchor, keep_index=keep_index)
    except FileNotFoundError:
        return _without_git(anchor, scope, globs, (NO_GIT_PROGRAM,), others=others)
    return _with_git(anchor, scope, globs, listing, others=others)


def candidates_in(tree: CommitTree, exclude: Sequence[str] = ()) -> Universe:
    """The universe that a checkout of a commit would have, with the files without a language, and the hidden ones.

    Raises:
        ConfigError: a glob of `exclude` starts with "!".
        RepositoryError: the clone lacks a file of it.
    """
    dots = tracked_dots(tree.tracked)
    layers = Layers(tree, exclude_globs(exclude), tracked_dots=dots, gitignore=False)
    search = _Search(tree.status, layers, others=True, stored=True)
    search.meet_tracked(tree.tracked, "")
    found = search.universe(())
    tree.require([file.path for file in found.files])
    return found._replace(scratch_tracked=_tracks_scratch(tree.tracked))


def tracked_dots(tracked: Iterable[git.Tracked]) -> set[str]:
    """Dot-named files that git tracks, and dot-named folders that hold a tracked file."""
    found: set[str] = set()
    for path, _, _ in tracked:
        if path.startswith(".") or "/." in path:
            parts = path.split("/")
            found.update("/".join(parts[: at + 1]) for at, part in enumerate(parts) if part.startswith("."))
    return found


def _with_git(anchor: str, scope: str, exclude: tuple[Glob, ...], listing: git.Listing, *, others: bool) -> Universe:
    tracked = listing.tracked()
    layers = Layers(Disk(anchor), exclude, tracked_dots=tracked_dots(tracked), gitignore=False)
    search = _Search(_lstat(anchor), layers, others=others)
    search.meet_tracked(tracked, scope)
    untracked = listing.untracked()
    for path in untracked.paths:
        if not in_scope(path, scope):
            continue
        if path.endswith("/"):
            search.meet_foreign(path.removesuffix("/"))
        else:
            search.meet_file(path, None)
    found = search.universe(notes=tuple(untracked.warnings))
    return found._replace(scratch_tracked=_tracks_scratch(tracked))


def _tracks_scratch(tracked: Iterable[git.Tracked]) -> bool:
    return any(in_scope(path, SCRATCH) for path, _, _ in tracked)


def _without_git(
    anchor: str, scope: str, exclude: tuple[Glob, ...], notes: tuple[str, ...], *, others: bool
) -> Universe:
    layers = Layers(Disk(anchor), exclude, tracked_dots=frozenset(), gitignore=True)
    search = _Search(_lstat(anchor), layers, others=others)
    for path in walk(anchor, scope, layers, search.excluded, search.problems):
        search.meet_file(path, None)
    for path in _pipelines(anchor) if others else ():
        search.meet_file(path, None)
    return search.universe(notes)


def _pipelines(anchor: str) -> Iterator[str]:
    """The manifests in the folders of pipelines, which the walk passes over for their dot."""
    for folder in _PIPELINES:
        try:
            names = [*map(os.fsdecode, os.listdir(disk_path(anchor, folder)))]
        except OSError:  # there is none, or none that may be read
            continue
        yield from (f"{folder}/{name}" for name in names if name.endswith((".yml", ".yaml")))


def in_scope(path: str, scope: str) -> bool:
    """Whether `path` is `scope` or lies below it."""
    return not scope or path == scope or path.startswith(f"{scope}/")


def _lstat(anchor: str) -> Callable[[str], Status]:
    return lambda path: os.lstat(disk_path(anchor, path))


class _Search:
    """The files met so far, and what was kept out; `status` says of a path what `lstat` would, or raises OSError."""

    def __init__(self, status: Callable[[str], Status], layers: Layers, *, others: bool, stored: bool = False) -> None:
        self._status = status
        self._stored = stored
        self._layers = layers
        self._files: list[Candidate] = []
        self._others: list[Candidate] = []
        self._hidden: list[Candidate] = []
        self._wants_others = others
        self.excluded: Counter[str] = Counter()
        self.problems: list[tuple[str, str]] = []

    def meet_tracked(self, tracked: Iterable[git.Tracked], scope: str) -> None:
        """Take in what git tracks in scope."""
        for path, mode, blob in tracked:
            if not in_scope(path, scope):
                continue
            if mode == git.GITLINK:
                self.meet_foreign(path)
            else:
                self.meet_file(path, blob)

    def meet_foreign(self, path: str) -> None:
        """Count a submodule or a nested repository."""
        drop = self._layers.folder(path)
        self.excluded[drop.rule if drop else "foreign"] += 1

    def meet_file(self, path: str, blob: str | None) -> None:
        """Take in an entry that is no folder, or count why not; other extensions and vanished files are passed over."""
        language = language_code(path)
        if language is None:
            if self._wants_others:
                self._meet_other(path, blob, self._layers.file(path))
            return
        if drop := self._layers.file(path):
            self.excluded[drop.rule] += 1
            if self._wants_others:
                self._meet_other(path, blob, drop)
        elif not path.isascii() and not is_utf8(path):
            self.excluded["not-utf8"] += 1
            self.problems.append((printable(path), "its name is not UTF-8, so no report can hold it"))
        else:
            self._take(path, language, blob)

    def _meet_other(self, path: str, blob: str | None, drop: Drop | None) -> None:
        """Take a file that is none of the universe, where it is walked or a dot alone hides it."""
        if is_utf8(path) and (drop is None or drop.rule == "dot"):
            info = self._stat(path)
            if info and stat.S_ISREG(info.st_mode):
                (self._hidden if drop else self._others).append(self._candidate(path, UNKNOWN, blob, info))

    def _take(self, path: str, language: int, blob: str | None) -> None:
        info = self._stat(path)
        if info is None:
            return
        if stat.S_ISREG(info.st_mode):
            self._files.append(self._candidate(path, language, blob, info))
        elif not stat.S_ISDIR(info.st_mode):
            self.excluded["symlink" if stat.S_ISLNK(info.st_mode) else "irregular"] += 1

    def _candidate(self, path: str, language: int, blob: str | None, info: Status) -> Candidate:
        times = info.st_mtime_ns, info.st_ino, info.st_ctime_ns
        return Candidate(path, language, blob, info.st_size or 0, *times, self._stored)

    def _stat(self, path: str) -> Status | None:
        """None for a file that vanished, or that cannot be looked at."""
        try:
            return self._status(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.problems.append((path, f"not read: {error.strerror}"))
            return None

    def universe(self, notes: tuple[str, ...]) -> Universe:
        """Everything met, in order. Code points sort as their UTF-8 bytes do."""
        files, others, hidden = (
            tuple(sorted(found, key=itemgetter(0))) for found in (self._files, self._others, self._hidden)
        )
        problems = tuple(sorted(self.problems + self._layers.problems))
        excluded = dict(sorted(self.excluded.items()))
        return Universe(files, excluded, problems, notes, others=others if self._wants_others else None, hidden=hidden)
