"""The report of `erase`: what may go, what may not and why, and what was no candidate."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.erase import CLASSES, REASONS, Knobs
from rubout.gate.erase_advice import Advice
from rubout.gate.erase_rows import PlanRow
from rubout.report.graph import graph_notes
from rubout.report.record import ID_DIGITS, Finding, Level, Report, Rule, Span, envelope, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.gate.erase import Planned
    from rubout.gate.erase_apply import Applied
    from rubout.gate.outcome import Outcome

FAMILY = "erase"

WHYS = {
    "eraseable": "every fact of the class holds",
    "language_unresolved": "something that stays, or a reference that nobody could resolve, may mean it",
    "not_full_segment": "the common words do not cover both texts",
    "bytes_differ": "the two are not the same bytes",
    "copy_not_dead": "the file of the copy is alive",
    "unit_not_covered": "the copy cuts a unit",
}
_SHORT = {
    "dead_file": "Nothing that stays leads to this file.",
    "verbatim_doc": "This text stands word for word elsewhere.",
    "t1_twin": "This file holds code that stands elsewhere, too.",
}


class EraseRow(PlanRow, frozen=True, kw_only=True):
    """A row of a plan, with an id."""

    id: str


class EraseCounts(msgspec.Struct, frozen=True, kw_only=True):
    """`candidates` were judged; `out_of_class` counts by name what was none."""

    candidates: int
    eraseable: int
    advisory: int
    out_of_class: dict[str, int]


class AppliedRow(msgspec.Struct, frozen=True):
    """What became of an apply: the commit it was made on, the files, why it was rolled back or "", what may go next."""

    head: str
    paths: tuple[str, ...]
    wrong: str
    further: tuple[PlanRow, ...]


class EraseReport(Report, frozen=True, kw_only=True):
    """`plan` names the rows: SHA-256 of their canonical JSON, ids left out.

    `advice` is there when it was asked for, `applied` after an apply.
    """

    knobs: Knobs
    counts: EraseCounts
    rows: tuple[EraseRow, ...]
    plan: str
    advice: tuple[Advice, ...] | msgspec.UnsetType = msgspec.UNSET
    applied: AppliedRow | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> EraseReport:
    """The report of one plan."""
    planned: Planned = outcome.options["planned"]
    plan = planned.plan
    eraseable = len(plan.eraseable)
    return EraseReport(
        **envelope(outcome, graph_notes(outcome)),
        counts=EraseCounts(
            candidates=plan.candidates,
            eraseable=eraseable,
            advisory=len(plan.rows) - eraseable,
            out_of_class=plan.out_of_class,
        ),
        rows=tuple(_rows(plan.rows)),
        plan=plan.digest,
        advice=planned.advice if outcome.options["advisory"] else msgspec.UNSET,
    )


def applied_report(report: Report, applied: Applied) -> Report:
    """The report of a plan that was carried out, or rolled back."""
    row = AppliedRow(applied.head, applied.paths, applied.wrong, applied.further)
    return msgspec.structs.replace(report, applied=row)


def findings(report: EraseReport) -> Iterator[Finding]:
    """One finding a row, in the same order; only what may be erased is more than a note."""
    level = Level.ERROR if report.fail else Level.WARNING
    for row in report.rows:
        yield Finding(
            rule=row.cls,
            level=level if row.eraseable else Level.NOTE,
            place=Span(row.path, row.start_line, row.end_line),
            message=headline(row),
            id=row.id,
            subject=row.path,
        )


def rules() -> tuple[Rule, ...]:
    """A rule a class."""
    return tuple(
        Rule(
            id=name,
            short=_SHORT[name],
            full=f"{_SHORT[name]} It may go when every fact of its class holds; else the first that fails is told.",
            help="`rubout erase` shows the diff, `rubout erase --apply` takes out what may go, and "
            "`rubout explain ID` shows the facts.",
        )
        for name in CLASSES
    )


def headline(row: PlanRow) -> str:
    """What a row says, in a line."""
    return f"{row.reason}: {WHYS[row.reason]} ({row.provenance})"


def _rows(rows: tuple[PlanRow, ...]) -> Iterator[EraseRow]:
    digests = (sha256(f"{row.cls}\0{row.path}\0{row.span}".encode()).hexdigest()[:ID_DIGITS] for row in rows)
    for row, row_id in zip(rows, numbered(FAMILY, digests), strict=True):
        yield EraseRow(id=row_id, **{name: getattr(row, name) for name in PlanRow.__struct_fields__})


if WHYS.keys() != set(REASONS):  # pragma: no cover - a slip of ours
    raise TypeError(WHYS.keys())
