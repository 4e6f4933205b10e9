"""What does a survey say of the files that were read, and of those that were not?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.survey import Problem, Survey, SurveyedFile
from rubout.measure.extract import FOREIGN_KERNEL
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import is_installed
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.facts.source import FileFacts
    from rubout.measure.sources.universe import Candidate, Universe


def survey_record(
    scope: str,
    universe: Universe,
    read: Mapping[str, tuple[str, FileFacts]],
    problems: Iterable[tuple[str, str]],
    missing_grammars: tuple[str, ...],
) -> Survey:
    """The survey of a universe whose files were read as (blob id, facts) by path, in order of the paths."""
    excluded = dict(universe.excluded)
    for _, facts in read.values():
        if facts.rule:
            excluded[facts.rule] = excluded.get(facts.rule, 0) + 1
    return Survey(
        files=tuple(
            SurveyedFile(path, blob, facts) for path, (blob, facts) in read.items() if facts.rule != FOREIGN_KERNEL
        ),
        excluded=dict(sorted(excluded.items())),
        problems=tuple(Problem(path, what) for path, what in problems),
        missing_grammars=missing_grammars,
        notes=universe.notes,
        scope=scope,
    )


def missing_grammars(files: Iterable[Candidate]) -> tuple[str, ...]:
    """The judged languages among these files whose grammar is not installed."""
    languages = {BY_CODE[code] for code in {file.code for file in files}}
    languages = {language for language in languages if language.scope is Scope.JUDGED and language.grammar}
    return tuple(sorted(language.name for language in languages if not is_installed(language)))
