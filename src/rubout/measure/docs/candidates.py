"""Which texts may have a long run in common, or most of their shingles? No pair that does is missing.

Verbatim   a common run of n words is one of n - 4 shingles: texts with one such stretch have a hash of it in common.
Alike      measure/docs/likeness.py
Source     rolling hash: Karp and Rabin 1987
"""

from __future__ import annotations

from array import array
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rubout.kernels.hashing import rolling
from rubout.kernels.radix import stable_sort
from rubout.measure.docs.words import SHINGLE_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Group(NamedTuple):
    """Texts, each of which may be a copy of others: the i-th and the j-th where j < reach[i] and i < reach[j]."""

    numbers: Sequence[int]
    reach: Sequence[int]


def verbatim(texts: Iterable[array[int]], words: int) -> Iterator[Group]:
    """Groups that hold together every two with a common run of so many words, and but for an accident no other two.

    Args:
        texts: shingles 'Q' in order.
        words: at least as many as a shingle has.
    """
    hashes, owners = array("Q"), array("I")
    for number, shingles in enumerate(texts):
        own = set(rolling(shingles, words - SHINGLE_WORDS + 1))
        hashes.extend(own)
        owners.extend([number] * len(own))
    # The stretches of one long run have the same texts.
    groups: dict[tuple[int, ...], None] = {}
    for _, rows in groupby(zip(*stable_sort(hashes, owners), strict=True), key=lambda row: row[0]):
        numbers = tuple(owner for _, owner in rows)
        if len(numbers) > 1:
            groups[numbers] = None
    return (Group(numbers, [len(numbers)] * len(numbers)) for numbers in groups)
