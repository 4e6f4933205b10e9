"""The report of `split`: a row a long file, with the cut that is worth most and what lies on both sides of it."""

from __future__ import annotations

from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from rubout.facts.split import Advice, Knobs
from rubout.measure.sources.universe import in_scope
from rubout.measure.split_names import bare_name, is_function
from rubout.measure.units import ANONYMOUS
from rubout.report.churn import skipped_notes
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import ID_DIGITS, Finding, Level, Note, Report, Rule, Span, counted, envelope, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.split import Cochange, Cut, Mention, Priced, Shared, Verdict
    from rubout.facts.split import Span as Clone
    from rubout.gate.outcome import Outcome
    from rubout.gate.split import Priced as Found
    from rubout.gate.split import Seamed
    from rubout.judge.split_gain import Gain
    from rubout.measure.edit_units import Placed
    from rubout.measure.split import Seams

    Row = TypeVar("Row", Mention, Clone, Cochange, Shared, Cut)

FAMILY = "split"


class UnitRow(msgspec.Struct, frozen=True, gc=False):
    """A unit that no other holds, by its bare name."""

    name: str
    start_line: int
    end_line: int


class TieRow(msgspec.Struct, frozen=True, gc=False):
    """Two units on different sides of a cut, each by its bare name and its first line."""

    a: str
    a_line: int
    b: str
    b_line: int


class SharedRow(TieRow, frozen=True, gc=False):
    """Members that use a `name` of their type: the last one in front of the cut, and the first one behind."""

    name: str


class LinesRow(msgspec.Struct, frozen=True, gc=False):
    """Lines of the file that are copied, or a copy."""

    start_line: int
    end_line: int


class SeveredRow(msgspec.Struct, frozen=True):
    """What lies on both sides of a cut: `a` that says the name of `b`, copied lines, units changed in one commit.

    `shared` are the names of a type that both sides use.
    """

    mentions: tuple[TieRow, ...]
    clones: tuple[LinesRow, ...]
    cochange: tuple[TieRow, ...]
    shared: tuple[SharedRow, ...]


class CutRow(msgspec.Struct, frozen=True, gc=False):
    """A further cut, of what the first one leaves."""

    after_line: int
    unit: str
    benefit_milli: int
    cost_milli: int


class GainRow(msgspec.Struct, frozen=True, gc=False):
    """What two axes cost before and after the cut, and what the score gains in thousandths of a point.

    `spread` classes of copies have members on both sides, and would stand in one more file. It is the score of
    `rubout check` without days, folded from so many `axes`.
    """

    size: tuple[int, int]
    clone: tuple[int, int]
    spread: int
    points_milli: int
    axes: int


class SplitRow(Span, frozen=True, kw_only=True):
    """A long file; `seam_line` is where its best seam lies, whatever the advice.

    `inside` is the type between whose members it lies.
    `cochange` is null without a history. `after_line` and all that follows from a cut are null, or empty, unless the
    advice is to split.
    """

    id: str
    advice: Advice
    after_line: int | None
    unit: str | None
    benefit_milli: int
    cost_milli: int
    mentions: int
    cuts: int
    cochange: int | None
    shared: int
    inside: UnitRow | None
    seam_line: int | None
    before: UnitRow | None
    behind: UnitRow | None
    severed: SeveredRow | None
    plan: tuple[CutRow, ...]
    score: GainRow | None
    parse_errors: int


class SplitCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Of the rows; `permitted` of the whole project."""

    files: int
    split: int
    cohesive: int
    no_seam: int
    permitted: int


class SplitReport(Report, frozen=True, kw_only=True):
    """`rows` by path; `days` is null where there is no history."""

    knobs: Knobs
    counts: SplitCounts
    rows: tuple[SplitRow, ...]
    soft_line: int
    law: str
    days: int | None


def report(outcome: Outcome) -> SplitReport:
    """The report of one run; a scope keeps the rows below it."""
    found: Found = outcome.options["found"]
    verdict: Verdict = outcome.verdict
    rows = split_rows(found, outcome.survey.scope)
    advised = [row.advice for row in rows]
    return SplitReport(
        **envelope(outcome, (*split_notes(found), *survey_notes(outcome.survey))),
        counts=SplitCounts(
            files=len(rows),
            split=advised.count(Advice.SPLIT),
            cohesive=advised.count(Advice.COHESIVE),
            no_seam=advised.count(Advice.NO_SEAM),
            permitted=found.permitted,
        ),
        rows=rows,
        soft_line=verdict.knobs.soft_line,
        law=verdict.knobs.law,
        days=None if found.changes.missing else found.changes.days,
    )


def findings(report: SplitReport) -> Iterator[Finding]:
    """One a file that is worth cutting, in the order of the rows."""
    for row in report.rows:
        if row.advice is Advice.SPLIT:
            yield Finding(
                rule=FAMILY,
                level=Level.NOTE,
                place=Span(row.path, row.start_line, row.end_line),
                message=headline(row),
                id=row.id,
                subject=row.path,
                weight=row.benefit_milli,
            )


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="A long file comes apart at a line.",
            full="Cutting it there takes more off the size axis than the mentions, copies and common changes weigh "
            "that would lie on both sides.",
            help="It is advice; no gate fails on it. The prices are in `[split]` of rubout.toml. A comment "
            "`rubout:allow(split) -- reason` anywhere in the file takes it out.",
        ),
    )


def headline(row: SplitRow) -> str:
    """Where to cut and what it recovers and severs; why not, of a file that is better left whole."""
    if row.advice is Advice.NO_SEAM:
        return "no seam"
    if row.advice is Advice.COHESIVE:
        return f"cohesive, best seam recovers {row.benefit_milli} against {row.cost_milli}"
    own = [counted(row.shared, "shared name")] if row.inside else []
    severed = (
        counted(row.mentions, "mention"),
        *own,
        counted(row.cuts, "clone cut"),
        "co-changes unknown" if row.cochange is None else counted(row.cochange, "co-change"),
    )
    within = f"{row.inside.name} " if row.inside else ""
    return (
        f"cut {within}after line {row.after_line} ({row.unit}), ratio {ratio(row.benefit_milli, row.cost_milli)}, "
        f"recover {row.benefit_milli} against cost {row.cost_milli} ({', '.join(severed)})"
    )


def ratio(benefit: int, cost: int) -> str:
    """Benefit over cost, to a tenth, rounded down."""
    tenths = 10 * benefit // cost
    return f"{tenths // 10}.{tenths % 10}x"


def split_rows(found: Found, scope: str) -> tuple[SplitRow, ...]:
    """The rows of the files below a scope, by path; none of a degraded verdict."""
    tables = _Tables.of(found)
    ids = numbered(FAMILY, (sha256(file.path.encode()).hexdigest()[:ID_DIGITS] for file in found.files))
    rows = zip(found.files, ids, found.verdict.rows, strict=False)
    return tuple(_row(file, row_id, row, tables) for file, row_id, row in rows if in_scope(file.path, scope))


def split_notes(found: Found) -> Iterator[Note]:
    """Why files were not priced, or not by their history, or past another line than that of the score."""
    yield from verdict_notes(degraded=found.verdict.degraded, reason=found.verdict.reason)
    if found.changes.missing:
        what = f"changes made together were not looked at, and cost nothing: {found.changes.missing}"
        yield Note("no-history", Level.WARNING, what)
    yield from skipped_notes(found.changes.skipped)
    taken, drawn = found.verdict.knobs.soft_line, found.drawn_line
    if drawn not in (None, taken):
        what = (
            f"no baseline holds a soft line, so files past {taken} lines are priced, and `rubout check` weighs those "
            f"past {drawn}, drawn from this tree: `rubout baseline` freezes one for both"
        )
        yield Note("soft-line", Level.NOTE, what)


class _Tables(NamedTuple):
    """What is known besides the verdict's rows, by file."""

    totals: Sequence[int]
    mentions: Mapping[int, Sequence[Mention]]
    clones: Mapping[int, Sequence[Clone]]
    cochange: Mapping[int, Sequence[Cochange]]
    shared: Mapping[int, Sequence[Shared]]
    plan: Mapping[int, Sequence[Cut]]
    gains: Mapping[int, Gain]
    axes: int
    missing: str

    @classmethod
    def of(cls, found: Found) -> _Tables:
        """Every table grouped once."""
        facts = found.facts
        return cls(
            [file.total for file in facts.files],
            _by_file(facts.mentions),
            _by_file(facts.clones),
            _by_file(facts.cochange),
            _by_file(facts.shared),
            _by_file(found.verdict.plan),
            found.gains,
            len(found.axes),
            found.changes.missing,
        )


