"""Why does a pair of `join` have its code? Its conditions with their numbers, and the table up to the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.join import EXPORTED, Code, Kind, Reason
from rubout.judge.join import TABLE
from rubout.report.join_rows import UnitPairRow
from rubout.report.join_text import NOT_MEASURED, legs, unit_legs, unit_of
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.join import Knobs
    from rubout.judge.join import Row
    from rubout.report.join import JoinReport
    from rubout.report.join_rows import GraphRow, PairRow, SimRow


class _Side(NamedTuple):
    """A file that the graph placed."""

    name: str
    place: GraphRow
    flags: int


def explain_join(report: JoinReport, row: PairRow | UnitPairRow) -> Iterator[str]:
    """The legs, and for files what follows from them."""
    knobs = report.knobs
    if isinstance(row, UnitPairRow):
        yield f"{row.id}  {unit_of(row.a)} <-> {unit_of(row.b)}"
        yield from unit_legs(row)
        yield f"{_said(Reason.SIM_OVER, held=_is_over(row.sim, knobs))}: {_likeness(row.sim, knobs)}"
        yield f"no code: {row.caveat}"
        return
    yield f"{row.id}  {place_of(row.a)} <-> {place_of(row.b)}"
    yield from legs(row, knobs.cochange_floor)
    for reason, numbers in _conditions(row, knobs):
        yield f"{_said(reason, held=bool(row.reasons & reason))}: {numbers}"
    held = [str(reason.value) for reason in Reason if row.reasons & reason]
    yield f"reasons = {' + '.join(held)} = {row.reasons}" if held else "reasons = 0"
    yield from _matched(Reason(row.reasons), row.code)


def _said(reason: Reason, *, held: bool) -> str:
    return f"{'yes' if held else 'no '}  {reason.value} {str(reason.name).lower()}"


def _conditions(row: PairRow, knobs: Knobs) -> Iterator[tuple[Reason, str]]:
    yield Reason.SIM_OVER, _likeness(row.sim, knobs)
    yield from _placed(row, knobs)
    together = f"fewer than {knobs.cochange_floor}" if row.cochange is None else str(row.cochange)
    if row.churn_a is None or row.churn_b is None:
        yield Reason.COCHANGE_HOT, NOT_MEASURED
        yield Reason.REWRITE_HOT, NOT_MEASURED
        return
    yield Reason.COCHANGE_HOT, f"commits in common >= cochange_floor: {together}, {knobs.cochange_floor}"
    rewrote = row.churn_a.rewrote + row.churn_b.rewrote
    added = rewrote + row.churn_a.appended + row.churn_b.appended
    numbers = f"{rewrote} * {knobs.rewrite_den} >= {knobs.rewrite_num} * {added}"
    yield Reason.REWRITE_HOT, f"rewritten {rewrote} of {added} added lines, at least one: {numbers}"


def _placed(row: PairRow, knobs: Knobs) -> Iterator[tuple[Reason, str]]:
    if row.graph_a is None or row.graph_b is None or row.flags_a is None or row.flags_b is None:
        lost = [name for name, place in (("a", row.graph_a), ("b", row.graph_b)) if place is None]
        yield Reason.GRAPH_BOTH, f"the graph did not place {' and '.join(lost)}"
        for reason in (Reason.BOTH_REF, Reason.SCC_DISTINCT, Reason.DEAD_FLANK, Reason.PUBLIC_GUARD):
            yield reason, f"takes {str(Reason.GRAPH_BOTH.name).lower()}"
        return
    a, b = sides = _Side("a", row.graph_a, row.flags_a), _Side("b", row.graph_b, row.flags_b)
    mask = knobs.entry_mask
    yield Reason.GRAPH_BOTH, "the graph placed both"
    yield Reason.BOTH_REF, f"references to a >= 1 and to b >= 1: {a.place.indeg}, {b.place.indeg}"
    yield Reason.SCC_DISTINCT, f"components of a and of b differ: {a.place.scc}, {b.place.scc}"
    found = (
        f"{side.name} {side.place.indeg}, {side.place.reach}, {side.flags} & {mask} = {side.flags & mask}"
        for side in sides
    )
    zeros = "references, reach and flags & entry_mask of one are 0, and the other is referenced"
    yield Reason.DEAD_FLANK, f"{zeros}: {'; '.join(found)}"
    dead = next((side for side in sides if _is_dead(side, mask)), None) if row.reasons & Reason.DEAD_FLANK else None
    yield Reason.PUBLIC_GUARD, f"flags & {EXPORTED} of that one: {_exported(dead)}"


def _is_dead(side: _Side, mask: int) -> bool:
    return side.place.indeg == 0 and side.place.reach == 0 and side.flags & mask == 0


def _exported(dead: _Side | None) -> str:
    return "there is none" if dead is None else f"{dead.flags} & {EXPORTED} = {dead.flags & EXPORTED} of {dead.name}"


def _floor(sim: SimRow, knobs: Knobs) -> tuple[int, int]:
    """The share that is alike enough, as numerator and denominator."""
    is_doc = sim.kind == Kind.DOCDUP
    return (knobs.dup_num, knobs.dup_den) if is_doc else (knobs.clone_num, knobs.clone_den)


def _is_over(sim: SimRow, knobs: Knobs) -> bool:
    num, den = _floor(sim, knobs)
    return sim.num * den >= num * sim.den


def _likeness(sim: SimRow, knobs: Knobs) -> str:
    num, den = _floor(sim, knobs)
    products = f"{sim.num} * {den} = {sim.num * den}, {num} * {sim.den} = {num * sim.den}"
    return f"{sim.num} / {sim.den} >= {num} / {den}: {products}"


def _matched(reasons: Reason, code: int) -> Iterator[str]:
    for row in TABLE:
        missing, barred = _names(row.needs & ~reasons), _names(row.bars & reasons)
        why = [f"lacks {missing}"] if missing else []
        why += [f"barred by {barred}"] if barred else []
        yield f"{_code(row)}: {', '.join(why) or f'the first that fits, with {_names(row.needs)}'}"
        if not why:
            return
    yield f"code {code} {Code(code).name.lower()}: no row of the table fits"


def _code(row: Row) -> str:
    return f"code {row.code.value} {row.code.name.lower()}"


def _names(reasons: Reason) -> str:
    return ", ".join(str(reason.name).lower() for reason in Reason if reason in reasons)
