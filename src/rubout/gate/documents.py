"""The documentation of every surveyed file, from the index where it was read before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import RepositoryError
from rubout.facts.survey import Problem
from rubout.measure.docs.documents import documents_revision, read
from rubout.measure.docs.work import read_chunk
from rubout.measure.files import measured
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import is_installed
from rubout.store.index import Row, opened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.documents import Documents
    from rubout.facts.survey import Survey, SurveyedFile
    from rubout.gate.survey import Run
    from rubout.measure.work import Answer

_MARKUP = frozenset({"markdown", "rst"})  # read without a grammar
_HTML = "html"


def documents_of(run: Run, survey: Survey) -> tuple[Survey, list[tuple[SurveyedFile, Documents]]]:
    """The files that can hold documentation, in the survey's order, and the survey with what became of the others.

    Raises:
        RepositoryError: a file vanished, or changed, since it was surveyed.
    """
    wanted = {file.path: file for file in survey.files if _is_read(file)}
    with opened(run.request.anchor, run.note, used=run.request.cache) as index:
        rows = {path: index.row(file.blob, _revision(file)) for path, file in wanted.items()}
        found = {path: row.tokens for path, row in rows.items() if row}
        problems = []
        for answer in _read(run, wanted.keys() - found.keys()):
            file = wanted[answer.path]
            if answer.problem:
                problems.append(Problem(answer.path, answer.problem))
                continue
            _require_same(answer, file)
            found[answer.path] = answer.tokens
            index.put(answer.blob, _revision(file), Row(b"", answer.tokens))
        index.save({}, whole=False)
    whole = msgspec.structs.replace(
        survey,
        problems=tuple(sorted([*survey.problems, *problems], key=lambda problem: (problem.path, problem.what))),
        missing_grammars=_missing_grammars(survey),
    )
    return whole, [(file, read(found[path])) for path, file in wanted.items() if path in found]


def _is_read(file: SurveyedFile) -> bool:
    """Whether there are rules for its documentation; generated files and their like have none."""
    language = BY_CODE[file.facts.language]
    by_rule = language.name in _MARKUP or (language.name == _HTML and is_installed(language))
    return not file.facts.rule and (file.facts.parsed or by_rule)


def _revision(file: SurveyedFile) -> str:
    return documents_revision(file.path, BY_CODE[file.facts.language])


def _read(run: Run, paths: Iterable[str]) -> Iterable[Answer]:
    missing = set(paths)
    files = [file for file in run.universe.files if file.path in missing]
    if files:
        work = partial(read_chunk, anchor=run.request.anchor)
        for answers in measured(files, work, run.request.jobs, run.request.executor):
            yield from answers


def _require_same(answer: Answer, file: SurveyedFile) -> None:
    if answer.blob != file.blob:
        raise RepositoryError(
            "changed while it was judged" if answer.blob else "vanished while it was judged",
            where=file.path,
            fix="run it again",
        )


def _missing_grammars(survey: Survey) -> tuple[str, ...]:
    languages = {BY_CODE[file.facts.language] for file in survey.files}
    html = (one.name for one in languages if one.name == _HTML and not is_installed(one))
    return tuple(sorted({*survey.missing_grammars, *html}))
