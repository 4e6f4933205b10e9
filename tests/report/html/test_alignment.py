"""What two places have in common stands side by side, and the rest is marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.report.html.alignment import Line, Row, aligned_code, aligned_text

Align = Callable[[Sequence[str], Sequence[str]], list[Row]]
LINES = st.lists(
    st.sampled_from(["", "}", "x = 1", "y = 2", "  call(a, b)", "return x", "\tif a:", "# ünï"]), max_size=8
)


def marked(line: Line | None) -> str | None:
    """The text with what differs in brackets."""
    if line is None:
        return None
    return "".join(f"[{words}]" if differs else words for words, differs in line.pieces)


def shown(rows: list[Row]) -> list[tuple[str | None, str | None]]:
    return [(marked(row.left), marked(row.right)) for row in rows]


@pytest.mark.parametrize("align", [aligned_code, aligned_text])
@given(left=LINES, right=LINES)
def test_every_line_of_both_sides_comes_once_in_order_and_whole(
    align: Align, left: list[str], right: list[str]
) -> None:
    rows = align(left, right)
    for lines, side in ((left, [row.left for row in rows]), (right, [row.right for row in rows])):
        found = [line for line in side if line is not None]
        assert [line.at for line in found] == list(range(len(lines)))
        assert ["".join(words for words, _ in line.pieces) for line in found] == lines


@pytest.mark.parametrize("align", [aligned_code, aligned_text])
@given(lines=LINES)
def test_nothing_differs_between_equal_places(align: Align, lines: list[str]) -> None:
    rows = align(lines, [f"    {line}" for line in lines])
    assert not any(differs for row in rows for line in row if line for _, differs in line.pieces)


@given(LINES, LINES)
def test_unmarked_words_are_the_same_on_both_sides(left: list[str], right: list[str]) -> None:
    for row in aligned_code(left, right):
        sides = ["".join(words for words, differs in line.pieces if not differs).split() for line in row if line]
        assert len(sides) == 1 or sides[0] == sides[1] or "".join(sides[0]) == "".join(sides[1])


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (["a = load(1)"], ["b = load(2)"], [("[a] = load([1])", "[b] = load([2])")]),
        (
            ["x = 1", "y(x)"],
            ["z = 1", "if z:", "y(z)"],
            [
                ("[x] = 1", "[z] = 1"),
                (None, "[if z:]"),
                ("y([x])", "y([z])"),
            ],
        ),
        (["open(path)", "close()"], ["close()"], [("[open(path)]", None), ("close()", "close()")]),
        (['s = "a b"'], ['s = "c d"'], [('s = "[a b]"', 's = "[c d]"')]),
    ],
)
def test_code_with_other_names_is_matched_by_its_shape(
    left: list[str], right: list[str], expected: list[tuple[str | None, str | None]]
) -> None:
    assert shown(aligned_code(left, right)) == expected


def test_text_that_is_broken_into_other_lines_does_not_differ() -> None:
    left, right = ["one two three", "four five"], ["one two", "three four six"]
    assert shown(aligned_text(left, right)) == [
        ("one two three", "one two"),
        ("four [five]", "three four [six]"),
    ]
