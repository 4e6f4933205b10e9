"""The facts of `clones`: the repeats of a tree, and its pairs of places when they are asked for."""

from __future__ import annotations

import hashlib
from array import array
from typing import TYPE_CHECKING

from rubout.facts.clones import Block, Facts, Place, Repeat
from rubout.kernels.columns import first_picks, run_bytes
from rubout.kernels.pairs import Columns, pairs
from rubout.kernels.repeats import distinct_codes, repeats
from rubout.measure.corpus import line_columns, read_places
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.kinds import code_hashes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.corpus import Corpus

TEXT_MASK = 2**53 - 1  # every reader of JSON holds such a number exactly
NEAR_FLOOR = 25  # the shortest run of the advisory band


def clone_facts(
    tree: Corpus,
    found: tuple[Repeat, ...],
    min_tokens: int,
    *,
    parse_errors: int = 0,
    blocks: bool = False,
    near: bool = False,
) -> Facts:
    """The facts of a tree with these repeats, and its pairs where they, or the advisory band, are asked for."""
    paired = _pairs(tree, min_tokens) if blocks or near else None
    return Facts(
        files=tree.files,
        repeats=found,
        tokens=tree.tokens,
        masked_tokens=tree.masked,
        parse_errors=parse_errors,
        blocks=_blocks(tree, paired[0]) if paired and blocks else None,
        near=_blocks(tree, paired[1]) if paired and near else None,
        hot_chained=paired[2] if paired else 0,
    )


def _pairs(tree: Corpus, min_tokens: int) -> tuple[Columns, Columns, int, int]:
    floor = min(NEAR_FLOOR, min_tokens)
    return pairs(tree.codes, tree.hashes, tree.positions, tree.firsts, *line_columns(tree), min_tokens, floor)


def grouped_repeats(tree: Corpus, min_tokens: int) -> tuple[tuple[Repeat, ...], array[int]]:
    """The repeats, and for each the fingerprint hash 'Q' whose group it comes from.

    A repeat depends on the files that hold its group's hash and on no other file: the first full window of its
    string picks that fingerprint in each place (`kernels.repeats`).
    """
    lengths, offsets, members = repeats(tree.codes, tree.hashes, tree.positions, WIDTH, WINDOW, min_tokens)
    spans = array("I")
    for index, length in enumerate(lengths):
        spans.extend([length] * (offsets[index + 1] - offsets[index]))
    files, starts, ends, texts = read_places(tree, members, spans)
    places = [
        Place(file, start, end, text & TEXT_MASK)
        for file, start, end, text in zip(files, starts, ends, texts, strict=True)
    ]
    heads = array("I", [members[offset] for offset in offsets[:-1]])
    distinct = distinct_codes(tree.codes, heads, lengths)
    found = tuple(
        Repeat(length, different, digest, tuple(places[first:last]))
        for length, different, digest, first, last in zip(
            lengths, distinct, digests(tree.codes, heads, lengths), offsets[:-1], offsets[1:], strict=True
        )
    )
    return found, first_picks(heads, tree.hashes, tree.positions, WINDOW)


def _blocks(tree: Corpus, columns: Columns) -> tuple[Block, ...]:
    _, a_starts, _, b_starts, lengths = columns
    distinct = distinct_codes(tree.codes, a_starts, lengths)
    a_sides = zip(*read_places(tree, a_starts, lengths), strict=True)
    b_sides = zip(*read_places(tree, b_starts, lengths), strict=True)
    return tuple(
        Block(a_file, a_start, a_end, b_file, b_start, b_end, length, different, a_text == b_text)
        for (a_file, a_start, a_end, a_text), (b_file, b_start, b_end, b_text), length, different in zip(
            a_sides, b_sides, lengths, distinct, strict=True
        )
    )


def digests(codes: array[int], starts: array[int], lengths: array[int]) -> Iterator[str]:
    """What names each run of tokens: the same for the same tokens, on any machine."""
    sha256 = hashlib.sha256
    return (sha256(run).hexdigest()[:16] for run in run_bytes(codes, code_hashes(), starts, lengths))
