"""Facts, knobs and verdict of `split`: what cutting a long file in two is worth (docs/methodology/split.md)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rubout.facts.packed import Packed
from rubout.facts.split_prices import Prices


class Advice(StrEnum):
    """What to do with a long file."""

    SPLIT = "split"
    COHESIVE = "cohesive"
    NO_SEAM = "no_seam"


class LongFile(Packed, frozen=True):
    """A file past the soft line, and all its lines."""

    file: int
    total: int


class Unit(Packed, frozen=True):
    """A unit that no other holds; lines 1-based and inclusive."""

    file: int
    unit: int
    start: int
    end: int


class Mention(Packed, frozen=True):
    """The lines of unit `i` say the name of unit `j`."""

    file: int
    i: int
    j: int


class Span(Packed, frozen=True):
    """The lines of a place that is a copy of another, or has one; 1-based and inclusive."""

    file: int
    start: int
    end: int


class Pair(Packed, frozen=True):
    """Two units of a file, `a` before `b`."""

    file: int
    a: int
    b: int


class Cochange(Pair, frozen=True):
    """A commit of the window added lines to both."""


class Shared(Pair, frozen=True):
    """Members of a type that both use its `name`, and none between the two does."""

    name: str


class Facts(msgspec.Struct, frozen=True):
    """Files and units of a file are numbered from 0 on, in path order and by lines; the rows of every table ascend.

    Seam u of a file lies behind its unit u, where another one follows.
    """

    files: tuple[LongFile, ...] = ()
    units: tuple[Unit, ...] = ()
    mentions: tuple[Mention, ...] = ()
    clones: tuple[Span, ...] = ()
    cochange: tuple[Cochange, ...] = ()
    shared: tuple[Shared, ...] = ()


class Knobs(Prices, frozen=True):
    """`[split]`, with the curve of the score."""

    law: str = "density"  # or "mass"
    soft_line: int = 300
    hard_line: int = 750
    size_penalty_max: int = 10


class Priced(Packed, frozen=True):
    """A file, its best seam, and what that recovers and severs; without one `seam` is None and the numbers are 0.

    `shared` counts the names of a type that members on both sides use.
    """

    file: int
    advice: Advice
    seam: int | None = None
    benefit_milli: int = 0
    cost_milli: int = 0
    mentions: int = 0
    cuts: int = 0
    cochange: int = 0
    shared: int = 0


class Cut(Packed, frozen=True):
    """A seam of a part that is left after earlier cuts, and what it recovers and severs there."""

    file: int
    seam: int
    benefit_milli: int
    cost_milli: int


class Verdict(msgspec.Struct, frozen=True):
    """`rows` stand beside `Facts.files`; they are advice and fail nothing.

    `plan` are the cuts that follow the first one of a file, ascending: what is left past the soft line is cut again
    as long as that is worth it.
    """

    rows: tuple[Priced, ...]
    plan: tuple[Cut, ...]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
