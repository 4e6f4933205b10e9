"""Why is a long file worth cutting, or not? Benefit and cost of its best seam, with the numbers put in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.split import Advice
from rubout.judge.split import weight_of
from rubout.report.explain_curve import curve, weight
from rubout.report.split import ratio
from rubout.report.split_text import gained
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.split import SplitReport, SplitRow


def explain_split(report: SplitReport, row: SplitRow) -> Iterator[str]:
    """The curve, the weight of the whole and of both halves, the four legs of the cost, and what follows."""
    knobs, total, front = report.knobs, row.end_line, row.seam_line
    yield f"{row.id}  {place_of(row)}"
    if front is None:
        yield "no seam: fewer than two units that no other holds, nor two members of a type that holds all"
        return
    yield from curve(knobs.soft_line, knobs.hard_line, knobs.size_penalty_max, report.law)
    weights = (f"p({lines}) = {weight(weight_of(lines, knobs))}" for lines in (total, front, total - front))
    yield f"best seam after line {front}: {', '.join(weights)}"
    yield f"benefit = floor(1000 * (p({total}) - p({front}) - p({total - front}))), at least 0, = {row.benefit_milli}"
    legs = (
        (f"({row.mentions} + {row.shared})" if row.inside else row.mentions, knobs.ref_milli),
        (row.cuts, knobs.clone_milli),
        (row.cochange or 0, knobs.churn_milli),
    )
    named = "(mentions + shared)" if row.inside else "mentions"
    terms = f"{named} * ref_milli + cuts * clone_milli + cochange * churn_milli + phi_milli"
    numbers = " + ".join(f"{count} * {price}" for count, price in legs)
    yield f"cost = {terms} = {numbers} + {knobs.phi_milli} = {row.cost_milli}"
    sign = ">=" if row.advice is Advice.SPLIT else "<"
    found = (
        f"benefit {row.benefit_milli} {sign} cost {row.cost_milli}, ratio {ratio(row.benefit_milli, row.cost_milli)}"
    )
    yield f"{found}: {row.advice.value}; no other seam has a greater ratio"
    if row.score:
        yield f"{gained(row.score)} without --days"
