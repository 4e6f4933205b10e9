"""The JSON Schemas of what rubout prints and reads, made from the types themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from rubout.facts import clones, scan, score
from rubout.report.clones import CloneReport
from rubout.report.scan import ScanReport
from rubout.report.score import ScoreReport

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TYPES: dict[str, type] = {
    "clones.facts": clones.Facts,
    "clones.report": CloneReport,
    "clones.verdict": clones.Verdict,
    "scan.facts": scan.Facts,
    "scan.report": ScanReport,
    "scan.verdict": scan.Verdict,
    "score.facts": score.Facts,
    "score.report": ScoreReport,
    "score.verdict": score.Verdict,
}


def schemas() -> dict[str, dict[str, Any]]:
    """A self-contained schema, draft 2020-12, for each `FAMILY.KIND`."""
    return {name: {"$schema": DIALECT, "title": name, **msgspec.json.schema(kind)} for name, kind in TYPES.items()}
