"""What a run hands to the renderers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts.plain import Plain
from rubout.facts.survey import Survey
from rubout.gate.outcome import Outcome

if TYPE_CHECKING:
    from rubout.config.records import Review as Settings
    from rubout.review.running import Run

EXITS = {"approved": ExitCode.HELD, "rejected": ExitCode.FAILED, "inconclusive": ExitCode.UNJUDGED}


class Told(Plain, frozen=True, kw_only=True):
    """What every report has of a verdict."""

    knobs: Settings
    fail: bool
    degraded: bool
    reason: str | None


def outcome_of(run: Run, detail: str = "") -> Outcome:
    """The outcome of a run; `detail` is what a provider that failed said about it."""
    told = Told(
        knobs=run.setting.rules.policy.settings,
        fail=run.outcome == "rejected",
        degraded=run.outcome == "inconclusive",
        reason=run.reason,
    )
    return Outcome("review", Survey((), {}), run, told, EXITS[run.outcome], {"run": run, "detail": detail})
