"""The token streams of a whole tree, one behind the other."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.source import Tokens
from rubout.kernels.columns import files_of, read_runs, shift
from rubout.kernels.radix import stable_sort

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Views(msgspec.Struct, frozen=True, array_like=True):
    """`Tokens`, field by field, as views of the encoded record instead of copies."""

    codes: memoryview
    raws: memoryview
    starts: memoryview
    ends: memoryview
    hashes: memoryview
    positions: memoryview
    masked: int


if _Views.__struct_fields__ != Tokens.__struct_fields__:  # pragma: no cover - a slip of ours
    raise TypeError(Tokens.__struct_fields__)

_VIEWS = msgspec.msgpack.Decoder(_Views)
_CUT = bytes(2)  # the code that ends a file


@dataclass(frozen=True, slots=True)
class Corpus:
    """The files' codes one behind the other, each file followed by one of 0.

    `firsts` has the position of each file's first token, and the length of it all at the end.
    """

    files: tuple[str, ...]
    firsts: array[int]  # 'I'
    codes: array[int]  # 'H'
    hashes: array[int]  # 'Q', of the fingerprints, in order of position
    positions: array[int]  # 'I'
    tokens: int  # masked ones included
    masked: int  # import tokens
    streams: tuple[_Views, ...]  # by file


def corpus(files: Sequence[tuple[str, bytes]]) -> Corpus:
    """Join the encoded token streams of (path, tokens), in ascending order of path."""
    streams = [_VIEWS.decode(encoded) for _, encoded in files]
    firsts = array("I", accumulate((len(stream.codes) // 2 + 1 for stream in streams), initial=0))
    positions, filled = array("I"), 0
    for stream, first in zip(streams, firsts, strict=False):
        positions += _column("I", stream.positions)
        shift(positions, filled, len(positions), first)
        filled = len(positions)
    return Corpus(
        files=tuple(path for path, _ in files),
        firsts=firsts,
        codes=_column("H", *(part for stream in streams for part in (stream.codes, _CUT))),
        hashes=_column("Q", *(stream.hashes for stream in streams)),
        positions=positions,
        tokens=firsts[-1] - len(streams),
        masked=sum(stream.masked for stream in streams),
        streams=tuple(streams),
    )


def read_places(
    tree: Corpus, starts: array[int], lengths: array[int]
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Where runs of tokens stand: file 'I', first line 'I', last line 'I', and a hash 'Q' of the text, by run."""
    count = len(starts)
    files = files_of(starts, tree.firsts)
    found = array("I", bytes(4 * count)), array("I", bytes(4 * count)), array("Q", bytes(8 * count))
    _, order = stable_sort(array("Q", files), array("I", range(count)))
    low = 0
    for file, runs in sorted(Counter(files).items()):
        stream = tree.streams[file]
        columns = _column("Q", stream.raws), _column("I", stream.starts), _column("I", stream.ends)
        read_runs(order, low, low + runs, (starts, lengths), tree.firsts[file], columns, found)
        low += runs
    return files, *found


def line_starts(tokens: bytes) -> array[int]:
    """The first line of every token of an encoded stream, 'I', ascending."""
    return _column("I", _VIEWS.decode(tokens).starts)


def line_columns(tree: Corpus) -> tuple[array[int], array[int]]:
    """The first and the last line of every token, 'I', 0 at the code that ends a file."""
    end = bytes(4)
    return (
        _column("I", *(part for stream in tree.streams for part in (stream.starts, end))),
        _column("I", *(part for stream in tree.streams for part in (stream.ends, end))),
    )


def _column(typecode: str, *parts: memoryview | bytes) -> array[int]:
    # A copy, not a view: an encoded record puts its bytes anywhere, and compiled loops want numbers aligned.
    column = array(typecode)
    for part in parts:
        column.frombytes(part)
    if sys.byteorder == "big":
        column.byteswap()
    return column
