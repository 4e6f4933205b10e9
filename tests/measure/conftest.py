"""Trees of small sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.metrics import metrics
from rubout.measure.tree import parse
from rubout.measure.whole import parsed_file, whole_facts

if TYPE_CHECKING:
    from rubout.facts.source import FileFacts, Function, Tokens
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

_BY_NAME = {language.name: language for language in LANGUAGES}


class Parsed(Protocol):
    """Source of a language, by its name, to its flat tree."""

    def __call__(self, language: str, source: str | bytes) -> FlatTree: ...


def flat_tree(language: str, source: str | bytes) -> FlatTree:
    record = _BY_NAME[language]
    grammar = load(record)
    assert grammar is not None
    return parse(source.encode() if isinstance(source, str) else source, record, grammar)


def file_facts(source: bytes, path: str, language: Language, *, keep_imports: bool) -> tuple[FileFacts, Tokens]:
    """Everything that is measured of a file."""
    return whole_facts(parsed_file(source, path, language), keep_imports=keep_imports)


def only_function(language: str, source: str | bytes) -> Function:
    """What is measured of the one function that the source has."""
    (function,) = metrics(flat_tree(language, source)).functions
    return function


@pytest.fixture(scope="session")
def parsed() -> Parsed:
    return flat_tree
