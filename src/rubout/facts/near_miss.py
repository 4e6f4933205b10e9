"""Facts, knobs and verdict of `near-miss`: units with almost the same syntax tree (docs/methodology/near-miss.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed

TREE_CAP = 4096
PAIR_CAP = 4096


class Tree(Packed, frozen=True):
    """The nodes of a unit in postorder.

    `lab` numbers the kind of each, equal for equal kinds in all trees of a call; `lld` is the index of the leftmost
    leaf below each, which is the node itself when it has none.
    """

    lab: tuple[int, ...]
    lld: tuple[int, ...]


class Pair(Packed, frozen=True, forbid_unknown_fields=True):
    """Two trees to compare, by their index in `Facts.trees`."""

    a: int
    b: int


class Facts(msgspec.Struct, frozen=True):
    """`pairs` ascend; every tree is listed once, whoever compares it."""

    trees: tuple[Tree, ...] = ()
    pairs: tuple[Pair, ...] = ()


class Knobs(msgspec.Struct, frozen=True):
    """None of them can be configured; they are fields so that what each of them does can be measured."""

    tsed_num: int = 85
    tsed_den: int = 100
    advisory_num: int = 70  # over `tsed_den`
    advisory: bool = False  # distances are wanted down to `advisory_num`
    min_unit_nodes: int = 24
    tree_cap: int = TREE_CAP
    pair_cap: int = PAIR_CAP
    pair_work_cap: int = 1_000_000_000  # cells


class Score(Packed, frozen=True):
    """`ted` edits turn tree `a` of `n1` nodes into tree `b` of `n2`; past the limit asked for it is the limit + 1."""

    a: int
    b: int
    ted: int
    n1: int
    n2: int


class Counts(msgspec.Struct, frozen=True, gc=False):
    """pairs = judged + prefiltered."""

    trees: int
    pairs: int
    judged: int
    prefiltered: int


class Verdict(msgspec.Struct, frozen=True):
    """`scores` and, in parallel, `clone`: the pairs that no bound cut, in the order of the facts."""

    scores: tuple[Score, ...]
    clone: tuple[bool, ...]
    counts: Counts
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
