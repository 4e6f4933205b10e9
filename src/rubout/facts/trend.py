"""Facts, knobs and verdict of `trend`: the scores of commits over time (docs/methodology/trend.md)."""

from __future__ import annotations

from enum import IntEnum

import msgspec


class Direction(IntEnum):
    """Where the score is going."""

    IMPROVING = 0
    FLAT = 1
    DEGRADING = 2


class Point(msgspec.Struct, frozen=True, array_like=True):
    """The score of a commit, out of `scale`, and its committer time."""

    ts: int
    score: int
    scale: int


class ScoredCommit(msgspec.Struct, frozen=True):
    """A commit with its score; `axes` are (code, charge) of the judged ones."""

    commit: str
    ts: int
    score: int
    scale: int
    axes: tuple[tuple[int, int], ...]


class Scored(ScoredCommit, frozen=True):
    """As it is kept; `ruler` is a digest of the knobs in force."""

    ruler: str


class Facts(msgspec.Struct, frozen=True):
    """One point a commit, oldest first; only the slope per commit asks for the order."""

    points: tuple[Point, ...] = ()


class Knobs(msgspec.Struct, frozen=True):
    """`[trend]`; `decline_floor_micro` in micro units of full scale a day."""

    min_points: int = 3
    decline_floor_micro: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """`direction` is a `Direction`, None with the slopes when there is none; `unjudged` then says why.

    `slope_per_commit_exact` is that over the ranks of the points, in micro units a commit; nothing is judged by it.
    `slope_micro_per_day` is `slope_exact` ("num/den") rounded, to be read and not to be judged by. `r2_exact` is the
    share of the scores' variance that the line takes, None of scores that are all the same. `median_slope_exact` is
    the median of the slopes between any two points, None of very many points; `mixed` when its sign is another one.
    """

    slope_micro_per_day: int | None
    slope_exact: str | None
    direction: int | None
    unjudged: str | None
    r2_exact: str | None
    median_slope_exact: str | None
    slope_per_commit_exact: str | None
    mixed: bool
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
