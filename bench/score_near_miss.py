"""`python -m bench.score_near_miss`: what the labels of docs/samples/near-miss say of the verdicts, in Markdown.

The sample holds pairs that keep 70 of 100 nodes or more, so recall is the share of the correct ones among those.
Weighted figures let each pair stand for the pairs of its language and stratum that were listed: listed / drawn.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bench import table
from bench.near_miss_variants import VARIANTS
from bench.pinned import rows
from bench.sample_near_miss import NEAR, TARGET
from bench.shares import hundredths, kappa, share, wilson
from rubout.judge.near_miss import Knobs, is_clone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

CORRECT = frozenset({"t1t2", "clone", "variant"})
WRONG = frozenset({"boilerplate", "unrelated", "generated"})
THRESHOLD = 85
THRESHOLDS = (70, 75, 80, 85, 90, 95, 100)
FLOORS = (24, 40, 61, 100, 201)  # nodes of the larger unit
BANDS = (
    ("s: up to 60", 0, 60),
    ("of s: up to 39", 0, 39),
    ("of s: from 40", 40, 60),
    ("m: 61 to 200", 61, 200),
    ("l: above 200", 201, sys.maxsize),
)
TREES = tuple(variant.name for variant in VARIANTS)
PRODUCT = TREES[0]
TOGETHER = "together"


class Apart(NamedTuple):
    """A distance and the nodes of both trees."""

    ted: int
    n1: int
    n2: int

    @property
    def larger(self) -> int:
        """Nodes of the larger tree."""
        return max(self.n1, self.n2)

    def keeps(self, threshold: int) -> bool:
        """Whether so many of 100 nodes of the larger tree stay."""
        return is_clone(*self, Knobs(tsed_num=threshold))


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of the sample; `weight` is the number of listed pairs that it stands for."""

    id: str
    language: str
    stratum: str
    labels: tuple[str, str]
    truth: str
    apart: dict[str, Apart]
    weight: Fraction

    @property
    def is_correct(self) -> bool:
        """Whether a reviewer would want to be told of the pair."""
        return self.truth in CORRECT

    @property
    def product(self) -> Apart:
        """As rubout sees it."""
        return self.apart[PRODUCT]


class Score(NamedTuple):
    """Pairs that were answered, those of them that are correct, and all that are; the same by weight."""

    answered: int
    correct: int
    there: int
    weight: Fraction
    weight_correct: Fraction
    weight_there: Fraction

    def cells(self) -> list[str]:
        """Answered, correct, precision, weighted precision, recall, weighted recall."""
        return [
            str(self.answered),
            str(self.correct),
            share(self.correct, self.answered),
            share(self.weight_correct, self.weight),
            share(self.correct, self.there),
            share(self.weight_correct, self.weight_there),
        ]


SCORE_HEAD = ("answered", "correct", "precision", "weighted", "recall", "weighted recall")


def main() -> None:
    """Print the figures."""
    sys.stdout.write(figures(record(TARGET)))


def record(folder: Path) -> list[Pair]:
    """The sample of a folder, by id."""
    labels, variants = ({row["id"]: row for row in rows(folder / f"{name}.jsonl")} for name in ("labels", "variants"))
    weights = {
        (row["language"], row["stratum"], row["identical"]): Fraction(row["listed"], row["drawn"])
        for row in rows(folder / "frame.jsonl")
    }
    return [
        Pair(
            id=row["id"],
            language=row["language"],
            stratum=row["stratum"],
            labels=(labels[row["id"]]["first"], labels[row["id"]]["second"]),
            truth=labels[row["id"]]["truth"],
            apart={name: Apart(**variants[row["id"]][name]) for name in TREES},
            weight=weights[row["language"], row["stratum"], row["ted"] == 0],
        )
        for row in rows(folder / "pairs.jsonl")
    ]


def figures(pairs: Sequence[Pair]) -> str:
    """All tables, each under its heading."""
    parts = (
        ("How far the readers agree", agreement_table(pairs)),
        ("At 85 of 100, by language", language_table(pairs)),
        ("At 85 of 100, by size of the larger unit", band_table(pairs)),
        ("Other thresholds", threshold_table(pairs)),
        ("At 85 of 100, with a larger unit of at least so many nodes", floor_table(pairs)),
        ("Other trees, at 85 of 100", variant_table(pairs)),
    )
    return table.sections(parts)


def agreement_table(pairs: Sequence[Pair]) -> str:
    """How often two readers said the same, before anyone ruled."""
    head = ("language", "pairs", "same side", "kappa", "same label")
    return table.markdown(head, ([name, *_agreement(own)] for name, own in by_language(pairs)))


def language_table(pairs: Sequence[Pair]) -> str:
    """Precision by language, in all and of pairs whose trees differ, and how much of what is correct was answered."""
    head = ("language", "answered", "correct", "precision", "95 %", "weighted", "trees differ", "correct, precision")
    return table.markdown(
        (*head, "correct from 70 to 85", "recall", "weighted recall"),
        ([name, *_language_cells(own)] for name, own in by_language(pairs)),
    )


