"""What is generated from the table of keys agrees with the reader of configurations."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.config.keys import KEYS, SECTIONS, default_of
from rubout.config.records import Config
from rubout.config.reference import commented_file, json_schema, reference_page
from rubout.config.settings import Settings, config_of, settings_in
from rubout.errors import ConfigError

SCHEMA = jsonschema.Draft7Validator(json_schema())
SETTING = re.compile(r"^#(?=\w)", re.MULTILINE)


def test_the_commented_file_changes_nothing() -> None:
    assert config_of(settings_in(commented_file().encode(), None)) == Config()


def test_every_line_of_the_commented_file_may_be_uncommented() -> None:
    text = SETTING.sub("", commented_file())
    config = config_of(settings_in(text.encode(), None))
    for key in KEYS:
        if key.example is None:
            assert _value(config, key.path) == default_of(key)
        else:
            assert _value(config, key.path) != default_of(key)


def test_the_commented_file_holds_every_key_once() -> None:
    text = SETTING.sub("", commented_file())
    set_keys = re.findall(r"^(\w+) = ", text, re.MULTILINE)
    assert sorted(set_keys) == sorted(key.name for key in KEYS)


def test_the_commented_file_fits_a_screen_of_120_columns() -> None:
    assert max(map(len, commented_file().splitlines())) <= 120


def test_the_reference_page_has_a_row_for_every_key_with_its_default() -> None:
    page = reference_page()
    for section in SECTIONS:
        assert (f"\n## `[{section.name}]`\n" if section.name else "\n## Top level\n") in page
    assert "| `file_lines_warn` | a whole number, at least 1 | `300` |" in page
    assert "| `budget` | a whole number, at least 0 | unset |" in page
    assert page.count("\n| `") == len(KEYS)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(json_schema())


@pytest.mark.parametrize(
    "text",
    [
        "[clones]\nbudget = true",
        "[clonez]\n",
        "exclude = ['!a']",
        "[review.exempt]\nS01 = ['a']",
        "[guard]\nmode = 'Deny'",
    ],
)
def test_the_schema_marks_mistakes_in_an_editor(text: str) -> None:
    assert not SCHEMA.is_valid(tomllib.loads(text))


NUMBERS = st.one_of(st.booleans(), st.integers(-2, 1100), st.sampled_from([2**53 - 1, 2**53]), st.floats(0, 3))
WORDS = st.sampled_from(
    ["density", "warn", "python", "S19", "S01", "a", "!a", "#a", "", "/", "a\\b", " ", "\n", "http://a"]
)
ITEMS = st.one_of(NUMBERS, WORDS)
CONVENTIONS = st.dictionaries(
    st.sampled_from(["when", "globs", "reason"]), st.one_of(WORDS, st.lists(WORDS, max_size=2))
)
VALUES = st.one_of(
    ITEMS,
    st.lists(ITEMS, max_size=3),
    st.dictionaries(WORDS, st.one_of(ITEMS, st.lists(WORDS, max_size=2)), max_size=2),
    st.lists(CONVENTIONS, max_size=2),
)


@given(st.sampled_from([key for key in KEYS if key.path != "guard.mode"]), VALUES)
def test_what_the_reader_takes_the_schema_takes(key: Any, value: object) -> None:
    table: dict[str, object] = {key.name: value}
    for part in reversed(key.section.split(".")) if key.section else ():
        table = {part: table}
    try:
        config_of(Settings("rubout.toml", "", table))
    except ConfigError:
        return
    assert SCHEMA.is_valid(table)


def _value(config: Config, path: str) -> object:
    value: object = config
    for name in path.split("."):
        value = getattr(value, name)
    return value
