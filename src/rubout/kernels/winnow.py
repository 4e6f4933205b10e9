"""Which runs of tokens stand for a file: winnowing.

Any two streams that share `width + window - 1` tokens in a row share a fingerprint at the same place of
that stretch, because a window's choice depends on nothing outside it.

Source   Schleimer, Wilkerson and Aiken, Winnowing: Local Algorithms for Document Fingerprinting, 2003
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.hashing import rolling


def winnow(codes: array[int], code_hashes: array[int], width: int, window: int) -> tuple[array[int], array[int]]:
    """Fingerprint each stream, a maximal stretch of codes that are not 0.

    Every window of `window` runs gives its least hash, the rightmost of equal ones; a stream with fewer
    runs than that is one window.

    Args:
        codes: 'H', one item a token.
        code_hashes: 'Q', by code.
        width: tokens in a run; below 1 nothing is fingerprinted.
        window: runs in a window; below 1 nothing is fingerprinted.

    Returns:
        hashes 'Q' and positions 'I', one item a fingerprint: the run's hash and its first token, ascending
        by position.
    """
    count: cython.Py_ssize_t = len(codes)
    span: cython.Py_ssize_t = window
    hashes = array("Q", bytes(8 * count))
    if span < 1:
        return hashes[:0], array("I")
    # A rolled hash depends on its own tokens only: runs across a cut are computed and never looked at.
    runs = run_hashes(codes, code_hashes, width)
    positions = array("I", bytes(4 * count))
    code: cython.const[cython.ushort][::1] = codes
    run: cython.const[cython.ulonglong][::1] = runs
    hash_view: cython.ulonglong[::1] = hashes
    position_view: cython.uint[::1] = positions
    length: cython.Py_ssize_t = width
    found: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t
    while start < count:
        stop = start
        while stop < count and code[stop] != 0:
            stop += 1
        if stop - start >= length > 0:
            found = _choose(run, start, stop - length + 1, span, hash_view, position_view, found)
        start = stop + 1
    return hashes[:found], positions[:found]


def run_hashes(codes: array[int], code_hashes: array[int], width: int) -> array[int]:
    """The hash of every `width` tokens in a row, 'Q', by the first of them, those with a cut inside as well."""
    return rolling(_hashed(codes, code_hashes), width)


def _hashed(codes: array[int], code_hashes: array[int]) -> array[int]:
    size: cython.Py_ssize_t = len(codes)
    hashed = array("Q", bytes(8 * size))
    code: cython.const[cython.ushort][::1] = codes
    table: cython.const[cython.ulonglong][::1] = code_hashes
    target: cython.ulonglong[::1] = hashed
    index: cython.Py_ssize_t
    for index in range(size):
        target[index] = table[code[index]]
    return hashed


@cython.cfunc
@cython.exceptval(check=False)
def _choose(
    run: cython.const[cython.ulonglong][::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    window: cython.Py_ssize_t,
    hashes: cython.ulonglong[::1],
    positions: cython.uint[::1],
    found: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Winnow the runs [start, stop), writing from item `found` on; the next free item."""
    best: cython.Py_ssize_t = start
    index: cython.Py_ssize_t
    first: cython.Py_ssize_t = min(start + window, stop)
    for index in range(start + 1, first):
        if run[index] <= run[best]:
            best = index
    hashes[found] = run[best]
    positions[found] = best
    found += 1
    for index in range(first, stop):
        if run[index] <= run[best]:
            best = index
        elif best + window <= index:
            # Looking again costs at most a window, and by chance happens less than once in half of one.
            best = _least(run, best + 1, index)
        else:
            continue
        hashes[found] = run[best]
        positions[found] = best
        found += 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _least(
    run: cython.const[cython.ulonglong][::1], first: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The place of the least of the runs first..last, the rightmost of equal ones."""
    best: cython.Py_ssize_t = last
    index: cython.Py_ssize_t = last - 1
    while index >= first:
        if run[index] < run[best]:
            best = index
        index -= 1
    return best
