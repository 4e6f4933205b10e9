"""Facts and knobs of `churn`: how the lines of a project changed lately (docs/methodology/churn.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.edits import DIFF_BOUND, SIDE_BYTES_CAP


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """The commits that were looked at: those of HEAD's first parents that were committed at `cutoff` or later.

    `skipped` counts by reason the changes of files that could not be compared.
    """

    days: int
    head: str
    cutoff: int  # Unix seconds
    commits: int
    merges: int
    skipped_large_commits: int
    diff_degraded: int  # changes so large that more lines count as changed than are
    shallow: bool  # the history ends inside the window, for want of the rest
    skipped: dict[str, int] = {}


class Churned(msgspec.Struct, frozen=True):
    """The lines that were added to a unit: while it was there already (`rewrote`), or with it (`appended`).

    What stands outside every unit has the key "" and is appended.
    """

    path: str
    key: str
    nth: int
    appended: int
    rewrote: int


class Together(msgspec.Struct, frozen=True):
    """Two files and in how many commits both changed."""

    a: str
    b: str
    count: int


class UnitName(msgspec.Struct, frozen=True, order=True):
    """A unit by its identity."""

    path: str
    key: str
    nth: int


class UnitsTogether(msgspec.Struct, frozen=True):
    """Two units and in how many commits both got lines."""

    a: UnitName
    b: UnitName
    count: int


class Survival(msgspec.Struct, frozen=True):
    """Of the lines that were added in the window, how many are still there and how many are not."""

    surviving: int
    churned: int


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """`units` by path, key and rank; pairs by count, the most first, then by name.

    Pairs below the floor are left out. `survival` is None unless it was asked for.
    """

    window: Window
    units: tuple[Churned, ...] = ()
    cochange: tuple[Together, ...] = ()
    unit_cochange: tuple[UnitsTogether, ...] = ()
    survival: Survival | None = None


class Knobs(msgspec.Struct, frozen=True):
    """`[churn]`; the caps are fixed and echoed."""

    days: int = 14
    cochange_floor: int = 2
    rewrite_num: int = 50
    rewrite_den: int = 100
    cochange_file_cap: int = 20
    diff_cap: int = DIFF_BOUND
    side_bytes_cap: int = SIDE_BYTES_CAP
    display_cut: int = 20


class Verdict(msgspec.Struct, frozen=True):
    """Nothing is judged: a history that cannot be measured is refused instead."""

    knobs: Knobs
    fail: bool = False
    degraded: bool = False
    reason: str | None = None
