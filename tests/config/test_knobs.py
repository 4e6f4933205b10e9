"""Knobs that are put together from several sections."""

from __future__ import annotations

import pytest

from rubout.config.knobs import audit_knobs, guard_knobs, score_knobs
from rubout.config.records import Config
from rubout.config.settings import config_of, settings_in
from rubout.facts import audit, guard
from rubout.facts.score import Knobs


def knobs(text: str) -> Knobs:
    return score_knobs(config_of(settings_in(text.encode(), None)))


def test_the_defaults_of_the_configuration_are_those_of_the_judge() -> None:
    assert score_knobs(Config()) == Knobs()


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("[score]\nlaw = 'mass'", "law", "mass"),
        ("[score]\nviol_cost = 20", "viol_cost", 20),
        ("[score]\nscore_scale = 500", "score_scale", 500),
        ("[score]\nsize_penalty_max = 4", "size_penalty_max", 4),
        ("[score]\nsoft_line_k = 3", "soft_line_k", 3),
        ("[score]\ndead_indeg_ceil = 1", "dead_indeg_ceil", 1),
        ("[score]\ndefault_weight = 2", "weights", (2,) * 7),
        ("[score.weights]\nsize = 3\nchurn = 0", "weights", (3, 1, 1, 1, 1, 0, 1)),
        ("[thresholds]\nfile_lines_warn = 200", "size_ceil", 200),
        ("[thresholds]\nfile_lines_fail = 900", "hard_line", 900),
        ("[thresholds]\nfile_lines_fail = 0", "hard_line", 750),
        ("[thresholds]\ncognitive_warn = 9", "coc_ceil", 9),
        ("[churn]\nrewrite_num = 40", "rewrite_num", 40),
        ("[churn]\nrewrite_den = 80", "rewrite_den", 80),
        ("[clones]\nmin_distinct = 5", "min_distinct", 5),
        ("[clones]\nbudget = 0", "budget", 0),
    ],
)
def test_each_key_moves_its_knob_and_no_other(text: str, field: str, value: object) -> None:
    moved = knobs(text)
    assert getattr(moved, field) == value
    others = [name for name in Knobs.__struct_fields__ if name != field]
    assert [getattr(moved, name) for name in others] == [getattr(Knobs(), name) for name in others]


def test_a_floor_comes_from_the_command_line_alone() -> None:
    assert score_knobs(Config(), fail_under=800).fail_under == 800


def test_the_defaults_of_the_guard_are_those_of_its_judges() -> None:
    assert guard_knobs(Config()) == guard.Knobs()
    assert audit_knobs(Config()) == audit.Knobs()


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("[guard]\nmode = 'warn'", "mode", "warn"),
        ("[guard]\nmode = 'Deny'", "mode", "Deny"),
        ("[guard]\nzone_tiers = true", "zone_tiers", True),
        ("[thresholds]\nfile_lines_warn = 200", "file_lines_warn", 200),
        ("[thresholds]\nfile_lines_fail = 0", "file_lines_fail", 0),
    ],
)
def test_each_key_moves_its_knob_of_the_guard_and_no_other(text: str, field: str, value: object) -> None:
    moved = guard_knobs(config_of(settings_in(text.encode(), None)))
    changed = {name for name in guard.Knobs.__struct_fields__ if getattr(moved, name) != getattr(guard.Knobs(), name)}
    assert (getattr(moved, field), changed) == (value, {field})


@pytest.mark.parametrize("text", ["[clones]\nmin_distinct = 3", "[guard]\nwarn = 'allow'"])
def test_the_length_of_a_copy_and_the_form_of_a_warning_are_no_knobs_of_the_guard(text: str) -> None:
    assert guard_knobs(config_of(settings_in(text.encode(), None))) == guard.Knobs()


def test_the_audit_has_the_mode_of_the_guard() -> None:
    assert audit_knobs(config_of(settings_in(b"[guard]\nmode = 'deny'", None))) == audit.Knobs(mode="deny")


def test_a_configuration_that_cannot_be_read_is_told_to_both_judges() -> None:
    assert guard_knobs(Config(), error="no TOML").error == audit_knobs(Config(), error="no TOML").error == "no TOML"
