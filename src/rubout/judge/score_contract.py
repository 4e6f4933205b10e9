"""Do the facts and the knobs of `score` hold what their types cannot say?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.judge.bounds import below, broken, refuse_knobs, refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.score import Churned, CloneSpread, Facts, Knobs, Position

LAWS = ("density", "mass")
MOST_SOFT_LINE_K = 1024  # a fence on the size of the power


def check(facts: Facts, knobs: Knobs) -> None:
    """Refuse facts that no measurement gives, and knobs that no configuration may hold.

    Raises:
        ContractError: the first table and row, or the first knob, that is wrong.
    """
    refuse_knobs("score", check_knobs(knobs))
    refuse_rows("score", _tables(facts))
    if facts.sizes is None and (facts.clones is not None or facts.docdup is not None):
        raise broken("score", "sizes", "copies are weighed against the files, and there are none")
    if facts.skipped_self < 0:
        raise broken("score", "skipped_self", f"{facts.skipped_self} is negative")


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return list(_wrong_knobs(knobs))


def wrong_law(law: str) -> Iterator[tuple[str, str]]:
    """The knob of that name with what is wrong, where it is no law."""
    if law not in LAWS:
        yield "law", f"{law!r} is none of {', '.join(LAWS)}"


def _wrong_knobs(knobs: Knobs) -> Iterator[tuple[str, str]]:
    yield from wrong_law(knobs.law)
    if min(knobs.weights) < 0 or not any(knobs.weights):
        yield "weights", f"{list(knobs.weights)} holds a negative weight, or none at all"
    yield from below(_floors(knobs))
    if knobs.soft_line_k > MOST_SOFT_LINE_K:
        yield "soft_line_k", f"{knobs.soft_line_k} is above {MOST_SOFT_LINE_K}"
    if knobs.fail_under is not None and knobs.fail_under > knobs.score_scale:
        yield "fail_under", f"{knobs.fail_under} is above the scale of {knobs.score_scale}: no score could pass"


def _floors(knobs: Knobs) -> tuple[tuple[str, int | None, int], ...]:
    """The least value of each knob that is one number; one that is None is not set."""
    return (
        ("viol_cost", knobs.viol_cost, 1),
        ("score_scale", knobs.score_scale, 1),
        ("size_ceil", knobs.size_ceil, 1),
        ("hard_line", knobs.hard_line, 0),
        ("size_penalty_max", knobs.size_penalty_max, 1),
        ("soft_line_k", knobs.soft_line_k, 1),
        ("soft_line", knobs.soft_line, 1),
        ("coc_ceil", knobs.coc_ceil, 1),
        ("dead_indeg_ceil", knobs.dead_indeg_ceil, 0),
        ("rewrite_num", knobs.rewrite_num, 0),
        ("rewrite_den", knobs.rewrite_den, 1),
        ("min_distinct", knobs.min_distinct, 1),
        ("budget", knobs.budget, 0),
        ("fail_under", knobs.fail_under, 0),
    )


def _tables(facts: Facts) -> Iterator[tuple[str, Iterable[str | None]]]:
    """Of each table, what is wrong with each of its rows."""
    yield "sizes", map(_wrong_number, facts.sizes or ())
    yield "cognitive", map(_wrong_number, facts.cognitive or ())
    yield "clones", map(_wrong_spread, facts.clones or ())
    yield "docdup", map(_wrong_spread, facts.docdup or ())
    yield "positions", map(_wrong_position, facts.positions or ())
    yield "churn", map(_wrong_churn, facts.churn or ())
    yield "judged_loc", map(_wrong_number, facts.judged_loc)
    yield "judged_loc", (f"{a} is before {b}" if a > b else None for a, b in pairwise(facts.judged_loc))
    yield "excesses", (_wrong_class(distinct, members) for distinct, members in facts.excesses)


def _wrong_number(value: int) -> str | None:
    return f"{value} is negative" if value < 0 else None


def _wrong_spread(row: CloneSpread) -> str | None:
    if row.members <= 1:
        return f"{row.members} members are no class"
    return _wrong_ratio(row.num, row.den)


def _wrong_position(row: Position) -> str | None:
    if min(row.indegree, row.outdegree) < 0:
        return f"degrees {row.indegree} and {row.outdegree}: a negative one"
    return f"a component of {row.component_size} files" if row.component_size < 1 else None


def _wrong_churn(row: Churned) -> str | None:
    least = min(row.rewrote, row.appended)
    return f"{least} lines are negative" if least < 0 else None


def _wrong_class(distinct: int, members: int) -> str | None:
    if distinct >= 1 and members > 1:
        return None
    return f"{distinct} distinct tokens in {members} members are no class"


def _wrong_ratio(num: int, den: int) -> str | None:
    return None if 0 <= num <= den and den else f"{num}/{den} is no likeness from 0 to 1"
