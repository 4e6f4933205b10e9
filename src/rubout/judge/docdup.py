"""Which blocks of documentation say the same in (nearly) the same words?

Formula   inter = |A ∩ B|, union = |A| + |B| - inter, over the sets of shingles;
          copies when inter * jaccard_den >= jaccard_num * union, or when the common run has verbatim_floor words;
          excess = Σ over classes of (members - 1)
Advisory  no copies, and inter * jaccard_den >= advisory_num * union: never part of a class
Fails     when excess > budget; without one nothing fails
Degraded  no files, a set over doc_set_cap, more than doc_pair_cap pairs: the verdict fails and has no scores
Source    resemblance: Broder 1997
Order     pairs keep theirs
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.docdup import Counts, Facts, Knobs, Pair, Score, Verdict
from rubout.judge.bounds import below
from rubout.judge.doc_classes import doc_classes
from rubout.judge.docdup_contract import check

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Facts", "Knobs", "Verdict", "check_knobs", "is_copy", "judge", "judge_chunked"]

_NOTHING = Counts(0, 0, 0, 0, 0)


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge at most `doc_pair_cap` pairs.

    Raises:
        ContractError: as `docdup_contract.check`.
    """
    check(facts)
    reason = None
    if not facts.files:
        reason = "nothing to judge"
    elif len(facts.pairs) > knobs.doc_pair_cap or any(len(text.shingles) > knobs.doc_set_cap for text in facts.texts):
        reason = "docdup_too_large"
    if reason:
        return Verdict((), (), (), _NOTHING, (), 0, fail=True, degraded=True, reason=reason, knobs=knobs)
    return _verdict(facts, _scores(facts), knobs)


def judge_chunked(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge any number of pairs, `doc_pair_cap` at a time.

    Raises:
        ContractError: as `judge`.
    """
    cap, pairs = knobs.doc_pair_cap, facts.pairs
    if len(pairs) <= cap or cap < 1:
        return judge(facts, knobs)
    check(facts)
    starts = range(0, len(pairs), cap)
    parts = [judge(_part(facts, pairs[start : start + cap]), knobs) for start in starts]
    degraded = next((part for part in parts if part.degraded), None)
    if degraded:
        return degraded
    scores = [
        msgspec.structs.replace(score, a=pair.a, b=pair.b)
        for score, pair in zip(chain.from_iterable(part.scores for part in parts), pairs, strict=True)
    ]
    return _verdict(facts, scores, knobs)


def is_copy(inter: int, union: int, run: int, knobs: Knobs) -> bool:
    """Whether two texts with so many shingles in common, of both together, and such a run are copies."""
    return inter * knobs.jaccard_den >= knobs.jaccard_num * union or run >= knobs.verbatim_floor


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return below(
        [
            ("min_doc_words", knobs.min_doc_words, 1),
            ("shingle_k", knobs.shingle_k, 1),
            ("license_head_lines", knobs.license_head_lines, 0),
            ("doc_line_cap", knobs.doc_line_cap, 0),
            ("jaccard_num", knobs.jaccard_num, 1),
            ("jaccard_den", knobs.jaccard_den, 1),
            ("advisory_num", knobs.advisory_num, 1),
            ("verbatim_floor", knobs.verbatim_floor, knobs.shingle_k),
            ("doc_set_cap", knobs.doc_set_cap, 1),
            ("doc_pair_cap", knobs.doc_pair_cap, 1),
            ("budget", knobs.budget, 0),
        ]
    )


def _part(facts: Facts, pairs: Sequence[Pair]) -> Facts:
    """The facts of some of the pairs, with the texts that these name."""
    ends = sorted({end for pair in pairs for end in (pair.a, pair.b)})
    numbers = {number: index for index, number in enumerate(ends)}
    texts = tuple(facts.texts[number] for number in ends)
    renumbered = tuple(Pair(numbers[pair.a], numbers[pair.b], pair.run) for pair in pairs)
    return msgspec.structs.replace(facts, texts=texts, pairs=renumbered)


def _scores(facts: Facts) -> list[Score]:
    sets = {end: frozenset(facts.texts[end].shingles) for pair in facts.pairs for end in (pair.a, pair.b)}
    scores = []
    for pair in facts.pairs:
        inter = len(sets[pair.a] & sets[pair.b])
        scores.append(Score(pair.a, pair.b, inter, len(sets[pair.a]) + len(sets[pair.b]) - inter))
    return scores


def _verdict(facts: Facts, scores: Sequence[Score], knobs: Knobs) -> Verdict:
    similar = [_reaches(score, knobs.jaccard_num, knobs) for score in scores]
    dup = [is_copy(score.inter, score.union, pair.run, knobs) for score, pair in zip(scores, facts.pairs, strict=True)]
    near = [
        not copies and _reaches(score, knobs.advisory_num, knobs) for copies, score in zip(dup, scores, strict=True)
    ]
    rows = zip(scores, facts.pairs, dup, strict=True)
    classes = doc_classes(facts, [(score, pair) for score, pair, copies in rows if copies])
    excess = sum(len(found.members) - 1 for found in classes)
    places = [len(text.places) for text in facts.texts]
    equal = sum(count * (count - 1) // 2 for count in places)
    return Verdict(
        scores=tuple(scores),
        dup=tuple(dup),
        near=tuple(near),
        counts=Counts(
            sets=len(facts.texts),
            pairs=len(facts.pairs),
            judged=len(scores),
            dups=equal + _crossing(scores, dup, places),
            jaccard_dups=equal + _crossing(scores, similar, places),
        ),
        classes=classes,
        excess=excess,
        fail=knobs.budget is not None and excess > knobs.budget,
        degraded=False,
        reason=None,
        knobs=knobs,
    )


def _crossing(scores: Sequence[Score], wanted: Sequence[bool], places: Sequence[int]) -> int:
    """Pairs of places between the texts of the wanted scores."""
    return sum(places[score.a] * places[score.b] for score, each in zip(scores, wanted, strict=True) if each)


def _reaches(score: Score, num: int, knobs: Knobs) -> bool:
    return score.inter * knobs.jaccard_den >= num * score.union
