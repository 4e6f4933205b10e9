"""The lines of the observe feed, `.rubout/observe.ndjson`: what the guard saw and what it said.

Paths are POSIX and relative to the anchor. `mode` is the resolved string of the configuration; `emitted` is what the
host was told, "warn", "ask" or "deny", None for nothing; `suppressed` marks a warning that the session had heard.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

SCHEMA = "rubout.observe/1"


class Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """What every line has; `session_id` is None when the host named no session."""

    schema: str = SCHEMA
    ts_ms: int
    session_id: str | None
    mode: str | None


class Hit(msgspec.Struct, frozen=True):
    """The place of another file that the pending text repeats."""

    file: str
    start_line: int
    end_line: int
    tokens: int
    distinct: int


class Probe(Line, frozen=True, kw_only=True, tag="probe"):
    """A pending write, judged for duplicates; `replay` says why its text could not be known, None when it was.

    `hits` are the first ten that it would introduce, `matches` is their number. `near_miss` and `docdup` count pairs
    with other files, None where nobody has counted them.
    """

    file: str
    tool: str
    replay: str | None = None
    degraded: bool = False
    reason: str | None = None
    matches: int = 0
    preexisting: int = 0
    grown: int = 0
    self_matches: int = 0
    hits: tuple[Hit, ...] = ()
    near_miss: int | None = None
    docdup: int | None = None
    skills: int = 0
    elapsed_ms: int
    emitted: str | None = None
    suppressed: bool = False


class Budget(Line, frozen=True, kw_only=True, tag="budget"):
    """A pending write over the hard line `cap`; one that leaves the file no longer than it was is `shrinking`."""

    file: str
    tool: str
    before_lines: int
    resulting_lines: int
    cap: int
    shrinking: bool
    emitted: str | None = None
    suppressed: bool = False


class Zone(Line, frozen=True, kw_only=True, tag="zone"):
    """A pending write between the soft and the hard line; `zone_tier` is there only when the zone is armed."""

    file: str
    resulting_lines: int
    soft: int
    hard: int
    zone_permille: int
    zone_tier: str | UnsetType = UNSET
    emitted: str | None = None
    suppressed: bool = False


class Changed(msgspec.Struct, frozen=True):
    """A file that differs from when the guard last saw it."""

    file: str
    before_lines: int
    resulting_lines: int
    matches: int
    hits: tuple[Hit, ...] = ()


class ShellWrite(Line, frozen=True, kw_only=True, tag="shell_write"):
    """What had changed after a shell command."""

    files: tuple[Changed, ...]
    emitted: str | None = None
    suppressed: bool = False


class Audit(Line, frozen=True, kw_only=True):
    """What the lines of both audits have."""

    net_loc: int = 0
    changed_files: int = 0
    dup_blocks: int = 0
    touched_blocks: int = 0
    degraded: bool = False
    reason: str | None = None


class StopAudit(Audit, frozen=True, kw_only=True, tag="stop_audit"):
    """The audit at the end of a turn; with `skipped` nothing was measured and the zeros stand for nothing.

    `edits` is the summary of the family `edits`.
    """

    edits: Any = None
    emitted: str | None = None
    skipped: str | UnsetType = UNSET  # "loop_guard" or "no_git"


class Precommit(Audit, frozen=True, kw_only=True, tag="precommit"):
    """The audit of what is staged."""

    emitted: str | None = None
    skipped: str | UnsetType = UNSET


class GuardError(Line, frozen=True, kw_only=True, tag="guard_error"):
    """A hook that fell open; `why` has at most 200 characters. The hook client writes it without session and mode."""

    session_id: str | None = None
    mode: str | None = None
    hook: str
    why: str
    degraded: bool = True


class Review(Line, frozen=True, kw_only=True, tag="review"):
    """A run of `rubout review`: what it came to, what it cost in microjoules, what it would teach.

    `calls`, `decodes` and tokens are those of a model. `metered_uj` is what a counter of this machine went up by, None
    where nothing was measured. `induced` are skills as their file spells them.
    """

    session_id: str | None = None
    mode: str | None = None
    op_id: str
    tier: str | None
    outcome: str
    reason: str | None
    uj: int
    metered_uj: int | None = None
    provider: str | None = None
    calls: int = 0
    decodes: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    induced: tuple[Any, ...] = ()


Record = Probe | Budget | Zone | ShellWrite | StopAudit | Precommit | GuardError | Review
