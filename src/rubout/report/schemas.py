"""The JSON Schemas of what rubout prints and reads, made from the types themselves."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from rubout.facts import (
    clones,
    docdup,
    edits,
    erase,
    erase_undo,
    join,
    liveness,
    near_miss,
    observe,
    scan,
    score,
    split,
    structure,
    trend,
)
from rubout.report.audit import AuditReport
from rubout.report.churn import ChurnReport
from rubout.report.clones import CloneReport
from rubout.report.docdup import DocdupReport
from rubout.report.edits import EditReport
from rubout.report.erase import EraseReport
from rubout.report.graph import GraphReport
from rubout.report.guard_status import GuardStatus
from rubout.report.join import JoinReport
from rubout.report.liveness import LivenessReport
from rubout.report.near_miss import NearMissReport
from rubout.report.replay import ReplayReport
from rubout.report.review import ReviewReport
from rubout.report.review_savings import SavingsReport
from rubout.report.scan import ScanReport
from rubout.report.score import ScoreReport
from rubout.report.split import SplitReport
from rubout.report.structure import StructureReport
from rubout.report.trend import TrendReport

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TYPES: dict[str, type] = {
    "audit.report": AuditReport,
    "churn.report": ChurnReport,
    "clones.facts": clones.Facts,
    "clones.report": CloneReport,
    "clones.verdict": clones.Verdict,
    "docdup.facts": docdup.Facts,
    "docdup.report": DocdupReport,
    "docdup.verdict": docdup.Verdict,
    "edits.facts": edits.Facts,
    "edits.report": EditReport,
    "edits.verdict": edits.Verdict,
    "erase.facts": erase.Facts,
    "erase.log": erase_undo.LogRecord,
    "erase.report": EraseReport,
    "erase.undo": erase_undo.Journal,
    "erase.verdict": erase.Verdict,
    "graph.report": GraphReport,
    "guard.status": GuardStatus,
    "join.facts": join.Facts,
    "join.report": JoinReport,
    "join.verdict": join.Verdict,
    "liveness.facts": liveness.Facts,
    "liveness.report": LivenessReport,
    "liveness.verdict": liveness.Verdict,
    "near-miss.facts": near_miss.Facts,
    "near-miss.report": NearMissReport,
    "near-miss.verdict": near_miss.Verdict,
    "observe.line": cast("type", observe.Record),
    "replay.report": ReplayReport,
    "review-savings.report": SavingsReport,
    "review.report": ReviewReport,
    "scan.facts": scan.Facts,
    "scan.report": ScanReport,
    "scan.verdict": scan.Verdict,
    "score.facts": score.Facts,
    "score.report": ScoreReport,
    "score.verdict": score.Verdict,
    "split.facts": split.Facts,
    "split.report": SplitReport,
    "split.verdict": split.Verdict,
    "structure.facts": structure.Facts,
    "structure.report": StructureReport,
    "structure.verdict": structure.Verdict,
    "trend.facts": trend.Facts,
    "trend.report": TrendReport,
    "trend.verdict": trend.Verdict,
}


def schemas() -> dict[str, dict[str, Any]]:
    """A self-contained schema, draft 2020-12, for each `FAMILY.KIND`."""
    return {name: {"$schema": DIALECT, "title": name, **msgspec.json.schema(kind)} for name, kind in TYPES.items()}
