"""Whole-tree columns: files' positions made global, and what stands at a run of tokens.

All arguments are the arrays of `measure.corpus`: one item a token of the concatenated files, `firsts` the
global position of each file's first token, one more at the end.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from collections.abc import Iterator

MULTIPLIER = 0x9E3779B97F4A7C15  # 2**64 / golden ratio, odd: Knuth, TAOCP 3, 6.4
MASK = 0xFFFFFFFFFFFFFFFF


def shift(positions: array[int], first: int, end: int, by: int) -> None:
    """Add `by` to the items first..end of an 'I' array, in place."""
    view: cython.uint[:] = positions
    index: cython.Py_ssize_t
    start: cython.Py_ssize_t = first
    stop: cython.Py_ssize_t = end
    amount: cython.uint = by
    for index in range(start, stop):
        view[index] = view[index] + amount


def files_of(positions: array[int], firsts: array[int]) -> array[int]:
    """The file in which each position lies, 'I'; positions in any order."""
    found = array("I", bytes(4 * len(positions)))
    out: cython.uint[:] = found
    at: cython.const[cython.uint][:] = positions
    edges: cython.const[cython.uint][:] = firsts
    index: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    files: cython.Py_ssize_t = len(firsts) - 1
    for index in range(len(positions)):
        low = 0
        high = files
        while high - low > 1:
            middle = (low + high) // 2
            if edges[middle] <= at[index]:
                low = middle
            else:
                high = middle
        out[index] = low
    return found


def read_runs(
    order: array[int],
    low: int,
    high: int,
    runs: tuple[array[int], array[int]],
    first: int,
    stream: tuple[array[int], array[int], array[int]],
    found: tuple[array[int], array[int], array[int]],
) -> None:
    """Write first lines, last lines and texts of the runs of one file.

    A text is a 64-bit hash of the raw hashes of a run's tokens: equal runs have equal ones. The raw hashes are
    themselves 64-bit hashes of the leaves' text, so this adds no new kind of risk.

    Args:
        order: 'I'; the items low..high are the numbers of the runs.
        low: see `order`.
        high: see `order`.
        runs: by run its start among all tokens and its length, 'I'.
        first: where the file's tokens begin among all.
        stream: the file's raw hashes 'Q', first and last lines 'I', by token.
        found: by run first line 'I', last line 'I' and text 'Q', which this fills in.
    """
    number: cython.const[cython.uint][:] = order
    start: cython.const[cython.uint][:] = runs[0]
    length: cython.const[cython.uint][:] = runs[1]
    raw: cython.const[cython.ulonglong][:] = stream[0]
    start_line: cython.const[cython.uint][:] = stream[1]
    end_line: cython.const[cython.uint][:] = stream[2]
    starts_out: cython.uint[:] = found[0]
    ends_out: cython.uint[:] = found[1]
    texts_out: cython.ulonglong[:] = found[2]
    multiplier: cython.ulonglong = MULTIPLIER
    mask: cython.ulonglong = MASK
    offset: cython.Py_ssize_t = first
    item: cython.Py_ssize_t
    run: cython.Py_ssize_t
    token: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    state: cython.ulonglong
    last: cython.Py_ssize_t = high
    for item in range(low, last):
        run = number[item]
        begin = start[run] - offset
        stop = begin + length[run]
        state = length[run]
        for token in range(begin, stop):
            state = ((state ^ raw[token]) * multiplier) & mask
            state = state ^ (state >> 29)
        starts_out[run] = start_line[begin]
        ends_out[run] = end_line[stop - 1]
        texts_out[run] = state


def run_bytes(codes: array[int], hashes: array[int], starts: array[int], lengths: array[int]) -> Iterator[bytes]:
    """The token hashes of each run as little-endian 64-bit items, for a digest; `hashes` 'Q' is by code."""
    code: cython.const[cython.ushort][:] = codes
    table: cython.const[cython.ulonglong][:] = hashes
    start: cython.const[cython.uint][:] = starts
    length: cython.const[cython.uint][:] = lengths
    row = array("Q", bytes(8 * max(lengths, default=0)))
    out: cython.ulonglong[:] = row
    run: cython.Py_ssize_t
    index: cython.Py_ssize_t
    for run in range(len(starts)):
        for index in range(length[run]):
            out[index] = table[code[start[run] + index]]
        part = row[: length[run]]
        if sys.byteorder == "big":
            part.byteswap()
        yield part.tobytes()


def first_picks(starts: array[int], hashes: array[int], positions: array[int], window: int) -> array[int]:
    """The hash, 'Q', of the first full window's pick for each run that begins at `starts`.

    Equal runs have equal picks. `hashes` 'Q' and `positions` 'I' are all fingerprints, by position; a run is at
    least a window of grams long.
    """
    found = array("Q", bytes(8 * len(starts)))
    out: cython.ulonglong[:] = found
    begin: cython.const[cython.uint][:] = starts
    value: cython.const[cython.ulonglong][:] = hashes
    place: cython.const[cython.uint][:] = positions
    count: cython.Py_ssize_t = len(positions)
    index: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    least: cython.ulonglong
    for index in range(len(starts)):
        low = 0
        high = count
        while low < high:
            middle = (low + high) // 2
            if place[middle] < begin[index]:
                low = middle + 1
            else:
                high = middle
        least = value[low]
        while low < count and place[low] < begin[index] + window:
            least = min(least, value[low])
            low += 1
        out[index] = least
    return found
