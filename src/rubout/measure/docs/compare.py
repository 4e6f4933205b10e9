"""Candidates looked at: what each pair of copies has in common, as far as the classes can depend on it.

Of thousands of nearly equal texts every pair is a copy. Once two texts have `ENOUGH` copies each and are in one class
already, their own pair can add nothing to it, and it is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.measure.docs.runs import common_run

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Sequence

    from rubout.measure.docs.candidates import Group
    from rubout.measure.docs.likeness import Ratio

    IsCopy = Callable[[int, int, int], bool]  # of shingles in common, of both together, words of the longest run

ENOUGH = 64  # more pairs of one text than anybody reads


@dataclass(slots=True)
class Comparison:
    """Texts as shingles 'Q' in order and as sets; `runs` are those of the pairs that are copies or share the ratio."""

    columns: Sequence[array[int]]
    sets: Sequence[frozenset[int]]
    is_copy: IsCopy
    ratio: Ratio
    partners: list[int]  # how many pairs each text is in
    runs: dict[tuple[int, int], int] = field(default_factory=dict)
    _parents: dict[int, int] = field(default_factory=dict)  # of roots none

    def compare(self, groups: Iterable[Group], *, verbatim: bool) -> None:
        """Compare the pairs of each group; only with `verbatim` those that do not share the ratio have a run."""
        for numbers, reach in groups:
            # The first one joins what is to be joined.
            for place in range(1, reach[0]):
                if reach[place] and self._root(numbers[0]) != self._root(numbers[place]):
                    self._look_at(numbers[0], numbers[place], verbatim=verbatim)
            root = self._root(numbers[0])
            is_joined = all(self._root(number) == root for number in numbers)
            for place, number in enumerate(numbers):
                for other in range(reach[place] if is_joined else min(place, reach[place])):
                    if is_joined and self._is_busy(number):
                        break
                    if other != place and reach[other] > place:
                        self._look_at(number, numbers[other], verbatim=verbatim)

    def _look_at(self, one: int, other: int, *, verbatim: bool) -> None:
        a, b = (one, other) if one < other else (other, one)
        if (a, b) in self.runs or (self._is_busy(a) and self._is_busy(b) and self._root(a) == self._root(b)):
            return
        inter = len(self.sets[a] & self.sets[b])
        union = len(self.sets[a]) + len(self.sets[b]) - inter
        is_alike = inter * self.ratio.den >= self.ratio.num * union
        if not is_alike and not verbatim:
            return
        run = common_run(self.columns[a], self.columns[b])
        is_copy = self.is_copy(inter, union, run)
        if is_alike or is_copy:
            self.runs[a, b] = run
            self.partners[a] += 1
            self.partners[b] += 1
        if is_copy:
            low, high = sorted((self._root(a), self._root(b)))
            if low < high:
                self._parents[high] = low

    def _is_busy(self, number: int) -> bool:
        return self.partners[number] >= ENOUGH

    def _root(self, number: int) -> int:
        parents = self._parents
        while number in parents:
            parent = parents[number]
            if parent in parents:
                parents[number] = parents[parent]
            number = parent
        return number
