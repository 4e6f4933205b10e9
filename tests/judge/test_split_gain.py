"""What a cut changes of the score."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.score import Facts, Knobs
from rubout.judge.score import judge
from rubout.judge.split_gain import Gain, gains

KNOBS = Knobs(soft_line=300)


def test_the_axis_and_the_score_gain_what_the_halves_no_longer_weigh() -> None:
    # 10 * (1 + 2 * 450 / 450) = 30 of ten files; its halves of 600 weigh 40 / 9 each, of eleven.
    before, after = 1_000_000 * 30 // 40, 1_000_000 * 80 // (80 + 99)
    expected = Gain(before // 1000, after // 1000, (before - after) // 7)
    assert list(gains([1200] + [10] * 9, [], [(1200, 600)], KNOBS)) == [expected]


def test_the_points_of_a_large_tree_are_fractions_of_one() -> None:
    assert list(gains([1200] * 900, [], [(1200, 600)], KNOBS)) == [Gain(967, 967, 8)]


def test_by_mass_the_points_are_those_of_the_mass_itself() -> None:
    # The square past the hard line: 10 * (900 / 450)^2 = 40, and 40 / 9 for each half.
    by_mass = msgspec.structs.replace(KNOBS, law="mass")
    assert list(gains([1200], [], [(1200, 600)], by_mass)) == [Gain(40, 8, (40_000 - 8_888) * 10 // 7)]


def test_each_cut_is_looked_at_alone() -> None:
    one, other = gains([500, 600], [], [(500, 250), (600, 300)], KNOBS)
    assert [one, other] == [next(gains([500, 600], [], [cut], KNOBS)) for cut in ((500, 250), (600, 300))]


def test_the_soft_line_is_that_of_the_tree_unless_one_is_frozen() -> None:
    lengths = [100] * 9 + [400]
    assert next(gains(lengths, lengths, [(400, 200)], Knobs())).before > 0
    assert next(gains(lengths, lengths, [(400, 200)], Knobs(soft_line=400))) == Gain(0, 0, 0)


def test_weights_and_dial_move_the_points() -> None:
    def points(knobs: Knobs) -> int:
        return next(gains([1200], [], [(1200, 600)], knobs)).points_milli

    heavier = msgspec.structs.replace(KNOBS, weights=(2, 1, 1, 1, 1, 1, 1))
    assert points(KNOBS) < points(heavier) < points(msgspec.structs.replace(KNOBS, viol_cost=20))
    assert points(msgspec.structs.replace(KNOBS, weights=(0, 1, 1, 1, 1, 1, 1))) == 0
    assert points(msgspec.structs.replace(KNOBS, weights=(0, 0, 0, 0, 0, 0, 0))) == 0


@given(
    st.lists(st.integers(1, 3000), min_size=1, max_size=6),
    st.data(),
    st.sampled_from(["density", "mass"]),
    st.integers(1, 900),
)
def test_the_charges_are_those_of_the_score_before_and_after(
    sizes: list[int], data: st.DataObject, law: str, soft: int
) -> None:
    at = data.draw(st.integers(0, len(sizes) - 1))
    front = data.draw(st.integers(0, sizes[at]))
    knobs = Knobs(law=law, soft_line=soft)
    (gain,) = gains(sizes, [], [(sizes[at], front)], knobs)
    halves = [*sizes[:at], front, sizes[at] - front, *sizes[at + 1 :]]
    assert [gain.before, gain.after] == [
        judge(Facts(sizes=tuple(lengths)), knobs).axes[0].charge for lengths in (sizes, halves)
    ]
