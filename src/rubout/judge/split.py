"""Is a long file worth cutting in two, and behind which unit?

Formula   benefit = floor(1000 * (p(total) - p(front) - p(rest))), at least 0, p the size curve of the score;
          cost = (mentions + shared) * ref_milli + cuts * clone_milli + cochange * churn_milli + phi_milli, each count
          of what lies on both sides of the seam
Best      the seam of the greatest benefit / cost; of equal ones the more even cut, then the earlier
Advice    split: benefit >= cost; cohesive: less; no_seam: fewer than two units
Plan      a part past the soft line is priced as a file of its own, with what lies within it, until none is worth it
Source    docs/methodology/split.md
Degraded  more than `MOST_ROWS`: no row, and the verdict fails, which it does for nothing else
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rubout.facts.split import Advice, Cut, Facts, Knobs, Priced, Verdict
from rubout.judge.curve import size_penalty
from rubout.judge.split_contract import check, check_knobs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from rubout.facts.split import Cochange, LongFile, Mention, Shared, Span, Unit

    Row = TypeVar("Row", Unit, Mention, Span, Cochange, Shared)
    Stretch = tuple[int, int]  # of seams, from the first to before the last

__all__ = ["MOST_ROWS", "Facts", "Knobs", "Verdict", "check_knobs", "judge", "weight_of"]

MILLI = 1000
MOST_ROWS = 524_288


class _Ties(NamedTuple):
    """What of a file crosses which seams; a pair of units crosses all seams between the two.

    Of a shared name the pairs are those of users that follow one another, so that any seam between the first and the
    last is crossed by one of them.
    """

    ends: Sequence[int]  # the last line in front of each seam
    mentions: Sequence[Stretch]
    clones: Sequence[Stretch]
    cochange: Sequence[Stretch]
    shared: Sequence[Stretch]


class _Part(NamedTuple):
    """Lines of a file, `start` of them in front, from one seam to before another; the last unit has no seam."""

    first: int
    last: int
    start: int
    end: int

    @property
    def total(self) -> int:
        return self.end - self.start


class _Seam(NamedTuple):
    number: int
    end: int  # the last line in front of it
    benefit: int
    cost: int
    mentions: int
    cuts: int
    cochange: int
    shared: int

    @property
    def is_viable(self) -> bool:
        return self.benefit >= self.cost


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Price the best seam of each file.

    Raises:
        ContractError: a row that no measurement gives, or a knob out of bounds.
    """
    check(facts, knobs)
    tables = (facts.files, facts.units, facts.mentions, facts.clones, facts.cochange, facts.shared)
    if sum(map(len, tables)) > MOST_ROWS:
        return Verdict(rows=(), plan=(), fail=True, degraded=True, reason="split_too_large", knobs=knobs)
    rows, plan, weigh = [], [], _Weights(knobs)
    for file, ties in zip(facts.files, _ties(facts), strict=True):
        whole = _Part(0, len(ties.ends), 0, file.total)
        best = _best(whole, ties, knobs, weigh)
        rows.append(_priced(file, best))
        if best and best.is_viable:
            further = sorted(_further(whole, best, ties, knobs, weigh))
            plan += [Cut(file.file, seam.number, seam.benefit, seam.cost) for seam in further]
    return Verdict(rows=tuple(rows), plan=tuple(plan), fail=False, degraded=False, reason=None, knobs=knobs)


def weight_of(lines: int, knobs: Knobs) -> Fraction:
    """What a file of so many lines weighs on the size axis."""
    most, is_straight = knobs.size_penalty_max, knobs.law == "density"
    return size_penalty(lines, knobs.soft_line, knobs.hard_line, most, straight=is_straight)


class _Weights:
    """`weight_of` times `scale`, a whole number: fractions would take ten times as long for a large file."""

    def __init__(self, knobs: Knobs) -> None:
        self.scale = max(1, knobs.hard_line - knobs.soft_line) ** 2
        self._knobs = knobs
        self._known: dict[int, int] = {}

    def __call__(self, lines: int) -> int:
        """What so many lines weigh."""
        if lines not in self._known:
            self._known[lines] = self.scale * weight_of(lines, self._knobs) // 1
        return self._known[lines]


