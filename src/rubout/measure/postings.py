"""Where in a tree stand the runs of tokens that one stream has, too?

The tree is held in memory and follows changes of single files. Every common run that winnowing guarantees
(docs/methodology/clones.md) is found, however many places a fingerprint has.
"""

from __future__ import annotations

import sys
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import Tokens
from rubout.kernels.columns import files_of, shift
from rubout.kernels.pairs import pairs
from rubout.kernels.radix import stable_sort, stably_by, taken
from rubout.kernels.repeats import distinct_codes
from rubout.kernels.runs import anchors, common

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_TOKENS = msgspec.msgpack.Decoder(Tokens)
_CUT = array("H", [0])  # the code that ends a stream
_RECENT_TOKENS = 50_000  # of changed files, which are sorted anew with each change, before all are


Columns = tuple["array[int]", "array[int]", "array[int]"]


class Stream(NamedTuple):
    """The tokens of one file: codes 'H', first and last lines 'I'; its fingerprints: hashes 'Q', positions 'I'."""

    codes: array[int]
    starts: array[int]
    ends: array[int]
    hashes: array[int]
    positions: array[int]


class CommonRun(NamedTuple):
    """The same tokens in a file of the tree (`path`, `start` and lines) and in the stream asked about (`own_…`)."""

    path: str
    start: int  # first token
    length: int  # tokens
    start_line: int
    end_line: int
    own_first: int  # first token
    own_start: int  # lines
    own_end: int
    distinct: int  # different tokens


class SelfRun(NamedTuple):
    """Two places of one stream, by tokens and by lines, that do not overlap."""

    first: int
    second: int
    length: int
    first_lines: tuple[int, int]
    second_lines: tuple[int, int]


def stream_of(tokens: Tokens | bytes) -> Stream:
    """The stream of a record, or of its encoded form in the index."""
    record = _TOKENS.decode(tokens) if isinstance(tokens, bytes) else tokens
    return Stream(
        _column("H", record.codes),
        _column("I", record.starts),
        _column("I", record.ends),
        _column("Q", record.hashes),
        _column("I", record.positions),
    )


