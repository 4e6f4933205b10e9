"""What of a tree may not grow: the rows that a baseline keeps (docs/methodology/ratchet.md)."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import msgspec

from rubout.facts import liveness
from rubout.facts.ratchet import Ceiling, Finding, name_of
from rubout.gate.scan_rows import has_rows
from rubout.judge.liveness import fails
from rubout.measure.copies import digests
from rubout.measure.corpus import corpus, line_starts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from rubout.facts.source import FileFacts, Function, Unit
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built
    from rubout.gate.surveyed import Surveyed

# Raise a family's number whenever a rule that its rows depend on changes: a baseline of another revision is refused.
# Which rules each was made with stands in the test of this module.
REVISIONS = {"clones": 2, "liveness": 3, "scan": 2}
FILE_LINES: Final = "file_lines"
FN_COGNITIVE: Final = "fn_cognitive"
CLONE: Final = "clone"
DEAD: Final = "dead"
CONTENT_DIGITS = 12  # of a content id, by which a file is found again
DIGEST_DIGITS = 16


class JudgedTree(Protocol):
    """What has to be known of a tree."""

    @property
    def surveyed(self) -> Surveyed:
        """Its files, with their tokens."""

    @property
    def copies(self) -> Outcome:
        """That of `clones`."""

    @property
    def built(self) -> Built:
        """Its reference graph."""

    @property
    def alive(self) -> liveness.Verdict:
        """What keeps each file of the graph alive."""


class Rows(NamedTuple):
    """The rows of a tree, in a baseline's order."""

    ceilings: tuple[Ceiling, ...]
    findings: tuple[Finding, ...]


class Spot(NamedTuple):
    """Where one copy, or a dead file, stands, and the places that a baseline knows it by."""

    places: tuple[str, ...]
    path: str
    start_line: int
    end_line: int


def tree_rows(judged: JudgedTree, known: Mapping[str, Finding] | None = None) -> Rows:
    """What a baseline keeps of a tree: its lengths, its functions' complexity, its copies and its dead files.

    Args:
        judged: the tree.
        known: findings of copies by digest; one that counts no more here is taken as it stands there, and so without
            looking for its places, which no verdict needs then.
    """
    counts = Counter[str]()
    for one in judged.copies.verdict.classes:
        counts[one.digest] += len(one.members) - 1
    taken = {digest for digest in counts if known and digest in known and counts[digest] <= known[digest].count}
    clones = clone_spots(judged, counts.keys() - taken)
    findings = [
        *(msgspec.structs.replace(known[digest], count=counts[digest]) for digest in taken if known),
        *(Finding(CLONE, digest, len(spots) - 1, _places(spots)) for digest, spots in clones.items()),
        *(Finding(DEAD, digest, len(spots), _places(spots)) for digest, spots in dead_spots(judged).items()),
    ]
    return Rows(tuple(sorted(_ceilings(judged), key=name_of)), tuple(sorted(findings, key=name_of)))


def clone_spots(judged: JudgedTree, digests: AbstractSet[str]) -> dict[str, list[Spot]]:
    """The copies of these digests, where two or more are left without the seams.

    A seam is the end of one unit and the beginning of the next, neither long enough to be a copy: it is an accident of
    their order, and comes and goes when they change places.
    """
    paths = judged.copies.facts.files
    classes = [one for one in judged.copies.verdict.classes if one.digest in digests]
    files = _Files(judged, {paths[each.file] for one in classes for each in one.members})
    found: dict[str, list[Spot]] = {}
    for one in classes:
        spots = [files.spot(paths[each.file], each.start_line, each.end_line) for each in one.members]
        found.setdefault(one.digest, []).extend(spots)
    placed = {digest: [spot for spot in spots if spot.places] for digest, spots in found.items()}
    return {digest: spots for digest, spots in placed.items() if len(spots) > 1}


def dead_spots(judged: JudgedTree) -> dict[str, list[Spot]]:
    """By digest, the dead files that fail a check of their own."""
    nodes, knobs = judged.built.graph.nodes, judged.alive.knobs
    rows = [(nodes[dead.node], dead.code) for dead in judged.alive.dead]
    paths = {node.path for node, code in rows if fails(liveness.Node(node.lang, node.kind, node.flags), code, knobs)}
    found: dict[str, list[Spot]] = {}
    for path, digest in sorted(_digests(judged, paths)):
        found.setdefault(digest, []).append(Spot((path,), path, 1, 1))
    return found


