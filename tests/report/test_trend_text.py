"""A slope is printed so that nobody can read another verdict from it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rubout.report.trend_text import per_mille
from tests.tables import cases


@cases(
    "micro band said",
    """
    0         => 0     => 0.0
    -57000    => 0     => -57.0
    -26500/133 => 0    => -0.2
    50        => 0     => 0.05
    -1/2      => 0     => -0.0005
    1/3000000 => 0     => 0.0000000003
    -56999    => 57000 => -57.0
    -57000    => 57000 => -57.0
    -114001/2 => 57000 => -57.0005
    57001     => 57000 => 57.001
    1000000/3 => 0     => 333.3
    """,
)
def test_a_slope_has_the_digits_that_its_verdict_needs_and_one_at_least(micro: str, band: str, said: str) -> None:
    assert per_mille(Fraction(micro), int(band)) == said


@given(st.fractions(max_denominator=10**6), st.integers(0, 10**6))
def test_what_is_printed_lies_on_the_same_side_of_the_band_and_of_zero(micro: Fraction, band: int) -> None:
    printed = 1000 * Fraction(per_mille(micro, band))
    assert (printed > band, printed < -band, printed == 0) == (micro > band, micro < -band, micro == 0)
    assert abs(printed - micro) <= 50
