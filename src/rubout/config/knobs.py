"""The knobs of a family that draws on several sections."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rubout.facts import audit, churn, guard, join, liveness, ratchet, score, split, trend
from rubout.facts.audits import AUDITS
from rubout.facts.split_prices import Prices
from rubout.facts.structure_limits import Limits
from rubout.facts.tolerances import Tolerances

if TYPE_CHECKING:
    import msgspec

    from rubout.config.records import Config
    from rubout.facts import structure

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


def split_knobs(config: Config, *, soft_line: int | None = None) -> split.Knobs:
    """`[split]` with the curve of the score; `soft_line` is that of a baseline."""
    return split.Knobs(
        law=config.score.law,
        soft_line=soft_line or config.thresholds.file_lines_warn,
        hard_line=config.thresholds.file_lines_fail or HARD_LINE,
        size_penalty_max=config.score.size_penalty_max,
        **_shared(Prices, config.split),
    )


def ratchet_knobs(config: Config) -> ratchet.Knobs:
    """The tolerances of `[score]` with the fail lines of `[thresholds]`."""
    lines = config.thresholds
    return ratchet.Knobs(
        **_shared(Tolerances, config.score),
        file_lines_fail=lines.file_lines_fail,
        cognitive_fail=lines.cognitive_fail,
    )


def trend_knobs(config: Config) -> trend.Knobs:
    """`[trend]`."""
    return trend.Knobs(config.trend.min_points, config.trend.decline_floor_micro)


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


def structure_knobs(config: Config) -> structure.Knobs:
    """`[structure]` and the law of `[score]`; the layout is measured, and no knob."""
    from rubout.facts import structure  # noqa: PLC0415 - other families have no use for it

    return structure.Knobs(**_shared(Limits, config.structure), law=config.score.law)


def guard_knobs(config: Config, *, error: str | None = None, baseline: ratchet.Header | None = None) -> guard.Knobs:
    """`[guard]` with the lines of `[thresholds]`, and the soft line and the cut points of a baseline.

    Args:
        config: the defaults, when the configuration cannot be read.
        error: why it cannot be read.
        baseline: the header of the project's; cut points that do not ascend from 1 are none.
    """
    default = guard.Knobs()
    low, high = baseline.zone_tiers if baseline else (0, 0)
    cuts = (low, high) if 1 <= low <= high else (default.zone_low, default.zone_high)
    return guard.Knobs(
        mode=config.guard.mode,
        zone_tiers=config.guard.zone_tiers,
        error=error,
        file_lines_warn=config.thresholds.file_lines_warn,
        file_lines_fail=config.thresholds.file_lines_fail,
        soft_line=baseline.soft_line if baseline else None,
        zone_low=cuts[0],
        zone_high=cuts[1],
    )


def audit_knobs(config: Config, *, error: str | None = None) -> audit.Knobs:
    """The mode of `[guard]`; arguments as of `guard_knobs`."""
    return audit.Knobs(mode=config.guard.mode, error=error)


def _shared(record: type[msgspec.Struct], section: msgspec.Struct) -> dict[str, Any]:
    """The fields of a record that a section and the knobs of a family both extend."""
    return {name: getattr(section, name) for name in record.__struct_fields__}


def _weight(default: int, weight: int | None) -> int:
    return default if weight is None else weight
