"""Which units repeat one another? The connected components of the clone pairs, without the units that are permitted."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from rubout.measure.forest import Forest

MOST_PAIRS = 4096  # that a class lists; equal trees by the thousand have millions
DIGEST_LENGTH = 16


class ClonePair(NamedTuple):
    """Two units, the smaller number first, and the distance of their trees."""

    a: int
    b: int
    ted: int


@dataclass(frozen=True, slots=True)
class CloneClass:
    """Units by number; `clones` counts the pairs among them, of which `pairs` lists all unless they are too many.

    Then it has one pair for each pair of different trees, and each unit with the first one of an equal tree.
    """

    units: tuple[int, ...]
    pairs: tuple[ClonePair, ...]
    clones: int
    saves: int
    digest: str


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes by what merging them would save; `permitted` counts the units taken out, `clones` the pairs left."""

    classes: tuple[CloneClass, ...]
    clones: int
    permitted: int


class _Pair(Protocol):
    """Two members of a class."""

    @property
    def a(self) -> int: ...

    @property
    def b(self) -> int: ...


_AnyPair = TypeVar("_AnyPair", bound=_Pair)


def compared(members: Sequence[int], pairs: Iterable[_AnyPair]) -> list[_AnyPair]:
    """Enough of the pairs to see each member beside another one, in the order of the members.

    For each further member that with the first, or else with the earliest other one that it is a clone of.
    """
    best: dict[int, _AnyPair] = {}
    for pair in pairs:
        for member in (pair.b, pair.a):
            if member != members[0]:
                best.setdefault(member, pair)
    return list(dict.fromkeys(best[member] for member in members[1:]))


class _Clones:
    """The clone pairs between units, spoken of by their trees."""

    def __init__(
        self, wood: Forest, distances: Mapping[tuple[int, int], int], nested: Collection[tuple[int, int]]
    ) -> None:
        self.units = [list(tree.units) for tree in wood.trees]
        self.distances = {(tree, tree): 0 for tree, units in enumerate(self.units) if len(units) > 1} | dict(distances)
        self.nested = nested
        # Trees of which some units contain others: a clone pair of trees need not be one of all their units.
        self.touched = {wood.tree_of[unit] for pair in nested for unit in pair}

    def take_out(self, is_permitted: Callable[[int], bool]) -> int:
        """Leave out the permitted units; how many of them had a clone."""
        taken = {unit for pair in self.distances for tree in pair for unit in self.units[tree] if is_permitted(unit)}
        if not taken:
            return 0
        cloned = {unit for pair in self.distances for two in self.between(pair) for unit in two} & taken
        self.units = [[unit for unit in units if unit not in taken] for units in self.units]
        return len(cloned)

    def are_split(self, trees: tuple[int, int]) -> bool:
        """Whether some units of two trees, or of one, may be no clones."""
        return trees[0] in self.touched or trees[1] in self.touched

    def between(self, trees: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The clone pairs between the units of two trees, or of one."""
        a, b = trees
        pairs: Iterable[tuple[int, int]] = (
            combinations(self.units[a], 2)
            if a == b
            else ((min(pair), max(pair)) for pair in product(self.units[a], self.units[b]))
        )
        return (pair for pair in pairs if pair not in self.nested) if self.are_split(trees) else iter(pairs)

    def count(self, trees: tuple[int, int]) -> int:
        """How many those are."""
        if self.are_split(trees):
            return sum(1 for _ in self.between(trees))
        a, b = (len(self.units[tree]) for tree in trees)
        return a * (a - 1) // 2 if trees[0] == trees[1] else a * b

    def links(self, trees: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Enough of those pairs to connect all that they connect."""
        a, b = (self.units[tree] for tree in trees)
        if self.are_split(trees):
            yield from self.between(trees)
        elif trees[0] == trees[1]:
            yield from ((a[0], unit) for unit in a[1:])
        elif a and b:
            # Units of equal trees are connected already.
            yield a[0], b[0]


def classes(
    wood: Forest,
    distances: Mapping[tuple[int, int], int],
    nested: Collection[tuple[int, int]],
    is_permitted: Callable[[int], bool] | None = None,
) -> Classes:
    """Join the units of clone pairs.

    Args:
        wood: the trees of the units.
        distances: of the pairs of different trees that are clones; equal trees need no mention.
        nested: pairs of units that are no clones, since one contains the other.
        is_permitted: whether a unit is taken out; None when no file permits anything.
    """
    clones = _Clones(wood, distances, nested)
    permitted = clones.take_out(is_permitted) if is_permitted else 0
    parents: dict[int, int] = {}
    for trees in clones.distances:
        for a, b in clones.links(trees):
            _join(parents, a, b)
    members: dict[int, list[int]] = {}
    for unit in sorted(parents):
        members.setdefault(_root(parents, unit), []).append(unit)
    trees_of: dict[int, list[tuple[int, int]]] = {}
    for trees in clones.distances:
        # All units of these trees are in one class, or in none, where no unit contains another.
        roots = {_root(parents, pair[0]) for pair in clones.links(trees)}
        for root in roots:
            trees_of.setdefault(root, []).append(trees)
    found = [_class(wood, clones, units, trees_of[root]) for root, units in members.items()]
    found.sort(key=lambda one: (-one.saves, one.units[0]))
    return Classes(tuple(found), sum(one.clones for one in found), permitted)


def _class(wood: Forest, clones: _Clones, units: list[int], trees: list[tuple[int, int]]) -> CloneClass:
    inside = set(units)
    counts = {
        pair: sum(1 for two in clones.between(pair) if two[0] in inside) for pair in trees if clones.are_split(pair)
    }
    total = sum(counts[pair] if pair in counts else clones.count(pair) for pair in trees)
    digests = sorted({wood.trees[wood.tree_of[unit]].digest for unit in units})
    return CloneClass(
        units=tuple(units),
        pairs=tuple(sorted(_listed(clones, trees, inside, all_of_them=total <= MOST_PAIRS))),
        clones=total,
        saves=(len(units) - 1) * min(wood.units[unit].nodes for unit in units),
        digest=sha256(b"".join(digests)).hexdigest()[:DIGEST_LENGTH],
    )


def _listed(
    clones: _Clones, trees: list[tuple[int, int]], inside: set[int], *, all_of_them: bool
) -> Iterator[ClonePair]:
    for pair in trees:
        for a, b in clones.between(pair) if all_of_them else clones.links(pair):
            if a in inside:
                yield ClonePair(min(a, b), max(a, b), clones.distances[pair])


def _join(parents: dict[int, int], a: int, b: int) -> None:
    one, other = sorted((_root(parents, a), _root(parents, b)))
    parents[other] = one


def _root(parents: dict[int, int], unit: int) -> int:
    parent = parents.setdefault(unit, unit)
    while parent != unit:
        parents[unit] = parents.setdefault(parent, parent)
        unit, parent = parent, parents[parent]
    return unit