def _by_file(rows: Iterable[Row]) -> dict[int, list[Row]]:
    return {file: list(own) for file, own in groupby(rows, attrgetter("file"))}


def _row(file: Seamed, row_id: str, row: Priced, tables: _Tables) -> SplitRow:
    cut = row.seam if row.advice is Advice.SPLIT else None
    gain, units = tables.gains.get(row.file), file.seams.units
    inside = None if row.seam is None else file.seams.within(row.seam)
    return SplitRow(
        path=file.path,
        start_line=1,
        end_line=tables.totals[row.file],
        id=row_id,
        advice=row.advice,
        after_line=None if cut is None else units[cut].end_line,
        unit=None if cut is None else _name(file.seams.seen(cut, cut + 1)),
        benefit_milli=row.benefit_milli,
        cost_milli=row.cost_milli,
        mentions=row.mentions,
        cuts=row.cuts,
        cochange=None if tables.missing else row.cochange,
        shared=row.shared,
        inside=None if inside is None else _unit(inside),
        seam_line=None if row.seam is None else units[row.seam].end_line,
        before=None if cut is None else _unit(file.seams.seen(cut, cut + 1)),
        behind=None if cut is None else _unit(file.seams.seen(cut + 1, cut)),
        severed=None if cut is None else _severed(file.seams, cut, row.file, tables),
        plan=tuple(_cut(cut, file.seams) for cut in tables.plan.get(row.file, ())),
        score=None if gain is None else GainRow(gain[:2], gain[2:4], *gain[4:], tables.axes),
        parse_errors=file.parse_errors,
    )


def _unit(unit: Placed) -> UnitRow:
    return UnitRow(_name(unit), unit.start_line, unit.end_line)


def _name(unit: Placed) -> str:
    """A function's bare name, a heading as it stands; by its line where it has none."""
    name = bare_name(unit.key) if is_function(unit.key) else unit.key
    return f"line {unit.start_line}" if name in ("", ANONYMOUS) else name


def _cut(cut: Cut, seams: Seams) -> CutRow:
    unit = seams.seen(cut.seam, cut.seam + 1)
    return CutRow(unit.end_line, _name(unit), cut.benefit_milli, cut.cost_milli)


def _severed(seams: Seams, seam: int, file: int, tables: _Tables) -> SeveredRow:
    """The rows that the judge counted at a seam."""
    end = seams.units[seam].end_line
    return SeveredRow(
        mentions=tuple(
            TieRow(*_ends(seams, row.i, row.j))
            for row in tables.mentions.get(file, ())
            if min(row.i, row.j) <= seam < max(row.i, row.j)
        ),
        clones=tuple(LinesRow(row.start, row.end) for row in tables.clones.get(file, ()) if row.start <= end < row.end),
        cochange=tuple(
            TieRow(*_ends(seams, row.a, row.b)) for row in tables.cochange.get(file, ()) if row.a <= seam < row.b
        ),
        shared=tuple(
            SharedRow(*_ends(seams, row.a, row.b), row.name)
            for row in tables.shared.get(file, ())
            if row.a <= seam < row.b
        ),
    )


def _ends(seams: Seams, a: int, b: int) -> tuple[str, int, str, int]:
    one, other = seams.seen(a, b), seams.seen(b, a)
    return _name(one), one.start_line, _name(other), other.start_line
