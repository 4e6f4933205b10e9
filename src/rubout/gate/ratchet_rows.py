"""Where does what failed the ratchet stand?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.ratchet import name_of
from rubout.gate.ratchet import CLONE, FILE_LINES, FN_COGNITIVE, Spot, clone_spots, dead_spots, functions_of
from rubout.judge.ratchet import DISCRETE_ADDED, RATCHET_OVER, Surplus, followed, renamed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.ratchet import Facts, Finding, Verdict
    from rubout.gate.ratchet import JudgedTree


class Failed(NamedTuple):
    """A row that fails: its metric or kind, its key or digest, and where to look, the likeliest spot first.

    `surplus` is what has to go for it to hold: lines, complexity, or so many of the first spots.
    """

    condition: str
    name: str
    key: str
    value: int
    allowed: int
    surplus: int
    spots: tuple[Spot, ...]


def failed_rows(judged: JudgedTree, facts: Facts, verdict: Verdict) -> Iterator[Failed]:
    """What is over, then what was added, the longest first; `facts` are those of the verdict."""
    functions = _function_spots(judged) if verdict.over else {}
    for over in verdict.over:
        spot = Spot((over.key,), over.key, 1, 1) if over.metric == FILE_LINES else functions[over.key]
        extra = over.value - over.allowed
        yield Failed(RATCHET_OVER, over.metric, over.key, over.value, over.allowed, extra, (spot,))
    if not verdict.added:
        return
    whole = {name_of(row): row for row in facts.findings}
    clones = clone_spots(judged, {row.digest for row in verdict.added if row.kind == CLONE})
    dead, known, surplus = dead_spots(judged), _Known(facts), Surplus(facts)
    added = []
    for row in verdict.added:
        spots = clones[row.digest] if row.kind == CLONE else dead[row.digest]
        newest = sorted(spots, key=partial(known.rank, row))
        all_of_it = whole[name_of(row)]
        gone, value = surplus(all_of_it, [spot.places for spot in newest]), all_of_it.count
        added.append(Failed(DISCRETE_ADDED, row.kind, row.digest, value, value - row.count, gone, tuple(newest)))
    yield from sorted(added, key=_shortness)


def _shortness(row: Failed) -> int:
    return row.spots[0].start_line - row.spots[0].end_line


def _function_spots(judged: JudgedTree) -> dict[str, Spot]:
    return {
        key: Spot((key,), file.path, function.start_line, function.end_line)
        for file in judged.surveyed.survey.files
        for key, function in functions_of(file.path, file.facts)
    }


class _Known:
    """What a baseline knows of the spots of a tree, under the paths that they have now."""

    def __init__(self, facts: Facts) -> None:
        baseline = facts.baseline
        moved = renamed(facts)
        ceilings = baseline.ceilings if baseline else ()
        then = {(row.metric, followed(row.key, moved)): row for row in ceilings}
        now = {row.key: row.content for row in facts.ceilings if row.metric == FILE_LINES}
        self._functions = {key for metric, key in then if metric == FN_COGNITIVE}
        self._paths = {key for metric, key in then if metric == FILE_LINES}
        self._unchanged = {key for (_, key), row in then.items() if row.content and row.content == now.get(key)}
        self._places = {
            name_of(row): {followed(place, moved) for place in row.places}
            for row in (baseline.findings if baseline else ())
        }

    def rank(self, row: Finding, spot: Spot) -> tuple[bool, bool, bool]:
        """Least for what is newest: the unit is new, the place is new to the finding, the file has changed."""
        is_old = all(place in self._functions for place in spot.places if _is_function(place, spot))
        is_known = self._places.get(name_of(row), set()).issuperset(spot.places)
        return is_old and spot.path in self._paths, is_known, spot.path in self._unchanged


def _is_function(place: str, spot: Spot) -> bool:
    """Only the keys of functions have an arity."""
    return "/" in place.removeprefix(spot.path).rpartition("#")[0]
