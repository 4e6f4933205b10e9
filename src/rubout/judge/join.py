"""Is a pair of alike files worth merging, can one of them go, or is the same work done in both?

Formula   sim_over      num / den >= dup_num / dup_den for documentation, else >= clone_num / clone_den
          graph_both    both files have a position; without that the next four do not hold
          both_ref      both are referenced
          scc_distinct  they lie in different components of references
          dead_flank    one has no reference, no entry leads to it and it is none, while the other is referenced
          public_guard  that one is exported
          cochange_hot  they changed together in `cochange_floor` commits or more; unknown is not hot
          rewrite_hot   rewritten lines of both / added lines of both >= rewrite_num / rewrite_den, of at least one line
Table     the first row whose conditions all hold, and of whose bars none does, gives the code
Limits    on a line it holds
Fails     when degraded, and for nothing else: no code ever fails a gate
Degraded  the graph is, or there are more files or rows than the caps: every code is 0
Source    docs/methodology/join.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.join import EXPORTED, Code, Facts, Judged, Kind, Knobs, Leg, Lines, Reason, Verdict
from rubout.judge.bounds import refuse_knobs
from rubout.judge.join_contract import check, check_knobs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.facts.join import Position, Sim

__all__ = ["TABLE", "Facts", "Knobs", "Row", "Verdict", "check_knobs", "judge", "judge_by"]


class Row(NamedTuple):
    """A code, what it takes, and what bars it."""

    code: Code
    needs: Reason
    bars: Reason = Reason(0)


TABLE = (
    Row(Code.MERGE_CANDIDATE, Reason.SIM_OVER | Reason.GRAPH_BOTH | Reason.BOTH_REF | Reason.SCC_DISTINCT),
    Row(Code.DELETE_CANDIDATE, Reason.SIM_OVER | Reason.GRAPH_BOTH | Reason.DEAD_FLANK, Reason.PUBLIC_GUARD),
    Row(Code.CHURN_HOTSPOT, Reason.SIM_OVER | Reason.GRAPH_BOTH | Reason.COCHANGE_HOT | Reason.REWRITE_HOT),
)


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge the pairs.

    Raises:
        ContractError: as `join_contract.check`, or a knob out of bounds. Facts over a cap are not looked at.
    """
    return judge_by(TABLE, facts, knobs)


def judge_by(table: Sequence[Row], facts: Facts, knobs: Knobs) -> Verdict:
    """Judge by another table; raises as `judge`."""
    refuse_knobs("join", check_knobs(knobs))
    rows = len(facts.sim) + len(facts.pos or ()) + len(facts.churn or ()) + len(facts.cochange)
    if len(facts.files) > knobs.node_cap or rows > knobs.row_cap:
        return _verdict((), knobs, "join_too_large")
    check(facts)
    legs = _Legs(facts, knobs)
    judged = tuple(legs.judged(sim, table) for sim in facts.sim)
    return _verdict(judged, knobs, facts.graph_reason)


def _verdict(rows: tuple[Judged, ...], knobs: Knobs, reason: str | None) -> Verdict:
    codes = [row.code for row in rows]
    return Verdict(
        rows=rows,
        counts=(codes.count(0), codes.count(1), codes.count(2), codes.count(3)),
        fail=reason is not None,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


class _Legs:
    """The rows of the legs by file, or by pair of files."""

    def __init__(self, facts: Facts, knobs: Knobs) -> None:
        self._knobs = knobs
        placed = () if facts.graph_reason is not None else facts.pos or ()
        self._positions: Mapping[int, Position] = {row.node: row for row in placed}
        self._lines: Mapping[int, Lines] = {row.file: row for row in facts.churn or ()}
        self._together = {(row.u, row.v): row.count for row in facts.cochange}
        self._churn = facts.churn is not None

    def judged(self, sim: Sim, table: Sequence[Row]) -> Judged:
        """The code of a pair, and what it rests on."""
        a, b = self._positions.get(sim.u), self._positions.get(sim.v)
        reasons = Reason.SIM_OVER if self._is_over(sim) else Reason(0)
        legs = Leg.SIMILARITY
        if a is not None and b is not None:
            legs |= Leg.GRAPH
            for reason in self._placed(a, b):
                reasons |= reason
        if self._churn:
            legs |= Leg.CHURN
            for reason in self._moving(sim):
                reasons |= reason
        return Judged(_first(table, reasons), int(reasons), int(legs))

    def _is_over(self, sim: Sim) -> bool:
        knobs = self._knobs
        is_doc = sim.kind == Kind.DOCDUP
        num, den = (knobs.dup_num, knobs.dup_den) if is_doc else (knobs.clone_num, knobs.clone_den)
        return sim.num * den >= sim.den * num

    def _placed(self, a: Position, b: Position) -> Iterator[Reason]:
        yield Reason.GRAPH_BOTH
        if a.indeg >= 1 and b.indeg >= 1:
            yield Reason.BOTH_REF
        if a.scc != b.scc:
            yield Reason.SCC_DISTINCT
        for one, other in ((a, b), (b, a)):
            if self._is_dead(one) and other.indeg >= 1:
                yield Reason.DEAD_FLANK
                if one.flags & EXPORTED:
                    yield Reason.PUBLIC_GUARD

    def _is_dead(self, row: Position) -> bool:
        return row.indeg == 0 and row.reach == 0 and row.flags & self._knobs.entry_mask == 0

    def _moving(self, sim: Sim) -> Iterator[Reason]:
        knobs = self._knobs
        if self._together.get((sim.u, sim.v), 0) >= knobs.cochange_floor:
            yield Reason.COCHANGE_HOT
        sides = [self._lines.get(file, Lines(file, 0, 0)) for file in (sim.u, sim.v)]
        rewrote = sum(side.rewrote for side in sides)
        total = rewrote + sum(side.appended for side in sides)
        if total > 0 and rewrote * knobs.rewrite_den >= total * knobs.rewrite_num:
            yield Reason.REWRITE_HOT


def _first(table: Sequence[Row], reasons: Reason) -> Code:
    fits = (row.code for row in table if row.needs in reasons and not row.bars & reasons)
    return next(fits, Code.REPORT_ONLY)
