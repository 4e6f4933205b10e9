"""Which conditions of `check` do not hold, where, and what change would clear each?"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from rubout.gate.against import FILE
from rubout.gate.ratchet import CLONE, FILE_LINES
from rubout.judge.ratchet import DISCRETE_ADDED, RATCHET_OVER
from rubout.judge.score import size_line
from rubout.report.record import ID_DIGITS, Finding, Level, Note, Rule, Span, counted, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.score import Axis, Verdict
    from rubout.gate.against import Held
    from rubout.gate.ratchet_rows import Failed

FAMILY = "score"
ACCEPT = 'rubout baseline --accept "REASON"'


class FailedRow(msgspec.Struct, frozen=True, kw_only=True):
    """What does not hold; `clear` says what would make it hold, `accept` how to let it stand on purpose.

    A row of the ratchet has a place, the likeliest one, its metric or kind, and its key or digest; `others` are the
    other copies. The conditions of the whole tree have none of that.
    """

    condition: str  # "ratchet_over", "discrete_added", "floor" or "dedup_budget"
    value: int
    allowed: int
    clear: str
    id: str
    path: str | None = None
    start_line: int | None = None
    end_line: int | None = None
    metric: str | None = None
    key: str | None = None
    others: tuple[Span, ...] = ()
    accept: str | None = None  # a command


def failed_rows(verdict: Verdict, held: Held | None) -> Iterator[FailedRow]:
    """The rows of each condition, in the order of the conditions."""
    if verdict.degraded:
        return
    if held:
        ids = numbered(f"{FAMILY}:ratchet", (_digest(row) for row in held.failed))
        line = size_line(verdict.knobs.soft_line, verdict.knobs)
        yield from (_ratchet_row(row, row_id, held, line) for row, row_id in zip(held.failed, ids, strict=True))
    yield from _tree_rows(verdict)


def failed_notes(rows: Sequence[FailedRow], against: str) -> Iterator[Note]:
    """A note for each condition that does not hold; the rows of the ratchet, held `against` that, are findings."""
    over, added = (sum(row.condition == name for row in rows) for name in (RATCHET_OVER, DISCRETE_ADDED))
    if over:
        what = f"{counted(over, 'value')} grew past what {against} allows"
        yield Note(RATCHET_OVER, Level.ERROR, what)
    if added:
        what = f"{counted(added, 'finding')} that {against} does not know"
        yield Note(DISCRETE_ADDED, Level.ERROR, what)
    for row in rows:
        if row.condition in _SAID:
            what = _SAID[row.condition].format(row.value, row.allowed)
            yield Note(row.condition, Level.ERROR, f"{what}: {row.clear}")


def failed_findings(rows: Iterable[FailedRow]) -> Iterator[Finding]:
    """The rows that have a place."""
    for row in rows:
        if row.path is not None and row.start_line is not None and row.end_line is not None:
            yield Finding(
                rule=row.condition,
                level=Level.ERROR,
                place=Span(row.path, row.start_line, row.end_line),
                message=f"{grown(row)}: {row.clear}" + (f", or `{row.accept}`" if row.accept else ""),
                id=row.id,
                related=row.others,
                weight=(row.value - row.allowed) * (row.end_line - row.start_line + 1),
            )


def failed_rules() -> tuple[Rule, ...]:
    """The rules of the ratchet."""
    accept = f"What is meant to grow is accepted with `{ACCEPT}`, for everybody to read."
    return (
        Rule(
            id=RATCHET_OVER,
            short="A file or a function grew past its ceiling.",
            full="The baseline holds how long each file and how complex each function was; a little growth is "
            "tolerated, and never adds up. What is new may reach the fail line.",
            help=f"Cut it back to what is allowed. {accept}",
        ),
        Rule(
            id=DISCRETE_ADDED,
            short="A copy or a dead file came that the baseline does not know.",
            full="Findings are known by their content and by the units they stand in, never by their lines, so moving "
            "and renaming code adds none.",
            help=f"Keep one copy and call it; refer to the file or take it out. {accept}",
        ),
    )


def _digest(row: Failed) -> str:
    """Names the row by what it is about, the same from run to run."""
    words = f"{row.name}\0{row.key}".encode("utf-8", "surrogateescape")
    return hashlib.sha256(words).hexdigest()[:ID_DIGITS]


def _ratchet_row(row: Failed, row_id: str, held: Held, split_line: int) -> FailedRow:
    first, *others = row.spots
    return FailedRow(
        condition=row.condition,
        value=row.value,
        allowed=row.allowed,
        clear=_change(row, split_line),
        id=row_id,
        path=first.path,
        start_line=first.start_line,
        end_line=first.end_line,
        metric=row.name,
        key=row.key,
        others=tuple(Span(spot.path, spot.start_line, spot.end_line) for spot in others),
        accept=ACCEPT if held.against.base == FILE else None,  # no revision can be told to accept anything
    )


def _change(row: Failed, split_line: int) -> str:
    if row.condition == RATCHET_OVER and row.name == FILE_LINES:
        priced = " (`rubout split` prices where)" if row.value > split_line else ""
        return f"take {counted(row.surplus, 'line')} out{priced}"
    if row.condition == RATCHET_OVER:
        return f"bring its cognitive complexity down to {row.allowed}"
    if row.name == CLONE:
        stays = "the one that stays" if row.surplus == len(row.spots) - 1 else "one of those that stay"
        return f"take {counted(row.surplus, 'copy', 'copies')} out and call {stays}"
    return "refer to it from what is alive, or take it out"


def grown(row: FailedRow) -> str:
    """What there is, and what was allowed."""
    if row.condition == DISCRETE_ADDED:
        nouns = ("extra copy", "extra copies") if row.metric == CLONE else ("dead file", "dead files")
        return f"{counted(row.value, *nouns)} of this content, {row.allowed} known"
    what = "lines" if row.metric == FILE_LINES else "cognitive complexity"
    return f"{what} {row.value}, allowed {row.allowed}"


def _tree_rows(verdict: Verdict) -> Iterator[FailedRow]:
    """The conditions that the tree as a whole does not meet."""
    knobs = verdict.knobs
    if "floor" in verdict.failed:
        score, floor = verdict.score or 0, knobs.fail_under or 0
        heavy = sorted((axis for axis in verdict.axes if axis.weight * axis.charge), key=_heaviest_axis)
        names = ", ".join(axis.name for axis in heavy)
        clear = f"raise the score by {floor - score}, heaviest axis first ({names}), or lower --fail-under on purpose"
        yield FailedRow(condition="floor", value=score, allowed=floor, clear=clear, id=f"{FAMILY}:floor")
    if "dedup_budget" in verdict.failed:
        budget, excess = knobs.budget or 0, verdict.excess
        over = counted(excess - budget, "extra copy", "extra copies")
        clear = f"merge {over} (`rubout clones` lists them), or set [clones] budget = {excess} on purpose"
        row_id = f"{FAMILY}:dedup_budget"
        yield FailedRow(condition="dedup_budget", value=excess, allowed=budget, clear=clear, id=row_id)


def _heaviest_axis(axis: Axis) -> tuple[int, int]:
    return -axis.weight * axis.charge, axis.axis


_SAID = {
    "floor": "score {} is under the floor of {}",
    "dedup_budget": "{} extra copies are over the budget of {}",
}
