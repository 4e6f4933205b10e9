"""What is a tree held against, and what in it is more than that allows?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ExitCode
from rubout.facts.ratchet import Facts, Verdict
from rubout.gate.ratchet import CLONE, FILE_LINES, REVISIONS, tree_rows
from rubout.gate.ratchet_rows import Failed, failed_rows
from rubout.gate.renames import last_touched, renamed_since
from rubout.judge.ratchet import failed_conditions, judge
from rubout.measure.sources.history import is_shallow
from rubout.store.baseline import NAME, read_baseline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts import score
    from rubout.facts.ratchet import Baseline, Ceiling, Knobs
    from rubout.gate.outcome import Outcome
    from rubout.gate.ratchet import JudgedTree, Rows
    from rubout.gate.survey import Run

FILE = "file"  # the base that is a baseline file


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """What a tree is held against: nothing, where `base` is None, the baseline file, or the tree of a revision.

    `commit` is the id of that revision.
    """

    baseline: Baseline | None = None
    base: str | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A tree held against something: its rows, the verdict, and each row that fails."""

    against: Against
    rows: Rows
    verdict: Verdict
    failed: tuple[Failed, ...] = ()


def against_file(anchor: str) -> Against:
    """The baseline file of a project, if there is one.

    Raises:
        StoreError: it cannot be read, or compared with what these rules find.
    """
    baseline = read_baseline(Path(anchor) / NAME, REVISIONS)
    return Against() if baseline is None else Against(baseline=baseline, base=FILE)


def hold(judged: JudgedTree, run: Run, against: Against, knobs: Knobs, *, anew: bool = False) -> Held:
    """Hold the judged tree of a run against it.

    With `anew` all rows have the places of this tree, as the next baseline wants them; no verdict needs that.
    """
    known = {row.digest: row for row in against.baseline.findings if row.kind == CLONE} if against.baseline else {}
    rows = tree_rows(judged, None if anew else known)
    facts = Facts(*rows, against.baseline, _renames(rows, run, against))
    verdict = judge(facts, knobs)
    failed = () if verdict.degraded else tuple(failed_rows(judged, facts, verdict))
    return Held(against=against, rows=rows, verdict=verdict, failed=failed)


def frozen(knobs: score.Knobs, against: Against) -> score.Knobs:
    """The knobs with the soft line of a baseline; one that has none takes the warn line, never one of its own."""
    if against.baseline is None:
        return knobs
    return msgspec.structs.replace(knobs, soft_line=against.baseline.header.soft_line or knobs.size_ceil)


def gated(outcome: Outcome, held: Held) -> Outcome:
    """The outcome of a score with what the ratchet says: its conditions come first, and neither is judged alone."""
    score, own = outcome.verdict, held.verdict
    failed = failed_conditions(own.failed, score.failed)
    verdict = msgspec.structs.replace(score, failed=failed, fail=bool(failed))
    if own.degraded and not score.degraded:
        verdict = msgspec.structs.replace(
            verdict, score=None, soft_line=None, axes=(), judged=(), excess=0, degraded=True, reason=own.reason
        )
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    return replace(outcome, verdict=verdict, exit_code=code, options={**outcome.options, "held": held})


def _renames(rows: Rows, run: Run, against: Against) -> tuple[tuple[str, str], ...]:
    """What git knows of the files that are gone, where some have come."""
    if against.baseline is None:
        return ()
    then, now = _paths(against.baseline.ceilings), _paths(rows.ceilings)
    gone, fresh = then - now, now - then
    if not (gone and fresh):
        return ()
    commit = against.commit or last_touched(run.request.anchor, NAME)
    pairs = renamed_since(run, commit, gone, fresh) if commit else ()
    if not pairs and commit and is_shallow(run.request.anchor):
        run.note(
            "a shallow clone: files that moved and changed since what the tree is held against count as new "
            "(`git fetch --unshallow`)"
        )
    return pairs


def _paths(ceilings: Iterable[Ceiling]) -> set[str]:
    return {row.key for row in ceilings if row.metric == FILE_LINES}
