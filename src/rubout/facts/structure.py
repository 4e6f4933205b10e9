"""Facts, knobs and verdict of `structure`: the tree of folders (docs/methodology/structure.md).

Folders are dense ids, a parent's less than its child's; the root is 0.
"""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed
from rubout.facts.structure_limits import Limits


class Node(Packed, frozen=True):
    """A folder; what lies directly in it: folders with a judged file below, and judged files."""

    id: int
    parent: int  # the root's is itself
    depth: int
    subdirs: int
    files: int


class Pattern(Packed, frozen=True):
    """How many files of a folder are named by one style, a code of 0 to 6."""

    dir: int
    code: int
    count: int


class Convention(Packed, frozen=True):
    """What a folder holds: 1 a README, 2 a manifest, 3 both."""

    dir: int
    bits: int


class Touch(Packed, frozen=True):
    """`count` files of a folder have so many references with files of it, and with files of others."""

    dir: int
    inside: int
    outside: int
    count: int


class Declared(Packed, frozen=True):
    """The share of files that a folder is meant to hold."""

    dir: int
    weight: int


class Stale(Packed, frozen=True):
    """The stale documents of a folder, of those that refer to anything."""

    dir: int
    stale: int
    total: int


class Redundant(Packed, frozen=True):
    """The copies with a side in a folder, and its dead files."""

    dir: int
    copies: int
    dead: int


class Document(Packed, frozen=True):
    """A document by its folder, and when it last changed in the window (Unix seconds, 0: it did not)."""

    dir: int
    time: int


class Target(Packed, frozen=True):
    """That a document, by its row, refers to what last changed then."""

    document: int
    time: int


class Facts(msgspec.Struct, frozen=True):
    """Rows ascend by their folder.

    `staleness`, `redundancy` and `documents` are None when they were not measured, so their axes are not judged.
    `staleness` is given, or derived from `documents` and `targets`.
    """

    nodes: tuple[Node, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    conventions: tuple[Convention, ...] = ()
    touches: tuple[Touch, ...] = ()
    declared: tuple[Declared, ...] = ()
    staleness: tuple[Stale, ...] | None = None
    redundancy: tuple[Redundant, ...] | None = None
    documents: tuple[Document, ...] | None = None
    targets: tuple[Target, ...] = ()


class Knobs(Limits, frozen=True):
    """`[structure]` and the law of `[score]`."""

    law: str = "density"  # or "mass"


class Measured(msgspec.Struct, frozen=True):
    """What was measured of a folder, and what it was compared with."""

    what: str
    value: int
    limit: int


class Flag(msgspec.Struct, frozen=True):
    """A folder that an axis flags, and each thing that did."""

    axis: int
    dir: int
    measured: tuple[Measured, ...]


class Axis(msgspec.Struct, frozen=True):
    """A judged axis: the folders that it flags, of how many, and what they cost."""

    axis: int
    name: str
    violations: int
    opportunity: int
    charge: int


class Entropy(msgspec.Struct, frozen=True):
    """How mixed the tree is, permille: its naming styles, and its files over its folders."""

    naming: int
    files: int


class Deviation(Packed, frozen=True):
    """Where the tree is not as declared: 0 files that nothing declared owns, 1 a declared folder that owns none."""

    dir: int
    kind: int


class Verdict(msgspec.Struct, frozen=True):
    """`axes` are the judged ones, ascending; `flags` ascend by (axis, dir).

    `divergence` (permille) is None without a declaration, and while files have no owner.
    """

    score: int | None
    axes: tuple[Axis, ...]
    entropy: Entropy | None
    flags: tuple[Flag, ...]
    staleness: tuple[Stale, ...] | None
    divergence: int | None
    deviations: tuple[Deviation, ...]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
