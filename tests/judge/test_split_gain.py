"""What a cut changes of the score."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.score import CloneSpread, Facts, Knobs
from rubout.judge.score import judge
from rubout.judge.split_gain import Cut, Gain, gains

KNOBS = Knobs(soft_line=300)
HALF = Cut(1200, 600)


def test_the_axis_and_the_score_gain_what_the_halves_no_longer_weigh() -> None:
    # 10 * (1 + 2 * 450 / 450) = 30 of ten files; its halves of 600 weigh 40 / 9 each, of eleven.
    before, after = 1_000_000 * 30 // 40, 1_000_000 * 80 // (80 + 99)
    expected = Gain(before // 1000, after // 1000, 0, 0, 0, (before - after) // 7)
    assert list(gains([1200] + [10] * 9, [], 0, [HALF], KNOBS)) == [expected]


def test_copies_on_both_sides_weigh_on_the_axis_of_copies() -> None:
    # 2 of 10 files, then 5 of 11; the size axis as above.
    before, after = 1_000_000 * 2 // 12, 1_000_000 * 5 // 16
    points = (1_000_000 * 30 // 40 - 1_000_000 * 80 // (80 + 99) + before - after) // 7
    expected = Gain(750, 446, before // 1000, after // 1000, 3, points)
    assert list(gains([1200] + [10] * 9, [], 2, [Cut(1200, 600, 3)], KNOBS)) == [expected]


def test_an_axis_that_is_not_judged_costs_nothing() -> None:
    assert next(gains([1200], [], 2, [Cut(1200, 600, 3)], KNOBS, (0, 3)))[2:5] == (0, 0, 3)


def test_the_points_of_a_large_tree_are_fractions_of_one() -> None:
    assert list(gains([1200] * 900, [], 0, [HALF], KNOBS)) == [Gain(967, 967, 0, 0, 0, 8)]


def test_by_mass_the_points_are_those_of_the_mass_itself() -> None:
    # The square past the hard line: 10 * (900 / 450)^2 = 40, and 40 / 9 for each half.
    by_mass = msgspec.structs.replace(KNOBS, law="mass")
    assert list(gains([1200], [], 0, [HALF], by_mass)) == [Gain(40, 8, 0, 0, 0, (40_000 - 8_888) * 10 // 7)]


def test_the_points_are_shared_by_the_axes_that_are_judged() -> None:
    (all_seven,), (two,) = (gains([1200], [], 0, [HALF], KNOBS, judged) for judged in (range(7), (0, 3)))
    assert (all_seven.points_milli, two.points_milli) == ((967_741 - 816_326) // 7, (967_741 - 816_326) // 2)


def test_each_cut_is_looked_at_alone() -> None:
    one, other = gains([500, 600], [], 0, [Cut(500, 250), Cut(600, 300)], KNOBS)
    assert [one, other] == [next(gains([500, 600], [], 0, [cut], KNOBS)) for cut in (Cut(500, 250), Cut(600, 300))]


def test_the_soft_line_is_that_of_the_tree_unless_one_is_frozen() -> None:
    lengths = [100] * 9 + [400]
    assert next(gains(lengths, lengths, 0, [Cut(400, 200)], Knobs())).size_before > 0
    assert next(gains(lengths, lengths, 0, [Cut(400, 200)], Knobs(soft_line=400))) == Gain(0, 0, 0, 0, 0, 0)


def test_weights_and_dial_move_the_points() -> None:
    def points(knobs: Knobs) -> int:
        return next(gains([1200], [], 0, [HALF], knobs)).points_milli

    heavier = msgspec.structs.replace(KNOBS, weights=(2, 1, 1, 1, 1, 1, 1))
    assert points(KNOBS) < points(heavier) < points(msgspec.structs.replace(KNOBS, viol_cost=20))
    assert points(msgspec.structs.replace(KNOBS, weights=(0, 1, 1, 1, 1, 1, 1))) == 0
    assert points(msgspec.structs.replace(KNOBS, weights=(0, 0, 0, 0, 0, 0, 0))) == 0


@given(
    st.lists(st.integers(1, 3000), min_size=1, max_size=6),
    st.data(),
    st.sampled_from(["density", "mass"]),
    st.integers(1, 900),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_the_charges_are_those_of_the_score_before_and_after(
    sizes: list[int], data: st.DataObject, law: str, soft: int, copies: int, spread: int
) -> None:
    at = data.draw(st.integers(0, len(sizes) - 1))
    front = data.draw(st.integers(0, sizes[at]))
    knobs = Knobs(law=law, soft_line=soft)
    (gain,) = gains(sizes, [], copies, [Cut(sizes[at], front, spread)], knobs)
    halves = [*sizes[:at], front, sizes[at] - front, *sizes[at + 1 :]]
    before, after = (
        judge(Facts(sizes=tuple(lengths), clones=(CloneSpread(2, 1, 1),) * classes), knobs).axes
        for lengths, classes in ((sizes, copies), (halves, copies + spread))
    )
    assert gain[:4] == (before[0].charge, after[0].charge, before[1].charge, after[1].charge)