def _ties(facts: Facts) -> Iterator[_Ties]:
    """Of each file; every table is grouped once."""
    units, mentions = _by_file(facts.units), _by_file(facts.mentions)
    clones, cochange, shared = _by_file(facts.clones), _by_file(facts.cochange), _by_file(facts.shared)
    for file in facts.files:
        ends = [unit.end for unit in units.get(file.file, ())][:-1]
        yield _Ties(
            ends,
            [(min(row.i, row.j), max(row.i, row.j)) for row in mentions.get(file.file, ())],
            # A span straddles the seams whose line lies in [start, end).
            [(bisect_left(ends, row.start), bisect_left(ends, row.end)) for row in clones.get(file.file, ())],
            [(row.a, row.b) for row in cochange.get(file.file, ())],
            [(row.a, row.b) for row in shared.get(file.file, ())],
        )


def _by_file(rows: Iterable[Row]) -> Mapping[int, Sequence[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.file].append(row)
    return found


def _further(whole: _Part, cut: _Seam, ties: _Ties, knobs: Knobs, weigh: _Weights) -> Iterator[_Seam]:
    """The cuts of what a first one leaves."""
    left = [(whole, cut, ties)]
    while left:
        part, seam, ties = left.pop()
        front = _Part(part.first, seam.number, part.start, seam.end)
        rest = _Part(seam.number + 1, part.last, seam.end, part.end)
        for half in (front, rest):
            if half.total > knobs.soft_line:
                within = _within(ties, half)
                best = _best(half, within, knobs, weigh)
                if best and best.is_viable:
                    left.append((half, best, within))
                    yield best


def _within(ties: _Ties, part: _Part) -> _Ties:
    """What of a file ties a part; units on both sides of it are parted already, and of a copy a piece stays."""

    def both(pairs: Sequence[Stretch]) -> list[Stretch]:
        return [pair for pair in pairs if part.first <= pair[0] and pair[1] <= part.last]

    return _Ties(
        ties.ends,
        both(ties.mentions),
        [
            (max(first, part.first), min(last, part.last))
            for first, last in ties.clones
            if first < part.last and last > part.first
        ],
        both(ties.cochange),
        both(ties.shared),
    )


def _best(part: _Part, ties: _Ties, knobs: Knobs, weigh: _Weights) -> _Seam | None:
    """None for fewer than two units; of the ties those within the part."""
    best = None
    for seam in _seams(part, ties, knobs, weigh):
        if best is None or _is_better(seam, best, part):
            best = seam
    return best


def _is_better(seam: _Seam, best: _Seam, part: _Part) -> bool:
    here, there = seam.benefit * best.cost, best.benefit * seam.cost
    return here > there or (here == there and _unevenness(seam, part) < _unevenness(best, part))


def _unevenness(seam: _Seam, part: _Part) -> int:
    return abs(part.start + part.end - 2 * seam.end)


def _seams(part: _Part, ties: _Ties, knobs: Knobs, weigh: _Weights) -> Iterator[_Seam]:
    whole = weigh(part.total)
    counts = zip(
        _crossing(ties.mentions, part),
        _crossing(ties.clones, part),
        _crossing(ties.cochange, part),
        _crossing(ties.shared, part),
        strict=True,
    )
    for number, (mentions, cuts, cochange, shared) in enumerate(counts, start=part.first):
        end = ties.ends[number]
        recovered = whole - weigh(end - part.start) - weigh(part.end - end)
        # Where the curve is flat, two halves that are both past the line weigh more than the whole.
        benefit = max(0, MILLI * recovered // weigh.scale)
        severed = (mentions + shared) * knobs.ref_milli + cuts * knobs.clone_milli + cochange * knobs.churn_milli
        yield _Seam(number, end, benefit, severed + knobs.phi_milli, mentions, cuts, cochange, shared)


def _crossing(stretches: Iterable[Stretch], part: _Part) -> list[int]:
    """How many of the stretches hold each seam of the part, in one pass."""
    changes = [0] * (part.last - part.first + 1)
    for first, last in stretches:
        changes[first - part.first] += 1
        changes[last - part.first] -= 1
    return list(accumulate(changes[:-1]))


def _priced(file: LongFile, best: _Seam | None) -> Priced:
    if best is None:
        return Priced(file.file, Advice.NO_SEAM)
    advice = Advice.SPLIT if best.is_viable else Advice.COHESIVE
    severed = best.mentions, best.cuts, best.cochange, best.shared
    return Priced(file.file, advice, best.number, best.benefit, best.cost, *severed)