def band_table(pairs: Sequence[Pair]) -> str:
    """The same by size."""
    head = ("nodes", "answered", "correct", "precision", "95 %", "weighted", "correct from 70 to 85")
    return table.markdown(head, (_band_cells(name, in_band(pairs, low, high)) for name, low, high in BANDS))


def threshold_table(pairs: Sequence[Pair]) -> str:
    """What another threshold would answer."""
    return _score_table("of 100", THRESHOLDS, pairs, lambda pair, least: pair.product.keeps(least))


def floor_table(pairs: Sequence[Pair]) -> str:
    """What small units cost."""
    return _score_table("nodes", FLOORS, pairs, lambda pair, least: is_answered(pair) and pair.product.larger >= least)


def variant_table(pairs: Sequence[Pair]) -> str:
    """What trees of other nodes or labels would answer, and the pairs whose verdict changes, with the truth."""
    head = ("trees", "pairs changed", *SCORE_HEAD, "verdicts that change")
    return table.markdown(head, (_variant_cells(pairs, name) for name in TREES))


def score(pairs: Sequence[Pair], answered: Sequence[Pair]) -> Score:
    """What is right of those that were answered, against all pairs."""
    correct, there = correct_of(answered), correct_of(pairs)
    weights = (_weight(answered), _weight(correct), _weight(there))
    return Score(len(answered), len(correct), len(there), *weights)


def correct_of(pairs: Iterable[Pair]) -> list[Pair]:
    """Those that are correct."""
    return [pair for pair in pairs if pair.is_correct]


def answered_of(pairs: Iterable[Pair], variant: str = PRODUCT) -> list[Pair]:
    """Those that rubout calls clones, with such trees."""
    return [pair for pair in pairs if is_answered(pair, variant)]


def is_answered(pair: Pair, variant: str = PRODUCT) -> bool:
    """Whether so much of the larger tree stays as the verdict asks for."""
    return pair.apart[variant].keeps(THRESHOLD)


def flips(pairs: Iterable[Pair], variant: str) -> list[Pair]:
    """The pairs on which such trees change the verdict."""
    return [pair for pair in pairs if is_answered(pair, variant) != is_answered(pair)]


def in_band(pairs: Iterable[Pair], low: int, high: int) -> list[Pair]:
    """The pairs whose larger unit has so many nodes."""
    return [pair for pair in pairs if low <= pair.product.larger <= high]


def by_language(pairs: Sequence[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    """The pairs of each language, then all."""
    for language in sorted({pair.language for pair in pairs}):
        yield language, [pair for pair in pairs if pair.language == language]
    yield TOGETHER, list(pairs)


def _agreement(pairs: Sequence[Pair]) -> list[str]:
    sides = [(pair.labels[0] in CORRECT, pair.labels[1] in CORRECT) for pair in pairs]
    beyond_chance = kappa(sides)
    return [
        str(len(pairs)),
        str(sum(one == other for one, other in sides)),
        "-" if beyond_chance is None else hundredths(beyond_chance),
        str(sum(pair.labels[0] == pair.labels[1] for pair in pairs)),
    ]


def _language_cells(pairs: Sequence[Pair]) -> list[str]:
    answered = answered_of(pairs)
    found = score(pairs, answered)
    differ = score(pairs, [pair for pair in answered if pair.product.ted])
    return [
        *_precision_cells(found),
        str(differ.answered),
        f"{differ.correct}, {share(differ.correct, differ.answered)}",
        _near(pairs),
        share(found.correct, found.there),
        share(found.weight_correct, found.weight_there),
    ]


def _band_cells(name: str, pairs: Sequence[Pair]) -> list[str]:
    return [name, *_precision_cells(score(pairs, answered_of(pairs))), _near(pairs)]


def _precision_cells(found: Score) -> list[str]:
    interval = "-".join(map(hundredths, wilson(found.correct, found.answered)))
    precision = share(found.correct, found.answered)
    return [str(found.answered), str(found.correct), precision, interval, share(found.weight_correct, found.weight)]


def _near(pairs: Sequence[Pair]) -> str:
    near = [pair for pair in pairs if pair.stratum == NEAR]
    return f"{len(correct_of(near))} of {len(near)}"


def _score_table(
    first: str, numbers: Iterable[int], pairs: Sequence[Pair], answers: Callable[[Pair, int], bool]
) -> str:
    scores = ((each, score(pairs, [pair for pair in pairs if answers(pair, each)])) for each in numbers)
    return table.markdown((first, *SCORE_HEAD), ([str(each), *found.cells()] for each, found in scores))


def _variant_cells(pairs: Sequence[Pair], variant: str) -> list[str]:
    changed = sum(pair.apart[variant] != pair.product for pair in pairs)
    verdicts = (
        f"{pair.id} to {'yes' if is_answered(pair, variant) else 'no'}, {pair.truth}" for pair in flips(pairs, variant)
    )
    found = score(pairs, answered_of(pairs, variant))
    return [variant, str(changed), *found.cells(), "; ".join(verdicts) or "none"]


def _weight(pairs: Iterable[Pair]) -> Fraction:
    return sum((pair.weight for pair in pairs), Fraction(0))


if __name__ == "__main__":
    main()
