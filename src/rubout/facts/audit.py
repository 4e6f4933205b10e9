"""Facts, knobs and verdict of `audit`: the copies that a change brings in (docs/methodology/guard.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed


class Row(Packed, frozen=True):
    """A pair of places that share a run, each number 0 or 1: whether its files changed, whether the change made it."""

    a_changed: int
    b_changed: int
    introduced: int


class Facts(msgspec.Struct, frozen=True):
    """One row a pair of the tree, in its order; `reason` says why the pairs are not all there, None when they are."""

    rows: tuple[Row, ...]
    reason: str | None = None


class Knobs(msgspec.Struct, frozen=True):
    """`[guard] mode`, as in the family `guard`; tolerance and cap are fixed and echoed."""

    mode: str | None = None
    error: str | None = None
    dup_tolerance: int = 0
    audit_row_cap: int = 65_536


class Verdict(msgspec.Struct, frozen=True):
    """`convicted` indexes the rows that the change is charged with; `touched` counts those with a changed file.

    `tier` is what the configuration allows and `mode` how people read it; `blocks` is whether the change is held up.
    """

    convicted: tuple[int, ...]
    touched: int
    tier: str
    mode: str
    blocks: bool
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
