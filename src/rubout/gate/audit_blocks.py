"""Which pairs of places that share code does a change touch, and which of them does it bring in?

A block is introduced when all of this holds: the tokens that its two files cover in one another rose by `MIN_TOKENS`
on either side; one of its lines in a changed file is novel; and some fingerprint of its own stands in more places of
the tree than before. So an old pair that is mended on both sides, cut in two, moved or renamed is not introduced, and
another copy is. Only pairs with a changed file are looked for: every other one stood there before.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.guard import Knobs
from rubout.gate.permits import allows
from rubout.measure.copies import digests
from rubout.measure.fingerprints import all_hashes, fingerprints
from rubout.measure.postings import Postings, self_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rubout.facts.source import Permit
    from rubout.gate.held import Held
    from rubout.measure.postings import Stream

MIN_TOKENS, MIN_DISTINCT = Knobs().min_tokens, Knobs().min_distinct


class Content(NamedTuple):
    """What a file has that counts here."""

    stream: Stream
    permits: tuple[Permit, ...] = ()


class Side(NamedTuple):
    """A place: a file of the tree that is judged, the first token, the lines."""

    path: str
    first: int
    start_line: int
    end_line: int


class Block(NamedTuple):
    """Two places that share a run of tokens; `a` stands before `b`."""

    a: Side
    b: Side
    tokens: int
    distinct: int
    a_changed: bool
    b_changed: bool
    introduced: bool
    digest: str = ""  # of what an introduced one repeats
    a_came: bool = False  # of an introduced one: `a` says something new, and `b` does not

    @property
    def new(self) -> Side:
        """The place that came, of an introduced block; the later one, when both did."""
        return self.a if self.a_came else self.b

    @property
    def old(self) -> Side:
        """The other place."""
        return self.b if self.a_came else self.a


class _Run(NamedTuple):
    """A block, as it was found from the first of its two files in hand."""

    own: Side
    other: Side
    tokens: int
    distinct: int


@dataclass(slots=True, kw_only=True)
class Comparison:
    """A tree and what it was before.

    Attributes:
        tree: the files that are judged, or all of them that share a fingerprint with a changed one; what it holds
            of changed files does not count.
        now: what the changed files are, by path.
        base_of: the paths of the changed files, those included that are gone, to where each was before, if anywhere.
        bases: what the changed files were, by their path then; asked for when something is to be compared.
        novel: the lines of a changed file that say something new, ascending.
    """

    tree: Held
    now: Mapping[str, Content]
    base_of: Mapping[str, str | None]
    bases: Callable[[], Mapping[str, Content]]
    novel: Callable[[str], tuple[int, ...]]
    _novel: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def blocks(self, most: int) -> list[Block]:
        """The blocks with a changed file, by place; when there are more than `most`, not all and none judged."""
        groups: dict[tuple[str, str], list[_Run]] = defaultdict(list)
        for seen, run in enumerate(self._runs()):
            groups[run.own.path, run.other.path].append(run)
            if seen >= most:
                return [self._block(run) for group in groups.values() for run in group]
        risen = [run for pair, group in groups.items() if self._covers_more(pair, group) for run in group]
        introduced = {run for run in self._multiplied(risen) if self._is_novel(run)}
        listed = (run for group in groups.values() for run in _apart(group) if not self._is_allowed(run))
        return sorted(self._block(run, introduced=run in introduced) for run in listed)

    def _runs(self) -> Iterator[_Run]:
        """Each run of a changed file once, also when both its files changed."""
        changed = frozenset(self.base_of)
        fresh = Postings()
        for path, content in sorted(self.now.items()):
            stream = content.stream
            for postings, leave_out in ((self.tree.postings, changed), (fresh, frozenset[str]())):
                for run in postings.runs(stream, MIN_TOKENS, MIN_DISTINCT, leave_out):
                    own = Side(path, run.own_first, run.own_start, run.own_end)
                    other = Side(run.path, run.start, run.start_line, run.end_line)
                    yield _Run(own, other, run.length, run.distinct)
            for twice in self_runs(stream, MIN_TOKENS, MIN_DISTINCT):
                own, other = (
                    Side(path, first, *lines)
                    for first, lines in ((twice.first, twice.first_lines), (twice.second, twice.second_lines))
                )
                yield _Run(own, other, twice.length, len(set(stream.codes[own.first : own.first + twice.length])))
            fresh.put(path, stream)

    def _covers_more(self, pair: tuple[str, str], runs: Iterable[_Run]) -> bool:
        now = [(run.own.first, run.other.first, run.tokens) for run in runs]
        before = self._runs_before(*pair)
        return any(
            _covered((run[side], run[2]) for run in now) - _covered((run[side], run[2]) for run in before) >= MIN_TOKENS
            for side in (0, 1)
        )

    def _runs_before(self, own_path: str, other_path: str) -> list[tuple[int, int, int]]:
        """First tokens and tokens of what the two files shared in the tree before."""
        own, other = self._stream_before(own_path), self._stream_before(other_path)
        if own is None or other is None:
            return []
        if own_path == other_path:
            return [(run.first, run.second, run.length) for run in self_runs(own, MIN_TOKENS, MIN_DISTINCT)]
        there = Postings()
        there.put(other_path, other)
        return [(run.own_first, run.start, run.length) for run in there.runs(own, MIN_TOKENS, MIN_DISTINCT)]

    def _stream_before(self, path: str) -> Stream | None:
        if path not in self.base_of:
            return self.tree.postings.stream(path)
        base = self.bases().get(self.base_of[path] or "")
        return base.stream if base else None

    def _multiplied(self, runs: Iterable[_Run]) -> list[_Run]:
        """The runs of which some fingerprint stands in more places of the tree than before."""
        prints = {run: set(fingerprints(self._codes(run))[0]) for run in runs}
        wanted = set[int]().union(*prints.values())
        if not wanted:
            return []
        gained: Counter[int] = Counter()
        # Only changed files can gain or lose a place, and a place counts whatever winnowing chose around it.
        for content in self.now.values():
            gained.update(code for code in all_hashes(content.stream.codes) if code in wanted)
        for content in self.bases().values():
            gained.subtract(code for code in all_hashes(content.stream.codes) if code in wanted)
        return [run for run, own in prints.items() if any(gained[code] > 0 for code in own)]

    def _codes(self, run: _Run) -> array[int]:
        return self.now[run.own.path].stream.codes[run.own.first : run.own.first + run.tokens]

    def _is_novel(self, run: _Run) -> bool:
        return any(self._has_novel(side) for side in (run.own, run.other) if side.path in self.base_of)

    def _has_novel(self, side: Side) -> bool:
        if side.path not in self._novel:
            self._novel[side.path] = self.novel(side.path)
        lines = self._novel[side.path]
        index = bisect_left(lines, side.start_line)
        return index < len(lines) and lines[index] <= side.end_line

    def _is_allowed(self, run: _Run) -> bool:
        return any(allows(self._permits(side.path), "clones", side.start_line, side.end_line) for side in run[:2])

    def _permits(self, path: str) -> tuple[Permit, ...]:
        content = self.now.get(path)
        return content.permits if content else self.tree.permits.get(path, ())

    def _block(self, run: _Run, *, introduced: bool = False) -> Block:
        a, b = sorted((run.own, run.other))
        changed = a.path in self.base_of, b.path in self.base_of
        block = Block(a, b, run.tokens, run.distinct, *changed, introduced=introduced)
        if not introduced:
            return block
        codes = self._codes(run)
        (digest,) = digests(codes, array("I", [0]), array("I", [len(codes)]))
        return block._replace(digest=digest, a_came=not (changed[1] and self._has_novel(b)))


def _apart(runs: Iterable[_Run]) -> list[_Run]:
    """Without those whose lines lie, on both sides, within the lines of a longer one, as pairs of `clones` are."""
    kept: list[_Run] = []
    for run in sorted(runs, key=lambda run: (-run.tokens, sorted((run.own, run.other)))):
        if not any(_holds(other.own, run.own) and _holds(other.other, run.other) for other in kept):
            kept.append(run)
    return kept


def _holds(outer: Side, inner: Side) -> bool:
    return outer.start_line <= inner.start_line and inner.end_line <= outer.end_line


def _covered(spans: Iterable[tuple[int, int]]) -> int:
    """How many tokens the spans, (first, tokens), hold together."""
    end = total = 0
    for first, tokens in sorted(spans):
        total += max(0, first + tokens - max(first, end))
        end = max(end, first + tokens)
    return total
