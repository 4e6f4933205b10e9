"""`audit`: does the work tree, or what is staged, hold copies that HEAD does not? (docs/methodology/guard.md)."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rubout.config.knobs import audit_knobs
from rubout.facts.audit import Facts, Row
from rubout.gate.audit_blocks import Block, Comparison, Content
from rubout.gate.change_set import ChangeSet, change_set
from rubout.gate.held import Held, Measured
from rubout.gate.judged_paths import JudgedPaths
from rubout.gate.nothing import require_repository
from rubout.gate.survey import Request, Run
from rubout.gate.tree import Place, measured, row_of, rows_of
from rubout.judge.audit import judge
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import is_installed
from rubout.measure.postings import stream_of
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree
from rubout.measure.sources.changes import States, commit_id, empty_tree, working_tree
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.entries import Entry, index_entries, tree_entries
from rubout.measure.sources.extensions import language_code
from rubout.measure.sources.universe import SCRATCH, candidates, in_scope, tracked_dots
from rubout.store.index import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rubout.config.records import Config
    from rubout.facts.audit import Knobs, Verdict
    from rubout.measure.sources.changes import Side
    from rubout.store.index import Index

    Note = Callable[[str], None]

NO_INDEX = "index"  # the reason of facts without pairs, as of the guard's


@dataclass(frozen=True, slots=True)
class Audited:
    """A change, measured and judged: `blocks` stand in the order of the facts' rows, `files` are the changed paths."""

    facts: Facts
    verdict: Verdict
    blocks: tuple[Block, ...]
    files: tuple[str, ...]
    net_lines: int

    @property
    def introduced(self) -> list[Block]:
        """The blocks that the change is charged with."""
        return [self.blocks[index] for index in self.verdict.convicted]

    @property
    def missing_grammars(self) -> tuple[str, ...]:
        """The languages of changed files whose grammar is not installed, so that their copies were not looked for."""
        languages = {BY_CODE[code] for path in self.files if (code := language_code(path)) is not None}
        return tuple(sorted(each.name for each in languages if each.grammar and not is_installed(each)))


def stop_audit(
    anchor: str, config: Config, held: Held | None, *, error: str | None = None, cache: bool = True
) -> Audited | None:
    """Audit the work tree against HEAD; None without a repository, or without git.

    Args:
        anchor: absolute, free of symlinks.
        config: the defaults, when the configuration cannot be read.
        held: the tree; of changed files nothing it holds is believed. None: it is not known yet.
        error: why the configuration cannot be read.
        cache: whether the index may be read and written.

    Raises:
        RepositoryError: git refused.
    """
    if not in_work_tree(anchor) or shutil.which("git") is None:
        return None
    judged = JudgedPaths(anchor, config.exclude, lambda: tracked_dots(git.tracked(anchor)))
    changes = change_set(anchor, working_tree(anchor), judged.holds)
    place, knobs = Place(anchor, config.clones.keep_imports), audit_knobs(config, error=error)
    if held is None:
        return _judged(changes, (), NO_INDEX, knobs)
    with opened(anchor, _unheard, used=cache) as index:
        now = {
            side.path: content
            for side in (pair.after for pair in changes.pairs)
            if side and (content := _content_on_disk(place, index, held, changes, side))
        }
        return _compared(place, index, changes, knobs, held, now)


class Means(NamedTuple):
    """How a tree is measured: `note` takes a line when something is wrong with rubout's own index."""

    note: Note
    jobs: int = 0  # processes; 0: one a processor
    cache: bool = True  # whether that index may be read and written


def staged_audit(anchor: str, config: Config, means: Means) -> Audited:
    """Audit what is staged against HEAD, by the index of GIT_INDEX_FILE where a hook names one.

    Raises:
        RepositoryError: no git, no repository, or git refused.
    """
    require_repository(anchor)
    states = working_tree(anchor, staged=True, keep_index=True)
    return _audited(anchor, config, states, index_entries(anchor), means)


def pushed_audit(anchor: str, config: Config, start: str, end: str, means: Means) -> Audited:
    """Audit the commit `end` against `start`, which is all zeros for a branch that is new; raises RepositoryError."""
    require_repository(anchor)
    after = commit_id(anchor, end)
    before = commit_id(anchor, start) if start.strip("0") else empty_tree(anchor)
    return _audited(anchor, config, States(before, after), tree_entries(anchor, after), means)


