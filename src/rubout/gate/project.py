"""A project as the daemon holds it: its files kept up with the disk, and what changed since the last look.

Nothing here locks: whoever shares a project between threads does.
"""

from __future__ import annotations

import os
import time
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.gate.held import Held, Measured, measured_file
from rubout.gate.remembered import SETTLED_NS
from rubout.gate.resemblance import Resemblance
from rubout.gate.survey import Request, Run
from rubout.gate.surveyed import Tokens
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.parts import TREES
from rubout.measure.postings import stream_of
from rubout.measure.sources.content import LARGE_BYTES, git_blob_id
from rubout.measure.sources.disk import disk_path, read_regular
from rubout.measure.sources.entries import tree_entries
from rubout.measure.sources.head import Head, head_of
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.measure.sources.universe import Universe


IGNORE_FILES = (".gitignore", ".ruboutignore")
TOO_LARGE = "large"  # in place of a blob id


class Asked(NamedTuple):
    """The part of the configuration that decides which files there are and what their tokens are."""

    exclude: tuple[str, ...] = ()
    keep_imports: bool = False


class Difference(NamedTuple):
    """A file that is not what it was at the last look; None is no file."""

    path: str
    before: bytes | None
    after: bytes | None


class _Known(NamedTuple):
    """A file as it was last read; `text` is compressed, None for one too large to keep."""

    stat: tuple[int, ...]  # size, times of content and inode in nanoseconds, inode
    settled: bool  # the same stat data later means the same bytes
    blob: str
    text: bytes | None


