"""`near-miss`: units whose syntax trees are almost the same, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.errors import ExitCode
from rubout.facts.near_miss import Counts, Facts, Knobs, Score
from rubout.gate.near_miss_classes import Classes, ClonePair, classes
from rubout.gate.near_miss_lines import texts_of
from rubout.gate.near_miss_pairs import Judged, Ledger, facts_of, judged_pairs
from rubout.gate.near_miss_spots import spots_of
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.permits import permitted
from rubout.gate.surveyed import Tokens
from rubout.judge.near_miss import is_clone, judge, limit_of
from rubout.measure.forest import FileTrees, Forest, forest
from rubout.measure.parts import TREES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rubout.facts.near_miss import Verdict
    from rubout.facts.survey import SurveyedFile
    from rubout.gate.near_miss_spots import Spot
    from rubout.gate.survey import Request, Run
    from rubout.gate.surveyed import Surveyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants to see besides the classes."""

    units: bool = False  # every unit, and nothing judged
    advisory: bool = False  # the pairs of the band below, too
    facts: bool = False  # what the judge was given
    spots: bool = True  # where the units of a class differ


@dataclass(frozen=True, slots=True)
class NearMisses:
    """What was found, by the numbers of the units in the forest; `files` are those with a grammar, by path.

    `classes` is None when nothing was judged, `advisory` when nobody asked for it.
    """

    files: tuple[SurveyedFile, ...]
    forest: Forest
    ledger: Ledger = field(default_factory=Ledger)
    classes: Classes | None = None
    over_work: tuple[tuple[int, int], ...] = ()
    advisory: tuple[ClonePair, ...] | None = None
    spots: Sequence[tuple[Spot, ...] | None] = ()  # by class; None when nobody asked, or it takes too long
    texts: Mapping[tuple[int, int], str] = field(default_factory=dict)  # by file and line


class Grown(NamedTuple):
    """The files of a survey with a grammar, their trees as the index keeps them, and all of those joined."""

    files: tuple[SurveyedFile, ...]
    trees: list[FileTrees]
    wood: Forest


def near_miss(run: Run, ask: Ask = Ask(), knobs: Knobs = Knobs()) -> Outcome:
    """Judge the units of a project.

    Raises:
        RepositoryError: nothing in scope has a grammar.
        StoreError: the index holds a tree that is none of its file.
    """
    outcome = near_miss_of(run.survey(tokens=Tokens.NONE, parts=(TREES,)), run.request, ask, knobs)
    require_files(outcome.survey, outcome.options["found"].files)
    return outcome


def near_miss_of(
    surveyed: Surveyed, request: Request, ask: Ask, knobs: Knobs = Knobs(), grown: Grown | None = None
) -> Outcome:
    """Judge the units of what was surveyed, which may have none to judge; raises StoreError as `near_miss`.

    `grown` are its trees, where they were joined before.
    """
    grown = grown or grown_from(surveyed, knobs)
    if ask.units:
        found = NearMisses(grown.files, grown.wood)
        return Outcome("near-miss", surveyed.survey, Facts(), judge(Facts(), knobs), ExitCode.HELD, {"found": found})
    judged = judged_pairs(grown.wood, grown.trees, knobs, request)
    wide = judged_pairs(grown.wood, grown.trees, _wider(knobs), request) if ask.advisory else None
    found = _found(grown, judged, wide, knobs)
    found = _with_spots(found, request) if ask.spots else found
    facts = facts_of(grown.wood, judged.distances) if ask.facts else Facts()
    verdict = _verdict(grown.wood, judged, knobs)
    return Outcome("near-miss", surveyed.survey, facts, verdict, ExitCode.HELD, {"found": found})


def grown_from(surveyed: Surveyed, knobs: Knobs = Knobs()) -> Grown:
    """The trees of what was surveyed."""
    pairs = zip(surveyed.survey.files, surveyed.parts[TREES.name], strict=True)
    parsed = [(file, encoded) for file, encoded in pairs if file.facts.parsed]
    trees = [FileTrees(file.path, file.facts.language, file.facts.units, encoded) for file, encoded in parsed]
    return Grown(tuple(file for file, _ in parsed), trees, forest(trees, knobs.min_unit_nodes, knobs.tree_cap))


