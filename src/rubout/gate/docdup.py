"""`docdup`: the documentation of a tree that stands in several places, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts.docdup import Knobs
from rubout.gate.documents import documents_of
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.surveyed import Tokens
from rubout.judge.docdup import is_copy, judge_chunked
from rubout.measure.docs.corpus import doc_facts
from rubout.measure.docs.work import DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.documents import Documents
    from rubout.facts.survey import SurveyedFile
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants to see besides the copies, and whether any copy fails."""

    advisory: bool = False
    gates: bool = False


def docdup(run: Run, ask: Ask) -> Outcome:
    """Judge the documentation of what is in scope.

    Raises:
        RepositoryError: nothing in scope can hold documentation.
    """
    outcome = docdup_of(run.survey(tokens=Tokens.NONE, parts=(DOCUMENTS,)), ask)
    require_files(outcome.survey, outcome.facts.files)
    return outcome


def docdup_of(surveyed: Surveyed, ask: Ask) -> Outcome:
    """Judge the documentation of what was surveyed; where none can be, the verdict is degraded."""
    survey, documents = documents_of(surveyed)
    knobs = Knobs(budget=0 if ask.gates else None)
    files = [(file.path, found) for file, found in documents]
    facts = doc_facts(files, knobs, partial(is_copy, knobs=knobs), advisory=ask.advisory)
    verdict = judge_chunked(facts, knobs)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    options = {"advisory": ask.advisory, "bare_permits": tuple(_bare_permits(documents))}
    return Outcome("docdup", survey, facts, verdict, code, options)


def _bare_permits(documents: Iterable[tuple[SurveyedFile, Documents]]) -> Iterator[tuple[str, int]]:
    """Path and line of each permit without a reason that the survey does not know of: those in comments it does."""
    for file, found in documents:
        known = {permit.line for permit in file.facts.permits}
        yield from ((file.path, line) for line in found.bare_permits if line not in known)
