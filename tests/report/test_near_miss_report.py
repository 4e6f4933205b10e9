"""The report of `near-miss`: what is printed, what a reader is spared, and awkward names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.facts.near_miss import Knobs
from rubout.gate.near_miss_classes import CloneClass, ClonePair
from rubout.gate.near_miss_spots import Spot, hint_of
from rubout.report.explain import explain
from rubout.report.near_miss import ClassRow, NearMissCounts, NearMissReport, PairRow, SpotRow, UnitRow
from rubout.report.near_miss_text import text
from rubout.report.text import Style

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

AWKWARD = "a\nb/\x1b[31mé.py"


def unit(number: int, path: str = "a.py") -> UnitRow:
    return UnitRow(path, 10 * number + 1, 10 * number + 9, f"f{number}/1", number % 2, 30 + number)


def row(members: int, spots: tuple[SpotRow, ...] | None = (), pairs: int | None = None) -> ClassRow:
    listed = [(a, b) for b in range(members) for a in range(b)]
    return ClassRow(
        path="a.py",
        start_line=1,
        end_line=9,
        id="near-miss:0123456789ab",
        members=tuple(unit(number, AWKWARD if number == 1 else "a.py") for number in range(members)),
        pairs=tuple(PairRow(a, b, 2, 30 + a, 30 + b) for a, b in listed[:pairs]),
        clones=len(listed),
        saves=30 * (members - 1),
        spots=spots,
        hint=None,
        digest="0123456789abcdef",
    )


def report(*rows: ClassRow) -> NearMissReport:
    counts = dict.fromkeys(NearMissCounts.__struct_fields__, 0) | {"classes": len(rows), "excess": 7}
    return NearMissReport(
        schema="rubout.near-miss/1",
        version="0",
        family="near-miss",
        knobs=Knobs(),
        counts=NearMissCounts(**counts),
        rows=rows,
        unjudged=(),
        fail=False,
        degraded=False,
        reason=None,
    )


def test_a_large_class_shows_its_first_pairs_and_spots_and_says_how_many_more_there_are() -> None:
    spots = tuple(SpotRow(0, b, (b, b), None, 0, 2, 0, "x", None) for b in range(1, 14))
    said = text(report(row(14, spots)), Style())
    assert said.count(" <-> ") == 10
    assert "81 more pairs" in said
    assert "3 more spots" in said


def test_control_characters_of_a_path_do_not_reach_the_terminal() -> None:
    said = text(report(row(2)), Style())
    assert "\x1b" not in said
    assert r"a\nb/\x1b[31mé.py:11-19 f1/1#1" in said


@pytest.mark.parametrize("spots", [None, (SpotRow(0, 1, None, (12, 14), 1, 0, 2, None, "y"),)])
def test_an_explanation_puts_the_numbers_in(spots: tuple[SpotRow, ...] | None, snapshot: SnapshotAssertion) -> None:
    assert explain(report(row(3, spots, pairs=2)), "near-miss:0123456789ab") == snapshot


def spot(a_lines: tuple[int, int] | None, b_lines: tuple[int, int] | None, a: int = 0) -> Spot:
    return Spot(a, 1, a_lines, b_lines, 1, 0, 0)


@pytest.mark.parametrize(
    ("spots", "hint"),
    [
        (None, None),
        ([], "the trees are equal: what differs is names, constants or operators, which would become parameters"),
        ([spot((3, 3), (4, 5))], "a parameter for what stands on line 3"),
        ([spot((3, 3), (4, 5)), spot((4, 6), (7, 7))], "a parameter for what stands on lines 3-6"),
        ([spot((3, 4), None)], "a switch for lines 3-4, which others do not have"),
        (
            [spot((3, 3), (3, 3)), spot(None, (8, 8))],
            "a parameter for what stands on line 3, and a switch for what others have besides",
        ),
        ([spot((line, line), (line, line)) for line in (1, 5, 9, 13)], None),
        ([spot((3, 3), (4, 5), a=2)], None),
    ],
)
def test_a_hint_names_what_would_become_a_parameter(spots: list[Spot] | None, hint: str | None) -> None:
    assert hint_of(CloneClass((0, 1), (ClonePair(0, 1, 1),), 1, 30, "0" * 16), spots) == hint


def test_a_report_can_be_read_back() -> None:
    written = msgspec.json.encode(report(row(3)))
    assert msgspec.json.decode(written, type=NearMissReport) == report(row(3))
