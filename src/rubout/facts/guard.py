"""Facts, knobs and verdict of `guard`: one file of one pending write (docs/methodology/guard.md)."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed

# What the promoted rules do where no mode is set: "deny" once the frozen replay record passes Gate A.
PROMOTED_DEFAULT = "ask"


class Run(Packed, frozen=True):
    """The longest tokens in common with another file.

    `start` and `length` count tokens of the other file, `files[file]`, as do its lines; `own_start` and `own_end` are
    lines of the text that is written, or of the text that it replaces. `distinct` counts different tokens, `fresh`
    those that stand on novel lines; of a text that is replaced none do.
    """

    file: int
    start: int
    length: int
    start_line: int
    end_line: int
    own_start: int
    own_end: int
    distinct: int
    fresh: int = 0


class Facts(msgspec.Struct, frozen=True):
    """What a write makes of `path`, and what it repeats.

    `before` and `after` are the runs of the text on disk and of the text to come, `files` the other files that they
    name. `before` is empty when no run of `after` touches a novel line. `novel` are the added lines that say something
    nowhere removed, ascending. `duplicates` is False when the other files were not all known, so that runs say nothing;
    `reason` is why. A file that no grammar reads has no runs, and that is all there is to know. Of a `notebook` no
    length is judged. `skills` counts learned rejections that match, `proven` is what those of them say that accepted
    history speaks for.
    """

    path: str
    event: str  # "probe" before a write, "shell_write" after a command
    before_lines: int  # 0 for no file
    after_lines: int
    files: tuple[str, ...] = ()
    before: tuple[Run, ...] = ()
    after: tuple[Run, ...] = ()
    novel: tuple[int, ...] = ()
    self_runs: int = 0  # runs that the text to come shares with itself
    duplicates: bool = True
    reason: str | None = None
    notebook: bool = False
    parsed: bool = True  # a grammar reads the file
    near_miss: int = 0
    docdup: int = 0
    skills: int = 0
    proven: tuple[str, ...] = ()


class Knobs(msgspec.Struct, frozen=True):
    """`[guard]` with the lines of `[thresholds]`; what the baseline holds goes before.

    `mode` is as written, a misspelt one too; None leaves each rule its own tier. `error` says why the configuration
    could not be read. `soft_line` None takes `file_lines_warn`. The zone's cut points are permille.
    """

    mode: str | None = None
    zone_tiers: bool = False
    promoted_default: str = PROMOTED_DEFAULT
    error: str | None = None
    file_lines_warn: int = 300
    file_lines_fail: int = 750
    soft_line: int | None = None
    zone_low: int = 250
    zone_high: int = 750
    min_tokens: int = 50
    min_distinct: int = 7
    strong_tokens: int = 100


class Fired(msgspec.Struct, frozen=True):
    """A rule that fired, the tier it asks for, what it says; `event` is the line of the feed that it stands on."""

    rule: str
    tier: str
    reason: str
    event: str


class Verdict(msgspec.Struct, frozen=True):
    """`introduced` indexes `Facts.after`, the longest run first, equally long ones by place in the written file.

    A run within the lines of a longer one with the same file is the same copy and left out.
    `fired` is in the order of the rules. `preexisting` and `grown` count the other runs of `after`. `breach` is over
    the hard line, `shrinking` a breach that is let pass. `zone_tier` is None unless the zone is armed. `tier` is the
    strongest that fired, `mode` the tier of the configuration as people read it.
    """

    introduced: tuple[int, ...]
    preexisting: int
    grown: int
    breach: bool
    shrinking: bool
    zone_permille: int | None
    zone_tier: str | None
    fired: tuple[Fired, ...]
    tier: str
    mode: str
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
