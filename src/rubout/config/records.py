"""What the configuration of a project is once read: a frozen tree of knobs, complete with defaults.

A field that may be None is unset by default, which its key says in words (rubout.config.keys).
"""

from __future__ import annotations

import msgspec

from rubout.facts import clones, scan
from rubout.facts.split_prices import Prices
from rubout.facts.structure_limits import Limits
from rubout.facts.tolerances import Tolerances


class Structure(Limits, frozen=True):
    """`[structure]`; `layout` holds (directory, weight), ascending, `.` for the root."""

    layout: tuple[tuple[str, int], ...] = ()


class Weights(msgspec.Struct, frozen=True):
    """`[score.weights]`; None takes `default_weight`."""

    size: int | None = None
    complexity: int | None = None
    clone: int | None = None
    docdup: int | None = None
    deadcode: int | None = None
    churn: int | None = None
    cycle: int | None = None


class Score(Tolerances, frozen=True):
    """`[score]`."""

    law: str = "density"
    default_weight: int = 1
    viol_cost: int = 10
    score_scale: int = 1000
    size_penalty_max: int = 10
    soft_line_k: int = 2
    dead_indeg_ceil: int = 0
    weights: Weights = Weights()


class Churn(msgspec.Struct, frozen=True):
    """`[churn]`: the history window and what counts as rewritten."""

    days: int = 14
    cochange_floor: int = 2
    rewrite_num: int = 50
    rewrite_den: int = 100


class Convention(msgspec.Struct, frozen=True):
    """`[[graph.conventions]]`: with dependency `when` present ("" for always), `globs` are entries."""

    when: str
    globs: tuple[str, ...]
    reason: str


class Graph(msgspec.Struct, frozen=True):
    """`[graph]`; `gated_langs` None is every language whose audit passed."""

    entry_globs: tuple[str, ...] = ()
    source_roots: tuple[str, ...] = ()
    public_fails: bool = True
    gated_langs: tuple[str, ...] | None = None
    conventions: tuple[Convention, ...] = ()


class Trend(msgspec.Struct, frozen=True):
    """`[trend]`; `decline_floor_micro` in micro units of full scale a day."""

    min_points: int = 3
    decline_floor_micro: int = 0


class Guard(msgspec.Struct, frozen=True):
    """`[guard]`; `mode` is kept as written, a misspelt one too: it disarms the guard and nothing else."""

    mode: str | None = None
    zone_tiers: bool = False
    warn: str = "context"


class Quorum(msgspec.Struct, frozen=True):
    """`[review.quorum]`: distinct approvals a stage needs."""

    spec_compliance: int = 1
    quality: int = 1


class Semantic(msgspec.Struct, frozen=True):
    """`[review.semantic]`: who is asked, and how."""

    provider: str = "none"
    base_url: str | None = None
    model: str | None = None
    key_env: str | None = None
    structured: str = "json_schema"
    remote_ok: bool = False
    command: tuple[str, ...] = ()
    env_allow: tuple[str, ...] = ()


class Review(msgspec.Struct, frozen=True):
    """`[review]`; `effects` and `exempt` ascend by check."""

    required_stages: tuple[str, ...] = ("spec_compliance", "quality")
    require_human: bool = False
    accept_structural: bool = False
    self_operated: bool = False
    human_on_directed: bool = True
    auto_observe: bool = True
    override_by: str = "author"
    effects: tuple[tuple[str, str], ...] = ()
    exempt: tuple[tuple[str, tuple[str, ...]], ...] = ()
    store: str = "tree"
    day_tokens: int | None = None
    day_uj: int | None = None  # microjoules
    quorum: Quorum = Quorum()
    semantic: Semantic = Semantic()


class Config(msgspec.Struct, frozen=True):
    """Every knob of a project; `Config()` is a project without a configuration."""

    exclude: tuple[str, ...] = ()
    thresholds: scan.Knobs = scan.Knobs()
    clones: clones.Knobs = clones.Knobs()
    structure: Structure = Structure()
    score: Score = Score()
    churn: Churn = Churn()
    split: Prices = Prices()
    graph: Graph = Graph()
    trend: Trend = Trend()
    guard: Guard = Guard()
    review: Review = Review()
