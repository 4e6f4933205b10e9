"""Candidates looked at: what each pair has in common, as far as the classes can depend on it.

Of thousands of nearly equal texts every pair is a copy. Once two texts have been compared with `ENOUGH` others each and
copies join them already, their own pair can add nothing to a class, and it is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.measure.docs.runs import common_run

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Sequence

    IsCopy = Callable[[int, int, int], bool]  # of shingles in common, of both together, words of the longest run

ENOUGH = 64  # more pairs of one text than anybody reads


@dataclass(slots=True)
class Comparison:
    """Texts as shingles 'Q' in order and as sets; `runs` are those of the pairs that were compared."""

    columns: Sequence[array[int]]
    sets: Sequence[frozenset[int]]
    is_copy: IsCopy
    partners: list[int]  # how many each text was compared with
    runs: dict[tuple[int, int], int] = field(default_factory=dict)
    _parents: dict[int, int] = field(default_factory=dict)  # of roots none

    def compare(self, groups: Iterable[Sequence[int]], fit: Callable[[int, int], bool]) -> None:
        """Compare the members of each group, ascending numbers, whose sizes fit."""
        for numbers in groups:
            for distance in range(1, len(numbers)):
                # Neighbours first: they join what is to be joined.
                if distance > ENOUGH and self._is_settled(numbers):
                    break
                for a, b in zip(numbers, numbers[distance:], strict=False):
                    if fit(len(self.sets[a]), len(self.sets[b])):
                        self._look_at(a, b)

    def _look_at(self, a: int, b: int) -> None:
        if (a, b) in self.runs or (self._is_busy(a) and self._is_busy(b) and self._root(a) == self._root(b)):
            return
        inter = len(self.sets[a] & self.sets[b])
        run = self.runs[a, b] = common_run(self.columns[a], self.columns[b])
        self.partners[a] += 1
        self.partners[b] += 1
        if self.is_copy(inter, len(self.sets[a]) + len(self.sets[b]) - inter, run):
            low, high = sorted((self._root(a), self._root(b)))
            if low < high:
                self._parents[high] = low

    def _is_settled(self, numbers: Sequence[int]) -> bool:
        root = self._root(numbers[0])
        return all(self._is_busy(number) and self._root(number) == root for number in numbers)

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
