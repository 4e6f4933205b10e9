"""Which files, and which units, are alike, by any of the three families that look for copies?"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rubout.facts.join import Kind
from rubout.measure.churn import TOP_LEVEL, strongest_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.clones import Facts as CloneFacts
    from rubout.facts.clones import Verdict as CloneVerdict
    from rubout.facts.docdup import Facts as DocFacts
    from rubout.facts.docdup import Verdict as DocVerdict
    from rubout.facts.source import Unit
    from rubout.gate.near_miss import NearMisses

UnitId = tuple[str, str, int]  # path, key, rank
Side = TypeVar("Side", str, UnitId)


class Place(NamedTuple):
    """Lines of a file."""

    path: str
    start_line: int
    end_line: int


class Alike(NamedTuple):
    """Two places and how much of them is alike; `tokens` of a copied run, else 0."""

    kind: Kind
    num: int
    den: int
    tokens: int
    a: Place
    b: Place


class UnitPlace(NamedTuple):
    """A unit by its identity, and its lines; `TOP_LEVEL` has those of what is alike."""

    path: str
    key: str
    nth: int
    start_line: int
    end_line: int

    @property
    def id(self) -> UnitId:
        """The unit without its lines."""
        return self.path, self.key, self.nth


@dataclass(slots=True)
class Pair:
    """All that is alike of two files, or of two units: the strongest of it, the copied runs and their tokens."""

    best: Alike
    blocks: int = 0
    tokens: int = 0

    def add(self, found: Alike) -> None:
        """Take in one more thing that is alike."""
        if found.kind is Kind.CLONE:
            self.blocks += 1
            self.tokens += found.tokens
        if _is_stronger(found, self.best):
            self.best = found


@dataclass(slots=True)
class Pairs:
    """By two paths, and by two units, the smaller first; `inside` counts what is alike within one file.

    `around` has the innermost unit of every place.
    """

    files: dict[tuple[str, str], Pair] = field(default_factory=dict)
    units: dict[tuple[UnitId, UnitId], Pair] = field(default_factory=dict)
    around: dict[Place, UnitPlace] = field(default_factory=dict)
    inside: int = 0


def pairs_of(found: Iterable[Alike], units: Mapping[str, Sequence[Unit]]) -> Pairs:
    """Fold what is alike by its files, and code by the innermost units around it."""
    pairs = Pairs()
    for each in found:
        if each.a.path == each.b.path:
            pairs.inside += 1
        else:
            _add(pairs.files, each.a.path, each.b.path, each)
        if each.kind is not Kind.DOCDUP:
            a, b = (_around(pairs, place, units).id for place in (each.a, each.b))
            if a != b:
                _add(pairs.units, a, b, each)
    return pairs


def _around(pairs: Pairs, place: Place, units: Mapping[str, Sequence[Unit]]) -> UnitPlace:
    if place not in pairs.around:
        pairs.around[place] = unit_around(place, units.get(place.path, ()))
    return pairs.around[place]


def unit_around(place: Place, units: Sequence[Unit]) -> UnitPlace:
    """The smallest unit that holds all lines of a place."""
    holding = [unit for unit in units if unit.start_line <= place.start_line and place.end_line <= unit.end_line]
    if not holding:
        return UnitPlace(place.path, TOP_LEVEL, 0, place.start_line, place.end_line)
    unit = min(holding, key=strongest_first)
    return UnitPlace(place.path, unit.key, unit.nth, unit.start_line, unit.end_line)


def copied(facts: CloneFacts, verdict: CloneVerdict) -> Iterator[Alike]:
    """The copied runs that were judged; that there is one is all that counts."""
    for block in verdict.pairs or ():
        a = Place(facts.files[block.a_file], block.a_start, block.a_end)
        b = Place(facts.files[block.b_file], block.b_start, block.b_end)
        yield Alike(Kind.CLONE, 100, 100, block.tokens, a, b)


def nearly_copied(found: NearMisses) -> Iterator[Alike]:
    """The units with almost the same trees, by the nodes of the larger one that stay."""
    wood = found.forest

    def place(number: int) -> Place:
        file, unit, _ = wood.units[number]
        lines = found.files[file].facts.units[unit]
        return Place(found.files[file].path, lines.start_line, lines.end_line)

    for one in found.classes.classes if found.classes else ():
        for pair in one.pairs:
            nodes = max(wood.units[pair.a].nodes, wood.units[pair.b].nodes)
            yield Alike(Kind.NEAR_MISS, nodes - pair.ted, nodes, 0, place(pair.a), place(pair.b))


def repeated(facts: DocFacts, verdict: DocVerdict) -> Iterator[Alike]:
    """The paragraphs that say the same, by the shingles that they share."""
    places = [
        [Place(facts.files[place.file], place.start_line, place.end_line) for place in text.places]
        for text in facts.texts
    ]
    for text, own in zip(facts.texts, places, strict=True):
        whole = max(1, len(text.shingles))
        yield from (Alike(Kind.DOCDUP, whole, whole, 0, a, b) for a, b in combinations(own, 2))
    for score, is_dup in zip(verdict.scores, verdict.dup, strict=True):
        if is_dup and score.union:
            for a, b in product(places[score.a], places[score.b]):
                yield Alike(Kind.DOCDUP, score.inter, score.union, 0, a, b)


def _add(pairs: dict[tuple[Side, Side], Pair], a: Side, b: Side, found: Alike) -> None:
    if b < a:
        a, b, found = b, a, found._replace(a=found.b, b=found.a)
    if (a, b) not in pairs:
        pairs[a, b] = Pair(found)
    pairs[a, b].add(found)


def _is_stronger(one: Alike, other: Alike) -> bool:
    """By kind, then by share, then by tokens; equal ones keep their order."""
    if one.kind is not other.kind:
        return one.kind < other.kind
    mine, its = one.num * other.den, other.num * one.den
    return mine > its or (mine == its and one.tokens > other.tokens)
