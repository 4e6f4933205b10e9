"""Facts, knobs and verdict of `join`: likeness, references and history of pairs of files (docs/methodology/join.md)."""

from __future__ import annotations

from enum import IntEnum, IntFlag

import msgspec

from rubout.facts import churn, docdup, liveness, near_miss
from rubout.facts.packed import Packed


class Kind(IntEnum):
    """How two places are alike, the strongest first."""

    CLONE = 0  # exact, or with other names
    NEAR_MISS = 1
    DOCDUP = 2


class Code(IntEnum):
    """What a pair is a candidate for."""

    REPORT_ONLY = 0
    MERGE_CANDIDATE = 1
    DELETE_CANDIDATE = 2
    CHURN_HOTSPOT = 3


class Reason(IntFlag):
    """A condition that held; bit 0 is never set."""

    SIM_OVER = 1 << 1
    GRAPH_BOTH = 1 << 2
    BOTH_REF = 1 << 3
    SCC_DISTINCT = 1 << 4
    DEAD_FLANK = 1 << 5
    PUBLIC_GUARD = 1 << 6
    COCHANGE_HOT = 1 << 7
    REWRITE_HOT = 1 << 8


class Leg(IntFlag):
    """A leg that was there."""

    SIMILARITY = 1
    GRAPH = 2
    CHURN = 4


EXPORTED = 1  # the entry flag that guards a file


class Sim(Packed, frozen=True):
    """Two files by index, `u` before `v`, and that `num` of `den` are alike; a pair stands once, by its lowest kind."""

    u: int
    v: int
    kind: int
    num: int
    den: int


class Position(liveness.Position, frozen=True):
    """Where a file stands in the reference graph, and its entry flags."""

    flags: int


class Lines(Packed, frozen=True):
    """The lines that a file got in the history window."""

    file: int
    appended: int
    rewrote: int


class Together(Packed, frozen=True):
    """Two files, `u` before `v`, and in how many commits both changed."""

    u: int
    v: int
    count: int


class Facts(msgspec.Struct, frozen=True):
    """Rows ascend by their files.

    `pos` is None without a graph, and lacks the files that it could not place. `churn` is None without a history; a
    file that a measured one lacks got no line. `cochange` lacks pairs below the floor. `graph_reason` says why the
    graph is degraded.
    """

    files: tuple[str, ...] = ()
    sim: tuple[Sim, ...] = ()
    pos: tuple[Position, ...] | None = None
    churn: tuple[Lines, ...] | None = None
    cochange: tuple[Together, ...] = ()
    graph_reason: str | None = None


class Knobs(msgspec.Struct, frozen=True):
    """Those of `[churn]`, those of other families, and two caps that cannot be configured."""

    days: int = churn.Knobs().days
    cochange_floor: int = churn.Knobs().cochange_floor
    rewrite_num: int = churn.Knobs().rewrite_num
    rewrite_den: int = churn.Knobs().rewrite_den
    cochange_file_cap: int = churn.Knobs().cochange_file_cap
    diff_cap: int = churn.Knobs().diff_cap
    clone_num: int = near_miss.Knobs().tsed_num
    clone_den: int = near_miss.Knobs().tsed_den
    dup_num: int = docdup.Knobs().jaccard_num
    dup_den: int = docdup.Knobs().jaccard_den
    entry_mask: int = liveness.Knobs().entry_mask
    node_cap: int = 131_072
    row_cap: int = 524_288


class Judged(Packed, frozen=True):
    """A `Code`, the `Reason`s that held, and the `Leg`s that were there."""

    code: int
    reasons: int
    legs: int


class Verdict(msgspec.Struct, frozen=True):
    """`rows` stand beside `Facts.sim`; `counts` has a number for each code."""

    rows: tuple[Judged, ...]
    counts: tuple[int, int, int, int]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
