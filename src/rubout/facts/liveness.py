"""Facts, knobs and verdict of `liveness`: files that nothing starts (docs/methodology/liveness.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.audits import AUDITED
from rubout.facts.packed import Packed


class Node(Packed, frozen=True):
    """Codes of its language (7 for a folder's) and of its kind; its entry flags."""

    lang: int
    kind: int
    flags: int


class Edge(Packed, frozen=True):
    """An edge between nodes, by their index."""

    src: int
    dst: int
    kind: int
    rung: int


class Facts(msgspec.Struct, frozen=True):
    """`edges` ascend strictly; `pos` are the nodes whose position is asked for, ascending strictly, too."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    pos: tuple[int, ...] = ()


class Knobs(msgspec.Struct, frozen=True):
    """Only the last three can be configured; the others are fields so that what each of them does can be measured."""

    min_rung: int = 5  # the highest that is evidence
    reach_rung: int = 6  # the highest that keeps a file alive
    entry_mask: int = 126
    asset_kind: int = 3  # an edge that never refers
    file_kind: int = 0  # a node that may fail
    scc_floor: int = 2
    node_cap: int = 131_072
    edge_cap: int = 524_288
    cut_cap: int = 14  # files of a cycle whose smallest cut is sought
    production: bool = False  # tests start nothing and are no rows
    public_fails: bool = True
    gated_langs: tuple[int, ...] = AUDITED


class Dead(Packed, frozen=True):
    """A node that no entry leads to, and its code of 1 to 4."""

    node: int
    code: int


class Cycle(msgspec.Struct, frozen=True, array_like=True):
    """The nodes of a component of imports.

    `cut` is a smallest set of arcs without which no cycle is left, of several the first in order; None when the
    component has more than `cut_cap` nodes.
    """

    id: int
    nodes: tuple[int, ...]
    cut: tuple[tuple[int, int], ...] | None


class Position(Packed, frozen=True):
    """Where a node stands: evidence in and out, its component and the size of that, whether an entry leads to it."""

    node: int
    indeg: int
    outdeg: int
    scc: int
    scc_size: int
    reach: int


class Counts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`kept` arcs are those that keep a file alive."""

    files: int
    nodes: int
    edges: int
    kept: int = 0
    entries: int = 0
    dead: int = 0
    dead_gated: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """`dead` are files, `reported` the others that no entry leads to; everything ascends by node.

    `test_only` lives by tests alone, `doc_only` by documents alone.
    """

    dead: tuple[Dead, ...]
    reported: tuple[Dead, ...]
    cycles: tuple[Cycle, ...]
    test_only: tuple[int, ...]
    doc_only: tuple[int, ...]
    pos: tuple[Position, ...]
    counts: Counts
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
