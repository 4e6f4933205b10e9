"""Facts of `near-miss` of any length, judged in calls that the judge takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.near_miss import Counts, Facts, Knobs, Pair, Score, Verdict
from rubout.judge.near_miss import judge

if TYPE_CHECKING:
    from collections.abc import Iterator


def judge_calls(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge `pair_cap` pairs a call, one call after the other; a call that cannot be judged degrades the whole.

    Raises:
        ContractError: as the judge.
    """
    if len(facts.pairs) <= knobs.pair_cap or knobs.pair_cap < 1:
        return judge(facts, knobs)
    parts = [(used, judge(part, knobs)) for used, part in _calls(facts, knobs.pair_cap)]
    broken = next((verdict for _, verdict in parts if verdict.degraded), None)
    judged = [verdict for _, verdict in parts]
    whole = Counts(
        trees=len(facts.trees),
        pairs=len(facts.pairs),
        judged=0 if broken else sum(verdict.counts.judged for verdict in judged),
        prefiltered=0 if broken else sum(verdict.counts.prefiltered for verdict in judged),
    )
    if broken:
        return msgspec.structs.replace(broken, counts=whole)
    scores = (Score(used[s.a], used[s.b], s.ted, s.n1, s.n2) for used, verdict in parts for s in verdict.scores)
    clone = tuple(one for verdict in judged for one in verdict.clone)
    return msgspec.structs.replace(judged[0], scores=tuple(scores), clone=clone, counts=whole)


def _calls(facts: Facts, most: int) -> Iterator[tuple[list[int], Facts]]:
    """Each call with its trees by their numbers in the whole."""
    for start in range(0, len(facts.pairs), most):
        pairs = facts.pairs[start : start + most]
        used = sorted({tree for pair in pairs for tree in (pair.a, pair.b) if 0 <= tree < len(facts.trees)})
        place = {tree: index for index, tree in enumerate(used)}
        # What is out of range stays so, and the judge refuses it.
        renumbered = tuple(Pair(place.get(pair.a, pair.a), place.get(pair.b, pair.b)) for pair in pairs)
        yield used, Facts(tuple(facts.trees[tree] for tree in used), renumbered)