def _audited(anchor: str, config: Config, states: States, entries: Sequence[Entry], means: Means) -> Audited:
    """Audit a tree of git's, whose files are `entries`."""
    judged = JudgedPaths(
        anchor, config.exclude, lambda: tracked_dots(git.Tracked(path, "", None) for path, _ in entries)
    )
    changes = change_set(anchor, states, judged.holds, keep_index=states.staged)
    place, knobs = Place(anchor, config.clones.keep_imports), audit_knobs(config)
    if not changes.lines:
        return _judged(changes, (), None, knobs)
    cache = means.cache and not any(in_scope(entry.path, SCRATCH) for entry in entries)
    request = Request(anchor=anchor, keep_imports=place.keep_imports, jobs=means.jobs, cache=cache)
    # Nearly every blob is what lies on disk, and that is measured by many processes, and remembered.
    on_disk = _tokens_on_disk(request, config, means.note)
    with opened(anchor, means.note, used=cache) as index:
        changed = {side.path: side for pair in changes.pairs if (side := pair.after)}
        now = _contents(place, index, changed.values())
        wanted = frozenset(code for content in now.values() for code in content.stream.hashes)
        others = [entry for entry in entries if entry.path not in changed and judged.holds(entry.path)]
        held = _holding(_known(place, index, others, on_disk), wanted)
        return _compared(place, index, changes, knobs, held, now)


def _compared(
    place: Place, index: Index, changes: ChangeSet, knobs: Knobs, held: Held, now: Mapping[str, Content]
) -> Audited:
    pair_of = {pair.after.path: pair for pair in changes.pairs if pair.after}
    known: dict[str, Content] = {}

    def bases() -> Mapping[str, Content]:
        if not known:
            known.update(_contents(place, index, (pair.before for pair in changes.pairs if pair.before)))
        return known

    comparison = Comparison(
        tree=held,
        now=now,
        # Where a file was before it was renamed, there is none now.
        base_of={pair.before.path: pair.before.path for pair in changes.pairs if pair.before}
        | {path: pair.before and pair.before.path for path, pair in pair_of.items()},
        bases=bases,
        novel=lambda path: changes.novel(pair_of[path]),
    )
    blocks = comparison.blocks(knobs.audit_row_cap)
    index.save({}, whole=False)
    return _judged(changes, blocks, None, knobs)


def _judged(changes: ChangeSet, blocks: Iterable[Block], reason: str | None, knobs: Knobs) -> Audited:
    blocks = tuple(blocks)
    rows = tuple(Row(int(block.a_changed), int(block.b_changed), int(block.introduced)) for block in blocks)
    facts = Facts(rows, reason)
    return Audited(facts, judge(facts, knobs), blocks, tuple(changes.lines), changes.net_lines)


def _content_on_disk(place: Place, index: Index, held: Held, changes: ChangeSet, side: Side) -> Content | None:
    source = changes.source(side)
    if source is None:
        return None
    stream = held.postings.stream(side.path) if held.blobs.get(side.path) == git_blob_id(source) else None
    if stream is not None:
        return Content(stream, held.permits.get(side.path, ()))
    row = row_of(place, index, side.path, source)
    return _content(measured(row)) if row else None


def _contents(place: Place, index: Index, sides: Iterable[Side]) -> dict[str, Content]:
    """The contents of blobs, by path."""
    entries = [Entry(side.path, side.blob) for side in sides if side.blob]
    contents = ((entry.path, _content(measured(row))) for entry, row in rows_of(place, index, entries).items())
    return {path: content for path, content in contents if content}


def _content(of: Measured) -> Content | None:
    return Content(of.stream, of.facts.permits) if of.facts.parsed else None


def _tokens_on_disk(request: Request, config: Config, note: Note) -> dict[Entry, Measured]:
    started = time.time_ns()
    universe = candidates(request.anchor, exclude=config.exclude, keep_index=True)
    surveyed = Run(request, universe, started, note).survey(for_copies=True)
    files = zip(surveyed.survey.files, surveyed.tokens, strict=True)
    return {
        Entry(file.path, file.blob): Measured(file.facts, stream_of(tokens))
        for file, tokens in files
        if file.facts.parsed
    }


def _known(
    place: Place, index: Index, entries: Iterable[Entry], on_disk: Mapping[Entry, Measured]
) -> Iterator[tuple[Entry, Measured]]:
    missing = []
    for entry in entries:
        if entry in on_disk:
            yield entry, on_disk[entry]
        else:
            missing.append(entry)
    yield from ((entry, measured(row)) for entry, row in rows_of(place, index, missing).items())


def _holding(files: Iterable[tuple[Entry, Measured]], wanted: frozenset[int]) -> Held:
    """The files that have one of the fingerprints: no other can share a run."""
    held = Held()
    for entry, of in files:
        if not wanted.isdisjoint(of.stream.hashes):
            held.put(entry.path, entry.blob, of)
    return held


def _unheard(_line: str) -> None:
    """A hook has nobody to tell about the index; doctor says what is wrong with it."""
