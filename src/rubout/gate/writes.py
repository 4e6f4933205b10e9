"""The pending write of some files, judged against a project: what is said to the host, and what the feed keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import UNSET

from rubout.facts import observe
from rubout.gate.guard import write_facts
from rubout.judge.guard import decision, judge, soft_line, words
from rubout.judge.tiers import OBSERVE, WARN, rank, strongest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.guard import Facts, Fired, Knobs, Verdict
    from rubout.facts.pending import Outlook
    from rubout.gate.project import Project
    from rubout.gate.resemblance import Counts

MOST_HITS = 10
_ROUNDS = 3  # how often a tree that changes under the judgement is read again


class Learned(NamedTuple):
    """How many learned rejections a text matches, and what those say that accepted history speaks for."""

    skills: int = 0
    proven: tuple[str, ...] = ()


NOTHING_LEARNED = Learned()


@dataclass(frozen=True, slots=True)
class Judged:
    """One file of an event with its facts and verdict; both None when the text to come is not known, or not judged."""

    path: str
    outlook: Outlook
    facts: Facts | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What an event comes to: the strongest tier that is spoken, its words, and the lines for the feed.

    `looks` are the files of a write that was judged.
    """

    tier: str = OBSERVE
    reason: str = ""
    lines: tuple[observe.Record, ...] = ()
    looks: tuple[Outlook, ...] = ()


def judged_write(
    project: Project | None,
    outlook: Outlook,
    knobs: Knobs,
    *,
    keep_imports: bool,
    event: str = "probe",
    learned: Learned = NOTHING_LEARNED,
) -> Judged:
    """Judge one file; a refusal holds for the bytes that are on disk now.

    A file that the text repeats is read again before the write is charged with it, since another process may have
    changed it.
    """
    judged = Judged(outlook.path, outlook)
    for _ in range(_ROUNDS):
        held = project.held if project else None
        facts = write_facts(held, outlook, knobs, keep_imports=keep_imports, event=event)
        if facts is None:
            break
        facts = msgspec.structs.replace(facts, skills=learned.skills, proven=learned.proven)
        verdict = judge(facts, knobs)
        judged = Judged(outlook.path, outlook, facts, verdict)
        repeated = {facts.files[facts.after[index].file] for index in verdict.introduced}
        stale = project.stale(repeated) if project else []
        if not stale or project is None:
            return judged
        project.refresh(stale)
    return Judged(outlook.path, outlook)


def spoken(judged: Iterable[Judged], heard: AbstractSet[tuple[str, str]]) -> tuple[str, str]:
    """The strongest tier of several files and their reasons; `heard` holds the (event, file) that were warned about."""
    tiers, reasons = [], []
    for one in judged:
        if one.verdict:
            silent = suppressed(one, heard)
            tiers.append(decision(one.verdict.fired, silent))
            reasons.append(words(one.verdict.fired, silent))
    return strongest(tiers), " ".join(filter(None, reasons))


def suppressed(judged: Judged, heard: AbstractSet[tuple[str, str]]) -> frozenset[str]:
    """The rules whose warning about this file the session has heard."""
    fired = judged.verdict.fired if judged.verdict else ()
    return frozenset(each.rule for each in fired if (each.event, judged.path) in heard)


def hits(facts: Facts, verdict: Verdict) -> tuple[observe.Hit, ...]:
    """The first places that a write would repeat."""
    runs = [facts.after[index] for index in verdict.introduced[:MOST_HITS]]
    return tuple(
        observe.Hit(
            file=facts.files[run.file],
            start_line=run.start_line,
            end_line=run.end_line,
            tokens=run.length,
            distinct=run.distinct,
        )
        for run in runs
    )


@dataclass(frozen=True, slots=True)
class Stamp:
    """What every line of one event has in common."""

    ts_ms: int
    session: str | None
    mode: str
    tool: str
    elapsed_ms: int
    carried: Callable[[str], str]  # the tier that the host can carry out


def probe_lines(
    judged: Judged, knobs: Knobs, heard: AbstractSet[tuple[str, str]], stamp: Stamp
) -> list[observe.Record]:
    """The lines of one file: `probe`, and `budget` or `zone` where there is something to tell."""
    told: dict[str, Any] = {"ts_ms": stamp.ts_ms, "session_id": stamp.session, "mode": stamp.mode, "file": judged.path}
    facts, verdict = judged.facts, judged.verdict
    if facts is None or verdict is None:
        return [observe.Probe(**told, tool=stamp.tool, replay=judged.outlook.silent, elapsed_ms=stamp.elapsed_ms)]
    silent = suppressed(judged, heard)
    lines: list[observe.Record] = [
        observe.Probe(
            **told,
            **_emitted(verdict.fired, "probe", silent, stamp.carried),
            tool=stamp.tool,
            degraded=verdict.degraded,
            reason=verdict.reason,
            matches=len(verdict.introduced),
            preexisting=verdict.preexisting,
            grown=verdict.grown,
            self_matches=facts.self_runs,
            hits=hits(facts, verdict),
            skills=facts.skills,
            elapsed_ms=stamp.elapsed_ms,
        )
    ]
    if verdict.breach:
        lines.append(
            observe.Budget(
                **told,
                **_emitted(verdict.fired, "budget", silent, stamp.carried),
                tool=stamp.tool,
                before_lines=facts.before_lines,
                resulting_lines=facts.after_lines,
                cap=knobs.file_lines_fail,
                shrinking=verdict.shrinking,
            )
        )
    if verdict.zone_permille is not None:
        lines.append(
            observe.Zone(
                **told,
                **_emitted(verdict.fired, "zone", silent, stamp.carried),
                resulting_lines=facts.after_lines,
                soft=soft_line(knobs),
                hard=knobs.file_lines_fail,
                zone_permille=verdict.zone_permille,
                zone_tier=UNSET if verdict.zone_tier is None else verdict.zone_tier,
            )
        )
    return lines


def with_counts(line: observe.Record, counts: Mapping[str, Counts | None]) -> observe.Record:
    """A line with the pairs that were counted for its file."""
    found = counts.get(line.file) if isinstance(line, observe.Probe) else None
    return msgspec.structs.replace(line, near_miss=found.near_miss, docdup=found.docdup) if found else line


def changed(judged: Judged) -> observe.Changed:
    """One file of a `shell_write` line."""
    facts, verdict = judged.facts, judged.verdict
    if facts is None or verdict is None:
        raise ValueError(judged.path)
    return observe.Changed(
        file=judged.path,
        before_lines=facts.before_lines,
        resulting_lines=facts.after_lines,
        matches=len(verdict.introduced),
        hits=hits(facts, verdict),
    )


def _emitted(
    fired: Sequence[Fired], event: str, silent: AbstractSet[str], carried: Callable[[str], str]
) -> dict[str, Any]:
    """What the host was told by the rules of one line, and whether a warning was kept back."""
    own = [each for each in fired if each.event == event]
    tier = decision(own, silent)
    kept_back = any(each.tier == WARN and each.rule in silent for each in own)
    return {"emitted": carried(tier) if rank(tier) else None, "suppressed": kept_back and not rank(tier)}
