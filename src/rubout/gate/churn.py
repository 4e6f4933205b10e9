"""`churn`: how the lines of a project changed in the last days of its history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.config.knobs import churn_knobs
from rubout.errors import ExitCode
from rubout.facts.churn import Churned, Facts, Together, UnitName, UnitsTogether, Verdict, Window
from rubout.facts.survey import Survey
from rubout.gate.churn_rows import commit_rows
from rubout.gate.history import commits_of
from rubout.gate.judged_paths import JudgedPaths
from rubout.gate.outcome import Outcome
from rubout.measure.churn_ledger import Ledger, ledger
from rubout.measure.cochange import together
from rubout.measure.sources import git
from rubout.measure.sources.universe import tracked_dots
from rubout.measure.survival import survival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.config.records import Config
    from rubout.facts.churn import Knobs
    from rubout.gate.history import Commits
    from rubout.gate.survey import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants: other days than the configuration's, and whether lines survived, which takes long."""

    days: int | None = None
    survival: bool = False


def churn(run: Run, config: Config, ask: Ask) -> Outcome:
    """Measure the history of the whole project; the scope of the run narrows the report alone.

    Raises:
        NoHistoryError: there is none.
        RepositoryError: git refused.
    """
    knobs = churn_knobs(config, days=ask.days)
    facts = churn_facts(run, config.exclude, knobs, wants_survival=ask.survival)
    survey = Survey(files=(), excluded={}, scope=run.request.scope)
    return Outcome("churn", survey, facts, Verdict(knobs), ExitCode.HELD)


def churn_facts(run: Run, exclude: Sequence[str], knobs: Knobs, *, wants_survival: bool = False) -> Facts:
    """The facts of a project's history; raises as `churn` does."""
    anchor = run.request.anchor
    commits = commits_of(anchor, knobs.days)
    judged = _Judged(anchor, exclude)
    rows = commit_rows(run, commits, judged.holds, knobs)
    found = ledger(rows, judged.holds)
    files, large = together(found.files, knobs.cochange_file_cap, knobs.cochange_floor)
    units, _ = together(found.units, knobs.cochange_file_cap, knobs.cochange_floor)
    touched = {path for files in found.files for path in files}
    return Facts(
        window=_window(commits, found, large, knobs),
        units=tuple(Churned(*unit, *lines) for unit, lines in sorted(found.lines.items())),
        cochange=tuple(Together(a, b, count) for a, b, count in files),
        unit_cochange=tuple(UnitsTogether(UnitName(*a), UnitName(*b), count) for a, b, count in units),
        survival=survival(anchor, touched, commits.cutoff, _added(found), run.request.jobs) if wants_survival else None,
    )


class _Judged:
    """Which files of a history are judged, by the rules for paths; each is asked about once."""

    def __init__(self, anchor: str, exclude: Sequence[str]) -> None:
        self._told: dict[str, bool] = {}
        self._plain = JudgedPaths(anchor, exclude, set)
        self._anchor, self._exclude = anchor, exclude

    def holds(self, path: str) -> bool:
        """Whether a file of this name is judged."""
        if path not in self._told:
            is_dotted = path.startswith(".") or "/." in path
            # What stands in the history was in git, and so were the dot-named folders that it lies in.
            paths = self._dotted(path) if is_dotted else self._plain
            self._told[path] = paths.holds(path)
        return self._told[path]

    def _dotted(self, path: str) -> JudgedPaths:
        return JudgedPaths(self._anchor, self._exclude, lambda: tracked_dots([git.Tracked(path, "", None)]))


def _window(commits: Commits, found: Ledger, large: int, knobs: Knobs) -> Window:
    within = commits.within
    return Window(
        days=knobs.days,
        head=commits.head,
        cutoff=commits.cutoff,
        commits=len(within),
        merges=sum(link.is_merge for link in within),
        skipped_large_commits=large,
        diff_degraded=found.degraded,
        shallow=False,
        skipped=dict(sorted(found.skipped.items())),
    )


def _added(found: Ledger) -> int:
    return sum(map(sum, found.lines.values()))
