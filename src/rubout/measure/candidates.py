"""Which pairs of units may be clones? What is left out is proven to be none (docs/methodology/near-miss.md).

Equal trees are looked at once, however many units have them; counts are of pairs of units all the same.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.kernels.candidates import alike, histograms, totals
from rubout.measure import pool
from rubout.measure.forest import OVER_CAP
from rubout.measure.unit_trees import DIGEST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.facts.source import Unit
    from rubout.measure.forest import FileTrees, Forest

COARSE = 16  # counts of a coarse histogram: a few instructions a pair
ALONE = 3_000_000  # pairs in the window that one process has compared before a second one has started
MOST_FRESH = 2000  # new trees of a language; with more of them all are looked at
CHUNKS = 64  # tasks of two processes: the last one to finish is not long behind


class Joined(msgspec.Struct, frozen=True, array_like=True):
    """The different trees of a language by nodes and digest, and which of their pairs may be clones.

    `digests` follow one another; `a` and `b` 'I' are the places of the trees of each pair, by a and then by b, in the
    byte order of this machine.
    """

    digests: bytes
    a: bytes
    b: bytes


class Candidates(NamedTuple):
    """Pairs of different trees, by number, that may be clones: the one with fewer nodes first, then by digest.

    A pair of trees whose units all stand in each other is none. `windowed`, `nested` and `cut` (by the kinds) count
    pairs of units. `nested_units` are the pairs of units, the smaller number first, of which one contains the other;
    `nested_of` counts them by their trees, in the order of the pairs. `joined` is by language what `candidates` takes
    to look at new trees alone.
    """

    pairs: tuple[tuple[int, int], ...]
    windowed: int
    nested: int
    cut: int
    nested_units: frozenset[tuple[int, int]]
    nested_of: Counter[tuple[int, int]]
    joined: dict[int, Joined]

    def units(self, wood: Forest, pair: tuple[int, int]) -> int:
        """How many pairs of units a pair of different trees stands for."""
        return len(wood.trees[pair[0]].units) * len(wood.trees[pair[1]].units) - self.nested_of.get(pair, 0)

    def equal(self, wood: Forest) -> int:
        """How many pairs of units have equal trees."""
        nested = sum(count for (a, b), count in self.nested_of.items() if a == b)
        return sum(_pairs(len(tree.units)) for tree in wood.trees if len(tree.units) > 1) - nested


class _Language(NamedTuple):
    """The trees of one language, by nodes and digest, with what the kernel compares."""

    trees: array[int]  # 'I'
    digests: tuple[bytes, ...]
    sizes: array[int]  # 'I'
    weights: array[int]  # 'I', the units of each
    fine: tuple[array[int], int]
    coarse: tuple[array[int], int]
    ends: array[int]  # 'I', by tree the first one behind its window


class _Places(NamedTuple):
    """Pairs of trees of a language, by their places, 'I'."""

    a: array[int]
    b: array[int]


def candidates(
    wood: Forest,
    files: Sequence[FileTrees],
    ratio: tuple[int, int],
    jobs: int,
    known: Mapping[int, Joined] | None = None,
) -> Candidates:
    """Join the units that are judged.

    Args:
        wood: the trees.
        files: of which the forest was made.
        ratio: the share of the larger tree that a clone keeps, numerator and denominator.
        jobs: how many processes; 0: one a processor.
        known: what was joined before at this ratio, by language; it changes no byte.
    """
    codes, numbers = zip(*_by_language(wood), strict=True) if wood.trees else ((), ())
    languages = [_language(wood, one, ratio) for one in numbers]
    places = {tree: (number, place) for number, one in enumerate(languages) for place, tree in enumerate(one.trees)}
    nested_units, nested_of = _nested(wood, files, ratio, places)
    alike = _alike(languages, [(known or {}).get(code) for code in codes], ratio, jobs)
    by_language = list(zip(languages, alike, strict=True))
    pairs = [(one.trees[a], one.trees[b]) for one, two in by_language for a, b in zip(*two, strict=True)]
    counts = [_counted(*one) for one in by_language]
    left = set(pairs)
    found = Candidates(
        pairs=tuple(pairs),
        windowed=sum(windowed for windowed, _ in counts),
        nested=len(nested_units),
        # Until here those count, too, of which one contains the other.
        cut=sum(cut for _, cut in counts)
        - sum(count for (a, b), count in nested_of.items() if a != b and (a, b) not in left),
        nested_units=nested_units,
        nested_of=nested_of,
        joined={
            code: Joined(b"".join(one.digests), two.a.tobytes(), two.b.tobytes())
            for code, (one, two) in zip(codes, by_language, strict=True)
        },
    )
    # Units that all stand in each other leave none of a pair.
    return found._replace(pairs=tuple(pair for pair in pairs if pair not in nested_of or found.units(wood, pair)))


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _by_language(wood: Forest) -> list[tuple[int, list[int]]]:
    found: dict[int, list[int]] = {}
    for number, tree in enumerate(wood.trees):
        found.setdefault(tree.language, []).append(number)
    return sorted(found.items())


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
        digests=tuple(digest for _, digest, _ in trees),
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


def _counted(language: _Language, alike: _Places) -> tuple[int, int]:
    """The pairs of units that the window holds, those of equal trees among them, and how many the kinds rule out."""
    weights = language.weights
    sums = list(accumulate(weights, initial=0))
    rows = enumerate(zip(weights, language.ends, strict=True))
    different = sum(weight * (sums[end] - sums[place + 1]) for place, (weight, end) in rows)
    kept = sum(weights[a] * weights[b] for a, b in zip(*alike, strict=True))
    return different + sum(map(_pairs, weights)), different - kept


def _alike(
    languages: Sequence[_Language], known: Sequence[Joined | None], ratio: tuple[int, int], jobs: int
) -> list[_Places]:
    """By language the pairs that neither the size nor the kinds rule out."""
    found = [
        None if before is None else _grown(one, before, ratio) for one, before in zip(languages, known, strict=True)
    ]
    afresh = iter(_afresh([one for one, grown in zip(languages, found, strict=True) if grown is None], ratio, jobs))
    return [next(afresh) if grown is None else grown for grown in found]


def _grown(language: _Language, before: Joined, ratio: tuple[int, int]) -> _Places | None:
    """The pairs that were known, and those of new trees; None when so many are new that it saves little."""
    width = DIGEST_BYTES
    digests = [before.digests[at : at + width] for at in range(0, len(before.digests), width)]
    place_of = {digest: place for place, digest in enumerate(language.digests)}
    places = [place_of.get(digest) for digest in digests]
    old = set(places)
    fresh = array("I", [place for place in range(len(language.digests)) if place not in old])
    if len(fresh) > MOST_FRESH:
        return None
    stayed = array("I", [place for place in places if place is not None])
    kept = ((places[a], places[b]) for a, b in zip(array("I", before.a), array("I", before.b), strict=True))
    pairs = [(a, b) for a, b in kept if a is not None and b is not None]
    everything = array("I", range(len(language.digests)))
    for rows, others in ((fresh, everything), (stayed, fresh)):
        pairs += zip(*_compared(language, ratio, rows, others), strict=True)
    pairs.sort()
    return _Places(array("I", [a for a, _ in pairs]), array("I", [b for _, b in pairs]))


def _compared(language: _Language, ratio: tuple[int, int], rows: array[int], others: array[int]) -> _Places:
    return _Places(*alike(language.sizes, language.fine, language.coarse, ratio, rows, others))


def _afresh(languages: Sequence[_Language], ratio: tuple[int, int], jobs: int) -> list[_Places]:
    """By language the pairs, all of them looked at."""

    def work(task: tuple[int, range]) -> bytes:
        number, rows = task
        one = languages[number]
        a, b = _compared(one, ratio, array("I", rows), array("I", range(rows.start, len(one.trees))))
        return a.tobytes() + b.tobytes()

    compared = sum(end - place - 1 for one in languages for place, end in enumerate(one.ends))
    tasks = [(number, rows) for number, one in enumerate(languages) for rows in _chunks(one, compared // CHUNKS)]
    answers: list[bytes] = [b""] * len(tasks)
    for number, answer in pool.answers(tasks, work, 1 if compared < ALONE else jobs or pool.processors()):
        answers[number] = work(tasks[number]) if answer is None else answer
    found = [_Places(array("I"), array("I")) for _ in languages]
    for (number, _), answer in zip(tasks, answers, strict=True):
        found[number].a.frombytes(answer[: len(answer) // 2])
        found[number].b.frombytes(answer[len(answer) // 2 :])
    return found


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