class Postings:
    """The streams of a tree by path, in two parts: many that were sorted once, and a few that changed since."""

    def __init__(self) -> None:
        self._settled = _Part({})
        self._recent: dict[str, Stream] = {}
        self._sorted: _Part | None = None  # of the recent ones, once it is asked for
        self._gone: set[str] = set()  # paths of the settled part that are held no longer, or are recent
        self._changed = 0  # tokens

    def __contains__(self, path: str) -> bool:
        """Whether a file of this path is held."""
        return path in self._recent or (path in self._settled.streams and path not in self._gone)

    def stream(self, path: str) -> Stream | None:
        """The stream of a path; None when it is not held."""
        return self._recent.get(path) or (None if path in self._gone else self._settled.streams.get(path))

    def put(self, path: str, stream: Stream) -> None:
        """Hold a file, in the place of what was held under its path."""
        self.remove(path)
        self._recent[path] = stream
        self._changed += len(stream.codes)

    def remove(self, path: str) -> None:
        """Hold a file no longer; one that is not held is no error."""
        self._sorted = None
        self._recent.pop(path, None)
        if path in self._settled.streams:
            self._gone.add(path)

    def runs(
        self, stream: Stream, min_tokens: int, min_distinct: int, leave_out: Collection[str] = ()
    ) -> list[CommonRun]:
        """The longest common runs with every held file but those left out, by path, token there and own token.

        Exact from `fingerprints.WIDTH + fingerprints.WINDOW - 1` tokens on; of shorter runs some are found.
        """
        if self._changed > max(_RECENT_TOKENS, self._settled.size // 4):
            self.settle()
        if self._sorted is None:
            self._sorted = _Part(self._recent)
        return sorted(
            run
            for part, left_out in ((self._settled, {*self._gone, *leave_out}), (self._sorted, leave_out))
            for run in part.runs(stream, min_tokens, min_distinct, left_out)
        )

    def settle(self) -> None:
        """Sort everything now, and not when it is first asked about."""
        settled = {path: stream for path, stream in self._settled.streams.items() if path not in self._gone}
        self._settled = _Part(settled | self._recent)
        self._recent, self._gone, self._changed = {}, set(), 0
        self._sorted = None


class _Part:
    """Streams with their fingerprints in order; never changed."""

    def __init__(self, streams: dict[str, Stream]) -> None:
        self.streams = dict(streams)
        self._numbers = {path: number for number, path in enumerate(self.streams)}
        self._paths = tuple(self.streams)
        self._firsts = array("I", accumulate((len(each.codes) + 1 for each in streams.values()), initial=0))
        self._codes = _joined("H", (part for each in streams.values() for part in (each.codes, _CUT)))
        places, filled = array("I"), 0
        for each, first in zip(streams.values(), self._firsts, strict=False):
            places += each.positions
            shift(places, filled, len(places), first)
            filled = len(places)
        hashes, places = stable_sort(_joined("Q", (each.hashes for each in streams.values())), places)
        self._known = hashes, places, files_of(places, self._firsts)

    @property
    def size(self) -> int:
        """How many tokens there are."""
        return len(self._codes)

    def runs(
        self, stream: Stream, min_tokens: int, min_distinct: int, leave_out: Collection[str]
    ) -> Iterator[CommonRun]:
        """The common runs, in no order."""
        held = bytearray(b"\1" * len(self.streams))
        for path in leave_out:
            if path in self._numbers:
                held[self._numbers[path]] = 0
        own = (stream.hashes, stream.positions)
        gaps, there = anchors(own, self._known, array("B", held), len(stream.codes))
        order = stably_by(array("I", range(len(gaps))), gaps, there)
        columns = common(stream.codes, self._codes, taken(gaps, order), taken(there, order))
        columns = _picked(columns, [run for run, length in enumerate(columns[2]) if length >= min_tokens])
        distinct = distinct_codes(self._codes, *columns[1:]) if columns[0] else array("I")
        # Most runs of a tree of tables go here, before anything is looked up for them.
        varied = [run for run, different in enumerate(distinct) if different >= min_distinct]
        columns, distinct = _picked(columns, varied), taken(distinct, array("I", varied))
        own_starts, starts, lengths = columns
        for own_start, start, length, different, file in zip(
            own_starts, starts, lengths, distinct, files_of(starts, self._firsts), strict=True
        ):
            path, first = self._paths[file], start - self._firsts[file]
            there_lines = _lines(self.streams[path], first, length)
            own_lines = _lines(stream, own_start, length)
            yield CommonRun(path, first, length, *there_lines, own_start, *own_lines, different)


def _picked(columns: Columns, rows: list[int]) -> Columns:
    order = array("I", rows)
    own_starts, starts, lengths = columns
    return taken(own_starts, order), taken(starts, order), taken(lengths, order)


def self_runs(stream: Stream, min_tokens: int, min_distinct: int) -> list[SelfRun]:
    """The runs that stand twice in one stream without overlapping, by their lines."""
    codes = stream.codes + _CUT
    edge = array("I", [0])
    columns = (stream.starts + edge, stream.ends + edge)
    whole = array("I", [0, len(codes)])
    blocks = pairs(codes, stream.hashes, stream.positions, whole, *columns, min_tokens, min_tokens)[0]
    _, firsts, _, seconds, lengths = blocks
    found = zip(firsts, seconds, lengths, distinct_codes(codes, firsts, lengths), strict=True)
    return [
        SelfRun(first, second, length, _lines(stream, first, length), _lines(stream, second, length))
        for first, second, length, distinct in found
        if distinct >= min_distinct
    ]


def _lines(stream: Stream, first: int, length: int) -> tuple[int, int]:
    return stream.starts[first], stream.ends[first + length - 1]


def _joined(typecode: str, parts: Iterable[array[int]]) -> array[int]:
    whole = array(typecode)
    for part in parts:
        whole += part
    return whole


def _column(typecode: str, data: bytes) -> array[int]:
    column = array(typecode, data)
    if sys.byteorder == "big":
        column.byteswap()
    return column
