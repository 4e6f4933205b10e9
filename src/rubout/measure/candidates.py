"""Which pairs of units may be clones? What is left out is proven to be none (docs/methodology/near-miss.md).

Equal trees are looked at once, however many units have them; counts are of pairs of units all the same.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from rubout.kernels.candidates import alike, histograms, totals
from rubout.measure import pool
from rubout.measure.forest import OVER_CAP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.source import Unit
    from rubout.measure.forest import FileTrees, Forest

COARSE = 16  # counts of a coarse histogram: a few instructions a pair
ALONE = 3_000_000  # pairs in the window that one process has compared before a second one has started
CHUNKS = 64  # tasks of two processes: the last one to finish is not long behind


class Candidates(NamedTuple):
    """Pairs of different trees, by number, that may be clones: the one with fewer nodes first, then by digest.

    A pair of trees whose units all stand in each other is none. `windowed`, `nested` and `cut` (by the kinds) count
    pairs of units. `nested_units` are the pairs of units, the smaller number first, of which one contains the other;
    `nested_of` counts them by their trees, in the order of the pairs.
    """

    pairs: tuple[tuple[int, int], ...]
    windowed: int
    nested: int
    cut: int
    nested_units: frozenset[tuple[int, int]]
    nested_of: Counter[tuple[int, int]]

    def units(self, wood: Forest, pair: tuple[int, int]) -> int:
        """How many pairs of units a pair of trees, different or equal, stands for."""
        a, b = len(wood.trees[pair[0]].units), len(wood.trees[pair[1]].units)
        return (a * (a - 1) // 2 if pair[0] == pair[1] else a * b) - self.nested_of.get(pair, 0)


class _Language(NamedTuple):
    """The trees of one language, by nodes and digest, with what the kernel compares."""

    trees: array[int]  # 'I'
    sizes: array[int]  # 'I'
    weights: array[int]  # 'I', the units of each
    fine: tuple[array[int], int]
    coarse: tuple[array[int], int]
    ends: array[int]  # 'I', by tree the first one behind its window


def candidates(wood: Forest, files: Sequence[FileTrees], ratio: tuple[int, int], jobs: int) -> Candidates:
    """Join the units that are judged.

    Args:
        wood: the trees.
        files: of which the forest was made.
        ratio: the share of the larger tree that a clone keeps, numerator and denominator.
        jobs: how many processes; 0: one a processor.
    """
    languages = [_language(wood, numbers, ratio) for numbers in _by_language(wood)]
    places = {tree: (number, place) for number, one in enumerate(languages) for place, tree in enumerate(one.trees)}
    nested_units, nested_of = _nested(wood, files, ratio, places)
    pairs, cut = _alike(languages, ratio, jobs)
    # The kernel counts what it cuts without knowing who contains whom.
    left = {*pairs, *((tree, tree) for tree in range(len(wood.trees)))}
    cut -= sum(count for pair, count in nested_of.items() if pair not in left)
    found = Candidates(
        pairs=tuple(pairs),
        windowed=sum(map(_windowed, languages)),
        nested=len(nested_units),
        cut=cut,
        nested_units=nested_units,
        nested_of=nested_of,
    )
    # Units that all stand in each other leave none of a pair.
    return found._replace(pairs=tuple(pair for pair in pairs if pair not in nested_of or found.units(wood, pair)))


def _by_language(wood: Forest) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for number, tree in enumerate(wood.trees):
        found.setdefault(tree.language, []).append(number)
    return [found[language] for language in sorted(found)]


def _language(wood: Forest, numbers: list[int], ratio: tuple[int, int]) -> _Language:
    trees = sorted((wood.trees[number].nodes, wood.trees[number].digest, number) for number in numbers)
    order = array("I", [number for _, _, number in trees])
    sizes = array("I", [nodes for nodes, _, _ in trees])
    firsts = array("I", [wood.trees[number].first for number in order])
    counts = totals(wood.labels, (firsts, sizes))
    # The commonest kinds are told apart by the coarse counts too; all others share one of them in turn.
    ranked = sorted((kind for kind, count in enumerate(counts) if count), key=lambda kind: -counts[kind])
    fine, coarse = array("H", bytes(2 * (max(ranked) + 1))), array("H", bytes(2 * (max(ranked) + 1)))
    for rank, kind in enumerate(ranked):
        fine[kind], coarse[kind] = rank, rank % COARSE
    return _Language(
        trees=order,
        sizes=sizes,
        weights=array("I", [len(wood.trees[number].units) for number in order]),
        fine=(histograms(wood.labels, (firsts, sizes), fine, len(ranked)), len(ranked)),
        coarse=(histograms(wood.labels, (firsts, sizes), coarse, COARSE), COARSE),
        ends=_window_ends(sizes, ratio),
    )


def _window_ends(sizes: array[int], ratio: tuple[int, int]) -> array[int]:
    ends, end = array("I"), 0
    for size in sizes:
        while end < len(sizes) and size * ratio[1] >= ratio[0] * sizes[end]:
            end += 1
        ends.append(end)
    return ends


def _windowed(language: _Language) -> int:
    """The pairs of units that the window holds, those of equal trees among them."""
    sums = list(accumulate(language.weights, initial=0))
    return sum(
        weight * (weight - 1) // 2 + weight * (sums[end] - sums[place + 1])
        for place, (weight, end) in enumerate(zip(language.weights, language.ends, strict=True))
    )


def _alike(languages: Sequence[_Language], ratio: tuple[int, int], jobs: int) -> tuple[list[tuple[int, int]], int]:
    def work(task: tuple[int, range]) -> bytes:
        number, rows = task
        one = languages[number]
        a, b, cut = alike((one.sizes, one.weights), one.fine, one.coarse, ratio, rows)
        return array("Q", [cut, len(a)]).tobytes() + a.tobytes() + b.tobytes()

    compared = sum(end - place - 1 for one in languages for place, end in enumerate(one.ends))
    tasks = [(number, rows) for number, one in enumerate(languages) for rows in _chunks(one, compared // CHUNKS)]
    answers: list[bytes] = [b""] * len(tasks)
    for number, answer in pool.answers(tasks, work, 1 if compared < ALONE else jobs or pool.processors()):
        answers[number] = work(tasks[number]) if answer is None else answer
    pairs: list[tuple[int, int]] = []
    cut = 0
    for (number, _), answer in zip(tasks, answers, strict=True):
        head = array("Q", answer[:16])
        trees = languages[number].trees
        middle = 16 + 4 * head[1]
        sides = array("I", answer[16:middle]), array("I", answer[middle:])
        pairs.extend((trees[a], trees[b]) for a, b in zip(*sides, strict=True))
        cut += head[0]
    return pairs, cut


def _chunks(language: _Language, pairs: int) -> Iterator[range]:
    """Rows in stretches of so many pairs and a row more."""
    start, held = 0, 0
    for place, end in enumerate(language.ends):
        held += end - place - 1
        if held > pairs or place + 1 == len(language.ends):
            yield range(start, place + 1)
            start, held = place + 1, 0


def _nested(
    wood: Forest, files: Sequence[FileTrees], ratio: tuple[int, int], places: dict[int, tuple[int, int]]
) -> tuple[frozenset[tuple[int, int]], Counter[tuple[int, int]]]:
    """The pairs of units in the window of which the lines of one hold those of the other."""
    found = set()
    counts: Counter[tuple[int, int]] = Counter()
    for pair in _containing(wood, files):
        a, b = sorted(pair)
        small, large = sorted((wood.units[a].nodes, wood.units[b].nodes))
        if small * ratio[1] >= ratio[0] * large:
            found.add((a, b))
            one, other = sorted((wood.tree_of[a], wood.tree_of[b]), key=places.__getitem__)
            counts[one, other] += 1
    return frozenset(found), counts


def _containing(wood: Forest, files: Sequence[FileTrees]) -> Iterator[tuple[int, int]]:
    """The pairs of judged units of one file of which the first holds the lines of the second."""
    by_file: dict[int, list[tuple[int, int, int]]] = {}
    for number, place in enumerate(wood.units):
        if wood.tree_of[number] != OVER_CAP:
            unit: Unit = files[place.file].units[place.unit]
            by_file.setdefault(place.file, []).append((unit.start_line, -unit.end_line, number))
    for units in by_file.values():
        around: list[tuple[int, int]] = []  # (last line, unit) of those that have begun and not ended
        for start, negative_end, number in sorted(units):
            around = [(end, outer) for end, outer in around if end >= start]
            yield from ((outer, number) for end, outer in around if end >= -negative_end)
            around.append((-negative_end, number))
