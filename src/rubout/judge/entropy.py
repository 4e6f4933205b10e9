"""How mixed, and how far from what was meant, in exact fractions?

Formula   tsallis2(c) = 1 - sum((c_i/N)^2), the chance that two draws differ; 0 of nothing
          tsallis2_norm(c) = tsallis2(c) / (1 - 1/n) over n bins that hold something; 0 for fewer than two
          chi2 = sum((p - q)^2 / q) with p = o/sum(o), q = r/sum(r)
Source    Tsallis, 1988 (q = 2); Pearson, 1900
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

THOUSAND = 1000


def tsallis2(counts: Iterable[int]) -> Fraction:
    """The chance that two draws differ; counts are not negative."""
    held = [count for count in counts if count]
    total = sum(held)
    if not total:
        return Fraction(0)
    return 1 - Fraction(sum(count * count for count in held), total * total)


def tsallis2_norm(counts: Iterable[int]) -> Fraction:
    """The same against that of equal bins: 1 exactly when all that hold something hold as much."""
    held = [count for count in counts if count]
    bins = len(held)
    return tsallis2(held) * Fraction(bins, bins - 1) if bins > 1 else Fraction(0)


def chi2(pairs: Sequence[tuple[int, int]]) -> Fraction | None:
    """The divergence of observed counts from reference weights; None refuses, and is no zero.

    Nothing against nothing is 0, anything else without a reference None, something where the reference has nothing
    None, and nothing observed 1.
    """
    observed = sum(count for count, _ in pairs)
    reference = sum(weight for _, weight in pairs)
    if not reference:
        return None if observed else Fraction(0)
    if any(count and not weight for count, weight in pairs):
        return None
    if not observed:
        return Fraction(1)
    terms = (
        Fraction((count * reference - weight * observed) ** 2, weight * reference * observed * observed)
        for count, weight in pairs
        if weight
    )
    return sum(terms, Fraction(0))


def permille(value: Fraction) -> int:
    """Rounded down."""
    return THOUSAND * value // 1
