"""What a turn did to the lines of a project, for the feed and for whoever asks the daemon."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.gate.edits import Ask, edits
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.report.edits import report

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.report.edits import EditReport


def edits_report(anchor: str, config: Config, base: str | None = None) -> EditReport:
    """What the work tree changed since a revision, HEAD by default.

    Raises:
        RepositoryError: no git, no repository, or no such revision.
    """
    started = time.time_ns()
    request = Request(anchor=anchor, keep_imports=config.clones.keep_imports, jobs=1)
    run = Run(request, candidates(anchor, exclude=config.exclude), started, lambda _: None)
    return report(edits(run, config, Ask(base=base)))


def summary(found: EditReport) -> dict[str, Any]:
    """What the feed keeps: totals, what moved and what looks stacked; of the source only paths and unit names."""
    whole: dict[str, Any] = msgspec.to_builtins(found)
    return {name: whole[name] for name in ("counts", "relocations", "suspicions", "degraded", "reason", "summary")}
