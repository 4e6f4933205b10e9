from __future__ import annotations

import pytest

from rubout.measure.languages import all as table
from rubout.measure.languages import python
from rubout.measure.notebook import SUFFIX
from rubout.measure.sources.extensions import CODES, language_code


def test_the_extensions_are_those_of_the_language_table() -> None:
    listed = {extension: language.code for language in table.LANGUAGES for extension in language.extensions}
    assert listed | {SUFFIX.removeprefix("."): python.LANGUAGE.code} == CODES  # a notebook's cells are Python


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.py", 0),
        ("a/b.test.ts", 1),
        ("a.ipynb", 0),
        ("a/.py", 0),
        ("ünï.rs", 3),
        ("a.PY", None),
        ("a.Py", None),
        ("py", None),
        ("a.py/c", None),
        ("a.", None),
        ("a.txt", None),
        ("a.py ", None),
        ("", None),
    ],
)
def test_the_extension_is_what_follows_the_last_dot_letter_case_kept(path: str, code: int | None) -> None:
    assert language_code(path) == code