def functions_of(path: str, facts: FileFacts) -> Iterator[tuple[str, Function]]:
    """Each function of a file by its key."""
    units = sorted((unit for unit in facts.units if unit.function), key=lambda unit: (unit.start_byte, -unit.end_byte))
    for function, unit in zip(facts.functions, units, strict=True):
        yield _key(path, unit), function


def _ceilings(judged: JudgedTree) -> Iterator[Ceiling]:
    for file in judged.surveyed.survey.files:
        if has_rows(file.facts):
            yield Ceiling(FILE_LINES, file.path, file.facts.total_lines, file.blob[:CONTENT_DIGITS])
            for key, function in functions_of(file.path, file.facts):
                yield Ceiling(FN_COGNITIVE, key, function.cognitive)


class _Files:
    """Some files of a tree, with the units and the lines of the tokens of each."""

    def __init__(self, judged: JudgedTree, paths: AbstractSet[str]) -> None:
        self._units = {file.path: file.facts.units for file in judged.surveyed.survey.files if file.path in paths}
        self._streams = judged.surveyed.streams(paths)
        self._least = judged.copies.verdict.knobs.min_tokens
        self._starts: dict[str, array[int]] = {}

    def spot(self, path: str, start: int, end: int) -> Spot:
        """A copy by its units: the function that holds it, or else each part, cut where functions begin and end.

        A part counts when it is a whole function or long enough by itself. So a run over several functions is known
        again when these change places.
        """
        units = self._units[path]
        around = [unit for unit in units if unit.start_line <= start and end <= unit.end_line]
        inner = min(around, key=lambda unit: (unit.end_byte - unit.start_byte, unit.key), default=None)
        outer = _key(path, inner) if inner else f"{path}::#0"
        parts = [] if inner and inner.function else list(_outermost(units, start, end))
        if not parts:
            return Spot((outer,), path, start, end)
        lengths = [self._tokens(path, max(start, unit.start_line), min(end, unit.end_line)) for unit in parts]
        places = [
            _key(path, unit)
            for unit, length in zip(parts, lengths, strict=True)
            if length >= self._least or (start <= unit.start_line and unit.end_line <= end)
        ]
        if self._tokens(path, start, end) - sum(lengths) >= self._least:
            places.append(outer)
        return Spot(tuple(places), path, start, end)

    def _tokens(self, path: str, first: int, last: int) -> int:
        """How many tokens begin on these lines."""
        if path not in self._starts:
            self._starts[path] = line_starts(self._streams[path])
        starts = self._starts[path]
        return bisect_right(starts, last) - bisect_left(starts, first)


def _outermost(units: Iterable[Unit], start: int, end: int) -> Iterator[Unit]:
    """The functions on these lines that no other one there holds."""
    reached = -1
    functions = (unit for unit in units if unit.function and unit.start_line <= end and start <= unit.end_line)
    for unit in sorted(functions, key=lambda unit: (unit.start_byte, -unit.end_byte)):
        if unit.start_byte > reached:
            reached = unit.end_byte
            yield unit


def _key(path: str, unit: Unit) -> str:
    return f"{path}::{unit.key}#{unit.nth}"


def _places(spots: Iterable[Spot]) -> tuple[str, ...]:
    return tuple(sorted({place for spot in spots for place in spot.places}))


def _digests(judged: JudgedTree, paths: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """What names the content of each file: its tokens, so that names and layout do not matter, else its bytes."""
    files = [file for file in judged.surveyed.survey.files if file.path in paths]
    parsed = [file.path for file in files if file.facts.parsed]
    streams = judged.surveyed.streams(parsed)
    tree = corpus([(path, streams[path]) for path in parsed])
    starts = tree.firsts[:-1]
    lengths = array("I", [after - first - 1 for first, after in zip(starts, tree.firsts[1:], strict=True)])
    yield from zip(tree.files, digests(tree.codes, starts, lengths), strict=True)
    yield from ((file.path, file.blob[:DIGEST_DIGITS]) for file in files if not file.facts.parsed)
