"""The language table against its specification, the package metadata and the cost of loading it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.all import BY_CODE, LANGUAGES
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"

TABLE = {
    0: ("python", "py pyi", Scope.JUDGED),
    1: ("typescript", "ts mts cts", Scope.JUDGED),
    2: ("tsx", "tsx", Scope.JUDGED),
    3: ("rust", "rs", Scope.JUDGED),
    4: ("go", "go", Scope.JUDGED),
    5: ("markdown", "md markdown mdc", Scope.JUDGED),
    6: ("haskell", "hs", Scope.JUDGED),
    8: ("javascript", "js mjs cjs jsx", Scope.JUDGED),
    9: ("css", "css scss less", Scope.SIZE),
    10: ("html", "html htm", Scope.TEXT),
    11: ("vue", "vue", Scope.SIZE),
    12: ("svelte", "svelte", Scope.SIZE),
    13: ("bash", "sh bash", Scope.JUDGED),
    14: ("yaml", "yml yaml", Scope.SIZE),
    15: ("c", "c h", Scope.JUDGED),
    16: ("cpp", "cc cpp cxx hh hpp hxx ipp inl", Scope.JUDGED),
    17: ("java", "java", Scope.JUDGED),
    18: ("kotlin", "kt kts", Scope.JUDGED),
    19: ("csharp", "cs", Scope.JUDGED),
    20: ("ruby", "rb rake", Scope.JUDGED),
    21: ("php", "php", Scope.JUDGED),
    22: ("lua", "lua", Scope.JUDGED),
    23: ("rst", "rst", Scope.TEXT),
}

WITH_GRAMMAR = [language for language in LANGUAGES if language.grammar]


def test_codes_names_extensions_and_scopes_are_those_of_the_specification() -> None:
    rows = {language.code: (language.name, " ".join(language.extensions), language.scope) for language in LANGUAGES}
    assert rows == TABLE


def test_rows_stand_by_code_and_each_code_finds_its_own() -> None:
    assert [language.code for language in LANGUAGES] == sorted(BY_CODE)
    assert all(BY_CODE[language.code] is language for language in LANGUAGES)


def test_no_two_languages_share_a_name_or_an_extension() -> None:
    names = [language.name for language in LANGUAGES]
    extensions = [extension for language in LANGUAGES for extension in language.extensions]
    assert len(set(names)) == len(names)
    assert len(set(extensions)) == len(extensions)


def test_every_judged_language_but_markdown_has_a_grammar_and_of_the_others_html() -> None:
    judged = {language.name for language in LANGUAGES if language.scope is Scope.JUDGED}
    assert {language.name for language in WITH_GRAMMAR} == judged - {"markdown"} | {"html"}


def test_the_metadata_pins_every_grammar_to_the_version_of_its_table() -> None:
    dependencies = tomllib.loads(PYPROJECT.read_text())["project"]["dependencies"]
    pins = {pin for pin in dependencies if pin.startswith("tree-sitter-")}
    grammars = [language.grammar for language in WITH_GRAMMAR if language.grammar]
    assert {f"{grammar.distribution}=={grammar.version}" for grammar in grammars} <= pins


@pytest.mark.parametrize("language", WITH_GRAMMAR, ids=lambda language: language.name)
def test_the_installed_grammar_is_the_pinned_one(language: Language) -> None:
    assert language.grammar is not None
    assert version(language.grammar.distribution) == language.grammar.version


def test_loading_the_table_loads_no_parser() -> None:
    code = "import sys, rubout.measure.languages.all; print(*sorted(m for m in sys.modules if 'tree_sitter' in m))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
