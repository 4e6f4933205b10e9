"""Which rules does a pending write break, and how strongly may they object?

Formula   introduced: gain(run) >= min_tokens, and one of its lines is novel; grown: 0 < gain < min_tokens
          breach: hard > 0 and lines > hard; shrinking: a breach of a file that was over the line and does not grow
          without a mode these warn at most: copies with fresh(run) < strong_tokens throughout, a breach of a file that
          was over the line already or that no grammar reads
          learned: a rule that reviews have learned, when accepted history speaks for it, acts as a configured mode says
          zone: (lines - soft) * 1000 // (hard - soft); below `zone_low` observe, up to `zone_high` warn, above ask
          tier: the strongest of the rules that fired; after a shell command at most warn
Leaves out  runs under `min_tokens` or with fewer than `min_distinct` different tokens
Fails     when the tier is deny
Degraded  duplicates that were not measured, or more than `RUN_CAP` runs: lengths alone are judged, and the verdict
          fails; whoever asks lets the write through
Source    docs/methodology/guard.md
Order     of the runs decides the numbers in `introduced` and nothing else
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.guard import Facts, Fired, Knobs, Run, Verdict
from rubout.judge import reasons
from rubout.judge.gains import gains
from rubout.judge.guard_contract import check, check_knobs
from rubout.judge.tiers import ASK, OBSERVE, WARN, Mode, at_most, rank, resolved, strongest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

__all__ = [
    "RULES",
    "RUN_CAP",
    "Facts",
    "Fired",
    "Knobs",
    "Rule",
    "Verdict",
    "check_knobs",
    "decision",
    "guard_mode",
    "judge",
    "soft_line",
    "spoken",
    "words",
]

RUN_CAP = 1 << 19
NOT_MEASURED = "duplicates were not measured"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by name, and the line of the feed that it stands on."""

    name: str
    event: str = "probe"


DUPLICATE, BUDGET, SKILL, ZONE, SELF, GROWN, NEAR_MISS, DOCDUP = RULES = (
    Rule("duplicate_write"),
    Rule("hard_budget", "budget"),
    Rule("learned_skill"),
    Rule("zone", "zone"),
    Rule("self_duplicate"),
    Rule("grown_clone"),
    Rule("near_miss_write"),
    Rule("docdup_write"),
)


@dataclass(frozen=True, slots=True)
class _Copies:
    introduced: tuple[int, ...] = ()
    preexisting: int = 0
    grown: int = 0


