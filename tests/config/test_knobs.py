"""Knobs that are put together from several sections."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.config.knobs import audit_knobs, guard_knobs, ratchet_knobs, score_knobs
from rubout.config.records import Config
from rubout.config.settings import config_of, settings_in
from rubout.facts import audit, guard, ratchet, score
from rubout.facts.ratchet import Header
from tests.tables import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    Knobs = score.Knobs | ratchet.Knobs | guard.Knobs


FAMILIES: dict[str, Callable[[Config], Knobs]] = {
    "score": score_knobs,
    "ratchet": ratchet_knobs,
    "guard": guard_knobs,
}


def test_the_defaults_of_the_configuration_are_those_of_the_judges() -> None:
    assert score_knobs(Config()) == score.Knobs()
    assert ratchet_knobs(Config()) == ratchet.Knobs()
    assert guard_knobs(Config()) == guard.Knobs()
    assert audit_knobs(Config()) == audit.Knobs()


@cases(
    "family text moved",
    """
    score   => score.law = 'mass'                        => law = 'mass'
    score   => score.viol_cost = 20                      => viol_cost = 20
    score   => score.score_scale = 500                   => score_scale = 500
    score   => score.size_penalty_max = 4                => size_penalty_max = 4
    score   => score.soft_line_k = 3                     => soft_line_k = 3
    score   => score.dead_indeg_ceil = 1                 => dead_indeg_ceil = 1
    score   => score.default_weight = 2                  => weights = [2, 2, 2, 2, 2, 2, 2]
    score   => score.weights = { size = 3, churn = 0 }   => weights = [3, 1, 1, 1, 1, 0, 1]
    score   => thresholds.file_lines_warn = 200          => size_ceil = 200
    score   => thresholds.file_lines_fail = 900          => hard_line = 900
    score   => thresholds.file_lines_fail = 0            => hard_line = 750
    score   => thresholds.cognitive_warn = 9             => coc_ceil = 9
    score   => churn.rewrite_num = 40                    => rewrite_num = 40
    score   => churn.rewrite_den = 80                    => rewrite_den = 80
    score   => clones.min_distinct = 5                   => min_distinct = 5
    score   => clones.budget = 0                         => budget = 0
    ratchet => score.tol_num = 105                       => tol_num = 105
    ratchet => score.tol_den = 99                        => tol_den = 99
    ratchet => score.tol_abs_lines = 0                   => tol_abs_lines = 0
    ratchet => score.tol_abs_cognitive = 0               => tol_abs_cognitive = 0
    ratchet => thresholds.file_lines_fail = 900          => file_lines_fail = 900
    ratchet => thresholds.cognitive_fail = 30            => cognitive_fail = 30
    guard   => guard.mode = 'warn'                       => mode = 'warn'
    guard   => guard.mode = 'Deny'                       => mode = 'Deny'
    guard   => guard.zone_tiers = true                   => zone_tiers = true
    guard   => thresholds.file_lines_warn = 200          => file_lines_warn = 200
    guard   => thresholds.file_lines_fail = 0            => file_lines_fail = 0
    """,
)
def test_each_key_moves_its_knob_and_no_other(family: str, text: str, moved: str) -> None:
    knobs_of = FAMILIES[family]
    default = knobs_of(Config())
    expected = msgspec.to_builtins(default) | tomllib.loads(moved)
    assert knobs_of(config_of(settings_in(text.encode(), None))) == msgspec.convert(expected, type(default))


def test_a_floor_comes_from_the_command_line_alone() -> None:
    assert score_knobs(Config(), fail_under=800).fail_under == 800


@pytest.mark.parametrize(
    ("tiers", "cuts"), [((100, 200), (100, 200)), ((1, 1), (1, 1)), ((0, 9), (250, 750)), ((9, 8), (250, 750))]
)
def test_a_baseline_brings_the_guard_its_soft_line_and_cut_points_that_ascend(
    tiers: tuple[int, int], cuts: tuple[int, int]
) -> None:
    found = guard_knobs(Config(), baseline=Header(revisions={}, soft_line=222, zone_tiers=tiers))
    assert (found.soft_line, found.zone_low, found.zone_high) == (222, *cuts)


@pytest.mark.parametrize("text", ["[clones]\nmin_distinct = 3", "[guard]\nwarn = 'allow'"])
def test_the_length_of_a_copy_and_the_form_of_a_warning_are_no_knobs_of_the_guard(text: str) -> None:
    assert guard_knobs(config_of(settings_in(text.encode(), None))) == guard.Knobs()


def test_the_audit_has_the_mode_of_the_guard() -> None:
    assert audit_knobs(config_of(settings_in(b"[guard]\nmode = 'deny'", None))) == audit.Knobs(mode="deny")


def test_a_configuration_that_cannot_be_read_is_told_to_both_judges() -> None:
    assert guard_knobs(Config(), error="no TOML").error == audit_knobs(Config(), error="no TOML").error == "no TOML"
