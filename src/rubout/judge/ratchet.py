"""Has anything grown past what the baseline allows, or come that the baseline does not know?

Formula   tolerated(c) = max(c * tol_num // tol_den, c + tol_abs); over: v > tolerated(c); drawn: c < v <= tolerated(c);
          the next ceiling is min(v, c), so what is tolerated never adds up; without a ceiling: over past the fail line
          functions of one name and as many parameters in a file: each has the ceiling of its value, else by size
          a finding is known up to the count of its digest, or of a row of the baseline that holds all its places, or
          the sum of rows that hold two of its places each and together all, as runs joined of several have them
Fails     ratchet_over: something is over; discrete_added: a finding counts more than it is known for
Renames   a path that is gone goes on as the new path that git shows, else as one with its content; each path once
Unjudged  nothing: without a baseline everything holds
Degraded  more than `MOST_ROWS` rows of the tree and the baseline: no rows, and the verdict fails
Source    docs/methodology/score.md
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.ratchet import Drawn, Facts, Knobs, Over, Verdict, name_of
from rubout.judge.ratchet_contract import check, check_knobs
from rubout.judge.score import MOST_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.ratchet import Baseline, Ceiling, Finding

__all__ = [
    "Facts",
    "Knobs",
    "Surplus",
    "Verdict",
    "check_knobs",
    "failed_conditions",
    "followed",
    "judge",
    "renamed",
    "tolerated",
]

FILE_LINES = "file_lines"
RATCHET_OVER, DISCRETE_ADDED = "ratchet_over", "discrete_added"
DEGRADED = ("degraded",)


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Hold the tree against its baseline.

    Raises:
        ContractError: a row that no measurement gives, or a knob out of bounds.
    """
    if _rows(facts) > MOST_ROWS:
        return Verdict(failed=DEGRADED, fail=True, degraded=True, reason="verdict_too_large", knobs=Knobs())
    check(facts, knobs)
    if facts.baseline is None:
        return Verdict(ceilings=facts.ceilings, findings=facts.findings, knobs=knobs)
    moved = renamed(facts)
    held = _held(facts, facts.baseline, moved)
    over, drawn = _growth(facts.ceilings, held, knobs)
    added = tuple(_added(facts.findings, facts.baseline, moved))
    present = {name_of(row) for row in facts.findings}
    failed = [name for name, rows in ((RATCHET_OVER, over), (DISCRETE_ADDED, added)) if rows]
    return Verdict(
        over=over,
        drawn=drawn,
        added=added,
        removed=tuple(row for row in facts.baseline.findings if name_of(row) not in present),
        ceilings=tuple(_tightened(row, held) for row in facts.ceilings),
        findings=facts.findings,
        failed=tuple(failed),
        fail=bool(failed),
        knobs=knobs,
    )


