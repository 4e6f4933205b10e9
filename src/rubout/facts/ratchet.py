"""Facts, knobs and verdict of the ratchet, and the baseline that it tightens (docs/methodology/score.md)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from rubout.facts.tolerances import Tolerances

SCHEMA = "rubout.baseline/1"


class Ceiling(msgspec.Struct, frozen=True, array_like=True):
    """What a file or a function may not outgrow.

    `key` is a path, or `path::name/params#nth` for a function. `content` is the head of a file's content id, by
    which it is found again under another path; a function has none.
    """

    metric: Literal["file_lines", "fn_cognitive"]
    key: str
    value: int
    content: str = ""

    @property
    def wrong(self) -> str | None:
        """What no measurement gives, or None."""
        if self.value < 0:
            return f"{self.value} is negative"
        if self.content and self.metric != "file_lines":
            return f"a function has no content id, and {self.content!r} is given"
        return None


class Finding(msgspec.Struct, frozen=True, array_like=True):
    """What no change may add: known by its normalised content, or else by its places, which ascend.

    A place is a unit, `path::key#nth`, for `clone`, and a path for `dead`.
    """

    kind: Literal["clone", "dead"]
    digest: str
    count: int  # of the extra copies, or of the dead files
    places: tuple[str, ...]

    @property
    def wrong(self) -> str | None:
        """What no measurement gives, or None."""
        if self.count < 1:
            return f"a count of {self.count} is no finding"
        if not self.places:
            return "a finding without a place"
        out = next((upper for lower, upper in pairwise(self.places) if lower >= upper), None)
        return None if out is None else f"place {out!r} does not ascend"


def name_of(row: Ceiling | Finding) -> tuple[str, str]:
    """By which a row is the same row in another tree."""
    return (row.metric, row.key) if isinstance(row, Ceiling) else (row.kind, row.digest)


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a baseline was made: `revisions` are those of the rules its rows depend on, by family."""

    accepted: str | None = None  # why the last growth was accepted
    law: str = "density"
    revisions: dict[str, int]
    schema: str = SCHEMA
    soft_line: int | None = None
    zone_tiers: tuple[int, int] = (250, 750)  # cut points of the guard, per mille of soft to hard line


class Baseline(msgspec.Struct, frozen=True):
    """`ceilings` ascend by (metric, key), `findings` by (kind, digest)."""

    header: Header
    ceilings: tuple[Ceiling, ...]
    findings: tuple[Finding, ...]


class Facts(msgspec.Struct, frozen=True):
    """The tree as it is, in the order of a baseline, and what it is held against; without `baseline` nothing is.

    `renames` are pairs of old and new path that git shows between the two.
    """

    ceilings: tuple[Ceiling, ...]
    findings: tuple[Finding, ...]
    baseline: Baseline | None = None
    renames: tuple[tuple[str, str], ...] = ()


class Knobs(Tolerances, frozen=True):
    """The tolerances of `[score]` and the fail lines of `[thresholds]`; a fail line of 0 is none."""

    file_lines_fail: int = 750
    cognitive_fail: int = 0


class Over(msgspec.Struct, frozen=True):
    """A value past what was allowed."""

    metric: str
    key: str
    value: int
    allowed: int


class Drawn(msgspec.Struct, frozen=True):
    """Growth over a ceiling that is tolerated, and leaves the ceiling where it was."""

    metric: str
    key: str
    drawn: int


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """`added` are findings with the count that is new; `ceilings` and `findings` are the rows of the next baseline."""

    over: tuple[Over, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    added: tuple[Finding, ...] = ()
    removed: tuple[Finding, ...] = ()  # of the baseline, whose content is nowhere any more
    ceilings: tuple[Ceiling, ...] = ()
    findings: tuple[Finding, ...] = ()
    failed: tuple[str, ...] = ()
    fail: bool = False
    degraded: bool = False
    reason: str | None = None
    knobs: Knobs
