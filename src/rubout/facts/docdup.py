"""Facts, knobs and verdict of `docdup`: documentation that stands in several places (docs/methodology/docdup.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.documents import Omitted
from rubout.facts.packed import Packed


class Place(Packed, frozen=True):
    """Where a text stands: `file` indexes `Facts.files`, `kind` indexes `documents.KINDS`."""

    file: int
    start_line: int
    end_line: int
    kind: int


class Text(msgspec.Struct, frozen=True, array_like=True):
    """One sequence of words and every place where it stands, sorted.

    `digest` is of the words in their order, 16 hex digits; `shingles` are the distinct hashes of five words in a
    row, ascending.
    """

    words: int
    digest: str
    shingles: tuple[int, ...]
    places: tuple[Place, ...]


class Pair(Packed, frozen=True, forbid_unknown_fields=True):
    """Two texts, `a` before `b`, and the words of their longest common run; 0 for one below five words."""

    a: int
    b: int
    run: int


class Facts(msgspec.Struct, frozen=True):
    """`texts` are those that stand in several places or in a pair; `pairs` join all that copies join.

    `hot_texts` have so many pairs that those within one class are not all there. `segments` counts the live segments,
    the exempt ones are counted by rule.
    """

    files: tuple[str, ...]
    texts: tuple[Text, ...]
    pairs: tuple[Pair, ...]
    segments: int = 0
    over_cap_segments: int = 0
    hot_texts: int = 0
    exempt_license: int = 0
    exempt_allow: int = 0
    allow_missing_why: int = 0
    omitted: Omitted = Omitted()


class Knobs(msgspec.Struct, frozen=True):
    """None is a key of the configuration; the first four are fixed by the facts revision and echoed.

    `budget` is what `--check` sets to 0.
    """

    min_doc_words: int = 50
    shingle_k: int = 5
    license_head_lines: int = 5
    doc_line_cap: int = 200  # characters
    jaccard_num: int = 80
    jaccard_den: int = 100
    advisory_num: int = 50
    verbatim_floor: int = 50
    doc_set_cap: int = 8192
    doc_pair_cap: int = 4096
    budget: int | None = None


class Score(Packed, frozen=True):
    """The texts of a pair, and how many shingles they share of those they have together."""

    a: int
    b: int
    inter: int
    union: int


class Member(Place, frozen=True):
    """A place of a class; members with the same `text` number have the same words."""

    words: int
    text: int


class Link(Score, frozen=True):
    """Why two texts of a class, by their numbers in it, belong together."""

    run: int


class DocClass(msgspec.Struct, frozen=True, array_like=True):
    """Places that say the same; `saves` counts the words that are gone when the longest alone stays.

    `words` and `digest` are those of the longest text.
    """

    members: tuple[Member, ...]
    links: tuple[Link, ...]
    words: int
    saves: int
    digest: str


class Counts(msgspec.Struct, frozen=True):
    """Texts, pairs sent and pairs judged; `dups` and `jaccard_dups` are pairs of places, those of one text among them.

    `jaccard_dups` are copies by the share of their shingles alone.
    """

    sets: int
    pairs: int
    judged: int
    dups: int
    jaccard_dups: int


class Verdict(msgspec.Struct, frozen=True):
    """`dup` and `near` stand beside `scores`; `near` marks the advisory band.

    `classes` by what merging them would save; `excess` is members - 1 summed.
    """

    scores: tuple[Score, ...]
    dup: tuple[bool, ...]
    near: tuple[bool, ...]
    counts: Counts
    classes: tuple[DocClass, ...]
    excess: int
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
