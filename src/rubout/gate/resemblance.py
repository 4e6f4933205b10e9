"""How many near-copies and repeated texts would a write make? Counts for the feed (docs/methodology/guard.md).

They are made once the host has its answer and decide nothing. What counts is a unit, or a text, of the file as it
would be with one of another file; places that somebody has allowed there are left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.docdup import Knobs as DocKnobs
from rubout.facts.documents import LICENSE_HEADER, LIVE, Documents
from rubout.facts.near_miss import Knobs
from rubout.facts.source import FileFacts
from rubout.gate.near_miss_pairs import bound
from rubout.gate.permits import permitted
from rubout.judge.docdup import is_copy
from rubout.judge.near_miss import is_clone, limit_of
from rubout.kernels.tree_distance import distance
from rubout.measure import notebook
from rubout.measure.docs.corpus import column
from rubout.measure.docs.documents import read
from rubout.measure.docs.runs import common_run
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.extract import HURRIED_MICROSECONDS
from rubout.measure.forest import FileTrees, columns, forest
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.python import LANGUAGE as PYTHON
from rubout.measure.parts import TREES
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.extensions import language_code
from rubout.measure.tree import SlowParseError
from rubout.measure.whole import parsed_file

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.pending import Outlook
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.forest import Forest, Tree
    from rubout.measure.languages.table import Language

KNOBS = Knobs(pair_work_cap=1_000_000)  # cells: a hundredth of a second of compiled code
DOC_KNOBS = DocKnobs()
MOST_CHANGED = 64  # files that are looked at one by one before everything is sorted anew


class Counts(NamedTuple):
    """Pairs of units that are near-copies, and of texts that are copies."""

    near_miss: int
    docdup: int


class _File(NamedTuple):
    """A file as it was taken in; without facts and parts when nothing reads it."""

    path: str
    blob: str
    facts: FileFacts
    trees: bytes = b""
    documents: Documents = Documents()


class _Wood:
    """The unit trees of some files, to be looked up by size."""

    def __init__(self, files: Iterable[_File]) -> None:
        self.files = [file for file in files if file.trees]
        self.forest = _forest(self.files)
        self._by_language: dict[int, list[tuple[int, int]]] = {}
        for tree in self.forest.trees:
            self._by_language.setdefault(tree.language, []).append((tree.nodes, tree.number))
        for sizes in self._by_language.values():
            sizes.sort()

    def window(self, language: int, nodes: int) -> Iterator[Tree]:
        """The trees that are large and small enough to be near-copies of one of so many nodes."""
        sizes = self._by_language.get(language, [])
        least = -(-nodes * KNOBS.tsed_num // KNOBS.tsed_den)
        for size, number in sizes[bisect_left(sizes, (least, 0)) :]:
            if size * KNOBS.tsed_num > nodes * KNOBS.tsed_den:
                return
            yield self.forest.trees[number]

    def units(self, tree: Tree, left_out: AbstractSet[str]) -> int:
        """How many units of other files have the tree, those that are permitted aside."""
        return sum(self._counts(unit, left_out) for unit in tree.units)

    def _counts(self, number: int, left_out: AbstractSet[str]) -> bool:
        place = self.forest.units[number]
        file = self.files[place.file]
        if file.path in left_out:
            return False
        unit = file.facts.units[place.unit]
        return not (file.facts.permits and permitted(file.facts, "near-miss", unit.start_line, unit.end_line))


class Resemblance:
    """The units and the documentation of a tree."""

    def __init__(self, surveyed: Surveyed) -> None:
        parts = (surveyed.parts[part.name] for part in (TREES, DOCUMENTS))
        self._files = {
            file.path: _File(file.path, file.blob, file.facts, trees, read(documents) if documents else Documents())
            for file, trees, documents in zip(surveyed.survey.files, *parts, strict=True)
        }
        self._wood = _Wood(self._files.values())
        self._changed: set[str] = set()  # since the wood was made

    def blobs(self) -> dict[str, str]:
        """By path the blob id of each file as it was taken in."""
        return {path: file.blob for path, file in self._files.items()}

    def counting(self, look: Outlook, changed: Mapping[str, bytes | None]) -> Generator[None, None, Counts | None]:
        """Count, a step at a time, so that whoever counts can give up between two of them.

        Args:
            look: what a file would be.
            changed: files that are not as they were taken in, None for no file.

        Returns:
            None for a text that takes too long to parse.
        """
        for path, source in changed.items():
            self._take_in(path, source)
            yield
        if len(self._changed) > MOST_CHANGED:
            self._wood = _Wood(self._files.values())
            self._changed.clear()
        pending = _pending(look)
        if pending is None:
            return None
        young = _Wood(self._files[path] for path in sorted(self._changed) if path in self._files)
        own = frozenset((look.path,))
        near = docs = 0
        mine = _forest([pending] if pending.trees else [])
        for wood, left_out in ((self._wood, own | self._changed), (young, own)):
            for pairs in _near_copies(mine, wood, left_out):
                near += pairs
                yield
        others = (file.documents for file in self._files.values() if file.path != look.path)
        for is_pair in _copied_texts(pending.documents, others):
            docs += is_pair
            yield
        return Counts(near, docs)

    def _take_in(self, path: str, source: bytes | None) -> None:
        self._changed.add(path)
        code = language_code(path)
        if source is None or code is None:
            self._files.pop(path, None)
            return
        nothing = _File(path, git_blob_id(source), FileFacts(code, 0))
        self._files[path] = _measured(source, path, BY_CODE[code]) or nothing


def counted(steps: Generator[None, None, Counts | None], goes_on: Callable[[], bool]) -> Counts | None:
    """What a counting comes to; None when it was given up."""
    while goes_on():
        try:
            next(steps)
        except StopIteration as ended:
            counts: Counts | None = ended.value
            return counts
    return None


def _pending(look: Outlook) -> _File | None:
    source = (look.after or "").encode("utf-8", "surrogateescape")
    if look.notebook:
        return _measured(source, f"{look.path}.py", PYTHON)
    code = language_code(look.path)
    return None if code is None else _measured(source, look.path, BY_CODE[code])


def _measured(source: bytes, path: str, language: Language) -> _File | None:
    try:
        parsed = parsed_file(source, path, language, HURRIED_MICROSECONDS)
        documents = read(DOCUMENTS.made(parsed))
    except (notebook.NotebookError, SlowParseError):
        return None
    facts = FileFacts(
        language.code,
        parsed.facts.total_lines,
        parsed.facts.parsed,
        permits=parsed.facts.permits,
        units=tuple(unit for unit, _ in parsed.units),
    )
    return _File(path, git_blob_id(source), facts, TREES.made(parsed) if facts.parsed else b"", documents)


def _forest(files: Sequence[_File]) -> Forest:
    trees = [FileTrees(file.path, file.facts.language, file.facts.units, file.trees) for file in files]
    return forest(trees, KNOBS.min_unit_nodes, KNOBS.tree_cap)


def _near_copies(mine: Forest, wood: _Wood, left_out: AbstractSet[str]) -> Iterator[int]:
    """Pairs of units, as many as each comparison of two trees finds."""
    for tree in mine.trees:
        bag = Counter(mine.labels[tree.first : tree.first + tree.nodes])
        for other in wood.window(tree.language, tree.nodes):
            units = wood.units(other, left_out)
            yield len(tree.units) * units if units and _is_near((mine, tree, bag), (wood.forest, other)) else 0


def _is_near(one: tuple[Forest, Tree, Counter[int]], other: tuple[Forest, Tree]) -> bool:
    mine, tree, bag = one
    wood, its = other
    if tree.digest == its.digest:
        return True
    larger = max(tree.nodes, its.nodes)
    common = (bag & Counter(wood.labels[its.first : its.first + its.nodes])).total()
    if common * KNOBS.tsed_den < KNOBS.tsed_num * larger:
        return False
    limit = limit_of(tree.nodes, its.nodes, KNOBS)
    a, b = columns(mine, tree), columns(wood, its)
    if bound(a, b, limit, KNOBS.pair_work_cap):
        return False
    return is_clone(distance(*a, *b, limit), tree.nodes, its.nodes, KNOBS)


def _copied_texts(mine: Documents, others: Iterable[Documents]) -> Iterator[bool]:
    """Of each text and each live one that stands elsewhere, whether one is a copy of the other.

    A write allows itself nothing.
    """
    texts = [column(segment.shingles) for segment in mine.segments if segment.exempt != LICENSE_HEADER]
    if not texts:
        return
    bags = [frozenset(text) for text in texts]
    for found in others:
        for segment in found.segments:
            if segment.exempt == LIVE:
                other = column(segment.shingles)
                yield from (_is_copied(text, bag, other) for text, bag in zip(texts, bags, strict=True))


def _is_copied(text: array[int], bag: frozenset[int], other: array[int]) -> bool:
    if bag.isdisjoint(other):
        return False
    both = frozenset(other)
    inter = len(bag & both)
    return is_copy(inter, len(bag) + len(both) - inter, common_run(text, other), DOC_KNOBS)