def tolerated(ceiling: int, metric: str, knobs: Knobs) -> int:
    """The largest value that does not fail over a ceiling."""
    least = knobs.tol_abs_lines if metric == FILE_LINES else knobs.tol_abs_cognitive
    return max(ceiling * knobs.tol_num // knobs.tol_den, ceiling + least)


def failed_conditions(ratchet: Sequence[str], score: Sequence[str]) -> tuple[str, ...]:
    """The conditions that hold of both verdicts, in their order; where one could not judge, neither counts."""
    return DEGRADED if {*DEGRADED} & {*ratchet, *score} else (*ratchet, *score)


def renamed(facts: Facts) -> dict[str, str]:
    """The paths of the baseline that are gone, with those they go on as."""
    then = {row.key: row for row in facts.baseline.ceilings if row.metric == FILE_LINES} if facts.baseline else {}
    now = {row.key: row for row in facts.ceilings if row.metric == FILE_LINES}
    gone, fresh = set(then.keys() - now.keys()), set(now.keys() - then.keys())
    shown = dict(_each_once(sorted(facts.renames), gone, fresh))
    return shown | dict(_each_once(_of_equal_content(then, now, gone, fresh), gone, fresh))


def _each_once(pairs: Iterable[tuple[str, str]], gone: set[str], fresh: set[str]) -> Iterator[tuple[str, str]]:
    """The pairs from `gone` to `fresh`; both lose what a pair has taken."""
    for old, new in pairs:
        if old in gone and new in fresh:
            gone.remove(old)
            fresh.remove(new)
            yield old, new


def _of_equal_content(
    then: Mapping[str, Ceiling], now: Mapping[str, Ceiling], gone: set[str], fresh: set[str]
) -> list[tuple[str, str]]:
    """Pairs of a path that is gone and a new one with its content, in the order of both."""
    news = defaultdict(list)
    for path in sorted(fresh, reverse=True):
        news[now[path].content].append(path)
    known = (path for path in sorted(gone) if then[path].content)
    return [(path, news[then[path].content].pop()) for path in known if news[then[path].content]]


def followed(key: str, moved: Mapping[str, str]) -> str:
    """A path, or a place in one, after the renames."""
    if key in moved:
        return moved[key]
    at = key.find("::")
    while at >= 0:  # a path may hold colons too
        if key[:at] in moved:
            return moved[key[:at]] + key[at:]
        at = key.find("::", at + 1)
    return key


def _held(facts: Facts, baseline: Baseline, moved: Mapping[str, str]) -> dict[tuple[str, str], int]:
    """The ceilings, after the renames, by the metric and key of the rows that they hold."""
    ceilings = {(row.metric, followed(row.key, moved) if moved else row.key): row.value for row in baseline.ceilings}
    rows: dict[tuple[str, str], Ceiling] = {(row.metric, row.key): row for row in facts.ceilings}
    held: dict[tuple[str, str], int] = {name: ceilings[name] for name in rows if name in ceilings}
    for names in _siblings((*rows, *ceilings)):
        siblings = [rows[name] for name in names if name in rows]
        for name in names:
            held.pop(name, None)
        pairs = _paired(siblings, [ceilings[name] for name in names if name in ceilings])
        held.update((name_of(row), ceiling) for row, ceiling in pairs)
    return held


def _siblings(names: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The names, in order, that differ in nothing but their rank, which changes when functions change places."""
    later: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for name in names:
        if not name[1].endswith("#0") and name[0] != FILE_LINES:
            later[name[0], name[1].rpartition("#")[0]].add(name)
    yield from (sorted({(metric, f"{key}#0"), *ranked}) for (metric, key), ranked in later.items())


def _paired(rows: Sequence[Ceiling], ceilings: Sequence[int]) -> Iterator[tuple[Ceiling, int]]:
    """Each row with its ceiling: one of just that value, else by size; rows beyond the ceilings have none."""
    left = Counter(ceilings)
    grown = []
    for row in rows:
        if left[row.value] > 0:
            left[row.value] -= 1
            yield row, row.value
        else:
            grown.append(row)
    grown.sort(key=lambda row: -row.value)
    yield from zip(grown, sorted(left.elements(), reverse=True), strict=False)


def _growth(
    rows: Sequence[Ceiling], held: Mapping[tuple[str, str], int], knobs: Knobs
) -> tuple[tuple[Over, ...], tuple[Drawn, ...]]:
    over, drawn = [], []
    for row in rows:
        ceiling = held.get((row.metric, row.key))
        allowed = _fail_line(row.metric, knobs) if ceiling is None else tolerated(ceiling, row.metric, knobs)
        if allowed is not None and row.value > allowed:
            over.append(Over(row.metric, row.key, row.value, allowed))
        elif ceiling is not None and row.value > ceiling:
            drawn.append(Drawn(row.metric, row.key, row.value - ceiling))
    return tuple(over), tuple(drawn)


def _fail_line(metric: str, knobs: Knobs) -> int | None:
    """What an entity without a ceiling may reach, or None."""
    return (knobs.file_lines_fail if metric == FILE_LINES else knobs.cognitive_fail) or None


def _tightened(row: Ceiling, held: Mapping[tuple[str, str], int]) -> Ceiling:
    ceiling = held.get((row.metric, row.key), row.value)
    return row if ceiling >= row.value else msgspec.structs.replace(row, value=ceiling)


def _added(findings: Sequence[Finding], baseline: Baseline, moved: Mapping[str, str]) -> Iterator[Finding]:
    """The findings that count more than the baseline knows, with what is too much."""
    found = _Known(baseline, moved)
    for row in findings:
        known = found.of_digest(row)
        if known < row.count:
            known = max(known, found.of_places(row.kind, frozenset(row.places)))
        if known < row.count:
            yield msgspec.structs.replace(row, count=row.count - known)


class Surplus:
    """How much of a finding has to go for a tree to hold."""

    def __init__(self, facts: Facts) -> None:
        self._known = _Known(facts.baseline, renamed(facts)) if facts.baseline else None

    def __call__(self, row: Finding, spots: Sequence[Sequence[str]]) -> int:
        """How many of its spots, each by its places, until the rest is known; the first ones go first.

        They may be fewer than what it counts too much: copies that are left where the baseline has some are known.
        """
        if self._known is None:
            return 0
        for gone in range(row.count):
            places = frozenset(place for spot in spots[gone:] for place in spot)
            if row.count - gone <= max(self._known.of_digest(row), self._known.of_places(row.kind, places)):
                return gone
        return row.count


class _Known:
    """What a baseline knows, under the paths that its places have now."""

    def __init__(self, baseline: Baseline, moved: Mapping[str, str]) -> None:
        self._by_digest = {name_of(row): row.count for row in baseline.findings}
        self._rows = baseline.findings
        self._moved = moved
        self._by_place: dict[tuple[str, str], list[_Around]] = {}

    def of_digest(self, row: Finding) -> int:
        return self._by_digest.get(name_of(row), 0)

    def of_places(self, kind: str, places: frozenset[str]) -> int:
        by_place = self._by_place or self._placed()
        around = {found for place in places for found in by_place.get((kind, place), ())}
        return _known_by_place(places, sorted(around))

    def _placed(self) -> dict[tuple[str, str], list[_Around]]:
        """The rows by kind and place, looked for when the first finding is not known by its digest."""
        found: dict[tuple[str, str], list[_Around]] = defaultdict(list)
        for number, row in enumerate(self._rows):
            places = frozenset(followed(place, self._moved) for place in row.places)
            for place in places:
                found[row.kind, place].append(_Around(-row.count, number, places))
        self._by_place = found
        return found


class _Around(NamedTuple):
    """A row of the baseline that has a place of a finding; the number tells rows apart."""

    minus_count: int
    number: int
    places: frozenset[str]


def _known_by_place(places: frozenset[str], around: Sequence[_Around]) -> int:
    """What rows know together, the largest count first, until each place is tied to another by one of them."""
    missing, known = set(places), 0
    for row in around:
        tied = places & row.places
        if tied & missing and (len(tied) > 1 or len(places) == 1):
            missing -= tied
            known -= row.minus_count
        if not missing:
            return known
    return 0


def _rows(facts: Facts) -> int:
    """The rows of all tables together."""
    kept = len(facts.baseline.ceilings) + len(facts.baseline.findings) if facts.baseline else 0
    return len(facts.ceilings) + len(facts.findings) + len(facts.renames) + kept