def _found(grown: Grown, judged: Judged, wide: Judged | None, knobs: Knobs) -> NearMisses:
    files, wood = grown.files, grown.wood
    is_permitted = _permitting(files, wood)
    clones = {
        (a, b): ted
        for (a, b), ted in judged.distances.items()
        if is_clone(ted, wood.trees[a].nodes, wood.trees[b].nodes, knobs)
    }
    joined = classes(wood, clones, judged.nested_units, is_permitted)
    return NearMisses(
        files=files,
        forest=wood,
        ledger=judged.ledger,
        classes=joined,
        spots=(None,) * len(joined.classes),
        over_work=tuple(_units(wood, judged, judged.over_work)),
        advisory=None if wide is None else _advisory(wood, wide, knobs, is_permitted),
    )


def _with_spots(found: NearMisses, request: Request) -> NearMisses:
    spots = spots_of(found.forest, found.classes.classes if found.classes else (), request)
    lines = (spot for one in spots for spot in one or ())
    return replace(found, spots=spots, texts=texts_of(request, found.files, found.forest, lines))


def _advisory(
    wood: Forest, wide: Judged, knobs: Knobs, is_permitted: Callable[[int], bool] | None
) -> tuple[ClonePair, ...]:
    """The pairs of units that a wider run finds alike and this one does not."""
    found = []
    for pair, ted in wide.distances.items():
        one, other = (wood.trees[tree].nodes for tree in pair)
        if is_clone(ted, one, other, knobs) or ted > limit_of(one, other, _wider(knobs)):
            continue
        for a, b in _units(wood, wide, [pair]):
            if is_permitted is None or not (is_permitted(a) or is_permitted(b)):
                found.append(ClonePair(a, b, ted))
    return tuple(sorted(found))


def _units(wood: Forest, judged: Judged, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of units behind pairs of different trees, the smaller number first, ascending."""
    return sorted(
        pair
        for one, other in pairs
        for a in wood.trees[one].units
        for b in wood.trees[other].units
        if (pair := (min(a, b), max(a, b))) not in judged.nested_units
    )


def _permitting(files: Sequence[SurveyedFile], wood: Forest) -> Callable[[int], bool] | None:
    """Whether a unit is permitted; None when no file permits anything."""
    if not any(file.facts.permits for file in files):
        return None

    def is_permitted(number: int) -> bool:
        place = wood.units[number]
        facts = files[place.file].facts
        unit = facts.units[place.unit]
        return bool(facts.permits) and permitted(facts, "near-miss", unit.start_line, unit.end_line)

    return is_permitted


def _wider(knobs: Knobs) -> Knobs:
    return msgspec.structs.replace(knobs, advisory=True)


def _verdict(wood: Forest, judged: Judged, knobs: Knobs) -> Verdict:
    """What the judge says of the facts, from its answers to the calls."""
    scores = _scores(wood, judged)
    return msgspec.structs.replace(
        judge(Facts(), knobs),
        scores=scores,
        clone=tuple(is_clone(score.ted, score.n1, score.n2, knobs) for score in scores),
        counts=Counts(
            trees=len({tree for pair in judged.distances for tree in pair}),
            pairs=len(scores),
            judged=len(scores),
            prefiltered=0,
        ),
    )


def _scores(wood: Forest, judged: Judged) -> tuple[Score, ...]:
    """Of the pairs that were sent, numbered as in the facts."""
    ordered = sorted((min(pair), max(pair), ted) for pair, ted in judged.distances.items())
    place = {tree: index for index, tree in enumerate(sorted({tree for a, b, _ in ordered for tree in (a, b)}))}
    return tuple(Score(place[a], place[b], ted, wood.trees[a].nodes, wood.trees[b].nodes) for a, b, ted in ordered)
