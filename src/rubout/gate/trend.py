"""`trend`: the scores of the newest commits, measured straight from git, and where they are going."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.config.knobs import trend_knobs
from rubout.errors import ExitCode
from rubout.facts.survey import Survey
from rubout.facts.trend import Facts, Point
from rubout.gate.history import newest
from rubout.gate.outcome import Outcome
from rubout.gate.trend_rows import NAME, PINNED_NAME, Pins, Remembered, stamp_of
from rubout.judge.trend import judge
from rubout.store.baseline import NAME as BASELINE
from rubout.store.baseline import baseline_bytes, parse_header

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.config.records import Config
    from rubout.facts.trend import Scored
    from rubout.gate.survey import Run
    from rubout.measure.sources.history import Link

COMMITS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How many of the newest commits are looked at, and how many of them are measured now at most; None: all.

    With `pin_config` all are judged by the present configuration, and none by that of its own tree.
    """

    commits: int = COMMITS
    batch: int | None = None
    pin_config: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """`rows` and `failed` (commit, reason) oldest first; `pending` commits have neither yet.

    `is_cut` says that more commits were asked for than a shallow clone has, `is_frozen` that a baseline holds the soft
    line.
    """

    rows: tuple[Scored, ...]
    failed: tuple[tuple[str, str], ...]
    window: int  # commits found
    pending: int
    is_shallow: bool
    is_cut: bool
    law: str
    soft_line: int
    is_frozen: bool
    is_pinned: bool = False  # to the present configuration


def trend(run: Run, config: Config, ask: Ask = Ask()) -> Outcome:
    """Judge the history of a project.

    Raises:
        NoHistoryError: there is none.
        RepositoryError: git refused.
        StoreError: the baseline cannot be read.
    """
    links, is_shallow = newest(run.request.anchor, ask.commits)
    frozen = _frozen(run.request.anchor)
    pinned = config if ask.pin_config else None
    pins = Pins(config.score.law, frozen or config.thresholds.file_lines_warn, pinned)
    remembered = Remembered(run.request, stamp_of(pins), run.note, NAME if pinned is None else PINNED_NAME)
    known = remembered.rows()
    missing = [link for link in links if link.name not in known]
    asked = missing[: ask.batch]
    failed: dict[str, str] = {}
    for name, found in _measured(run, asked, pins):
        if isinstance(found, str):
            failed[name] = found
        else:
            known[name] = found
            remembered.keep([found])
    if asked:
        run.note(f"measured {len(asked) - len(failed)} of {len(links)} commits now")
    oldest_first = [link.name for link in reversed(links)]
    rows = tuple(known[name] for name in oldest_first if name in known)
    history = History(
        rows=rows,
        failed=tuple((name, failed[name]) for name in oldest_first if name in failed),
        window=len(links),
        pending=len(missing) - len(asked),
        is_shallow=is_shallow,
        is_cut=is_shallow and len(links) < ask.commits,
        law=pins.law,
        soft_line=pins.soft_line,
        is_frozen=bool(frozen),
        is_pinned=ask.pin_config,
    )
    return _judged(run, config, history)


def _judged(run: Run, config: Config, history: History) -> Outcome:
    facts = Facts(tuple(Point(row.ts, row.score, row.scale) for row in history.rows))
    verdict = judge(facts, trend_knobs(config))
    code = ExitCode.FAILED if verdict.fail else ExitCode.HELD
    if verdict.degraded or not history.rows:
        code = ExitCode.UNJUDGED
    survey = Survey(files=(), excluded={}, scope=run.request.scope)
    return Outcome("trend", survey, facts, verdict, code, {"history": history})


def _frozen(anchor: str) -> int | None:
    """The soft line of the baseline, if there is one that has one."""
    source = baseline_bytes(Path(anchor, BASELINE))
    return None if source is None else parse_header(source, BASELINE).soft_line


def _measured(run: Run, links: Sequence[Link], pins: Pins) -> Iterable[tuple[str, Scored | str]]:
    """What became of each commit: a row, or why there is none."""
    if not links:
        return ()
    from rubout.gate.trend_scores import scores  # noqa: PLC0415 - takes all families, and most runs measure nothing

    return scores(run, links, pins)
