"""The rows of `join`: two places, how they are alike, where their files stand, how these changed."""

from __future__ import annotations

from hashlib import sha256
from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.join import Code, Reason
from rubout.report.record import ID_DIGITS, Span, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.join import Facts, Judged, Verdict
    from rubout.gate.join import History, Joined
    from rubout.gate.join_pairs import Alike, Pair, Place, UnitPlace

FAMILY = "join"
CAVEAT = "references join files, so nothing is said of the references of a unit"


class SimRow(msgspec.Struct, frozen=True, gc=False):
    """`num` of `den` are alike; `kind` is 0 copied code, 1 nearly copied code, 2 repeated documentation."""

    kind: int
    num: int
    den: int


class GraphRow(msgspec.Struct, frozen=True, gc=False):
    """References in and out, the component and its files, whether an entry leads here, and where one reference is."""

    indeg: int
    outdeg: int
    scc: int
    scc_size: int
    reach: int
    seen_at: str | None


class ChurnRow(msgspec.Struct, frozen=True, gc=False):
    """Lines added in the window; `most_at` is `path:line` of the unit that was rewritten most, null when it is gone."""

    appended: int
    rewrote: int
    most_at: str | None


class PairRow(msgspec.Struct, frozen=True, kw_only=True):
    """Two files, each with the lines of what is most alike; `cochange` is null when it is below the floor."""

    id: str
    a: Span
    b: Span
    sim: SimRow
    blocks: int
    tokens: int
    graph_a: GraphRow | None
    graph_b: GraphRow | None
    flags_a: int | None
    flags_b: int | None
    churn_a: ChurnRow | None
    churn_b: ChurnRow | None
    cochange: int | None
    code: int
    verdict: str
    reasons: int
    reason_names: tuple[str, ...]
    legs_mask: int


class UnitSpan(Span, frozen=True):
    """A unit; the key is "" outside of all, and the lines are then those of what is alike."""

    key: str
    nth: int


class UnitChurn(msgspec.Struct, frozen=True, gc=False):
    """Lines added in the window."""

    appended: int
    rewrote: int


class UnitPairRow(msgspec.Struct, frozen=True, kw_only=True):
    """Two units; `graph` is null, and `caveat` says why."""

    id: str
    a: UnitSpan
    b: UnitSpan
    sim: SimRow
    tokens: int
    churn_a: UnitChurn | None
    churn_b: UnitChurn | None
    graph: None = None
    caveat: str = CAVEAT


class _Side(msgspec.Struct, frozen=True):
    """A file of a pair: its legs, null where they were not measured."""

    graph: GraphRow | None
    flags: int | None
    churn: ChurnRow | None


def pair_rows(facts: Facts, verdict: Verdict, found: Joined) -> Iterator[PairRow]:
    """The pairs of files by path; none when there were too many to judge."""
    if len(verdict.rows) != len(facts.sim):
        return
    together = {(row.u, row.v): row.count for row in facts.cochange}
    sides = _Sides(found)
    pairs = sorted(found.pairs.files.items(), key=itemgetter(0))
    ids = numbered(FAMILY, (_digest(files) for files, _ in pairs))
    for (files, pair), sim, judged, row_id in zip(pairs, facts.sim, verdict.rows, ids, strict=True):
        a, b = map(sides.of, files)
        yield _pair_row(row_id, pair, judged, (a, b), together.get((sim.u, sim.v)))


def unit_rows(found: Joined) -> Iterator[UnitPairRow]:
    """The pairs of units by path, key and rank."""
    pairs = sorted(found.pairs.units.items(), key=itemgetter(0))
    ids = numbered(FAMILY, (_digest(part for unit in units for part in map(str, unit)) for units, _ in pairs))
    for (_, pair), row_id in zip(pairs, ids, strict=True):
        a, b = found.pairs.around[pair.best.a], found.pairs.around[pair.best.b]
        yield UnitPairRow(
            id=row_id,
            a=_unit(a),
            b=_unit(b),
            sim=_sim(pair.best),
            tokens=pair.tokens,
            churn_a=_unit_churn(a, found.history),
            churn_b=_unit_churn(b, found.history),
        )


class _Sides:
    """The legs of each file."""

    def __init__(self, found: Joined) -> None:
        self._found = found
        self._lines = found.history.by_path()
        self._known: dict[str, _Side] = {}

    def of(self, path: str) -> _Side:
        """The legs of a file."""
        if path not in self._known:
            graph = self._found.graph
            at = graph.positions.get(path) if graph and graph.reason is None else None
            row = None if at is None else GraphRow(*at[:5], at.seen_at or None)
            self._known[path] = _Side(row, at.flags if at else None, self._churn(path))
        return self._known[path]

    def _churn(self, path: str) -> ChurnRow | None:
        if self._found.history.facts is None:
            return None
        lines = self._lines.get(path, {})
        appended = sum(numbers[0] for numbers in lines.values())
        rewrote = sum(numbers[1] for numbers in lines.values())
        return ChurnRow(appended, rewrote, self._most_at(path, lines))

    def _most_at(self, path: str, lines: Mapping[tuple[str, int], tuple[int, int]]) -> str | None:
        there = [
            (lines[unit.key, unit.nth][::-1], unit)
            for unit in self._found.units.get(path, ())
            if (unit.key, unit.nth) in lines
        ]
        if not there:
            return None
        _, unit = max(there, key=lambda pair: (pair[0], -pair[1].start_line))
        return f"{path}:{unit.start_line}"


def _pair_row(row_id: str, pair: Pair, judged: Judged, sides: tuple[_Side, _Side], together: int | None) -> PairRow:
    a, b = sides
    return PairRow(
        id=row_id,
        a=_span(pair.best.a),
        b=_span(pair.best.b),
        sim=_sim(pair.best),
        blocks=pair.blocks,
        tokens=pair.tokens,
        graph_a=a.graph,
        graph_b=b.graph,
        flags_a=a.flags,
        flags_b=b.flags,
        churn_a=a.churn,
        churn_b=b.churn,
        cochange=together,
        code=judged.code,
        verdict=Code(judged.code).name.lower(),
        reasons=judged.reasons,
        reason_names=tuple(str(reason.name).lower() for reason in Reason if judged.reasons & reason),
        legs_mask=judged.legs,
    )


def _digest(parts: Iterable[str]) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()[:ID_DIGITS]


def _sim(best: Alike) -> SimRow:
    return SimRow(best.kind, best.num, best.den)


def _span(place: Place) -> Span:
    return Span(place.path, place.start_line, place.end_line)


def _unit(place: UnitPlace) -> UnitSpan:
    return UnitSpan(place.path, place.start_line, place.end_line, place.key, place.nth)


def _unit_churn(place: UnitPlace, history: History) -> UnitChurn | None:
    if history.facts is None:
        return None
    return UnitChurn(*history.lines.get(place.id, (0, 0)))
