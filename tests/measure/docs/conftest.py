"""Documentation of small sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from rubout.measure.docs.documents import documents
from rubout.measure.languages.all import LANGUAGES

if TYPE_CHECKING:
    from rubout.facts.documents import Documents

ENDINGS = {ending: language for language in LANGUAGES for ending in language.extensions}


class Read(Protocol):
    """The documentation of a file of this name and content."""

    def __call__(self, path: str, text: str | bytes) -> Documents: ...


@pytest.fixture(scope="session")
def documented() -> Read:
    def documents_of(path: str, text: str | bytes) -> Documents:
        source = text.encode() if isinstance(text, str) else text
        language = ENDINGS.get(path.rpartition(".")[2], ENDINGS["py"])
        return documents(source, path, language)

    return documents_of