@dataclass(frozen=True, slots=True)
class _Size:
    breach: bool = False
    shrinking: bool = False
    permille: int | None = None
    zone_tier: str | None = None


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge what a write makes of one file.

    Raises:
        ContractError: as `guard_contract.check`.
    """
    check(facts, knobs)
    reason = _why_unjudged(facts)
    copies = _Copies() if reason else _copies(facts, knobs)
    size = _Size() if facts.notebook else _size(facts, knobs)
    mode = guard_mode(knobs)
    fired = tuple(_as_event(facts.event, _fired(facts, knobs, mode, copies, size)))
    tier = strongest(each.tier for each in fired)
    return Verdict(
        introduced=copies.introduced,
        preexisting=copies.preexisting,
        grown=copies.grown,
        breach=size.breach,
        shrinking=size.shrinking,
        zone_permille=size.permille,
        zone_tier=size.zone_tier,
        fired=fired,
        tier=tier,
        mode=mode.text,
        fail=reason is not None or tier == "deny",
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


def decision(fired: Iterable[Fired], suppressed: Collection[str] = ()) -> str:
    """The tier to answer with: the strongest that fired and still has to be said.

    Args:
        fired: as in the verdict.
        suppressed: rules whose warning the session has heard; a rule that asks or refuses is never silent.
    """
    return strongest(each.tier for each in spoken(fired, suppressed))


def words(fired: Iterable[Fired], suppressed: Collection[str] = ()) -> str:
    """What the rules say together, in their order; "" when `decision` is to observe."""
    return " ".join(each.reason for each in spoken(fired, suppressed))


def spoken(fired: Iterable[Fired], suppressed: Collection[str] = ()) -> list[Fired]:
    """The rules that are heard: those above observe, but no warning a second time."""
    return [
        each for each in fired if rank(each.tier) > rank(WARN) or (each.tier == WARN and each.rule not in suppressed)
    ]


def guard_mode(knobs: Knobs) -> Mode:
    """The tier of the promoted rules, as the feed and the health line have it, too."""
    return resolved(knobs.mode, knobs.promoted_default, knobs.error)


def soft_line(knobs: Knobs) -> int:
    """Where the graded zone begins."""
    return knobs.file_lines_warn if knobs.soft_line is None else knobs.soft_line


def _why_unjudged(facts: Facts) -> str | None:
    if not facts.duplicates:
        return facts.reason or NOT_MEASURED
    runs = len(facts.before) + len(facts.after)
    return f"{runs} runs in one write, over the cap of {RUN_CAP}" if runs > RUN_CAP else None


def _copies(facts: Facts, knobs: Knobs) -> _Copies:
    judged = [index for index, run in enumerate(facts.after) if _is_judged(run, knobs)]
    gained = gains([run for run in facts.before if _is_judged(run, knobs)], [facts.after[index] for index in judged])
    places = sorted(
        _longest_first(facts, index)
        for index, gain in zip(judged, gained, strict=True)
        if gain >= knobs.min_tokens and _touches(facts.after[index], facts.novel)
    )
    grown = sum(0 < gain < knobs.min_tokens for gain in gained)
    found = [place[-1] for place in places]
    return _Copies(_apart(facts.after, found), preexisting=len(judged) - len(found) - grown, grown=grown)


def _apart(runs: Sequence[Run], longest_first: Sequence[int]) -> tuple[int, ...]:
    """Without those whose lines lie, on both sides, within those of a longer one: that is the same copy, shifted."""
    kept: dict[int, list[int]] = {}
    for index in longest_first:
        beside = kept.setdefault(runs[index].file, [])
        if not any(_holds(runs[other], runs[index]) for other in beside):
            beside.append(index)
    apart = {index for beside in kept.values() for index in beside}
    return tuple(index for index in longest_first if index in apart)


def _holds(outer: Run, inner: Run) -> bool:
    return (
        outer.own_start <= inner.own_start
        and inner.own_end <= outer.own_end
        and outer.start_line <= inner.start_line
        and inner.end_line <= outer.end_line
    )


def _is_judged(run: Run, knobs: Knobs) -> bool:
    return run.length >= knobs.min_tokens and run.distinct >= knobs.min_distinct


def _touches(run: Run, novel: Sequence[int]) -> bool:
    index = bisect_left(novel, run.own_start)
    return index < len(novel) and novel[index] <= run.own_end


def _longest_first(facts: Facts, index: int) -> tuple[int, int, int, str, int, int]:
    """The length, where a run stands in the written file, then in the other, and its index."""
    run = facts.after[index]
    return -run.length, run.own_start, run.own_end, facts.files[run.file], run.start, index


def _size(facts: Facts, knobs: Knobs) -> _Size:
    hard, lines = knobs.file_lines_fail, facts.after_lines
    if hard and lines > hard:
        return _Size(breach=True, shrinking=hard < facts.before_lines >= lines)
    soft = soft_line(knobs)
    if not hard or lines <= soft:
        return _Size()
    permille = (lines - soft) * 1000 // (hard - soft)
    armed = knobs.zone_tiers and knobs.error is None
    return _Size(permille=permille, zone_tier=_zone_tier(permille, knobs) if armed else None)


def _zone_tier(permille: int, knobs: Knobs) -> str:
    if permille < knobs.zone_low:
        return OBSERVE
    return WARN if permille <= knobs.zone_high else ASK


def _fired(facts: Facts, knobs: Knobs, mode: Mode, copies: _Copies, size: _Size) -> Iterator[Fired]:
    """The rules that fired, each with the tier it has before a write."""
    hard = knobs.file_lines_fail
    if copies.introduced:
        runs = [facts.after[index] for index in copies.introduced]
        yield _firing(
            DUPLICATE, _promoted(knobs, mode, strong=_is_strong(runs, knobs)), reasons.duplicate_write(facts, runs)
        )
    if size.breach and not size.shrinking:
        tier = _promoted(knobs, mode, strong=_crosses(facts, hard))
        yield _firing(BUDGET, tier, reasons.hard_budget(facts, hard))
    yield from _learned(facts, knobs, mode)
    if size.permille is not None:
        told = reasons.zone(facts, size.permille, soft_line(knobs), hard)
        yield _firing(ZONE, size.zone_tier or OBSERVE, told)
    yield from _counted(
        facts,
        (SELF, facts.self_runs, "stretches that it repeats itself"),
        (GROWN, copies.grown, "clones that grew"),
        (NEAR_MISS, facts.near_miss, "near-misses"),
        (DOCDUP, facts.docdup, "paragraphs that stand elsewhere"),
    )


def _learned(facts: Facts, knobs: Knobs, mode: Mode) -> Iterator[Fired]:
    """Learned rejections: those with a history behind them do what a configured mode says, the others observe."""
    if facts.proven and knobs.mode is not None:
        yield _firing(SKILL, mode.tier, reasons.learned_skill(facts))
    else:
        yield from _counted(facts, (SKILL, facts.skills, "learned rejections match"))


def _promoted(knobs: Knobs, mode: Mode, *, strong: bool) -> str:
    """The tier of a promoted rule; without a mode only what the record behind the rule is about does more than warn."""
    return mode.tier if strong or knobs.mode is not None else at_most(mode.tier, WARN)


def _is_strong(introduced: Iterable[Run], knobs: Knobs) -> bool:
    return any(run.fresh >= knobs.strong_tokens for run in introduced)


def _crosses(facts: Facts, hard: int) -> bool:
    """Whether this write makes a file of code too long."""
    return facts.parsed and facts.before_lines <= hard


def _counted(facts: Facts, *rules: tuple[Rule, int, str]) -> Iterator[Fired]:
    """Rules without a record of their own, which only observe."""
    for rule, number, what in rules:
        if number:
            yield _firing(rule, OBSERVE, reasons.count(facts, number, what))


def _firing(rule: Rule, tier: str, reason: str) -> Fired:
    return Fired(rule.name, tier, reason, rule.event)


def _as_event(event: str, fired: Iterable[Fired]) -> Iterator[Fired]:
    """After a shell command the write has happened: a rule warns at most, and all stand on one line of the feed."""
    for each in fired:
        yield each if event == "probe" else Fired(each.rule, at_most(each.tier, WARN), each.reason, event)
