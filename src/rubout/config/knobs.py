"""The knobs of a family that draws on several sections."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.facts import audit, churn, guard, join, liveness, score
from rubout.facts.audits import AUDITS

if TYPE_CHECKING:
    from rubout.config.records import Config

# The size curve needs a hard line even where a project has none (docs/methodology/score.md).
HARD_LINE = 750


def score_knobs(config: Config, *, fail_under: int | None = None) -> score.Knobs:
    """`[score]` with the lines it takes from elsewhere; no soft line is frozen."""
    own, axes = config.score, config.score.weights
    weigh = partial(_weight, own.default_weight)
    return score.Knobs(
        law=own.law,
        weights=(
            weigh(axes.size),
            weigh(axes.complexity),
            weigh(axes.clone),
            weigh(axes.docdup),
            weigh(axes.deadcode),
            weigh(axes.churn),
            weigh(axes.cycle),
        ),
        viol_cost=own.viol_cost,
        score_scale=own.score_scale,
        size_ceil=config.thresholds.file_lines_warn,
        hard_line=config.thresholds.file_lines_fail or HARD_LINE,
        size_penalty_max=own.size_penalty_max,
        soft_line_k=own.soft_line_k,
        coc_ceil=config.thresholds.cognitive_warn,
        dead_indeg_ceil=own.dead_indeg_ceil,
        rewrite_num=config.churn.rewrite_num,
        rewrite_den=config.churn.rewrite_den,
        min_distinct=config.clones.min_distinct,
        budget=config.clones.budget,
        fail_under=fail_under,
    )


def churn_knobs(config: Config, *, days: int | None = None) -> churn.Knobs:
    """`[churn]`, over other days where some are given."""
    own = config.churn
    return churn.Knobs(
        days=own.days if days is None else days,
        cochange_floor=own.cochange_floor,
        rewrite_num=own.rewrite_num,
        rewrite_den=own.rewrite_den,
    )


def liveness_knobs(config: Config, *, production: bool = False) -> liveness.Knobs:
    """`[graph]`, with the languages whose audit passed and that are not left out."""
    from rubout.measure.languages.all import LANGUAGES  # noqa: PLC0415 - other families have no use for it

    own = config.graph
    gated = AUDITS.keys() if own.gated_langs is None else AUDITS.keys() & set(own.gated_langs)
    codes = tuple(sorted(language.code for language in LANGUAGES if language.name in gated))
    return liveness.Knobs(production=production, public_fails=own.public_fails, gated_langs=codes)


def join_knobs(config: Config, *, days: int | None = None) -> join.Knobs:
    """`[churn]`, over other days where some are given; the lines of likeness are those of other families."""
    own = churn_knobs(config, days=days)
    return join.Knobs(
        days=own.days,
        cochange_floor=own.cochange_floor,
        rewrite_num=own.rewrite_num,
        rewrite_den=own.rewrite_den,
    )


def guard_knobs(config: Config, *, error: str | None = None) -> guard.Knobs:
    """`[guard]` with the lines of `[thresholds]`; no soft line is frozen.

    Args:
        config: the defaults, when the configuration cannot be read.
        error: why it cannot be read.
    """
    return guard.Knobs(
        mode=config.guard.mode,
        zone_tiers=config.guard.zone_tiers,
        error=error,
        file_lines_warn=config.thresholds.file_lines_warn,
        file_lines_fail=config.thresholds.file_lines_fail,
    )


def audit_knobs(config: Config, *, error: str | None = None) -> audit.Knobs:
    """The mode of `[guard]`; arguments as of `guard_knobs`."""
    return audit.Knobs(mode=config.guard.mode, error=error)


def _weight(default: int, weight: int | None) -> int:
    return default if weight is None else weight
