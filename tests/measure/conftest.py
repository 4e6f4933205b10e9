"""Trees of small sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.tree import parse

if TYPE_CHECKING:
    from rubout.measure.tree import FlatTree


class Parsed(Protocol):
    """Source of a language, by its name, to its flat tree."""

    def __call__(self, language: str, source: str | bytes) -> FlatTree: ...


@pytest.fixture(scope="session")
def parsed() -> Parsed:
    by_name = {language.name: language for language in LANGUAGES}

    def tree_of(language: str, source: str | bytes) -> FlatTree:
        record = by_name[language]
        grammar = load(record)
        assert grammar is not None
        return parse(source.encode() if isinstance(source, str) else source, record, grammar)

    return tree_of
