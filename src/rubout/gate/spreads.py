"""Over how many files is each class spread? What the axes of the score count (docs/methodology/score.md)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from rubout.facts.score import CloneSpread, DocSpread
from rubout.gate.near_miss_classes import Classes
from rubout.judge.score import is_copied

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from rubout.facts import clones, docdup
    from rubout.gate.near_miss import NearMisses
    from rubout.gate.near_miss_classes import CloneClass

    Begins = Mapping[str, Sequence[int]]  # first lines by path

_WHOLE = 100  # of 100: the same all over


def copies_spread(copies: clones.Verdict) -> list[CloneSpread]:
    """A row for each class, those within one file among them, in order."""
    return [CloneSpread(len({member.file for member in one.members}), _WHOLE, _WHOLE) for one in copies.classes]


def uncopied(found: NearMisses, facts: clones.Facts, copies: clones.Verdict) -> NearMisses:
    """Near-copies without the classes of which two members lie in one class of copies: those are counted there.

    Args:
        found: the near-copies of a tree.
        facts: those of its copies, with its paths.
        copies: the verdict on them.
    """
    units = found.forest.units
    paths = {found.files[units[number].file].path for one in _classes(found) for number in one.units}
    holding = _holding(facts, copies, paths)

    def is_counted(one: CloneClass) -> bool:
        around: Counter[int] = Counter()
        for number in one.units:
            place = units[number]
            file = found.files[place.file]
            unit = file.facts.units[place.unit]
            around.update(holding(file.path, unit.start_line, unit.end_line))
        return any(count > 1 for count in around.values())

    kept = tuple(one for one in _classes(found) if not is_counted(one))
    permitted = found.classes.permitted if found.classes else 0
    return replace(found, classes=Classes(kept, sum(one.clones for one in kept), permitted), spots=(None,) * len(kept))


def copies_begin(facts: clones.Facts, copies: clones.Verdict) -> Iterator[Begins]:
    """By path where the members of each class begin."""
    for one in copies.classes:
        yield _grouped((facts.files[member.file], member.start_line) for member in one.members)


def near_copies_begin(found: NearMisses) -> Iterator[Begins]:
    """As `copies_begin`, of the classes that are alike enough to weigh."""
    for one in _classes(found):
        if is_copied(_near_copy(found, one)):
            places = (found.forest.units[number] for number in one.units)
            files = ((found.files[place.file], place.unit) for place in places)
            yield _grouped((file.path, file.facts.units[unit].start_line) for file, unit in files)


def near_copies_spread(found: NearMisses) -> list[CloneSpread]:
    """A row for each class, as alike as its weakest pair is."""
    return [_near_copy(found, one) for one in _classes(found)]


def _grouped(places: Iterable[tuple[str, int]]) -> Begins:
    begins: defaultdict[str, list[int]] = defaultdict(list)
    for path, line in places:
        begins[path].append(line)
    return begins


def _classes(found: NearMisses) -> tuple[CloneClass, ...]:
    return found.classes.classes if found.classes else ()


def documents_spread(documents: docdup.Verdict) -> list[DocSpread]:
    """A row for each class, as alike as its weakest link is."""
    return [_document(one, documents.knobs.verbatim_floor) for one in documents.classes]


def _holding(facts: clones.Facts, copies: clones.Verdict, paths: Container[str]) -> Callable[[str, int, int], set[int]]:
    """Says of lines of a file, one of these, which classes of copies have a place around them."""
    wanted = [path in paths for path in facts.files]
    places: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for number, one in enumerate(copies.classes):
        for member in one.members:
            if wanted[member.file]:
                places[facts.files[member.file]].append((member.start_line, member.end_line, number))
    begun = {}
    for path, own in places.items():
        own.sort()
        begun[path] = [start for start, _, _ in own], list(accumulate((last for _, last, _ in own), max))

    def holding(path: str, start: int, end: int) -> set[int]:
        found: set[int] = set()
        if path in begun:
            starts, furthest = begun[path]
            at = bisect_right(starts, start) - 1
            while at >= 0 and furthest[at] >= end:  # else no place up to here goes so far
                _, last, number = places[path][at]
                if last >= end:
                    found.add(number)
                at -= 1
        return found

    return holding


def _near_copy(found: NearMisses, one: CloneClass) -> CloneSpread:
    units = found.forest.units
    largest = (max(units[pair.a].nodes, units[pair.b].nodes) for pair in one.pairs)
    num, den = min(
        ((nodes - pair.ted, nodes) for nodes, pair in zip(largest, one.pairs, strict=True)),
        key=lambda ratio: Fraction(*ratio),
    )
    return CloneSpread(len({units[unit].file for unit in one.units}), num, den)


def _document(one: docdup.DocClass, floor: int) -> DocSpread:
    files = len({member.file for member in one.members})
    if not one.links:
        return DocSpread(files, _WHOLE, _WHOLE, verbatim=True)
    weakest = min(one.links, key=lambda link: Fraction(link.inter, link.union))
    return DocSpread(files, weakest.inter, weakest.union, verbatim=weakest.run >= floor)
