"""What did remembering save? The report of `review report`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from rubout.report.record import counted
from rubout.report.review_text import microjoules
from rubout.report.text import as_text
from rubout.review.energy import Saving, all_savings
from rubout.review.records import Review, SignedTier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from rubout.review.envelope import Verified
    from rubout.review.spending import Metered

BOUND = "an upper bound of class estimator: the model might not have been asked, or the checks might have refused"


class SavingRow(msgspec.Struct, frozen=True, kw_only=True):
    """One skill; microjoules, those that are no whole number as `numerator/denominator`."""

    skill: str
    paid: str
    hits: int
    overridden: int
    avoided_max: int
    wasted: int
    net: str


class SavingsReport(msgspec.Struct, frozen=True, kw_only=True):
    """`runs` counts the stored reviews of each tier.

    `metered_uj` is what counters of this machine went up by in `metered_runs` runs that asked a model, other processes
    included; `unmetered` says why nothing can be measured here.
    """

    schema: str = "rubout.review-savings/1"
    energy_class: str = msgspec.field(default="estimator", name="class")
    bound: str = BOUND
    runs: dict[str, int]
    rows: tuple[SavingRow, ...]
    total: SavingRow
    metered_uj: int
    metered_runs: int
    unmetered: str | None


def savings_report(
    records: Iterable[Verified[Any]], found: Sequence[Saving], measured: Metered, unmetered: str | None
) -> SavingsReport:
    """The report of verified records, the savings in them, and what was measured."""
    tiers = [each.record.tier for each in records if isinstance(each.record, Review)]
    return SavingsReport(
        runs={tier.value: tiers.count(tier) for tier in SignedTier},
        rows=tuple(map(_row, found)),
        total=_row(all_savings(found)),
        metered_uj=measured.uj,
        metered_runs=measured.runs,
        unmetered=unmetered,
    )


def savings_text(report: SavingsReport, *, is_full: bool) -> str:
    """The report for people; `is_full` with a line for each skill."""
    return as_text(_lines(report, is_full=is_full))


def _lines(report: SavingsReport, *, is_full: bool) -> Iterator[str]:
    counts = ", ".join(f"{counted(number, 'review')} {tier}" for tier, number in report.runs.items())
    yield f"Stored: {counts}."
    yield ""
    for row in report.rows if is_full else ():
        yield f"{row.skill}"
        yield f"  {_told(row)}"
    yield f"All {counted(len(report.rows), 'skill')}: {_told(report.total)}"
    yield f"({report.bound})"
    if report.metered_runs:
        runs = counted(report.metered_runs, "run")
        yield f"Measured over {runs}, the whole machine: {microjoules(report.metered_uj)}."
    elif report.unmetered:
        yield f"Nothing was measured: {report.unmetered}."


def _told(row: SavingRow) -> str:
    hits = f"{counted(row.hits, 'hit')}, {row.overridden} overridden"
    spent = f"paid {_grouped(row.paid)}, wasted {row.wasted:,}, net {_grouped(row.net)} µJ"
    return f"{hits}; avoided at most {microjoules(row.avoided_max)}, {spent}"


def _grouped(exact: str) -> str:
    return "/".join(f"{int(part):,}" for part in exact.split("/"))


def _row(saving: Saving) -> SavingRow:
    return SavingRow(
        skill=saving.skill_id,
        paid=_exact(saving.paid),
        hits=saving.hits,
        overridden=saving.overridden,
        avoided_max=saving.avoided_max,
        wasted=saving.wasted,
        net=_exact(saving.net),
    )


def _exact(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
