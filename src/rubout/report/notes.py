"""What was skipped, missing or permitted in vain, whatever the family?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.gate.permits import permit_problems
from rubout.report.record import Level, Note, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.survey import Survey


def survey_notes(survey: Survey) -> Iterator[Note]:
    """Unusable files, grammars that are not installed, permits that permit nothing."""
    for problem in survey.problems:
        yield Note("unusable", Level.WARNING, problem.what, problem.path)
    yield from grammar_notes(survey.missing_grammars)
    for what in survey.notes:
        yield Note("tree", Level.WARNING, what)
    for permit in permit_problems(survey):
        yield Note("permit", Level.WARNING, permit.what, permit.path, permit.line)


def verdict_notes(*, degraded: bool, reason: str | None) -> Iterator[Note]:
    """The reason of a verdict that could not be reached."""
    if degraded:
        yield Note("degraded", Level.ERROR, f"could not judge: {reason or 'the facts are degraded'}")


def grammar_notes(languages: Iterable[str]) -> Iterator[Note]:
    """Languages whose files cannot be parsed here."""
    for language in languages:
        what = f"the grammar of {language} is not installed: its files are judged by size alone"
        yield Note("missing-grammar", Level.WARNING, what)


def parse_notes(errors: int, hidden: str) -> Iterator[Note]:
    """That code did not parse, and what may be hidden in it."""
    if errors:
        what = f"{counted(errors, 'place')} did not parse and may hide {hidden}: `rubout scan` names the files"
        yield Note("parse-errors", Level.WARNING, what)
