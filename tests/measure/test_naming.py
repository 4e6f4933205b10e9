"""The style of a file's name."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.naming import Style, is_conventional, stem_of, style_of
from tests.tables import cases

# By (an upper letter, a lower one): the codes for none, `_` alone, `-` alone, both.
TABLE = {
    (False, False): (6, 0, 1, 6),
    (False, True): (0, 0, 1, 6),
    (True, False): (4, 4, 6, 6),
    (True, True): (3, 6, 6, 6),
}


@cases(
    "code stems",
    """
    0 => parse_result mod v2_x _
    1 => my-file
    2 => parseResult
    3 => ParseResult
    4 => README V2
    5 => 2026-08-17-notes
    6 => Foo_bar X-Y mixed-and_under \u6587\u66f8 env.local
    """,
)
def test_example_8_codes(code: str, stems: str) -> None:
    assert {style_of(stem) for stem in stems.split()} == {int(code)}


def test_example_8_nothing_is_of_no_style() -> None:
    assert style_of("") == Style.OTHER


@cases(
    "name stem",
    """
    a.test.ts  => a
    .gitignore => gitignore
    .env.local => env.local
    Makefile   => Makefile
    .          =>
    """,
)
def test_example_8_stems(name: str, stem: str) -> None:
    assert stem_of(name) == stem


@pytest.mark.parametrize("stem", ["README", "readme", "Index", "main", "__init__", "__MAIN__", "CLAUDE", "License"])
def test_a_name_that_is_expected_as_it_is_tells_nothing(stem: str) -> None:
    assert is_conventional(stem)


@pytest.mark.parametrize("stem", ["readme2", "init", "mains", ""])
def test_other_names_do(stem: str) -> None:
    assert not is_conventional(stem)


@pytest.mark.parametrize(("upper", "lower", "underscore", "hyphen"), [*product((False, True), repeat=4)])
def test_the_code_is_looked_up_by_what_occurs(upper: bool, lower: bool, underscore: bool, hyphen: bool) -> None:
    stem = "A" * upper + "a" * lower + "_" * underscore + "-" * hyphen
    assert style_of(stem) == TABLE[upper, lower][underscore + 2 * hyphen]


@given(st.text("aA1-_.", max_size=8))
def test_what_stands_behind_the_first_letter_does_not_depend_on_order(stem: str) -> None:
    assert style_of(stem) == style_of(stem[:1] + "".join(sorted(stem[1:])))


@given(st.text(max_size=8))
def test_every_stem_has_a_style(stem: str) -> None:
    assert style_of(stem) in Style
