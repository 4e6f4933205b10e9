"""The families that have facts and a judge, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rubout.facts import audit as audit_records
from rubout.facts import clones as clone_records
from rubout.facts import docdup as docdup_records
from rubout.facts import edits as edit_records
from rubout.facts import erase as erase_records
from rubout.facts import guard as guard_records
from rubout.facts import join as join_records
from rubout.facts import liveness as liveness_records
from rubout.facts import near_miss as near_miss_records
from rubout.facts import scan as scan_records
from rubout.facts import score as score_records
from rubout.facts import split as split_records
from rubout.facts import structure as structure_records
from rubout.facts import trend as trend_records
from rubout.gate import clones, docdup, edits, erase, join, liveness, near_miss, scan, split, structure, trend
from rubout.gate.check import check
from rubout.gate.near_miss_calls import judge_calls
from rubout.gate.nothing import require_files
from rubout.judge import audit as judge_audit
from rubout.judge import clones as judge_clones
from rubout.judge import docdup as judge_docdup
from rubout.judge import edits as judge_edits
from rubout.judge import erase as judge_erase
from rubout.judge import guard as judge_guard
from rubout.judge import join as judge_join
from rubout.judge import liveness as judge_liveness
from rubout.judge import near_miss as judge_near_miss
from rubout.judge import scan as judge_scan
from rubout.judge import score as judge_score
from rubout.judge import split as judge_split
from rubout.judge import structure as judge_structure
from rubout.judge import trend as judge_trend

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from rubout.config.records import Config
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run


@dataclass(frozen=True, slots=True)
class Judged:
    """One family: its records, and its judge over any facts."""

    records: ModuleType
    check_knobs: Callable[[Any], list[tuple[str, str]]]  # each knob that is out of bounds, with what is wrong
    judge: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Family(Judged):
    """A family that a tree has facts of: its outcome for a run, too.

    `whole` families look at every walked file, and a path narrows their report alone. `more` adds the rows that a
    report has on request only, since they take long to find.
    """

    outcome: Callable[[Run, Config], Outcome]
    whole: bool = False
    more: Callable[[Run, Outcome], Outcome] | None = None


def _scan(run: Run, config: Config) -> Outcome:
    return scan.scan(run.survey().survey, config.thresholds)


def _clones(run: Run, config: Config) -> Outcome:
    outcome = clones.clones(run.survey(for_copies=True), config.clones, clones.Ask())
    require_files(outcome.survey, outcome.facts.files)
    return outcome


def _docdup(run: Run, _config: Config) -> Outcome:
    return docdup.docdup(run, docdup.Ask())


def _edits(run: Run, config: Config) -> Outcome:
    return edits.edits(run, config, edits.Ask(every_unit=True))


def _erase(run: Run, config: Config) -> Outcome:
    return erase.erase(run, config)


def _join(run: Run, config: Config) -> Outcome:
    return join.join(run, config, join.Ask(units=True))


def _near_miss(run: Run, _config: Config) -> Outcome:
    return near_miss.near_miss(run, near_miss.Ask(facts=True))


FAMILIES = {
    "clones": Family(clone_records, judge_clones.check_knobs, judge_clones.judge, _clones),
    "docdup": Family(docdup_records, judge_docdup.check_knobs, judge_docdup.judge_chunked, _docdup),
    "edits": Family(edit_records, judge_edits.check_knobs, judge_edits.judge, _edits),
    "erase": Family(erase_records, judge_erase.check_knobs, judge_erase.judge, _erase, whole=True),
    "join": Family(join_records, judge_join.check_knobs, judge_join.judge, _join, whole=True),
    "liveness": Family(
        liveness_records,
        judge_liveness.check_knobs,
        judge_liveness.judge,
        liveness.liveness,
        whole=True,
        more=liveness.with_symbols,
    ),
    "near-miss": Family(near_miss_records, judge_near_miss.check_knobs, judge_calls, _near_miss),
    "scan": Family(scan_records, judge_scan.check_knobs, judge_scan.judge_chunked, _scan),
    "score": Family(score_records, judge_score.check_knobs, judge_score.judge, check, whole=True),
    "split": Family(split_records, judge_split.check_knobs, judge_split.judge, split.split, whole=True),
    "structure": Family(
        structure_records,
        judge_structure.check_knobs,
        judge_structure.judge,
        structure.structure,
        whole=True,
        more=structure.with_every_axis,
    ),
    "trend": Family(trend_records, judge_trend.check_knobs, judge_trend.judge, trend.trend, whole=True),
}

# A write and a change are no trees: their facts come from the hooks alone.
JUDGED = FAMILIES | {
    "audit": Judged(audit_records, judge_audit.check_knobs, judge_audit.judge),
    "guard": Judged(guard_records, judge_guard.check_knobs, judge_guard.judge),
}
