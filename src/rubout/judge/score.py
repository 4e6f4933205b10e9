"""How healthy is the repository, as one number from 0 to the scale?

Formula   density: charge = floor(scale * v / (v + n)), score = scale - sum(w * charge * cost) // (10 * W)
          mass: charge = floor(v), score = scale - sum(w * charge * cost) // W, never below 0
          over the judged axes only; v is an axis' violation mass, n its opportunity, W the sum of the weights
Source    docs/methodology/score.md
Unjudged  an axis whose table is None; the score, when no judged axis has weight
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.facts.score import Axis, Facts, Knobs, Verdict
from rubout.judge.curve import size_penalty, soft_line

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Facts", "Knobs", "Verdict", "judge"]

AXES = ("size", "complexity", "clone", "docdup", "deadcode", "churn", "cycle")
NEUTRAL_COST = 10  # the dial's denominator under the density law
DEFAULT_HARD_LINE = 750
CLONE_RATIO = (85, 100)
DOCDUP_RATIO = (80, 100)
CYCLE_FLOOR = 2  # files in a component that is a cycle
MOST_FILES = 131_072
MOST_ROWS = 524_288
TABLES = ("sizes", "cognitive", "clones", "docdup", "positions", "churn")


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Fold the axes; order within a table does not matter.

    Raises:
        ContractError: a row that no measurement can give.
    """
    _check(facts)
    rows = sum(len(getattr(facts, table) or ()) for table in TABLES)
    if rows > MOST_ROWS or len(facts.sizes or ()) > MOST_FILES:
        return _degraded("verdict_too_large", Knobs())
    soft = knobs.soft_line or soft_line(facts.judged_loc, knobs.soft_line_k)
    axes = tuple(_axes(facts, knobs, soft or knobs.size_ceil))
    weight = sum(axis.weight for axis in axes)
    if not weight:
        return _degraded("nothing_judged", knobs)
    cost = sum(axis.weight * axis.charge for axis in axes) * knobs.viol_cost
    score = max(0, knobs.score_scale - cost // (weight * (NEUTRAL_COST if knobs.law == "density" else 1)))
    excess = sum(members - 1 for distinct, members in facts.excesses if distinct >= knobs.min_distinct)
    failed = tuple(_failed(score, excess, knobs))
    return Verdict(
        score=score,
        soft_line=soft,
        axes=axes,
        judged=tuple(axis.axis for axis in axes),
        excess=excess,
        failed=failed,
        fail=bool(failed),
        degraded=False,
        reason=None,
        knobs=knobs,
    )


def _degraded(reason: str, knobs: Knobs) -> Verdict:
    return Verdict(
        score=None,
        soft_line=None,
        axes=(),
        judged=(),
        excess=0,
        failed=("degraded",),
        fail=True,
        degraded=True,
        reason=reason,
        knobs=knobs,
    )


def _failed(score: int, excess: int, knobs: Knobs) -> Iterator[str]:
    if knobs.fail_under is not None and score < knobs.fail_under:
        yield "floor"
    if knobs.budget is not None and excess > knobs.budget:
        yield "dedup_budget"


def _axes(facts: Facts, knobs: Knobs, soft: int) -> Iterator[Axis]:
    masses = (
        _size(facts, knobs, soft),
        _complexity(facts, knobs),
        _clone(facts),
        _docdup(facts),
        _deadcode(facts, knobs),
        _churn(facts, knobs),
        _cycle(facts),
    )
    for number, (name, judged, weight) in enumerate(zip(AXES, masses, knobs.weights, strict=True)):
        if judged is not None:
            mass, opportunity = judged
            whole = mass.numerator if mass.denominator == 1 else f"{mass.numerator}/{mass.denominator}"
            yield Axis(number, name, whole, opportunity, charge(mass, opportunity, knobs), weight)


def charge(mass: Fraction, opportunity: int, knobs: Knobs) -> int:
    """What an axis costs before its weight."""
    if knobs.law == "mass":
        return mass.numerator // mass.denominator
    if opportunity <= 0 or mass <= 0:
        return 0
    share = knobs.score_scale * mass / (mass + opportunity)
    return share.numerator // share.denominator


def _size(facts: Facts, knobs: Knobs, soft: int) -> tuple[Fraction, int] | None:
    if facts.sizes is None:
        return None
    hard = knobs.hard_line if knobs.hard_line >= 1 else DEFAULT_HARD_LINE
    straight = knobs.law == "density"
    penalties = (
        size_penalty(lines, soft, hard, knobs.size_penalty_max, straight=straight)
        for lines in facts.sizes
        if lines > soft
    )
    return sum(penalties, Fraction(0)), len(facts.sizes)


def _complexity(facts: Facts, knobs: Knobs) -> tuple[Fraction, int] | None:
    if facts.cognitive is None:
        return None
    return Fraction(sum(value > knobs.coc_ceil for value in facts.cognitive)), len(facts.cognitive)


def _clone(facts: Facts) -> tuple[Fraction, int] | None:
    if facts.clones is None or facts.sizes is None:
        return None
    num, den = CLONE_RATIO
    extra = (row.members - 1 for row in facts.clones if row.num * den >= row.den * num)
    return Fraction(sum(extra)), len(facts.sizes)


def _docdup(facts: Facts) -> tuple[Fraction, int] | None:
    if facts.docdup is None or facts.sizes is None:
        return None
    num, den = DOCDUP_RATIO
    return Fraction(sum(row.verbatim or row.num * den >= row.den * num for row in facts.docdup)), len(facts.sizes)


def _deadcode(facts: Facts, knobs: Knobs) -> tuple[Fraction, int] | None:
    if facts.positions is None:
        return None
    dead = sum(not row.reached and row.indegree <= knobs.dead_indeg_ceil for row in facts.positions)
    return Fraction(dead), len(facts.positions)


def _churn(facts: Facts, knobs: Knobs) -> tuple[Fraction, int] | None:
    if facts.churn is None:
        return None
    heavy = (
        row.rewrote + row.appended > 0
        and row.rewrote * knobs.rewrite_den >= (row.rewrote + row.appended) * knobs.rewrite_num
        for row in facts.churn
    )
    return Fraction(sum(heavy)), len(facts.churn)


def _cycle(facts: Facts) -> tuple[Fraction, int] | None:
    if facts.positions is None:
        return None
    code = [row for row in facts.positions if not row.document]
    return Fraction(sum(row.component_size >= CYCLE_FLOOR for row in code)), len(code)


def _check(facts: Facts) -> None:
    for table in ("sizes", "cognitive", "judged_loc"):
        for number, value in enumerate(getattr(facts, table) or ()):
            _require(value >= 0, table, number, f"{value} is negative")
    for number, row in enumerate(facts.clones or ()):
        _require(row.members > 1, "clones", number, f"{row.members} members, at least 2")
        _require(row.den > 0 and row.num >= 0, "clones", number, f"{row.num}/{row.den} is no ratio")
    for number, pair in enumerate(facts.docdup or ()):
        _require(0 <= pair.a < pair.b, "docdup", number, f"[{pair.a}, {pair.b}] is no ascending pair")
        _require(pair.den > 0 and pair.num >= 0, "docdup", number, f"{pair.num}/{pair.den} is no ratio")
    for number, place in enumerate(facts.positions or ()):
        least = min(place.indegree, place.outdegree, place.component_size - 1)
        _require(least >= 0, "positions", number, "a negative field, or a component of no file")
    for number, change in enumerate(facts.churn or ()):
        _require(min(change.rewrote, change.appended) >= 0, "churn", number, "a negative field")
    for number, (distinct, members) in enumerate(facts.excesses):
        _require(distinct > 0 and members > 1, "excesses", number, "no class has so few tokens or members")


def _require(holds: bool, table: str, number: int, what: str) -> None:  # noqa: FBT001
    if not holds:
        raise ContractError(what, where=f"{table}[{number}]", fix="measure again; these facts are damaged")
