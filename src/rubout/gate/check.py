"""`check`: every family that is judged, folded into the score and its conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts.score import CloneSpread, Facts
from rubout.gate.clones import Ask, clones
from rubout.gate.outcome import Outcome
from rubout.gate.scan import scan
from rubout.gate.scan_rows import has_rows
from rubout.judge.score import judge
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from rubout.facts import clones as clone_records
    from rubout.facts import scan as scan_records
    from rubout.facts.score import Knobs
    from rubout.facts.source import FileFacts
    from rubout.facts.survey import Survey
    from rubout.gate.survey import Surveyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The knobs of the families that `check` judges."""

    scan: scan_records.Knobs
    clones: clone_records.Knobs
    score: Knobs


def check(surveyed: Surveyed, limits: Limits) -> Outcome:
    """Judge every family and fold them; the families' outcomes stand in the options.

    Raises:
        RepositoryError: nothing is in scope.
    """
    sizes = scan(surveyed.survey, limits.scan)
    copies = clones(surveyed, limits.clones, Ask())
    facts = facts_of(surveyed.survey, copies.verdict)
    verdict = judge(facts, limits.score)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    return Outcome("score", surveyed.survey, facts, verdict, code, {"scan": sizes, "clones": copies})


def facts_of(surveyed: Survey, copies: clone_records.Verdict) -> Facts:
    """The score's tables; what nothing was measured for stays None.

    Functions and copies are measured in parsed files, so a tree without one is judged by its sizes alone.
    """
    rows = [file.facts for file in surveyed.files if has_rows(file.facts)]
    spread = [len({member.file for member in found.members}) for found in copies.classes]
    parsed = any(facts.parsed for facts in rows)
    return Facts(
        sizes=tuple(facts.total_lines for facts in rows),
        cognitive=tuple(function.cognitive for facts in rows for function in facts.functions) if parsed else None,
        clones=tuple(CloneSpread(files, 100, 100) for files in spread if files > 1) if parsed else None,
        judged_loc=tuple(sorted(facts.total_lines for facts in rows if _is_judged(facts))),
        excesses=tuple((found.distinct, len(found.members)) for found in copies.classes),
        skipped_self=sum(files == 1 for files in spread),
    )


def _is_judged(facts: FileFacts) -> bool:
    """Whether a file helps to draw the soft line: not one of which only the size is known."""
    language = BY_CODE[facts.language]
    return not facts.rule and language.scope is Scope.JUDGED and (facts.parsed or language.grammar is None)
