"""How did an axis, or a condition, of the score come about?"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.judge.score import hard_line, size_line
from rubout.report.explain_curve import curve, weight
from rubout.report.explain_ratchet import explain_ratchet
from rubout.report.failed import FailedRow
from rubout.report.record import counted, printable
from rubout.report.score import AxisRow, classes_of, unjudged
from rubout.report.score_text import decimal, said_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.score import ScoreReport
    from rubout.report.score_worst import Place, Worst

_FAILED = {
    "floor": "score {} < fail-under {}: fails; holds at >= {}",
    "dedup_budget": "excess = members - 1, summed over the clone classes = {} > budget {}: fails; holds at <= {}",
}


def explain_score(report: ScoreReport, row: AxisRow | FailedRow) -> Iterator[str]:
    """An axis from its mass to the score; a condition with its numbers."""
    if isinstance(row, FailedRow) and row.path is not None:
        yield from explain_ratchet(report, row)
        return
    if isinstance(row, FailedRow):
        yield f"{row.id}  {_FAILED[row.condition].format(row.value, row.allowed, row.allowed)}"
        yield f"to clear it: {row.clear}"
        return
    yield f"{row.id}  mass {weight(row.mass)}, opportunity {row.opportunity}, charge {row.charge}, weight {row.weight}"
    yield from _mass(report, row)
    yield from _charge(report, row)
    yield from _fold(report)


def _mass(report: ScoreReport, row: AxisRow) -> Iterator[str]:
    knobs, counts = report.knobs, report.counts
    if row.name == "size":
        yield f"mass = p(lines), summed over {counts.files} files = {weight(row.mass)}"
        yield from (f"  {line}" for line in _curve(report))
    elif row.name == "complexity":
        yield f"mass = functions with a cognitive complexity > {knobs.coc_ceil} = {row.mass}"
    elif row.name == "deadcode":
        least = f"<= {knobs.dead_indeg_ceil} references"
        yield f"mass = files that no entry leads to, with {least}, and that may fail a check = {row.mass}"
    elif row.name == "churn":
        share = f"rewrote * {knobs.rewrite_den} >= (rewrote + appended) * {knobs.rewrite_num}"
        yield f"mass = files with new lines in the last {report.days} days and {share} = {row.mass}"
    elif row.name == "cycle":
        yield f"mass = files in a cycle of imports, that may fail a check = {row.mass}"
    else:
        yield f"mass = files - 1, summed over {classes_of(row.name, counts)} over several files = {row.mass}"
    found = next((found for found in report.worst if found.axis == row.axis), None)
    if found is not None:
        yield from (f"  {_place(found, place)}, adds {weight(place.weight)}" for place in found.shown)
        if found.places > len(found.shown):
            yield f"  and {found.places - len(found.shown)} more"


def _place(found: Worst, place: Place) -> str:
    said = counted(place.value, "line") if found.name == "size" else said_of(found, place)
    name = f" [{printable(place.subject)}]" if place.subject else ""
    return f"{printable(place.path)}:{place.start_line}{name}  {said}"


def _curve(report: ScoreReport) -> Iterator[str]:
    knobs = report.knobs
    return curve(size_line(report.soft_line, knobs), hard_line(knobs), knobs.size_penalty_max, report.law)


def _charge(report: ScoreReport, row: AxisRow) -> Iterator[str]:
    if report.law == "mass":
        yield f"charge = floor(mass) = {row.charge}"
    elif row.mass == 0 or row.opportunity == 0:
        yield f"charge = {row.charge}: no mass, or nothing that could have had it"
    else:
        yield "charge = floor(scale * mass / (mass + opportunity))"
        mass = Fraction(row.mass)
        read, exact = (str(mass), "") if mass.denominator == 1 else (decimal(mass, 2), ", of the exact mass")
        share = f"{read} / ({read} + {row.opportunity})"
        yield f"       = floor({report.score_scale} * {share}) = {row.charge}{exact}"


def _fold(report: ScoreReport) -> Iterator[str]:
    dial = report.knobs.viol_cost
    charged = " + ".join(f"{row.weight} * {row.charge}" for row in report.axes)
    weights = sum(row.weight for row in report.axes)
    dense = report.law == "density"
    rule, divided = ("(10 * sum(weight))", f"(10 * {weights})") if dense else ("sum(weight)", str(weights))
    yield f"score = max(0, scale - floor(sum(weight * charge) * viol_cost / {rule}))"
    yield f"      = max(0, {report.score_scale} - floor(({charged}) * {dial} / {divided})) = {report.score}"
    missing = ", ".join(unjudged(report.axes))
    yield f"summed over {', '.join(row.name for row in report.axes)}" + (f"; not judged: {missing}" if missing else "")
