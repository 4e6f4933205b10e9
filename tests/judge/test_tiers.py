"""Tiers and the mode that chooses one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.judge.tiers import TIERS, Mode, at_most, rank, resolved, strongest

UNKNOWN = 'observe (rubout.toml ERROR: unknown guard mode "{}", expected observe | warn | ask | deny)'
ANY_TIER = st.sampled_from(TIERS) | st.text(max_size=4)


def test_the_tiers_get_stronger_in_their_order() -> None:
    assert TIERS == ("observe", "warn", "ask", "deny")
    assert [rank(tier) for tier in TIERS] == [0, 1, 2, 3]


@pytest.mark.parametrize("unknown", ["", "Deny", "block", "observe "])
def test_an_unknown_tier_ranks_with_the_weakest(unknown: str) -> None:
    assert rank(unknown) == 0
    assert strongest((unknown,)) == "observe"


def test_no_tier_at_all_observes() -> None:
    assert strongest(()) == "observe"


@given(st.lists(ANY_TIER, min_size=1))
def test_the_strongest_is_one_that_no_other_outranks(tiers: list[str]) -> None:
    assert rank(strongest(tiers)) == max(map(rank, tiers))
    assert strongest(tiers) == strongest(reversed(tiers))


@given(ANY_TIER, ANY_TIER)
def test_a_capped_tier_is_the_weaker_of_the_two(tier: str, cap: str) -> None:
    assert at_most(tier, cap) == TIERS[min(rank(tier), rank(cap))]


@pytest.mark.parametrize("mode", TIERS)
def test_a_mode_that_is_set_is_the_tier_whatever_the_default(mode: str) -> None:
    assert {resolved(mode, default) for default in TIERS} == {Mode(mode, mode)}


@pytest.mark.parametrize("default", TIERS)
def test_without_a_mode_the_class_has_its_own_tier(default: str) -> None:
    assert resolved(None, default) == Mode(default, default)


# Example 10 of docs/methodology/guard.md.
@pytest.mark.parametrize("typo", ["Deny", "", "off", " deny", "DENY"])
def test_a_misspelt_mode_is_no_tier_and_says_so(typo: str) -> None:
    assert resolved(typo, "deny") == Mode("observe", UNKNOWN.format(typo.strip()))


def test_a_configuration_that_cannot_be_read_observes_and_says_why() -> None:
    assert resolved("deny", "deny", "line 3: no value") == Mode(
        "observe", "observe (rubout.toml ERROR: line 3: no value)"
    )


def test_of_an_error_the_first_80_characters_are_shown() -> None:
    assert resolved(None, "ask", "x" * 81).text == f"observe (rubout.toml ERROR: {'x' * 80})"
    assert resolved(None, "ask", "y" * 80).text == f"observe (rubout.toml ERROR: {'y' * 80})"


@given(st.none() | st.text(), st.sampled_from(TIERS), st.none() | st.text())
def test_a_mode_is_one_line_and_a_disarmed_one_never_reads_like_a_tier(
    mode: str | None, default: str, error: str | None
) -> None:
    found = resolved(mode, default, error)
    assert found.tier in TIERS
    assert found.text.isprintable()
    assert (found.text in TIERS) == (error is None and (mode is None or mode in TIERS))
