"""Are two units copies that were reshaped, by the edits that turn one syntax tree into the other?

Formula   clone when (mx - ted) * tsed_den >= tsed_num * mx, mx being the nodes of the larger tree and ted the least
          number of nodes deleted, inserted or relabelled; on the line it is one
Bounds    a pair is not compared when mx nodes could not keep enough labels: first by the size of the smaller tree,
          then by the labels that both hold. Neither can cut a clone, since each edit changes one node
Advisory  bounds and distances then reach down to `advisory_num`; what is a clone stays what it was
Fails     when degraded, which is when there are more pairs than `pair_cap` or a tree has more nodes than `tree_cap`:
          nothing is scored then
Source    tree edit distance: Zhang and Shasha (1989)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rubout.facts.near_miss import Counts, Facts, Knobs, Score, Verdict
from rubout.judge.bounds import refuse_knobs
from rubout.judge.near_miss_contract import check, check_knobs
from rubout.kernels.tree_distance import columns, distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.near_miss import Pair, Tree
    from rubout.kernels.tree_distance import Columns

__all__ = ["Facts", "Knobs", "Verdict", "check_knobs", "is_clone", "judge", "limit_of"]


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge the pairs of one call.

    Raises:
        ContractError: as `near_miss_contract.check`, or a knob out of bounds. Facts over a cap are not looked at.
    """
    refuse_knobs("near-miss", check_knobs(knobs))
    if len(facts.pairs) > knobs.pair_cap or any(_size(tree) > knobs.tree_cap for tree in facts.trees):
        return _verdict(facts, (), 0, knobs, "near_miss_too_large")
    check(facts)
    kept = _not_cut(facts, knobs)
    return _verdict(facts, tuple(_scores(facts.trees, kept, knobs)), len(facts.pairs) - len(kept), knobs, None)


def limit_of(n1: int, n2: int, knobs: Knobs = Knobs()) -> int:
    """The largest distance of trees of so many nodes that is of interest."""
    return max(n1, n2) * (knobs.tsed_den - _bar(knobs)) // knobs.tsed_den


def is_clone(ted: int, n1: int, n2: int, knobs: Knobs = Knobs()) -> bool:
    """Whether enough of the larger tree stays as it is."""
    larger = max(n1, n2)
    return (larger - ted) * knobs.tsed_den >= knobs.tsed_num * larger


def _bar(knobs: Knobs) -> int:
    return min(knobs.advisory_num, knobs.tsed_num) if knobs.advisory else knobs.tsed_num


def _size(tree: Tree) -> int:
    return max(len(tree.lab), len(tree.lld))


def _not_cut(facts: Facts, knobs: Knobs) -> list[Pair]:
    """The pairs that neither the size nor the labels prove too far apart."""
    wanted = {index for pair in facts.pairs for index in (pair.a, pair.b)}
    labels = {index: Counter(facts.trees[index].lab) for index in wanted}
    kept = []
    for pair in facts.pairs:
        sizes = [len(facts.trees[index].lab) for index in (pair.a, pair.b)]
        floor = _bar(knobs) * max(sizes)
        if min(sizes) * knobs.tsed_den < floor:
            continue
        if (labels[pair.a] & labels[pair.b]).total() * knobs.tsed_den >= floor:
            kept.append(pair)
    return kept


def _scores(trees: Sequence[Tree], pairs: Iterable[Pair], knobs: Knobs) -> Iterator[Score]:
    numbers: dict[int, int] = {}
    ready: dict[int, Columns] = {}
    for pair in pairs:
        for index in (pair.a, pair.b):
            if index not in ready:
                ready[index] = columns(trees[index].lab, trees[index].lld, numbers)
        one, two = ready[pair.a], ready[pair.b]
        n1, n2 = len(one[0]), len(two[0])
        yield Score(pair.a, pair.b, distance(*one, *two, limit_of(n1, n2, knobs)), n1, n2)


def _verdict(facts: Facts, scores: tuple[Score, ...], cut: int, knobs: Knobs, reason: str | None) -> Verdict:
    return Verdict(
        scores=scores,
        clone=tuple(is_clone(score.ted, score.n1, score.n2, knobs) for score in scores),
        counts=Counts(trees=len(facts.trees), pairs=len(facts.pairs), judged=len(scores), prefiltered=cut),
        fail=reason is not None,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )
