"""A tree at some commit of its history, in memory, and the guard before each write that the commits made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.config.knobs import guard_knobs
from rubout.facts.pending import Outlook
from rubout.gate.guard import write_facts
from rubout.gate.held import Held
from rubout.gate.judged_paths import JudgedPaths
from rubout.gate.told_text import text_told
from rubout.judge.guard import judge
from rubout.judge.tiers import DENY
from rubout.measure.languages.table import Scope
from rubout.measure.notebook import is_notebook
from rubout.measure.sources import git
from rubout.measure.sources.changes import blobs
from rubout.measure.sources.entries import is_file, tree_entries
from rubout.measure.sources.universe import tracked_dots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.config.records import Config
    from rubout.facts.guard import Facts, Knobs, Verdict
    from rubout.measure.sources.changes import Side
    from rubout.measure.sources.history import Commit

COMMITS_AT_ONCE = 50  # whose blobs are read together


def as_if_armed(knobs: Knobs) -> Knobs:
    """The promoted rules at deny: all they fire on where a mode is set, else what they do more than warn about."""
    mode = None if knobs.mode is None else DENY
    return msgspec.structs.replace(knobs, mode=mode, promoted_default=DENY, zone_tiers=False)


class Write(NamedTuple):
    """A file that a commit wrote, and what the guard says of that."""

    commit: str
    outlook: Outlook
    facts: Facts
    verdict: Verdict
    moved: bool = False  # it repeats nothing any more once the whole commit is applied

    @property
    def path(self) -> str:
        """The file."""
        return self.outlook.path

    @property
    def refused_by(self) -> list[str]:
        """The rules that would have refused it, were they let."""
        return [fired.rule for fired in self.verdict.fired if fired.tier == DENY]


@dataclass(slots=True)
class Shadow:
    """A tree as it was at some commit, and the guard before it."""

    anchor: str
    config: Config
    commits: Sequence[Commit]
    _held: Held = field(default_factory=Held)
    _sources: dict[str, bytes] = field(default_factory=dict)  # of every file that is judged
    _judged: JudgedPaths = field(init=False)

    def __post_init__(self) -> None:
        """Take the scope of the whole history from the ignore files there are today."""
        sides = (side for commit in self.commits for change in commit.changes for side in change if side)
        paths = {side.path for side in sides}
        self._judged = JudgedPaths(
            self.anchor,
            self.config.exclude,
            lambda: tracked_dots(git.Tracked(path, "", None) for path in paths | self._sources.keys()),
            frozenset(Scope),
        )

    def load(self, tree: str) -> None:
        """Begin with the files of a commit; raises RepositoryError."""
        entries = tree_entries(self.anchor, tree)
        self._sources = dict.fromkeys((entry.path for entry in entries), b"")  # what is tracked, for the dotted names
        entries = [entry for entry in entries if self._judged.holds(entry.path)]
        self._sources.clear()
        held = blobs(self.anchor, (entry.blob for entry in entries))
        for entry in entries:
            if entry.blob in held:
                self._put(entry.path, held[entry.blob])

    def writes(self) -> Iterator[tuple[Commit, list[Write]]]:
        """Each commit with the writes that a rule could judge, once applied; raises RepositoryError."""
        knobs = as_if_armed(guard_knobs(self.config))
        for first in range(0, len(self.commits), COMMITS_AT_ONCE):
            chunk = self.commits[first : first + COMMITS_AT_ONCE]
            sides = (side for commit in chunk for _, side in commit.changes if side and self._counts(side))
            read = blobs(self.anchor, (side.blob for side in sides if side.blob))
            for commit in chunk:
                writes = list(self._apply(commit, read, knobs))
                yield commit, [write._replace(moved=self._is_moved(write, knobs)) for write in writes]

    def is_parsed(self, path: str) -> bool:
        """Whether a grammar reads the file as it now is."""
        return path in self._held.postings

    def _apply(self, commit: Commit, read: Mapping[str, bytes], knobs: Knobs) -> Iterator[Write]:
        moved: dict[str, bytes] = {}
        for before, after in commit.changes:
            if before and (after is None or after.path != before.path or not is_file(after.mode)):
                self._held.remove(before.path)
                source = self._sources.pop(before.path, None)
                if source is not None and after and after.path != before.path and self._counts(after):
                    moved[after.path] = source
        for path, source in moved.items():
            self._put(path, source)
        written = (after for _, after in commit.changes if after and after.blob and self._counts(after))
        for side in sorted(written):
            source = read.get(side.blob or "")
            if source is not None and source != self._sources.get(side.path):
                yield from self._written(commit.name, side.path, source, knobs)
                self._put(side.path, source)

    def _written(self, commit: str, path: str, source: bytes, knobs: Knobs) -> Iterator[Write]:
        before, after = text_told(path, self._sources.get(path)), text_told(path, source)
        if after is None:
            return
        outlook = Outlook(path, before, after, notebook=is_notebook(path))
        facts = self._facts(outlook, knobs)
        if facts is not None:
            yield Write(commit, outlook, facts, judge(facts, knobs))

    def _is_moved(self, write: Write, knobs: Knobs) -> bool:
        """Whether a copy was refused only because the file it moved from comes later in the commit."""
        facts = self._facts(write.outlook, knobs) if write.verdict.introduced else None
        return facts is not None and not judge(facts, knobs).introduced

    def _facts(self, outlook: Outlook, knobs: Knobs) -> Facts | None:
        return write_facts(self._held, outlook, knobs, keep_imports=self.config.clones.keep_imports)

    def _put(self, path: str, source: bytes) -> None:
        self._sources[path] = source
        self._held.put_source(path, source, keep_imports=self.config.clones.keep_imports)

    def _counts(self, side: Side) -> bool:
        return is_file(side.mode) and self._judged.holds(side.path)
