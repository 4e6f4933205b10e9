"""The arbitration file: what is written is read back, and a person's slip is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import UsageError
from rubout.gate.ledger import Ledger, Refusal, bound, read_ledger, write_ledger

ROW = Refusal("?", "1a2b3c4d5e6f", "duplicate_write", "b.py", "1-9 = a.py:1-9 (52 tokens)")
EMPTY = Ledger("r", "facts 1", "", "abc", 3, 500, ())

_words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))).map(str.strip)
_refusals = st.builds(Refusal, st.sampled_from(["true", "false", "?"]), _words, _words, _words, _words, _words)


@given(st.lists(_refusals, max_size=4))
def test_a_record_is_read_back_as_it_was_written(refusals: list[Refusal]) -> None:
    ledger = EMPTY._replace(refusals=tuple(refusals))
    assert read_ledger(write_ledger(ledger), "f") == ledger


def test_a_person_writes_a_verdict_in_front_and_a_sentence_behind() -> None:
    text = write_ledger(EMPTY._replace(refusals=(ROW,)))
    assert text.endswith("? | 1a2b3c4d5e6f | duplicate_write | b.py | 1-9 = a.py:1-9 (52 tokens) |\n")
    filled = text.replace("? |", "false|").rstrip() + " a table | not code\n"
    assert read_ledger(filled, "f").refusals == (ROW._replace(verdict="false", why="a table | not code"),)


def test_a_line_without_its_last_bar_has_no_sentence() -> None:
    text = write_ledger(EMPTY._replace(refusals=(ROW,))).rstrip("|\n ")
    assert read_ledger(text, "f").refusals == (ROW,)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("? |", "True |", r"f:9: verdict `True`"),
        ("? | 1a2b3c4d5e6f | ", "? | ", r"f:9: 4 columns"),
        ("# events 500", "# events many", "no record of a replay"),
        ("# through abc\n", "", "no record of a replay"),
    ],
)
def test_a_slip_is_named(old: str, new: str, says: str) -> None:
    text = write_ledger(EMPTY._replace(refusals=(ROW,)))
    text = text.replace(old, new).replace("(52 tokens) |\n", "(52 tokens)\n")
    with pytest.raises(UsageError, match=says):
        read_ledger(text, "f")


@pytest.mark.parametrize(
    ("verdicts", "false"), [("true", 0), ("false", 1), ("?", 1), ("true false", 1), ("? false", 1)]
)
def test_a_write_is_refused_falsely_when_any_rule_is_or_nobody_has_looked(verdicts: str, false: int) -> None:
    refusals = tuple(ROW._replace(verdict=verdict, rule=f"r{i}") for i, verdict in enumerate(verdicts.split()))
    assert EMPTY._replace(refusals=refusals).false() == false


def test_each_rule_has_a_record_of_its_own() -> None:
    ledger = EMPTY._replace(refusals=(ROW._replace(verdict="true"), ROW._replace(rule="hard_budget", verdict="false")))
    assert (ledger.false("duplicate_write"), ledger.false("hard_budget")) == (0, 1)


@pytest.mark.parametrize(("events", "false", "least"), [(0, 0, None), (1496, 0, 2), (1497, 0, 1), (3, 3, None)])
def test_the_bound_is_exact(events: int, false: int, least: int | None) -> None:
    assert bound(events, false) == least