class Project:
    """The files of one anchor in memory."""

    def __init__(self, anchor: str, asked: Asked) -> None:
        self.anchor = anchor
        self.asked = asked
        self.held = Held()
        self._known: dict[str, _Known] = {}
        self._former: dict[str, bytes | None] = {}  # compressed, of the files that changed since the last look
        self._written: dict[str, str] = {}  # blob ids of texts that were judged before they were written
        self._pretended: frozenset[str] = frozenset()
        self._listed_at = 0  # Unix nanoseconds
        self._head: Head | None = None  # at the last look

    def count(self) -> int:
        """How many files there are, parsed or not."""
        return len(self._known)

    def listed(self) -> tuple[Universe, int]:
        """The files there are, and when, in Unix nanoseconds, that was asked; raises RepositoryError."""
        started = time.time_ns()
        return candidates(self.anchor, exclude=self.asked.exclude), started

    def load(self) -> None:
        """Take in everything, from the index where it knows it; raises RepositoryError."""
        universe, started = self.listed()
        surveyed = self._run(universe, started).survey(for_copies=True)
        for file, tokens in zip(surveyed.survey.files, surveyed.tokens, strict=True):
            if file.facts.parsed:
                self.held.put(file.path, file.blob, Measured(file.facts, stream_of(tokens)))
        self.follow(universe, started)
        self._former.clear()
        self._head = head_of(self.anchor)
        self._make_ready(universe)

    def resemblance(self) -> Resemblance:
        """The units and the documentation of everything, from the index where it knows them; raises RepositoryError."""
        return Resemblance(self._run(*self.listed()).survey(tokens=Tokens.NONE, parts=(TREES, DOCUMENTS)))

    def _run(self, universe: Universe, started: int) -> Run:
        request = Request(anchor=self.anchor, keep_imports=self.asked.keep_imports, jobs=1)
        return Run(request, universe, started, lambda _: None)

    def _make_ready(self, universe: Universe) -> None:
        """Do what the first write would have to wait for: order the fingerprints, load the grammars of these files."""
        self.held.postings.settle()
        for path in {file.code: file.path for file in universe.files}.values():
            measured_file(b"", path, keep_imports=self.asked.keep_imports)

    def follow(self, universe: Universe, started: int) -> None:
        """Take in what differs from a listing made at `started`; what changed after it is read as it now is."""
        gone = self._known.keys() - {file.path for file in universe.files}
        if any(_changed_at(self.anchor, path) >= started - SETTLED_NS for path in gone):
            # Written while the others were listed, or taken out by an ignore file: only a new listing tells.
            universe, started = self.listed()
            gone = self._known.keys() - {file.path for file in universe.files}
        self._listed_at = started
        for path in gone:
            self._lose(path)
        for file in universe.files:
            known = self._known.get(file.path)
            stat = (file.size, file.mtime_ns, file.ctime_ns, file.inode)
            if known is None or known.stat != stat or not known.settled:
                self._read(file.path, stat, started)

    def refresh(self, paths: Iterable[str]) -> None:
        """Take in these files as they now are, whatever their stat data says."""
        for path in paths:
            self._take(path, None)

    def catch_up(self, paths: Iterable[str]) -> None:
        """Take in those of these files whose stat data does not prove that they are as they were."""
        for path in paths:
            known = self._known.get(path)
            self._take(path, known.stat if known and known.settled else None)

    def _take(self, path: str, unchanged: tuple[int, ...] | None) -> None:
        started = time.time_ns()
        try:
            info = os.lstat(disk_path(self.anchor, path))
        except OSError:
            self._lose(path)
            return
        stat = (info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino)
        if stat != unchanged:
            self._read(path, stat, started)

    def stale(self, paths: Iterable[str]) -> list[str]:
        """Those of the held files whose bytes on disk are no longer those that are held."""
        asked = (path for path in paths if path not in self._pretended)
        return [path for path in asked if _blob_on_disk(self.anchor, path) != self.held.blobs.get(path)]

    @contextmanager
    def pretending(self, sources: Mapping[str, bytes | None]) -> Iterator[None]:
        """Meanwhile hold these files as if they were on disk so; None is no file."""
        before = {path: self.held.entry(path) for path in sources}
        self._pretended = frozenset(sources)
        try:
            for path, source in sources.items():
                if source is None:
                    self.held.remove(path)
                else:
                    self.held.put_source(path, source, keep_imports=self.asked.keep_imports)
            yield
        finally:
            self._pretended = frozenset()
            for path, entry in before.items():
                self.held.restore(path, entry)

    def knows(self, path: str) -> bool:
        """Whether the file was in the universe when it was last listed or written."""
        return path in self._known

    def differing(self, blobs: Mapping[str, str]) -> dict[str, bytes | None]:
        """The texts of the files whose blob ids are others than these; None for what is gone, or too large to keep."""
        known = dict(self._known)
        changed = {path: one.text for path, one in known.items() if blobs.get(path) != one.blob}
        return {path: _expanded(text) for path, text in changed.items()} | dict.fromkeys(blobs.keys() - known.keys())

    def ignores_changed(self, paths: Iterable[str]) -> bool:
        """Whether an ignore file above one of these files is as young as the last listing."""
        folders = {"", *(path[: at + 1] for path in paths for at, char in enumerate(path) if char == "/")}
        return any(
            _changed_at(self.anchor, folder + name) >= self._listed_at - SETTLED_NS
            for folder in folders
            for name in IGNORE_FILES
        )

    def expect(self, path: str, text: bytes) -> None:
        """Remember that a write of this text was judged, so that it is no news when it is there."""
        self._written[path] = git_blob_id(text)

    def differences(self) -> list[Difference]:
        """What changed since this was last asked, by path, without what `expect` told of and what git brought."""
        former, self._former = self._former, {}
        brought = self._brought_by_git() if former else {}
        found = []
        for path, before in sorted(former.items()):
            known = self._known.get(path)
            after = _expanded(known.text) if known else None
            if known and self._written.pop(path, None) in {known.blob, git_blob_id(_unix(after or b""))}:
                continue
            if (known and after is None) or (before is None and known is None):
                continue  # too large to be kept, or come and gone
            if known and brought.get(path) == known.blob:
                continue
            if _expanded(before) != after:
                found.append(Difference(path, _expanded(before), after))
        self._written.clear()
        return found

    def _brought_by_git(self) -> dict[str, str]:
        """The blob ids of HEAD, whose files a checkout, a pull or a restore may have written.

        None when HEAD is a new commit: what a command wrote and committed at once is its own.
        """
        before, self._head = self._head, head_of(self.anchor)
        if self._head is None or (self._head.committed and self._head != before):
            return {}
        try:
            return {entry.path: entry.blob for entry in tree_entries(self.anchor, self._head.commit)}
        except RepositoryError:  # a repository that is being changed: then everything is told
            return {}

    def _read(self, path: str, stat: tuple[int, ...], started: int) -> None:
        source = None
        if stat[0] <= LARGE_BYTES:
            try:
                source = read_regular(self.anchor, path, LARGE_BYTES)
            except OSError:  # gone, shut, grown, or no regular file any more
                self._lose(path)
                return
        known = self._known.get(path)
        blob = git_blob_id(source) if source is not None else TOO_LARGE
        settled = max(stat[1:3]) < started - SETTLED_NS
        if known and known.blob == blob:
            self._known[path] = known._replace(stat=stat, settled=settled)
            return
        self._former.setdefault(path, known.text if known else None)
        self._known[path] = _Known(stat, settled, blob, None if source is None else zlib.compress(source, 1))
        if source is None:
            self.held.remove(path)
        elif self.held.blobs.get(path) != blob:
            self.held.put_source(path, source, keep_imports=self.asked.keep_imports)

    def _lose(self, path: str) -> None:
        known = self._known.pop(path, None)
        if known:
            self._former.setdefault(path, known.text)
        self.held.remove(path)


def _changed_at(anchor: str, path: str) -> int:
    """When the entry itself was last changed, in Unix nanoseconds; 0 for none."""
    try:
        return os.lstat(disk_path(anchor, path)).st_ctime_ns
    except OSError:
        return 0


def _blob_on_disk(anchor: str, path: str) -> str | None:
    try:
        return git_blob_id(read_regular(anchor, path, LARGE_BYTES))
    except OSError:
        return None


def _expanded(text: bytes | None) -> bytes | None:
    return None if text is None else zlib.decompress(text)


def _unix(source: bytes) -> bytes:
    return source.replace(b"\r\n", b"\n")
