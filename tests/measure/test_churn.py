"""The lines that one change adds, by unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.edits import DIFF_BOUND, SIDE_BYTES_CAP
from rubout.measure.churn import CRASHED, PairChurn, UnitLines, measure_chunk, read_answers, unit_lines
from rubout.measure.edit_units import Placed

BEFORE = b"def f():\n    x = 1\n    return x\n"
AFTER = b"def f():\n    x = 2\n    return x\n\n# note\ndef g():\n    return 3\n"


def measured(
    before: bytes | None, after: bytes, path: str = "a.py", *, bound: int = DIFF_BOUND, cap: int = SIDE_BYTES_CAP
) -> PairChurn:
    sides = (None if before is None else path, before, path, after)
    (found,) = read_answers(measure_chunk([sides], bound=bound, cap=cap))
    return found


def test_worked_example_15_of_one_file() -> None:
    assert measured(None, BEFORE).lines == (UnitLines("f/0", 0, 3, 0),)
    assert measured(BEFORE, AFTER).lines == (
        UnitLines("", 0, 2, 0),
        UnitLines("f/0", 0, 0, 1),
        UnitLines("g/0", 0, 2, 0),
    )


def test_another_number_of_parameters_is_another_unit() -> None:
    found = measured(b"def f():\n    return 1\n", b"def f(a):\n    return 1\n")
    assert found.lines == (UnitLines("f/1", 0, 1, 0),)


def test_a_line_belongs_to_the_innermost_unit() -> None:
    before = b"class A:\n    def f(self):\n        x()\n"
    after = b"class A:\n    y = 1\n    def f(self):\n        x()\n        z()\n"
    assert measured(before, after).lines == (UnitLines("A", 0, 0, 1), UnitLines("f/1", 0, 0, 1))


def test_the_rank_is_that_of_the_text_after() -> None:
    before = b"def f():\n    x()\n"
    after = b"def f():\n    y()\ndef f():\n    x()\n    z()\n"
    assert [(row.key, row.nth) for row in measured(before, after).lines] == [("f/0", 0), ("f/0", 1)]


def test_sections_of_markdown_are_units() -> None:
    found = measured(b"# A\nx\n", b"intro\n# A\nx\ny\n# B\nz\n", "a.md")
    assert found.lines == (UnitLines("", 0, 1, 0), UnitLines("A", 0, 0, 1), UnitLines("B", 0, 2, 0))


def test_line_ends_and_removed_lines_add_nothing() -> None:
    assert measured(AFTER, BEFORE.replace(b"1", b"2").replace(b"\n", b"\r\n")) == PairChurn()


def test_a_change_too_large_counts_every_line_between_the_common_ends() -> None:
    before, after = b"a\nb\nc\nd\ne\n", b"a\nx\nc\ny\ne\n"
    assert measured(before, after) == PairChurn((UnitLines("", 0, 2, 0),))
    assert measured(before, after, bound=3) == PairChurn((UnitLines("", 0, 3, 0),), degraded=True)


@pytest.mark.parametrize(
    ("source", "why"), [(b"x\0", "binary"), (b"x" * 99, "large"), (b"# @generated\n", "generated")]
)
def test_a_side_that_cannot_be_compared_is_named(source: bytes, why: str) -> None:
    for before, after in ((source, b"x\n"), (b"x\n", source)):
        assert measured(before, after, cap=50) == PairChurn(skipped=why)


def test_a_change_that_kills_its_worker_is_named() -> None:
    sides = ("a.py", BEFORE, "a.py", AFTER)
    assert read_answers(measure_chunk([sides], bound=9, cap=9, units=False)) == [PairChurn(skipped=CRASHED)]


def test_neighbours_change_no_answer() -> None:
    chain = [(None, None, "a.py", BEFORE), ("a.py", BEFORE, "a.py", AFTER), ("a.py", AFTER, "b.md", AFTER)]
    together = read_answers(measure_chunk(chain, bound=99, cap=9999))
    assert together == [read_answers(measure_chunk([sides], bound=99, cap=9999))[0] for sides in chain]


UNITS = st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 8), st.integers(0, 5)), max_size=6).map(
    lambda drawn: [Placed(key, nth, start, start + more) for nth, (key, start, more) in enumerate(drawn)]
)


@given(UNITS, st.sets(st.integers(1, 14)).map(sorted), st.sets(st.sampled_from("ab")))
def test_every_added_line_lands_in_one_row(units: list[Placed], added: list[int], there: set[str]) -> None:
    expected: dict[tuple[str, int], list[int]] = {}
    for line in added:
        holding = [unit for unit in units if unit.start_line <= line <= unit.end_line]
        least = min(holding, key=lambda u: (u.end_line - u.start_line, -u.start_line, u.key, u.nth), default=None)
        row = expected.setdefault((least.key, least.nth) if least else ("", 0), [0, 0])
        row[bool(least and least.key in there)] += 1
    found = unit_lines(added, units, there)
    assert {(row.key, row.nth): [row.appended, row.rewrote] for row in found} == expected
    assert sum(row.appended + row.rewrote for row in found) == len(added)
    assert [(row.key, row.nth) for row in found] == sorted(expected)
