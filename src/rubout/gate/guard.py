"""What would a write bring into the tree? The facts of one file of one event (docs/methodology/guard.md)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.guard import Facts, Run
from rubout.gate.held import measured_cells, measured_file
from rubout.gate.permits import allows
from rubout.measure.edits import novel_lines
from rubout.measure.postings import self_runs
from rubout.measure.sources.content import git_blob_id, total_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.guard import Knobs
    from rubout.facts.pending import Outlook
    from rubout.facts.source import Permit
    from rubout.gate.held import Held, Measured
    from rubout.measure.postings import CommonRun, Stream

FAMILY = "clones"  # whose permits count
NO_INDEX = "index"  # the reason of facts that hold sizes alone


def write_facts(
    held: Held | None, outlook: Outlook, knobs: Knobs, *, keep_imports: bool, event: str = "probe"
) -> Facts | None:
    """The facts of a file that is to have `outlook.after`; without a tree to compare with, its sizes alone.

    Returns:
        None for a text that no rule judges: a generated, minified or large one, or one that is no notebook.
    """
    source = _bytes(outlook.after or "")
    after = _measured(source, outlook, keep_imports=keep_imports)
    if after is None or after.facts.rule:
        return None
    sizes = Facts(
        path=outlook.path,
        event=event,
        before_lines=total_lines(_bytes(outlook.before or "")),
        after_lines=after.facts.total_lines,
        notebook=outlook.notebook,
        parsed=after.facts.parsed,
    )
    if held is None:
        return msgspec.structs.replace(sizes, duplicates=False, reason=NO_INDEX)
    own = len(self_runs(after.stream, knobs.min_tokens, knobs.min_distinct))
    runs = _runs(held, outlook.path, after.stream, knobs)
    before: Sequence[CommonRun] = ()
    novel = novel_lines(outlook.before, outlook.after or "") if runs else ()
    # What repeats without a novel line is not charged to the write, whatever stood there before.
    if _any_touches(runs, novel):
        stream, permits = _before(held, outlook, keep_imports=keep_imports)
        before = _runs(held, outlook.path, stream, knobs) if stream else ()
        runs = _without_permitted(runs, _standing(after.facts.permits, permits))
    files = sorted({run.path for run in (*before, *runs)})
    number = {path: index for index, path in enumerate(files)}
    return msgspec.structs.replace(
        sizes,
        files=tuple(files),
        before=tuple(_run(number, run) for run in before),
        after=tuple(
            _run(number, run, fresh) for run, fresh in zip(runs, _fresh(after.stream, runs, novel), strict=True)
        ),
        novel=novel,
        self_runs=own,
    )


def _runs(held: Held, path: str, stream: Stream, knobs: Knobs) -> list[CommonRun]:
    """What a text shares with the other files, but for places that somebody has allowed there."""
    found = held.postings.runs(stream, knobs.min_tokens, knobs.min_distinct, frozenset((path,)))
    return [run for run in found if not allows(held.permits.get(run.path, ()), FAMILY, run.start_line, run.end_line)]


def _without_permitted(runs: Iterable[CommonRun], permits: tuple[Permit, ...]) -> list[CommonRun]:
    return [run for run in runs if not allows(permits, FAMILY, run.own_start, run.own_end)]


def _standing(after: Iterable[Permit], before: Iterable[Permit]) -> tuple[Permit, ...]:
    """The permits of the pending text that were on disk already: a write cannot allow itself."""
    left = Counter((permit.family, permit.reason) for permit in before)
    standing = []
    for permit in after:
        if left[permit.family, permit.reason] > 0:
            left[permit.family, permit.reason] -= 1
            standing.append(permit)
    return tuple(standing)


def _measured(source: bytes, outlook: Outlook, *, keep_imports: bool) -> Measured | None:
    measure = measured_cells if outlook.notebook else measured_file
    return measure(source, outlook.path, keep_imports=keep_imports)


def _before(held: Held, outlook: Outlook, *, keep_imports: bool) -> tuple[Stream | None, tuple[Permit, ...]]:
    """The tokens and the permits of the text on disk, as they are held where they are."""
    if outlook.before is None:
        return None, ()
    source = _bytes(outlook.before)
    entry = None if outlook.notebook else held.entry(outlook.path)
    if entry and entry.blob == git_blob_id(source):
        return entry.stream, entry.permits
    measured = _measured(source, outlook, keep_imports=keep_imports)
    return (measured.stream, measured.facts.permits) if measured else (None, ())


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _any_touches(runs: Iterable[CommonRun], novel: Sequence[int]) -> bool:
    places = ((bisect_left(novel, run.own_start), run.own_end) for run in runs)
    return any(at < len(novel) and novel[at] <= end for at, end in places)


def _fresh(stream: Stream, runs: Iterable[CommonRun], novel: Iterable[int]) -> list[int]:
    """How many tokens of each run stand on novel lines."""
    lines = frozenset(novel)
    counts = tuple(accumulate((line in lines for line in stream.starts), initial=0))
    return [counts[run.own_first + run.length] - counts[run.own_first] for run in runs]


def _run(number: dict[str, int], run: CommonRun, fresh: int = 0) -> Run:
    return Run(
        file=number[run.path],
        start=run.start,
        length=run.length,
        start_line=run.start_line,
        end_line=run.end_line,
        own_start=run.own_start,
        own_end=run.own_end,
        distinct=run.distinct,
        fresh=fresh,
    )
