"""Do the facts of `docdup` hold what their types cannot say?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.facts.documents import KINDS
from rubout.judge.bounds import refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.docdup import Facts, Pair, Place, Text

MOST = 2**64 - 1
DIGEST_LENGTH = 16
HEX = frozenset("0123456789abcdef")


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives; the first wrong text or pair is named, texts before pairs.

    Raises:
        ContractError: a text without shingles, or with some that are no u64 or do not ascend; no words; a digest that
            is not 16 hex digits; no place, or places that are none or do not ascend; a pair of a text that is not
            there, of one with itself, or with a run below 0; pairs that do not ascend, whatever their runs.
    """
    files = len(facts.files)
    texts = (_wrong_with_shingles(text.shingles) or _wrong_with_text(text, files) for text in facts.texts)
    refuse_rows("docdup", (("texts", texts), ("pairs", _wrong_with_pairs(facts.pairs, len(facts.texts)))))


def _wrong_with_shingles(shingles: Sequence[int]) -> str | None:
    if not shingles:
        return "empty set"
    if min(shingles) < 0:
        return "negative element"
    if max(shingles) > MOST:
        return "element exceeds u64"
    return "not strictly ascending" if any(a >= b for a, b in pairwise(shingles)) else None


def _wrong_with_text(text: Text, files: int) -> str | None:
    if text.words < 1:
        return f"{text.words} words are no text"
    if len(text.digest) != DIGEST_LENGTH or not HEX.issuperset(text.digest):
        return f"digest {text.digest!r} is not {DIGEST_LENGTH} hex digits"
    if not text.places:
        return "a text without a place"
    wrong = next(filter(None, (_wrong_with_place(place, files) for place in text.places)), None)
    if wrong:
        return wrong
    spots = [(place.file, place.start_line, place.kind, place.end_line) for place in text.places]
    return next((f"place {b} does not ascend from {a}" for a, b in pairwise(spots) if a > b), None)


def _wrong_with_place(place: Place, files: int) -> str | None:
    if not 0 <= place.file < files:
        return f"file {place.file} is not one of {files}"
    if not 0 <= place.kind < len(KINDS):
        return f"kind {place.kind} is not one of {len(KINDS)}"
    return None if 1 <= place.start_line <= place.end_line else f"lines {place.start_line} to {place.end_line} are none"


def _wrong_with_pairs(pairs: Sequence[Pair], texts: int) -> Iterator[str | None]:
    before = (-1, -1)
    for pair in pairs:
        wrong = _wrong_with_pair(pair, texts)
        if wrong is None and (pair.a, pair.b) <= before:
            wrong = f"pair {(pair.a, pair.b)} does not ascend from {before}"
        yield wrong
        before = (pair.a, pair.b)


def _wrong_with_pair(pair: Pair, texts: int) -> str | None:
    if not (0 <= pair.a < texts and 0 <= pair.b < texts):
        return f"endpoint out of range: {(pair.a, pair.b)} of {texts} texts"
    if pair.a == pair.b:
        return f"self pair of text {pair.a}"
    if pair.run < 0:
        return f"negative verbatim run {pair.run}"
    return None if pair.a < pair.b else f"text {pair.a} is after text {pair.b}"
