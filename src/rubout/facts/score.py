"""Facts, knobs and verdict of `score`: seven axes folded into one number (docs/methodology/score.md)."""

from __future__ import annotations

import msgspec


class CloneSpread(msgspec.Struct, frozen=True, array_like=True):
    """A class over `members` files (at least 2, one a file), of which those least alike are so by `num`/`den`."""

    members: int
    num: int
    den: int


class DocSpread(CloneSpread, frozen=True, array_like=True):
    """A class of documentation; `verbatim` when the texts least alike have enough words in a row in common."""

    verbatim: bool


class Position(msgspec.Struct, frozen=True, array_like=True):
    """A file's place in the reference graph; `document` marks a documentation language."""

    indegree: int
    outdegree: int
    component_size: int
    reached: bool
    document: bool


class Churned(msgspec.Struct, frozen=True, array_like=True):
    """Lines of the history window added inside units that already existed, and elsewhere."""

    rewrote: int
    appended: int


class Facts(msgspec.Struct, frozen=True):
    """A table that is None was not measured, so its axis is not judged; an empty one was, and is clean.

    `sizes` are total lines, one a file; `cognitive` one a function; `clones` are classes of copies and of near-copies;
    `judged_loc` ascending; `excesses` are (distinct tokens, members) of each class of copies.
    """

    sizes: tuple[int, ...] | None = None
    cognitive: tuple[int, ...] | None = None
    clones: tuple[CloneSpread, ...] | None = None
    docdup: tuple[DocSpread, ...] | None = None
    positions: tuple[Position, ...] | None = None
    churn: tuple[Churned, ...] | None = None
    judged_loc: tuple[int, ...] = ()
    excesses: tuple[tuple[int, int], ...] = ()
    skipped_self: int = 0  # classes within one file
    graph_reason: str | None = None  # why the graph could not be judged; then nothing is


class Knobs(msgspec.Struct, frozen=True):
    """`[score]`, with the lines it takes from `[thresholds]`, `[churn]` and `[clones]`."""

    law: str = "density"  # or "mass"
    weights: tuple[int, int, int, int, int, int, int] = (1, 1, 1, 1, 1, 1, 1)  # by axis
    viol_cost: int = 10
    score_scale: int = 1000
    size_ceil: int = 300
    hard_line: int = 750
    size_penalty_max: int = 10
    soft_line_k: int = 2
    soft_line: int | None = None  # frozen in a baseline; None: derived from these facts
    coc_ceil: int = 15
    dead_indeg_ceil: int = 0
    rewrite_num: int = 50
    rewrite_den: int = 100
    min_distinct: int = 7
    budget: int | None = None
    fail_under: int | None = None


class Axis(msgspec.Struct, frozen=True):
    """A judged axis; `mass` is "num/den" when it is not whole."""

    axis: int
    name: str
    mass: int | str
    opportunity: int
    charge: int
    weight: int


class Verdict(msgspec.Struct, frozen=True):
    """`score` is None when no axis could be judged; `failed` names the conditions that hold, in their order."""

    score: int | None
    soft_line: int | None
    axes: tuple[Axis, ...]
    judged: tuple[int, ...]
    excess: int
    failed: tuple[str, ...]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
