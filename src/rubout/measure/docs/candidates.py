"""Which pairs of texts can be copies? None that is one is missing.

Similar    |A ∩ B| * den >= num * (|A| + |B| - |A ∩ B|), so at least ceil(num/den * |A|) shingles of A are common. With
           all shingles in one order, rare ones first, the first common one is among the first
           |A| - ceil(num/den * |A|) + 1 of A, and of B likewise; and neither is larger than den/num times the other.
Verbatim   a common run of n words is one of n - 4 shingles, whose least one stands for a window of either text.
Source     prefixes: Chaudhuri, Ganti and Kaushik 2006; windows: Schleimer, Wilkerson and Aiken 2003
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from rubout.kernels.windows import window_minima
from rubout.measure.docs.words import SHINGLE_WORDS

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator, Sequence


def similar(sets: Sequence[frozenset[int]], num: int, den: int) -> Iterator[list[int]]:
    """Groups, ascending, that hold together every two that share `num`/`den` of their shingles; `num` is at least 1."""
    common = Counter(chain.from_iterable(sets))

    def prefix(shingles: frozenset[int]) -> list[int]:
        rare_first = sorted(shingles, key=lambda shingle: (common[shingle], shingle))
        least = -(-num * len(shingles) // den)
        # What stands in one text alone makes no pair.
        return [shingle for shingle in rare_first[: len(shingles) - least + 1] if common[shingle] > 1]

    return _sharing(map(prefix, sets))


def fit(a: int, b: int, num: int, den: int) -> bool:
    """Whether sets of these sizes can share `num`/`den` of what they are together."""
    return num * max(a, b) <= den * min(a, b)


def verbatim(texts: Iterable[array[int]], words: int) -> Iterator[list[int]]:
    """Groups, ascending, that hold together every two with a common run of so many words.

    Args:
        texts: shingles 'Q' in order.
        words: at least as many as a shingle has.
    """
    window = words - SHINGLE_WORDS + 1
    return _sharing(set(window_minima(shingles, window)) for shingles in texts)


def _sharing(keys: Iterable[Iterable[int]]) -> Iterator[list[int]]:
    """The numbers that have a key in common, for each key of two or more."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, own in enumerate(keys):
        for key in own:
            holders[key].append(number)
    return (numbers for numbers in holders.values() if len(numbers) > 1)
