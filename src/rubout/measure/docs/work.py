"""The documentation of a file as a part of it that is measured with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.documents import Documents
from rubout.measure.docs.documents import REVISION, documents, encoded, is_documented, tree_documents
from rubout.measure.extract import revision_beside
from rubout.measure.parts import Part

if TYPE_CHECKING:
    from rubout.measure.extract import Parsed
    from rubout.measure.languages.table import Language


def _revision(path: str, language: Language, _keep_imports: bool) -> str | None:  # noqa: FBT001 - a column of `Part`
    return revision_beside(path, language, REVISION) if is_documented(language) else None


def _documents(parsed: Parsed) -> bytes:
    """Generated files and their like have none."""
    if parsed.facts.rule:
        found = Documents()
    elif parsed.tree is not None:
        found = tree_documents(parsed.tree)
    else:
        found = documents(parsed.source, parsed.path, parsed.language)
    return encoded(found)


DOCUMENTS = Part("documents", _revision, _documents)
