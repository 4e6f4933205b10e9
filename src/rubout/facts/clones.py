"""Facts, knobs and verdict of `clones`: exact and parameterised copies (docs/methodology/clones.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed


class Place(Packed, frozen=True):
    """One occurrence: `file` indexes `Facts.files`; `text` is a hash of the source text, equal for equal texts."""

    file: int
    start_line: int
    end_line: int
    text: int


class Repeat(msgspec.Struct, frozen=True, array_like=True):
    """One token string and the places where it stands, sorted; at least two."""

    tokens: int
    distinct: int
    digest: str
    places: tuple[Place, ...]


class Block(Packed, frozen=True):
    """A pair of places that share a run, `a` before `b`; `same_text` tells T1 from T2."""

    a_file: int
    a_start: int
    a_end: int
    b_file: int
    b_start: int
    b_end: int
    tokens: int
    distinct: int
    same_text: bool


class Facts(msgspec.Struct, frozen=True):
    """`blocks` and `near` are None unless pairs, or the advisory band, were asked for."""

    files: tuple[str, ...]
    repeats: tuple[Repeat, ...]
    masked_tokens: int = 0
    parse_errors: int = 0
    blocks: tuple[Block, ...] | None = None
    near: tuple[Block, ...] | None = None
    hot_chained: int = 0
    tokens: int = 0  # of all files, those masked included


class Knobs(msgspec.Struct, frozen=True):
    """`[clones]`; `k`, `w` are fixed by the facts revision and echoed."""

    k: int = 25
    w: int = 26
    min_tokens: int = 50
    min_distinct: int = 7
    keep_imports: bool = False
    budget: int | None = None


class Member(Place, frozen=True):
    """A place of a class; members with the same `text` number are T1 to each other."""


class CloneClass(msgspec.Struct, frozen=True, array_like=True):
    """N places that repeat one another.

    `tokens`, `distinct` and `digest` are those of the longest repeat, `saves` = (members - 1) * tokens;
    `blocks`, the surviving pairs with both sides among the members, is None unless pairs were asked for.
    """

    members: tuple[Member, ...]
    tokens: int
    distinct: int
    type: str  # "T1" when all members share one text, else "T2"
    saves: int
    digest: str
    blocks: int | None = None


class Verdict(msgspec.Struct, frozen=True):
    """`classes` by what merging them would save; `excess` is members - 1 summed."""

    classes: tuple[CloneClass, ...]
    excess: int
    low_diversity_suppressed: int
    pairs: tuple[Block, ...] | None
    pairs_suppressed: int
    advisory: tuple[Block, ...] | None
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
