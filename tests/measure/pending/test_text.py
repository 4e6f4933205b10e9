"""An edit does what the host's own edit does: all of its steps, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.pending import Replacement
from rubout.measure.pending.text import SilentError, replaced

STEP = st.builds(Replacement, st.text("ab", max_size=3), st.text("ab", max_size=3), st.booleans())


def outcome(text: str | None, *steps: Replacement) -> tuple[str | None, str]:
    """The text after, or why there is none."""
    try:
        return replaced(text, steps), ""
    except SilentError as error:
        return None, str(error)


def by_hand(text: str | None, step: Replacement) -> tuple[str | None, str]:
    """A step, read off the rule: every place is looked at, one character after the other."""
    if step.old == "":
        blank = text is None or all(char.isspace() for char in text)
        return (step.new, "") if blank and step.new else (None, "exists")
    if text is None:
        return None, "missing_file"
    if step.old == step.new:
        return None, "no_change"
    pieces, rest, hits = "", text, 0
    while rest:
        if rest.startswith(step.old):
            pieces, rest, hits = pieces + step.new, rest[len(step.old) :], hits + 1
        else:
            pieces, rest = pieces + rest[0], rest[1:]
    if hits == 0:
        return None, "no_match"
    return (pieces, "") if hits == 1 or step.everywhere else (None, "ambiguous")


@given(st.none() | st.text("ab \n", max_size=8), STEP)
def test_a_step_is_what_the_rule_says(text: str | None, step: Replacement) -> None:
    assert outcome(text, step) == by_hand(text, step)


@given(st.none() | st.text("ab", max_size=6), st.lists(STEP, min_size=1, max_size=4))
def test_steps_are_folded_and_one_that_fails_fails_them_all(text: str | None, steps: list[Replacement]) -> None:
    expected: tuple[str | None, str] = (text, "")
    for step in steps:
        if not expected[1]:
            expected = by_hand(expected[0], step)
    assert outcome(text, *steps) == expected


def test_no_steps_are_no_change() -> None:
    assert outcome("a") == (None, "no_change")


def test_worked_example_3_matches_do_not_overlap() -> None:
    assert outcome("aaa", Replacement("aa", "b")) == ("ba", "")
    assert outcome("aaaa", Replacement("aa", "b")) == (None, "ambiguous")


def test_worked_example_4_edits_are_folded() -> None:
    first = Replacement("one", "two")
    assert outcome("one two", first, Replacement("two", "three", everywhere=True)) == ("three three", "")
    assert outcome("one two", first, Replacement("two", "three")) == (None, "ambiguous")


@pytest.mark.parametrize(
    ("text", "step", "expected"),
    [
        (None, Replacement("", "new\n"), ("new\n", "")),
        (" \n\t\n", Replacement("", "new\n"), ("new\n", "")),
        ("\ufeff\n", Replacement("", "new\n"), ("new\n", "")),
        ("text", Replacement("", "new\n"), (None, "exists")),
        (None, Replacement("", ""), (None, "exists")),
        ("text", Replacement("text", "text"), (None, "no_change")),
        ("text", Replacement("absent", "absent"), (None, "no_change")),
        (None, Replacement("text", "new"), (None, "missing_file")),
    ],
)
def test_worked_example_5_what_cannot_happen_is_silent(
    text: str | None, step: Replacement, expected: tuple[str | None, str]
) -> None:
    assert outcome(text, step) == expected
