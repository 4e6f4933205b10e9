"""Which texts stand word for word elsewhere, and would be no loss?

Places with the same bytes are one group; its first place in a file that stays is the survivor, each other place outside
of the files that go is a candidate. Of places that only say the same, one candidate is told, which is never erased.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.documents import COMMENT_BLOCK, MD_PARA
from rubout.facts.erase import VERBATIM_DOC
from rubout.gate.erase_rows import Candidate
from rubout.judge.liveness import is_entry
from rubout.measure.notebook import is_notebook
from rubout.measure.repeated_text import bar, parted_by_code, parted_by_heading
from rubout.measure.splices import slice_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.docdup import Pair, Place, Score, Text
    from rubout.gate.erase_sources import Sources
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built

NOTEBOOK, OTHER_SECTION, OTHER_PACKAGE = "notebook_cell", "other_section", "other_package"
READ_ALONE, UNLINKED = "read_alone", "unlinked_document"
_MANIFESTS = frozenset(
    {
        *("package.json", "pyproject.toml", "setup.py", "setup.cfg", "Cargo.toml", "go.mod", "composer.json"),
        *("pom.xml", "build.gradle", "build.gradle.kts", "stack.yaml", "package.yaml", "Gemfile", "CMakeLists.txt"),
    }
)
_MANIFEST_SUFFIXES = (".gemspec", ".cabal", ".csproj", ".rockspec")


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place of a text."""

    path: str
    place: Place
    text: Text

    @property
    def words(self) -> int:
        return self.text.words

    @property
    def span(self) -> tuple[int, int]:
        return self.place.start_line, self.place.end_line


class Texts:
    """The repeated texts of a tree.

    Args:
        outcome: that of docdup.
        built: the reference graph of the same tree.
        sources: its bytes.
        going: the files that go whole.
    """

    def __init__(self, outcome: Outcome, built: Built, sources: Sources, going: frozenset[str]) -> None:
        self._facts, self._verdict = outcome.facts, outcome.verdict
        self._built, self._sources, self._going = built, sources, going
        self._packages = _packages(built.world.walked)
        nodes = built.graph.nodes
        self._linked = {(nodes[edge.src].path, nodes[edge.dst].path) for edge in built.graph.edges}

    def candidates(self, counts: Counter[str]) -> Iterator[Candidate]:
        """Those with equal bytes, then those of pairs without; what is none is counted."""
        for text in self._facts.texts:
            spots = [self._spot(place, text) for place in text.places]
            groups = list(self._groups(spots))
            for group in groups:
                yield from self._copies(group, counts)
            for other in groups[1:]:
                yield from self._told(groups[0][0], other[0], text.words, _share(text), counts)
        for pair, score, dup in zip(self._facts.pairs, self._verdict.scores, self._verdict.dup, strict=True):
            if dup:
                yield from self._of_pair(pair, score, counts)

    def _spot(self, place: Place, text: Text) -> _Spot:
        return _Spot(self._facts.files[place.file], place, text)

    def _groups(self, spots: Sequence[_Spot]) -> Iterator[list[_Spot]]:
        """The places outside of files that go, by their bytes."""
        found: dict[bytes, list[_Spot]] = defaultdict(list)
        for spot in sorted(spots, key=lambda spot: (spot.path, spot.place.start_line)):
            if spot.path not in self._going:
                found[self._bytes(spot)].append(spot)
        return iter(found.values())

    def _bytes(self, spot: _Spot) -> bytes:
        if is_notebook(spot.path):  # its lines are those of its cells
            return spot.path.encode("utf-8", "surrogateescape")
        return slice_of(self._sources.lines(spot.path), spot.span)

    def _copies(self, group: Sequence[_Spot], counts: Counter[str]) -> Iterator[Candidate]:
        survivor, *others = group
        for spot in others:
            if wrong := self._bar(survivor, spot):
                counts[wrong] += 1
            else:
                yield self._candidate(survivor, spot, spot.words, _share(spot.text), is_equal=True)

    def _of_pair(self, pair: Pair, score: Score, counts: Counter[str]) -> Iterator[Candidate]:
        texts = [self._facts.texts[number] for number in (pair.a, pair.b)]
        spots = [self._spot(text.places[0], text) for text in texts]
        first, later = sorted(spots, key=lambda spot: (spot.path, spot.place.start_line))
        yield from self._told(first, later, pair.run, f"J {score.inter}/{score.union}", counts)

    def _told(self, first: _Spot, later: _Spot, run: int, share: str, counts: Counter[str]) -> Iterator[Candidate]:
        """The advice that a pair without equal bytes gives."""
        if not self._going.isdisjoint((first.path, later.path)):
            return
        if wrong := self._bar(first, later):
            counts[wrong] += 1
        else:
            yield self._candidate(first, later, run, share, is_equal=False)

    def _candidate(self, survivor: _Spot, spot: _Spot, run: int, share: str, *, is_equal: bool) -> Candidate:
        twin = f"{survivor.path}:{survivor.place.start_line}-{survivor.place.end_line}"
        return Candidate(
            facts=(VERBATIM_DOC, run, survivor.words, spot.words, int(is_equal)),
            path=spot.path,
            span=spot.span,
            provenance=f"docdup: twin of {twin} ({share}, verbatim {run} words)",
            survivor=(survivor.path, survivor.span),
        )

    def _bar(self, survivor: _Spot, spot: _Spot) -> str | None:
        """The name of what speaks against taking one of two texts out; None when nothing does."""
        if is_notebook(spot.path):
            return NOTEBOOK
        sources = self._sources
        lines = sources.lines(spot.path)
        if spot.place.kind == MD_PARA and (wrong := self._bar_of_document(survivor, spot, lines)):
            return wrong
        wrong = bar(sources.source(spot.path), sources.language(spot.path), lines, spot.span, spot.place.kind)
        if wrong is None and self._package(survivor.path) != self._package(spot.path):
            return OTHER_PACKAGE
        is_code = spot.place.kind == COMMENT_BLOCK and survivor.path == spot.path
        if wrong is None and is_code and parted_by_code(lines, survivor.span, spot.span):
            return OTHER_SECTION
        return wrong

    def _bar_of_document(self, survivor: _Spot, spot: _Spot, lines: Sequence[bytes]) -> str | None:
        """Whether somebody may read the one and not the other."""
        if survivor.path == spot.path:
            return OTHER_SECTION if parted_by_heading(lines, survivor.span, spot.span) else None
        flags = self._built.entries.flags.get(spot.path)
        if flags is None or is_entry(flags):
            return READ_ALONE
        ends = (survivor.path, spot.path)
        return None if ends in self._linked or ends[::-1] in self._linked else UNLINKED

    def _package(self, path: str) -> str:
        """The nearest folder upwards with a manifest; the root is one."""
        folder = posixpath.dirname(path)
        while folder and folder not in self._packages:
            folder = posixpath.dirname(folder)
        return folder


def _share(text: Text) -> str:
    """How alike two places of one text are."""
    return f"J {len(text.shingles)}/{len(text.shingles)}"


def _packages(walked: frozenset[str]) -> frozenset[str]:
    names = ((path, posixpath.basename(path)) for path in walked)
    found = (path for path, name in names if name in _MANIFESTS or name.endswith(_MANIFEST_SUFFIXES))
    return frozenset(map(posixpath.dirname, found))
