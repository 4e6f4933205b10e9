"""Facts, knobs and verdict of `edits`: what a change replaced, moved or stacked on top (docs/methodology/edits.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed

DIFF_BOUND = 3000
SIDE_BYTES_CAP = 4 << 20


class Row(Packed, frozen=True):
    """A changed line; `content` numbers the trimmed text, equal for equal texts, and is -1 when `width` is 0."""

    line: int
    content: int
    width: int  # letters and digits


class Unit(Packed, frozen=True):
    """A function, a named unit or a section; `key` indexes `Facts.keys`, `nth` counts those of equal key by place."""

    key: int
    nth: int
    start_line: int
    end_line: int
    stackable: bool


class Pair(msgspec.Struct, frozen=True):
    """One file before and after; one of the two paths is None when it came, or went.

    `degraded`: the sides are further apart than the line diff solves, so more lines count as changed than are.
    """

    before_path: str | None
    after_path: str | None
    lines_before: int
    lines_after: int
    removed: tuple[Row, ...] = ()
    added: tuple[Row, ...] = ()
    units_before: tuple[Unit, ...] = ()
    units_after: tuple[Unit, ...] = ()
    degraded: bool = False


class Facts(msgspec.Struct, frozen=True):
    """`pairs` by path, that of the side after where there is one; `skipped` counts by reason those left out."""

    pairs: tuple[Pair, ...] = ()
    keys: tuple[str, ...] = ()
    skipped: dict[str, int] = {}


class Knobs(msgspec.Struct, frozen=True):
    """None of them can be configured; they are fields so that what each of them does can be measured."""

    moved_cost: int = 1
    plain_cost: int = 3
    site_cost_within: int = 0
    site_cost_cross: int = 2
    anchor_floor: int = 19
    bridge_max: int = 7
    bucket_cap: int = 64
    diff_bound: int = DIFF_BOUND
    stacking_novel_floor: int = 20
    stacking_ratio: int = 10
    edit_row_cap: int = 1 << 20
    side_bytes_cap: int = SIDE_BYTES_CAP


class Counts(Packed, frozen=True):
    """matched + deleted + moved_out are the lines before, matched + novel + moved_in those after."""

    matched: int
    novel: int
    moved_in: int
    deleted: int
    moved_out: int


class Judged(msgspec.Struct, frozen=True, array_like=True):
    """A pair: the lines that left, ascending, those that arrived, and (key, nth) of the units that moved whole."""

    counts: Counts
    out_lines: tuple[int, ...]
    in_lines: tuple[int, ...]
    intact: tuple[tuple[int, int], ...]


class Block(msgspec.Struct, frozen=True, array_like=True):
    """Lines that left one pair and arrived in another, one by one in the same order; pairs by number."""

    from_pair: int
    from_lines: tuple[int, ...]
    to_pair: int
    to_lines: tuple[int, ...]


class Relocation(msgspec.Struct, frozen=True, array_like=True):
    """How many lines of blocks went from one unit to another; a unit is (key, nth), None outside of all.

    The two lines are where the first of them left and arrived.
    """

    from_pair: int
    from_unit: tuple[int, int] | None
    from_line: int
    to_pair: int
    to_unit: tuple[int, int] | None
    to_line: int
    lines: int


class Suspicion(msgspec.Struct, frozen=True, array_like=True):
    """A key that stands more often than before in a pair that adds much and takes away little.

    `spans` are the units of that key after the change, by place; `copy` indexes the one with most new lines.
    `novel` and `deleted` count lines with a letter or a digit.
    """

    pair: int
    key: int
    spans: tuple[tuple[int, int], ...]
    copy: int
    novel: int
    deleted: int


class Verdict(msgspec.Struct, frozen=True):
    """`pairs` in the order of the facts; `blocks` by where they left and arrived; `relocations` likewise."""

    pairs: tuple[Judged, ...]
    blocks: tuple[Block, ...]
    relocations: tuple[Relocation, ...]
    suspicions: tuple[Suspicion, ...]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
