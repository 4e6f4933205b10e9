"""Do the facts of `guard` hold what their types cannot say, and are its knobs within their bounds?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.judge.bounds import below
from rubout.judge.tiers import TIERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.guard import Facts, Knobs, Run

EVENTS = ("probe", "shell_write")


def check(facts: Facts, knobs: Knobs) -> None:
    """Refuse what no measurement gives.

    Raises:
        ContractError: an unknown event; a negative count; the file among the others; a reason beside complete facts;
            more proven skills than match; a run outside its bounds; novel lines that do not ascend within the text; a
            knob out of bounds.
    """
    for where, wrong in _wrong(facts):
        raise ContractError(wrong, where=f"guard {where}", fix="measure the write again")
    for name, wrong in check_knobs(knobs):
        raise ContractError(wrong, where=f"guard knobs.{name}", fix="keep the knobs within their bounds")


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong; a mode that is no tier is no fault, it observes."""
    return list(_wrong_knobs(knobs))


def _wrong_knobs(knobs: Knobs) -> Iterator[tuple[str, str]]:
    bounds = (
        ("file_lines_warn", knobs.file_lines_warn, 1),
        ("file_lines_fail", knobs.file_lines_fail, 0),
        ("soft_line", knobs.soft_line, 1),
        ("zone_low", knobs.zone_low, 1),
        ("min_tokens", knobs.min_tokens, 1),
        ("min_distinct", knobs.min_distinct, 0),
        ("strong_tokens", knobs.strong_tokens, 0),
    )
    yield from below(bounds)
    if knobs.zone_high < knobs.zone_low:
        yield "zone_high", f"{knobs.zone_high} is below zone_low = {knobs.zone_low}"
    if knobs.promoted_default not in TIERS:
        yield "promoted_default", f"{knobs.promoted_default!r} is none of {', '.join(TIERS)}"


def _wrong(facts: Facts) -> Iterator[tuple[str, str]]:
    """Where something is wrong, and what."""
    if facts.event not in EVENTS:
        yield "event", f"{facts.event!r} is none of {', '.join(EVENTS)}"
    for name, value in _counts(facts):
        if value < 0:
            yield name, f"{value} is negative"
    if facts.path in facts.files:
        yield f"files[{facts.files.index(facts.path)}]", f"{facts.path!r} is the written file itself"
    if len(facts.proven) > facts.skills:
        yield "proven", f"{len(facts.proven)} of {facts.skills} skills that match"
    if facts.duplicates and facts.reason is not None:
        yield "reason", f"{facts.reason!r} beside complete facts"
    yield from _wrong_runs("before", facts.before, len(facts.files))
    yield from _wrong_runs("after", facts.after, len(facts.files))
    yield from _wrong_lines(facts.novel, facts.after_lines)


def _counts(facts: Facts) -> Iterator[tuple[str, int]]:
    yield "before_lines", facts.before_lines
    yield "after_lines", facts.after_lines
    yield "self_runs", facts.self_runs
    yield "near_miss", facts.near_miss
    yield "docdup", facts.docdup
    yield "skills", facts.skills


def _wrong_runs(table: str, runs: Sequence[Run], files: int) -> Iterator[tuple[str, str]]:
    for index, run in enumerate(runs):
        wrong = _wrong_with(run, files)
        if wrong:
            yield f"{table}[{index}]", wrong


def _wrong_with(run: Run, files: int) -> str | None:
    if not 0 <= run.file < files:
        return f"file {run.file} is not one of {files}"
    if run.start < 0:
        return f"token {run.start} is before the first"
    if not 1 <= run.distinct <= run.length:
        return f"{run.distinct} distinct of {run.length} tokens"
    if not 0 <= run.fresh <= run.length:
        return f"{run.fresh} fresh of {run.length} tokens"
    for start, end in ((run.start_line, run.end_line), (run.own_start, run.own_end)):
        if not 1 <= start <= end:
            return f"lines {start} to {end} are no range"
    return None


def _wrong_lines(novel: Sequence[int], lines: int) -> Iterator[tuple[str, str]]:
    for index, line in enumerate(novel):
        if not 1 <= line <= lines:
            yield f"novel[{index}]", f"line {line} is not one of {lines}"
    for index, (line, follower) in enumerate(pairwise(novel), start=1):
        if line >= follower:
            yield f"novel[{index}]", f"line {follower} does not ascend from {line}"
