"""The documentation of every surveyed file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.measure.docs.documents import read
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import is_installed

if TYPE_CHECKING:
    from rubout.facts.documents import Documents
    from rubout.facts.survey import Survey, SurveyedFile
    from rubout.gate.surveyed import Surveyed

_HTML = "html"


def documents_of(surveyed: Surveyed) -> tuple[Survey, list[tuple[SurveyedFile, Documents]]]:
    """The files that can hold documentation, in order, and the survey with what was not read for want of a grammar.

    Generated files and their like hold none.
    """
    survey = surveyed.survey
    parts = zip(survey.files, surveyed.parts[DOCUMENTS.name], strict=True)
    documents = [(file, read(part)) for file, part in parts if part and not file.facts.rule]
    return msgspec.structs.replace(survey, missing_grammars=_missing_grammars(survey)), documents


def _missing_grammars(survey: Survey) -> tuple[str, ...]:
    languages = {BY_CODE[file.facts.language] for file in survey.files}
    html = (one.name for one in languages if one.name == _HTML and not is_installed(one))
    return tuple(sorted({*survey.missing_grammars, *html}))
