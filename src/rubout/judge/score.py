"""How healthy is the repository, as one number from 0 to the scale?

Formula   density: charge = floor(scale * v / (v + n)), score = scale - sum(w * charge * cost) // (10 * W)
          mass: charge = floor(v), score = scale - sum(w * charge * cost) // W, never below 0
          over the judged axes only; v is an axis' violation mass, n its opportunity, W the sum of the weights
Fails     floor: score < fail_under; dedup_budget: excess > budget; on either line it holds
Unjudged  an axis whose table is None; the score, when no judged axis has weight
Degraded  nothing judged, a degraded graph, or more than `MOST_FILES` or `MOST_ROWS`: no score, no axes, and it fails
Source    docs/methodology/score.md
Order     of the rows of a table does not matter
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.facts.score import Axis, Facts, Knobs, Verdict
from rubout.judge.curve import size_penalty, soft_line
from rubout.judge.score_contract import check, check_knobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from rubout.facts.score import Churned, CloneSpread, Position

    Row = TypeVar("Row")

__all__ = [
    "AXES",
    "CYCLE_FLOOR",
    "HARD_LINE",
    "Facts",
    "Knobs",
    "Verdict",
    "charge_of",
    "check_knobs",
    "divisor",
    "file_penalty",
    "hard_line",
    "is_copied",
    "is_dead",
    "is_rewritten",
    "judge",
    "size_line",
]

AXES = ("size", "complexity", "clone", "docdup", "deadcode", "churn", "cycle")
NEUTRAL_COST = 10  # the dial's denominator under the density law
HARD_LINE = 750  # where a project has none: Sonar's limit of a file, S104
CLONE_RATIO = (85, 100)
DOCDUP_RATIO = (80, 100)
CYCLE_FLOOR = 2  # files in a component that is a cycle
MOST_FILES = 131_072
MOST_ROWS = 524_288


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Fold the axes.

    Raises:
        ContractError: a row that no measurement gives, or a knob out of bounds.
    """
    check(facts, knobs)
    if _rows(facts) > MOST_ROWS or len(facts.sizes or ()) > MOST_FILES:
        return _degraded("verdict_too_large", Knobs())
    if facts.graph_reason is not None:
        return _degraded(facts.graph_reason, knobs)
    soft = knobs.soft_line or soft_line(facts.judged_loc, knobs.soft_line_k)
    axes = tuple(_axes(facts, knobs, size_line(soft, knobs)))
    divided = divisor((axis.weight for axis in axes), knobs)
    if not divided:
        return _degraded("nothing_judged", knobs)
    cost = sum(axis.weight * axis.charge for axis in axes) * knobs.viol_cost
    score = max(0, knobs.score_scale - cost // divided)
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


def size_line(soft: int | None, knobs: Knobs) -> int:
    """The length past which a file weighs: the soft line, or the warn line of a tree that has none."""
    return soft or knobs.size_ceil


def hard_line(knobs: Knobs) -> int:
    """The length at which a file weighs `size_penalty_max`."""
    return knobs.hard_line or HARD_LINE


def file_penalty(lines: int, line: int, knobs: Knobs) -> Fraction:
    """What a file of `lines` adds to the mass of the size axis, past `line`."""
    return size_penalty(lines, line, hard_line(knobs), knobs.size_penalty_max, straight=knobs.law == "density")


def is_dead(row: Position, knobs: Knobs) -> bool:
    """Whether a file is on the axis of dead code."""
    return not row.reached and row.indegree <= knobs.dead_indeg_ceil


def is_rewritten(row: Churned, knobs: Knobs) -> bool:
    """Whether a file is on the axis of churn: of its new lines enough rewrite what stood there."""
    added = row.rewrote + row.appended
    return added > 0 and row.rewrote * knobs.rewrite_den >= added * knobs.rewrite_num


def is_copied(row: CloneSpread) -> bool:
    """Whether the members of a class are alike enough to be on the axis of copies."""
    return _reaches(row, CLONE_RATIO)


def charge_of(mass: Fraction, opportunity: int, knobs: Knobs) -> int:
    """What an axis costs before its weight."""
    if knobs.law == "mass":
        return mass // 1
    if opportunity <= 0 or mass <= 0:
        return 0
    return knobs.score_scale * mass // (mass + opportunity)


def divisor(weights: Iterable[int], knobs: Knobs) -> int:
    """What the weighted and dialled charges are divided by, given the weights of the judged axes."""
    return sum(weights) * (NEUTRAL_COST if knobs.law == "density" else 1)


def _rows(facts: Facts) -> int:
    """The rows of all tables together."""
    measured = (facts.sizes, facts.cognitive, facts.clones, facts.docdup, facts.positions, facts.churn)
    return sum(len(table or ()) for table in measured) + len(facts.judged_loc) + len(facts.excesses)


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


def _axes(facts: Facts, knobs: Knobs, line: int) -> Iterator[Axis]:
    judged = (
        _size(facts, knobs, line),
        _counted(facts.cognitive, lambda value: value > knobs.coc_ceil),
        _clone(facts),
        _docdup(facts),
        _counted(facts.positions, lambda row: is_dead(row, knobs)),
        _counted(facts.churn, lambda row: is_rewritten(row, knobs)),
        _cycle(facts),
    )
    for number, (name, found, weight) in enumerate(zip(AXES, judged, knobs.weights, strict=True)):
        if found is not None:
            mass, opportunity = Fraction(found[0]), found[1]
            whole = mass.numerator if mass.denominator == 1 else str(mass)
            yield Axis(number, name, whole, opportunity, charge_of(mass, opportunity, knobs), weight)


def _size(facts: Facts, knobs: Knobs, line: int) -> tuple[Fraction, int] | None:
    if facts.sizes is None:
        return None
    penalties = (file_penalty(lines, line, knobs) for lines in facts.sizes if lines > line)
    return sum(penalties, Fraction(0)), len(facts.sizes)


def _counted(rows: Sequence[Row] | None, violates: Callable[[Row], bool]) -> tuple[int, int] | None:
    """How many rows violate, of how many; None of a table that was not measured."""
    return None if rows is None else (sum(map(violates, rows)), len(rows))


def _clone(facts: Facts) -> tuple[int, int] | None:
    if facts.clones is None:
        return None
    return _extra(row for row in facts.clones if is_copied(row)), len(facts.sizes or ())


def _docdup(facts: Facts) -> tuple[int, int] | None:
    if facts.docdup is None:
        return None
    copied = (row for row in facts.docdup if row.verbatim or _reaches(row, DOCDUP_RATIO))
    return _extra(copied), len(facts.sizes or ())


def _extra(rows: Iterable[CloneSpread]) -> int:
    return sum(row.members - 1 for row in rows)


def _reaches(row: CloneSpread, ratio: tuple[int, int]) -> bool:
    return row.num * ratio[1] >= row.den * ratio[0]


def _cycle(facts: Facts) -> tuple[int, int] | None:
    code = None if facts.positions is None else [row for row in facts.positions if not row.document]
    return _counted(code, lambda row: row.component_size >= CYCLE_FLOOR)
