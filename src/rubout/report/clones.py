"""The report of `clones`: classes of N places, the pairs behind them when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from rubout.errors import ExitCode
from rubout.facts.clones import Knobs
from rubout.measure.cells import cell_at
from rubout.report import record
from rubout.report.notes import parse_notes, survey_notes, verdict_notes
from rubout.report.record import (
    Finding,
    Level,
    Note,
    Report,
    Rule,
    Span,
    class_fields,
    class_finding,
    envelope,
    identified,
    unless_none,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.clones import Block, Facts, Member, Verdict
    from rubout.facts.survey import Survey
    from rubout.gate.outcome import Outcome

FAMILY = "clones"
_Place = TypeVar("_Place", bound=Span)


class MemberRow(Span, frozen=True):
    """One place of a class; members with the same `text` number are T1 to each other."""

    text: int
    cell: int | msgspec.UnsetType = msgspec.UNSET  # notebooks


class ClassRow(record.ClassRow, frozen=True):
    """`blocks` counts the pairs whose two sides are members, when pairs were asked for."""

    members: tuple[MemberRow, ...]
    tokens: int
    distinct: int
    type: str
    blocks: int | msgspec.UnsetType = msgspec.UNSET
    cell: int | msgspec.UnsetType = msgspec.UNSET


class SideRow(Span, frozen=True):
    """One side of a pair."""

    cell: int | msgspec.UnsetType = msgspec.UNSET


class PairRow(msgspec.Struct, frozen=True):
    """Two places that share a run."""

    a: SideRow
    b: SideRow
    tokens: int
    distinct: int
    type: str


class CloneCounts(msgspec.Struct, frozen=True, kw_only=True):
    """`files` have a grammar; the counts of pairs are there when pairs were asked for."""

    files: int
    classes: int
    excess: int
    blocks: int | msgspec.UnsetType = msgspec.UNSET
    t1: int | msgspec.UnsetType = msgspec.UNSET
    t2: int | msgspec.UnsetType = msgspec.UNSET
    pairs_suppressed: int | msgspec.UnsetType = msgspec.UNSET
    hot_chained: int
    stale_skipped: int = 0  # tokens are those of the bytes this run read, so none can be stale
    low_diversity_suppressed: int
    tokens: int
    masked_tokens: int
    permitted: int
    parse_errors: int


class CloneReport(Report, frozen=True, kw_only=True):
    """`rows` are the classes by what merging them would save."""

    knobs: Knobs
    counts: CloneCounts
    rows: tuple[ClassRow, ...]
    pairs: tuple[PairRow, ...] | msgspec.UnsetType = msgspec.UNSET
    advisory: tuple[PairRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> CloneReport:
    """The report of one run; `options["permitted"]` says how many places permits took out of the facts."""
    facts, verdict, survey = outcome.facts, outcome.verdict, outcome.survey
    places = _Places(facts, survey)
    return CloneReport(
        **envelope(outcome, _notes(outcome)),
        counts=_counts(facts, verdict, outcome.options.get("permitted", 0)),
        rows=tuple(_rows(verdict, places)),
        pairs=_pairs(verdict.pairs, places),
        advisory=_pairs(verdict.advisory, places),
    )


def findings(report: CloneReport) -> Iterator[Finding]:
    """One finding a class, in the same order; its copies but the first are the related places."""
    for row in report.rows:
        copies = places(row.members)
        yield class_finding(row, copies, _headline(row, len(copies)))


def headline(row: ClassRow) -> str:
    """A class in a line."""
    return _headline(row, len(places(row.members)))


def saving(row: ClassRow) -> int:
    """The tokens that are gone when the places of a class become one."""
    return (len(places(row.members)) - 1) * row.tokens


def _headline(row: ClassRow, copies: int) -> str:
    return f"{copies} copies, {row.tokens} tokens, {row.type}, merging saves {(copies - 1) * row.tokens}"


def places(members: Sequence[_Place]) -> list[_Place]:
    """The members as people count them: one that lies inside another of the class is the same place."""
    kept: list[_Place] = []
    for member in sorted(members, key=lambda member: (member.path, member.start_line, -member.end_line)):
        if not kept or kept[-1].path != member.path or kept[-1].end_line < member.end_line:
            kept.append(member)
    return kept if len(kept) > 1 else list(members)  # copies that share lines with each other


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="The same code stands in several places.",
            full="Stretches with the same tokens once names and constants are ignored. T1: the texts are equal too; "
            "T2: they differ in names or constants only.",
            help="Keep one copy and call it from the other places. `rubout explain ID` shows the numbers of a class. "
            "A comment `rubout:allow(clones) -- reason` in a copy, or right above it, takes that copy out.",
        ),
    )


class _Places:
    """Rows for places of the facts, whose files are numbers."""

    def __init__(self, facts: Facts, survey: Survey) -> None:
        self.paths = facts.files
        self.cells = {file.path: file.facts.cells for file in survey.files if file.facts.cells}

    def cell(self, path: str, line: int) -> int | msgspec.UnsetType:
        return unless_none(cell_at(self.cells[path], line) if path in self.cells else None)

    def members(self, members: Iterable[Member]) -> tuple[MemberRow, ...]:
        paths = self.paths
        rows = [MemberRow(paths[m.file], m.start_line, m.end_line, m.text) for m in members]
        if self.cells:
            rows = [self._with_cell(row) if row.path in self.cells else row for row in rows]
        return tuple(rows)

    def _with_cell(self, row: MemberRow) -> MemberRow:
        return MemberRow(row.path, row.start_line, row.end_line, row.text, self.cell(row.path, row.start_line))

    def side(self, file: int, start: int, end: int) -> SideRow:
        path = self.paths[file]
        return SideRow(path, start, end, self.cell(path, start))


def _rows(verdict: Verdict, places: _Places) -> Iterator[ClassRow]:
    for found, row_id in identified(FAMILY, verdict.classes):
        members = places.members(found.members)
        yield ClassRow(
            **class_fields(row_id, members, found.saves, found.digest),
            tokens=found.tokens,
            distinct=found.distinct,
            type=found.type,
            blocks=unless_none(found.blocks),
            cell=members[0].cell,
        )


def _pairs(blocks: Iterable[Block] | None, places: _Places) -> tuple[PairRow, ...] | msgspec.UnsetType:
    if blocks is None:
        return msgspec.UNSET
    return tuple(
        PairRow(
            a=places.side(block.a_file, block.a_start, block.a_end),
            b=places.side(block.b_file, block.b_start, block.b_end),
            tokens=block.tokens,
            distinct=block.distinct,
            type=_type(block),
        )
        for block in blocks
    )


def _type(block: Block) -> str:
    return "T1" if block.same_text else "T2"


def _counts(facts: Facts, verdict: Verdict, permitted: int) -> CloneCounts:
    pairs = verdict.pairs
    t1 = sum(block.same_text for block in pairs or ())
    return CloneCounts(
        files=len(facts.files),
        classes=len(verdict.classes),
        excess=verdict.excess,
        blocks=msgspec.UNSET if pairs is None else len(pairs),
        t1=msgspec.UNSET if pairs is None else t1,
        t2=msgspec.UNSET if pairs is None else len(pairs) - t1,
        pairs_suppressed=msgspec.UNSET if pairs is None else verdict.pairs_suppressed,
        hot_chained=facts.hot_chained,
        low_diversity_suppressed=verdict.low_diversity_suppressed,
        tokens=facts.tokens,
        masked_tokens=facts.masked_tokens,
        permitted=permitted,
        parse_errors=facts.parse_errors,
    )


def _notes(outcome: Outcome) -> Iterator[Note]:
    facts, verdict = outcome.facts, outcome.verdict
    knobs = verdict.knobs
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    promised = knobs.w + knobs.k - 1
    if knobs.min_tokens < promised:
        what = f"min_tokens {knobs.min_tokens} is below {promised}: copies that short are found by luck"
        yield Note("min-tokens", Level.NOTE, what)
    elif knobs.budget is not None and not verdict.degraded:
        failed = outcome.exit_code is ExitCode.FAILED
        yield from _budget_notes(verdict.excess, knobs.budget, Level.ERROR if failed else Level.WARNING)
    yield from parse_notes(facts.parse_errors, "copies")
    yield from survey_notes(outcome.survey)


def _budget_notes(excess: int, budget: int, over: Level) -> Iterator[Note]:
    if excess > budget:
        yield Note("budget", over, f"excess {excess} is over the budget of {budget}")
    elif excess < budget:
        what = f"excess {excess} is under the budget of {budget}: lower [clones] budget to {excess} to keep it"
        yield Note("budget", Level.NOTE, what)
