"""`precommit`: what an audit of what is staged comes to for the commit, and in the feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts.observe import Precommit
from rubout.facts.survey import Survey
from rubout.gate.outcome import Outcome
from rubout.judge.tiers import DENY
from rubout.store.clock import now_ms
from rubout.store.feed import append

if TYPE_CHECKING:
    from rubout.gate.audit import Audited


def outcome_of(audited: Audited, change: str = "staged") -> Outcome:
    """The outcome of a change, "staged" or "pushed"; a tier below deny only reports."""
    verdict = audited.verdict
    code = ExitCode.HELD
    if verdict.tier == DENY and verdict.degraded:
        code = ExitCode.UNJUDGED
    elif verdict.blocks:
        code = ExitCode.FAILED
    return Outcome("audit", Survey((), {}), audited.facts, verdict, code, {"audited": audited, "change": change})


def logged(anchor: str, audited: Audited) -> None:
    """Add the line to the feed, which may be lost; nothing staged that is judged is no event."""
    if not audited.files:
        return
    verdict = audited.verdict
    line = Precommit(
        ts_ms=now_ms(),
        session_id=None,
        mode=verdict.mode,
        net_loc=audited.net_lines,
        changed_files=len(audited.files),
        dup_blocks=len(verdict.convicted),
        touched_blocks=verdict.touched,
        degraded=verdict.degraded,
        reason=verdict.reason,
        emitted=DENY if verdict.blocks else None,
    )
    append(anchor, line)
