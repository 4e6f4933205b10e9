"""What of a comment or docstring is no prose."""

from __future__ import annotations

from collections import Counter

import pytest

from rubout.measure.docs.strips import prose


def stripped(lines: list[str], language: str = "rust") -> tuple[int, dict[str, int]]:
    counts: Counter[str] = Counter()
    return len(prose(lines, language, counts)), dict(counts)


@pytest.mark.parametrize(
    ("lines", "kept", "counts"),
    [
        (
            [
                "/// This crate provides printers.",
                "/// ```rust",
                "/// let x = search();",
                "/// ```",
                "/// More prose after the example.",
                "/// " + "x" * 313,
            ],
            2,
            {"fenced_code_line": 3, "overlong_line": 1},
        ),
        (["// prose", "// ~~~", "// code one", "// code two"], 1, {"fenced_code_line": 3}),
        (['"""Fetch.', "Args:", "    x: input", "Returns:", '"""'], 3, {"skeleton_line": 2}),
    ],
)
def test_example_4_fences_skeletons_and_data_are_left_out(lines: list[str], kept: int, counts: dict[str, int]) -> None:
    assert stripped(lines) == (kept, counts)


@pytest.mark.parametrize(
    "line",
    [
        " * @param x the input",
        ":param x: input",
        "# Returns:",
        " * ----",
        "Parameters of x",
        ":returns: x",
        "/*! Note:",
    ],
)
def test_example_4_a_skeleton_is_one(line: str) -> None:
    assert stripped([line]) == (0, {"skeleton_line": 1})


@pytest.mark.parametrize("line", ["returns the cached value", "Notes: x", "Args", "--", "@return x", ":parameter x"])
def test_example_4_what_is_no_skeleton_stays(line: str) -> None:
    assert stripped([line]) == (1, {})


def test_a_line_of_200_characters_stays_and_one_more_is_data() -> None:
    assert stripped(["  " + "x" * 200 + "  ", "x" * 201]) == (1, {"overlong_line": 1})


DASHES = {"-- @param x the input": "skeleton_line", "-----": "skeleton_line", "-- ```": "fenced_code_line"}


@pytest.mark.parametrize("language", ["lua", "haskell"])
@pytest.mark.parametrize("line", DASHES)
def test_the_dashes_of_a_comment_are_none_of_its_text(language: str, line: str) -> None:
    assert stripped([line], language) == (0, {DASHES[line]: 1})


def test_where_dashes_are_no_comment_they_are_text() -> None:
    assert stripped(["-- ```"], "rust") == (1, {})
