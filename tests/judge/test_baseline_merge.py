"""Two branches that each tightened the baseline."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.ratchet import Baseline, Ceiling, Finding, Header, name_of
from rubout.judge.baseline_merge import conflicts, merged
from tests.ratchets import BASELINES, HEADER, baseline, clone, complexity, lines
from tests.tables import cases

A, B, C, D = "a.py::f/0#0", "b.py::g/0#0", "c.py::h/0#0", "d.py::i/0#0"
Rows = list[Ceiling | Finding]


def ceiling(value: str) -> list[Ceiling]:
    """That of one file, or none."""
    return [lines("a", int(value))] if value else []


@cases(
    "change base ours theirs expected",
    """
    nobody changed it   => 9 => 9  => 9 => 9
    one side shrank it  => 9 => 7  => 9 => 7
    one side raised it  => 9 => 12 => 9 => 12
    both shrank it      => 9 => 7  => 5 => 7
    both alike          => 9 => 7  => 7 => 7
    one side removed it => 9 =>    => 9 =>
    both removed it     => 9 =>    =>   =>
    removed and shrunk  => 9 =>    => 5 => 5
    """,
)
def test_a_ceiling_is_merged(change: str, base: str, ours: str, theirs: str, expected: str) -> None:
    before, here, there = (baseline(*ceiling(value)) for value in (base, ours, theirs))
    assert merged(before, here, there) == merged(before, there, here) == baseline(*ceiling(expected)), change


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        pytest.param([], [lines("a", 9)], [lines("b", 3)], [lines("a", 9), lines("b", 3)], id="each began one"),
        pytest.param([], [complexity(A, 9)], [complexity(A, 4)], [complexity(A, 9)], id="both began one"),
        pytest.param(
            [lines("a", 9, "1")], [lines("a", 7, "2")], [lines("a", 8, "3")], [lines("a", 8, "3")], id="content"
        ),
        pytest.param(
            [clone("1", 3, A, B, C, D)],
            [clone("1", 2, A, B, C)],
            [clone("1", 2, B, C, D)],
            [clone("1", 2, A, B, C, D)],
            id="places unite",
        ),
        pytest.param(
            [clone("1", 1, A, B)],
            [clone("2", 1, A, B)],
            [clone("1", 1, A, B)],
            [clone("2", 1, A, B)],
            id="copies mended alike",
        ),
    ],
)
def test_rows_are_merged_one_by_one(base: Rows, ours: Rows, theirs: Rows, expected: Rows) -> None:
    assert merged(baseline(*base), baseline(*ours), baseline(*theirs)) == baseline(*expected)
    assert merged(baseline(*base), baseline(*theirs), baseline(*ours)) == baseline(*expected)


@pytest.mark.parametrize(
    ("ours", "theirs", "line"), [(300, 304, 304), (304, 304, 304), (None, 250, 250), (None, None, None)]
)
def test_the_larger_soft_line_counts(ours: int | None, theirs: int | None, line: int | None) -> None:
    sides = [baseline(header=msgspec.structs.replace(HEADER, soft_line=side)) for side in (ours, theirs)]
    for here, there in (sides, sides[::-1]):
        found = merged(None, here, there)
        assert found is not None
        assert found.header.soft_line == line


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("accepted", "a reason to grow"),
        ("law", "mass"),
        ("revisions", {"clones": 4, "liveness": 2, "scan": 1}),
        ("schema", "rubout.baseline/2"),
        ("zone_tiers", (200, 750)),
    ],
)
def test_headers_that_differ_are_a_conflict(field: str, other: object) -> None:
    theirs = msgspec.structs.replace(HEADER, **{field: other})
    assert conflicts(HEADER, theirs) == (field,)
    assert merged(baseline(), baseline(), baseline(header=theirs)) is None


def test_every_field_of_a_header_but_the_soft_line_is_compared() -> None:
    compared = {"accepted", "law", "revisions", "schema", "zone_tiers"}
    assert set(Header.__struct_fields__) == compared | {"soft_line"}


@given(st.none() | BASELINES, BASELINES, BASELINES)
def test_the_order_of_the_sides_does_not_matter(base: Baseline | None, ours: Baseline, theirs: Baseline) -> None:
    assert merged(base, ours, theirs) == merged(base, theirs, ours)


@given(BASELINES, BASELINES)
def test_a_side_that_changed_nothing_gives_way(base: Baseline, theirs: Baseline) -> None:
    assert merged(base, base, theirs) == theirs


@given(st.none() | BASELINES, BASELINES)
def test_two_sides_that_agree_are_taken_as_they_are(base: Baseline | None, side: Baseline) -> None:
    assert merged(base, side, side) == side


@given(BASELINES, BASELINES, BASELINES)
def test_a_merge_never_grows_past_both_sides(base: Baseline, ours: Baseline, theirs: Baseline) -> None:
    found = merged(base, ours, theirs)
    assert found is not None
    for name, number in numbers(found).items():
        assert number in {numbers(ours).get(name), numbers(theirs).get(name)}


def numbers(found: Baseline) -> dict[tuple[str, str], int]:
    """The number of each row."""
    return {name_of(row): row.value for row in found.ceilings} | {name_of(row): row.count for row in found.findings}
