"""`check`: every family that is judged, folded into the score and its conditions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from rubout.errors import ExitCode
from rubout.facts.score import CloneSpread, Facts
from rubout.gate import clones, docdup, near_miss
from rubout.gate.outcome import Outcome
from rubout.gate.scan import scan
from rubout.gate.scan_rows import has_rows
from rubout.gate.spreads import copies_spread, documents_spread, near_copies_spread, uncopied
from rubout.judge.score import judge
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope
from rubout.measure.parts import TREES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts import clones as clone_records
    from rubout.facts import scan as scan_records
    from rubout.facts.score import Knobs
    from rubout.facts.source import FileFacts
    from rubout.facts.survey import Survey
    from rubout.gate.survey import Run

Spread = TypeVar("Spread", bound=CloneSpread)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The knobs of the families that `check` judges, of which near-copies and documentation have none."""

    scan: scan_records.Knobs
    clones: clone_records.Knobs
    score: Knobs


def check(run: Run, limits: Limits) -> Outcome:
    """Judge every family and fold them; the families' outcomes stand in the options.

    Each file is parsed once for all of them. The near-copies in the options are those that are no copies.

    Raises:
        RepositoryError: nothing is in scope.
        StoreError: the index holds a tree that is none of its file.
    """
    surveyed = run.survey(parts=(TREES, DOCUMENTS))
    sizes = scan(surveyed.survey, limits.scan)
    copies = clones.clones(surveyed, limits.clones, clones.Ask())
    alike = near_miss.near_miss_of(surveyed, run.request, near_miss.Ask(spots=False))
    left = uncopied(alike.options["found"], copies.facts, copies.verdict)
    alike = replace(alike, options={"found": left})
    texts = docdup.docdup_of(surveyed, docdup.Ask())
    facts = facts_of(surveyed.survey, copies, alike, texts)
    verdict = judge(facts, limits.score)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    families = {"scan": sizes, "clones": copies, "near-miss": alike, "docdup": texts}
    return Outcome("score", texts.survey, facts, verdict, code, families)


def facts_of(survey: Survey, copies: Outcome, alike: Outcome, texts: Outcome) -> Facts:
    """The score's tables; what nothing was measured for stays None.

    Functions and copies are measured in parsed files, so a tree without one is judged by its sizes and documentation.

    Args:
        survey: the files.
        copies: the outcome of `clones`.
        alike: that of `near-miss`, without what is a copy.
        texts: that of `docdup`.
    """
    rows = [file.facts for file in survey.files if has_rows(file.facts)]
    code = [*copies_spread(copies.verdict), *near_copies_spread(alike.options["found"])]
    documents = documents_spread(texts.verdict)
    parsed = any(facts.parsed for facts in rows)
    return Facts(
        sizes=tuple(facts.total_lines for facts in rows),
        cognitive=tuple(function.cognitive for facts in rows for function in facts.functions) if parsed else None,
        clones=_wide(code) if parsed else None,
        docdup=None if texts.verdict.degraded else _wide(documents),
        judged_loc=tuple(sorted(facts.total_lines for facts in rows if _is_judged(facts))),
        excesses=tuple((found.distinct, len(found.members)) for found in copies.verdict.classes),
        skipped_self=sum(row.members == 1 for row in (*code, *documents)),
    )


def _wide(rows: Iterable[Spread]) -> tuple[Spread, ...]:
    """The rows of the classes over several files."""
    return tuple(row for row in rows if row.members > 1)


def _is_judged(facts: FileFacts) -> bool:
    """Whether a file helps to draw the soft line: not one of which only the size is known."""
    language = BY_CODE[facts.language]
    return not facts.rule and language.scope is Scope.JUDGED and (facts.parsed or language.grammar is None)
