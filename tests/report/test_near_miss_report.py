"""The report of `near-miss`: what is printed, what a reader is spared, and awkward names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from rubout.facts.near_miss import Knobs
from rubout.gate.near_miss_classes import CloneClass, ClonePair
from rubout.gate.near_miss_hint import SAME_SHAPE, hint_of
from rubout.gate.near_miss_spots import Spot
from rubout.report.explain import explain
from rubout.report.near_miss import ClassRow, NearMissCounts, NearMissReport, PairRow, SpotRow, UnitRow, headline
from rubout.report.near_miss_text import text
from rubout.report.text import Style

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

SIZES = ((24, 60), (60, 61), (30, 30), (300, 310))  # nodes of two members
SMALL = (
    "Small units, of at most 60 nodes: in a labelled sample 35 of 80 such pairs were worth merging, "
    "of larger ones 33 of 40."
)
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


def of_sizes(*nodes: int) -> tuple[UnitRow, ...]:
    return tuple(replace(unit(number), nodes=each) for number, each in enumerate(nodes))


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
    assert said.count(" <-> ") == said.count(" | nothing") == 10
    assert "  3 more members and 3 more spots: --format json lists all\n" in said


def test_classes_of_small_units_are_shown_last_below_what_a_sample_says_of_them() -> None:
    rows = [replace(row(2), id=f"near-miss:{nodes}", members=of_sizes(*nodes)) for nodes in SIZES]
    said = text(report(*rows), Style())
    assert [line for line in said.splitlines() if "near-miss:" in line or line.startswith("Small units")] == [
        f"{headline(rows[1])}  near-miss:(60, 61)",
        f"{headline(rows[3])}  near-miss:(300, 310)",
        SMALL,
        f"{headline(rows[0])}  near-miss:(24, 60)",
        f"{headline(rows[2])}  near-miss:(30, 30)",
    ]


def test_without_a_class_of_small_units_nothing_is_said_of_them() -> None:
    assert "Small units" not in text(report(replace(row(2), members=of_sizes(61, 70))), Style())
    assert "Small units" not in text(report(), Style())


def test_control_characters_of_a_path_do_not_reach_the_terminal() -> None:
    said = text(report(row(2)), Style())
    assert "\x1b" not in said
    assert r"a\nb/\x1b[31mé.py:11-19 f1/1#1" in said


@pytest.mark.parametrize("spots", [None, (SpotRow(0, 1, None, (12, 14), 1, 0, 2, None, "y"),)])
def test_an_explanation_puts_the_numbers_in(spots: tuple[SpotRow, ...] | None, snapshot: SnapshotAssertion) -> None:
    assert explain(report(row(3, spots, pairs=2)), "near-miss:0123456789ab") == snapshot


def spot(a_lines: tuple[int, int] | None, b_lines: tuple[int, int] | None, a: int = 0) -> Spot:
    return Spot(a, 1, a_lines, b_lines, 1, 0, 0)


def operators(line: int, a: str, b: str) -> Spot:
    return Spot(0, 1, (line, line), (line, line), 0, 0, 0, ((a, b),))


@pytest.mark.parametrize(
    ("spots", "hint"),
    [
        (None, None),
        ([], SAME_SHAPE),
        ([spot((3, 3), (4, 5))], "a parameter for what stands on line 3 of the first"),
        ([spot((3, 3), (4, 5)), spot((4, 6), (7, 7))], "a parameter for what stands on lines 3-6 of the first"),
        ([spot((3, 4), None)], "a switch for lines 3-4 of the first, which others do not have"),
        (
            [spot((3, 3), (3, 3)), spot(None, (8, 8))],
            "a parameter for what stands on line 3 of the first; a switch for what others have besides",
        ),
        ([operators(3, "+", "-"), operators(4, "+", "-")], "they differ in operators only: `+` / `-`"),
        ([operators(3, "and", "or")], "they differ in operators or keywords only: `and` / `or`"),
        ([operators(line, "+", str(line)) for line in range(4)], "they differ in operators or keywords only"),
        ([operators(3, "+", "-"), spot((4, 4), (4, 4))], "a parameter for what stands on lines 3-4 of the first"),
        ([spot((line, line), (line, line)) for line in (1, 5, 9, 13)], None),
        ([spot((3, 3), (4, 5), a=2)], None),
    ],
)
def test_a_hint_names_what_would_become_a_parameter(spots: list[Spot] | None, hint: str | None) -> None:
    assert hint_of(CloneClass((0, 1), (ClonePair(0, 1, 1),), 1, 30, "0" * 16), spots) == hint


def test_a_report_can_be_read_back() -> None:
    written = msgspec.json.encode(report(row(3)))
    assert msgspec.json.decode(written, type=NearMissReport) == report(row(3))
