"""The token columns of a whole tree, and the facts of `clones` read from them."""

from __future__ import annotations

import hashlib
import sys
from array import array
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.clones import Block, Facts, Place, Repeat
from rubout.facts.source import Tokens
from rubout.kernels.columns import files_of, first_picks, run_bytes, run_texts, shift
from rubout.kernels.pairs import Columns, pairs
from rubout.kernels.repeats import distinct_codes
from rubout.kernels.repeats import repeats as maximal_repeats
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.kinds import code_hashes

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT_MASK = 2**53 - 1  # every reader of JSON holds such a number exactly
NEAR_FLOOR = 25  # the shortest run of the advisory band
_TOKENS = msgspec.msgpack.Decoder(Tokens)
_COLUMNS = (("codes", "H"), ("raws", "Q"), ("starts", "I"), ("ends", "I"))


@dataclass(frozen=True, slots=True)
class Corpus:
    """The files' columns one behind the other, each file followed by one token of code 0.

    `firsts` has the position of each file's first token, and the length of it all at the end.
    """

    files: tuple[str, ...]
    firsts: array[int]  # 'I'
    codes: array[int]  # 'H'
    raws: array[int]  # 'Q'
    starts: array[int]  # 'I'
    ends: array[int]  # 'I'
    hashes: array[int]  # 'Q', of the fingerprints, in order of position
    positions: array[int]  # 'I'
    masked: int


def corpus(files: Sequence[tuple[str, bytes]]) -> Corpus:
    """Join the encoded token streams of (path, tokens), in ascending order of path."""
    streams = [_TOKENS.decode(encoded) for _, encoded in files]
    firsts = array("I", accumulate((len(stream.codes) // 2 + 1 for stream in streams), initial=0))
    positions, filled = array("I"), 0
    for stream, first in zip(streams, firsts, strict=False):
        positions.frombytes(stream.positions)
        shift(positions, filled, len(positions), first)
        filled = len(positions)
    columns = {name: _joined([getattr(stream, name) for stream in streams], code) for name, code in _COLUMNS}
    hashes = array("Q", b"".join(stream.hashes for stream in streams))
    masked = sum(stream.masked for stream in streams)
    return Corpus(tuple(path for path, _ in files), firsts, **columns, hashes=hashes, positions=positions, masked=masked)


def _joined(parts: Sequence[bytes], typecode: str) -> array[int]:
    end = bytes(array(typecode).itemsize)
    column = array(typecode)
    for part in parts:
        column.frombytes(part)
        column.frombytes(end)
    if sys.byteorder == "big":
        column.byteswap()
    return column


def clone_facts(
    tree: Corpus,
    repeats: tuple[Repeat, ...],
    min_tokens: int,
    *,
    parse_errors: int = 0,
    blocks: bool = False,
    near: bool = False,
) -> Facts:
    """The facts of a tree with these repeats, and its pairs where they, or the advisory band, are asked for."""
    found: tuple[Columns, Columns, int, int] = ((), (), 0, 0)
    if blocks or near:
        floor = min(NEAR_FLOOR, min_tokens)
        columns = (tree.codes, tree.hashes, tree.positions, tree.firsts, tree.starts, tree.ends)
        found = pairs(*columns, min_tokens, floor)
    return Facts(
        files=tree.files,
        repeats=repeats,
        masked_tokens=tree.masked,
        parse_errors=parse_errors,
        blocks=_blocks(tree, found[0]) if blocks else None,
        near=_blocks(tree, found[1]) if near else None,
        hot_chained=found[2],
    )


def _blocks(tree: Corpus, columns: Columns) -> tuple[Block, ...]:
    a_files, a_starts, b_files, b_starts, lengths = columns
    texts = zip(run_texts(tree.raws, a_starts, lengths), run_texts(tree.raws, b_starts, lengths), strict=True)
    distinct = distinct_codes(tree.codes, a_starts, lengths)
    rows = zip(a_files, a_starts, b_files, b_starts, lengths, distinct, texts, strict=True)
    return tuple(
        Block(
            a_file=a_file,
            a_start=tree.starts[a],
            a_end=tree.ends[a + length - 1],
            b_file=b_file,
            b_start=tree.starts[b],
            b_end=tree.ends[b + length - 1],
            tokens=length,
            distinct=different,
            same_text=a_text == b_text,
        )
        for a_file, a, b_file, b, length, different, (a_text, b_text) in rows
    )


def grouped_repeats(tree: Corpus, min_tokens: int) -> tuple[tuple[Repeat, ...], array[int]]:
    """The repeats, and for each the fingerprint hash 'Q' whose group it comes from.

    A repeat depends on the files that hold its group's hash and on no other file: the first full window of its
    string picks that fingerprint in each place (`kernels.repeats`).
    """
    lengths, offsets, members = maximal_repeats(tree.codes, tree.hashes, tree.positions, WIDTH, WINDOW, min_tokens)
    spans = array("I")
    for index, length in enumerate(lengths):
        spans.extend([length] * (offsets[index + 1] - offsets[index]))
    places = [
        Place(file, tree.starts[start], tree.ends[start + length - 1], text & TEXT_MASK)
        for file, start, length, text in zip(
            files_of(members, tree.firsts), members, spans, run_texts(tree.raws, members, spans), strict=True
        )
    ]
    heads = array("I", [members[offset] for offset in offsets[:-1]])
    found = tuple(
        Repeat(length, distinct, _digest(tree, head, length), tuple(places[first:last]))
        for length, distinct, head, first, last in zip(
            lengths, distinct_codes(tree.codes, heads, lengths), heads, offsets[:-1], offsets[1:], strict=True
        )
    )
    return found, first_picks(heads, tree.hashes, tree.positions, WINDOW)


def _digest(tree: Corpus, start: int, length: int) -> str:
    return hashlib.sha256(run_bytes(tree.codes, code_hashes(), start, length)).hexdigest()[:16]
