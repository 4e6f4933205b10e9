"""The documentation of a tree as texts, the places where they stand, and the pairs that may be copies."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.docdup import Facts, Pair, Place, Text
from rubout.facts.documents import INLINE_ALLOW, LICENSE_HEADER, LIVE, Omitted
from rubout.measure.docs.candidates import verbatim
from rubout.measure.docs.compare import ENOUGH, Comparison
from rubout.measure.docs.likeness import Ratio, alike
from rubout.measure.docs.words import SHINGLE_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.docdup import Knobs
    from rubout.facts.documents import Documents
    from rubout.measure.docs.compare import IsCopy

_DIGEST_LENGTH = 16


def doc_facts(
    files: Sequence[tuple[str, Documents]], knobs: Knobs, is_copy: IsCopy, *, advisory: bool = False
) -> Facts:
    """The facts of (path, documents) in order of the paths; with `advisory` the pairs of that band are among them."""
    exempt = Counter(segment.exempt for _, found in files for segment in found.segments)
    texts, over_cap = _texts(files, knobs.doc_set_cap)
    columns = [column(encoded) for encoded in texts]
    sets = [frozenset(column) for column in columns]
    num = min(knobs.advisory_num, knobs.jaccard_num) if advisory else knobs.jaccard_num
    ratio = Ratio(num, knobs.jaccard_den)
    comparison = Comparison(columns, sets, is_copy, ratio, [0] * len(sets))
    comparison.compare(verbatim(columns, knobs.verbatim_floor), verbatim=True)
    comparison.compare(alike(sets, ratio), verbatim=False)
    sent = sorted(comparison.runs.items())
    paired = {number for pair, _ in sent for number in pair}
    kept = {
        number: _text(encoded, sets[number], places)
        for number, (encoded, places) in enumerate(texts.items())
        if number in paired or len(places) > 1
    }
    numbers = {number: index for index, number in enumerate(kept)}
    return Facts(
        files=tuple(path for path, _ in files),
        texts=tuple(kept.values()),
        pairs=tuple(Pair(numbers[a], numbers[b], run) for (a, b), run in sent),
        segments=exempt[LIVE],
        over_cap_segments=over_cap,
        hot_texts=sum(partners >= ENOUGH for partners in comparison.partners),
        exempt_license=exempt[LICENSE_HEADER],
        exempt_allow=exempt[INLINE_ALLOW],
        allow_missing_why=sum(len(found.bare_permits) for _, found in files),
        omitted=_summed(found.omitted for _, found in files),
    )


def _texts(files: Iterable[tuple[str, Documents]], cap: int) -> tuple[dict[bytes, list[Place]], int]:
    """The places of each live text, by its shingles and in order of its first place; how many are over the cap."""
    places: dict[bytes, list[Place]] = {}
    for number, (_, found) in enumerate(files):
        for segment in found.segments:
            if segment.exempt == LIVE:
                place = Place(number, segment.start_line, segment.end_line, segment.kind)
                places.setdefault(segment.shingles, []).append(place)
    over = [encoded for encoded in places if len(encoded) > 8 * cap and len(set(column(encoded))) > cap]
    return places, sum(len(places.pop(encoded)) for encoded in over)


def column(encoded: bytes) -> array[int]:
    """The shingles of a segment, 'Q'."""
    shingles = array("Q", encoded)
    if sys.byteorder == "big":
        shingles.byteswap()
    return shingles


def _text(encoded: bytes, shingles: Iterable[int], places: Iterable[Place]) -> Text:
    words = len(encoded) // 8 + SHINGLE_WORDS - 1
    return Text(words, sha256(encoded).hexdigest()[:_DIGEST_LENGTH], tuple(sorted(shingles)), tuple(places))


def _summed(parts: Iterable[Omitted]) -> Omitted:
    columns = zip(*(msgspec.structs.astuple(part) for part in parts), strict=True)
    return Omitted(*map(sum, columns))
