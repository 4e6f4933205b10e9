"""How far do two places of token streams agree, and where do two streams have a fingerprint in common?"""

from __future__ import annotations

from array import array

import cython


def anchors(
    own: tuple[array[int], array[int]],
    known: tuple[array[int], array[int], array[int]],
    held: array[int],
    span: int,
) -> tuple[array[int], array[int]]:
    """Pair the fingerprints of one stream with those of a tree.

    Args:
        own: hashes 'Q' and positions 'I' of the stream.
        known: hashes 'Q' of the tree, ascending, for each the token 'I' that it begins at, and its file 'I'.
        held: 'B', by file, whether it takes part.
        span: the number of tokens of the stream.

    Returns:
        How far the tree's side lies behind the stream's, plus `span`, 'I', and the tree's side, 'I'; in no order.
    """
    own_hashes: cython.const[cython.ulonglong][::1] = own[0]
    own_places: cython.const[cython.uint][::1] = own[1]
    hashes: cython.const[cython.ulonglong][::1] = known[0]
    places: cython.const[cython.uint][::1] = known[1]
    files: cython.const[cython.uint][::1] = known[2]
    takes_part: cython.const[cython.uchar][::1] = held
    count: cython.Py_ssize_t = len(known[0])
    length: cython.Py_ssize_t = span
    firsts = array("I", bytes(4 * len(own[0])))
    first: cython.uint[::1] = firsts
    total: cython.Py_ssize_t = 0
    filled: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    for index in range(len(own[0])):
        low = 0
        high = count
        while low < high:
            middle = (low + high) // 2
            if hashes[middle] < own_hashes[index]:
                low = middle + 1
            else:
                high = middle
        first[index] = low
        while low < count and hashes[low] == own_hashes[index]:
            total += takes_part[files[low]]
            low += 1
    gaps = array("I", bytes(4 * total))
    there = array("I", bytes(4 * total))
    gap_of: cython.uint[::1] = gaps
    there_of: cython.uint[::1] = there
    for index in range(len(own[0])):
        low = first[index]
        while low < count and hashes[low] == own_hashes[index]:
            if takes_part[files[low]]:
                gap_of[filled] = places[low] + length - own_places[index]
                there_of[filled] = places[low]
                filled += 1
            low += 1
    return gaps, there


def common(
    own: array[int], codes: array[int], gaps: array[int], there: array[int]
) -> tuple[array[int], array[int], array[int]]:
    """Extend anchors of `anchors`, given by (gap, side of the tree), both ways; each run comes once.

    Args:
        own: 'H', the tokens of the stream.
        codes: 'H', the tokens of the tree, a 0 behind each file; a 0 equals nothing.
        gaps: 'I', as `anchors` gives them, ascending.
        there: 'I', ascending among equal gaps.

    Returns:
        First token of the stream, first token of the tree, tokens, each 'I'.
    """
    own_code: cython.const[cython.ushort][::1] = own
    code: cython.const[cython.ushort][::1] = codes
    gap_of: cython.const[cython.uint][::1] = gaps
    there_of: cython.const[cython.uint][::1] = there
    own_starts = array("I")
    starts = array("I")
    lengths = array("I")
    own_size: cython.Py_ssize_t = len(own)
    size: cython.Py_ssize_t = len(codes)
    gap: cython.Py_ssize_t = -1
    seen: cython.Py_ssize_t = -1  # where the run of the last anchor on this gap ended, in the tree
    shift: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    index: cython.Py_ssize_t
    for index in range(len(gaps)):
        end = there_of[index]
        if gap_of[index] != gap:
            gap = gap_of[index]
            seen = -1
        if end < seen:
            continue
        shift = gap - own_size  # from the stream to the tree, either way
        start = end
        while start > 0 and start > shift and code[start - 1] != 0 and code[start - 1] == own_code[start - 1 - shift]:
            start -= 1
        while end < size and end - shift < own_size and code[end] != 0 and code[end] == own_code[end - shift]:
            end += 1
        seen = end
        if end > start:
            own_starts.append(start - shift)
            starts.append(start)
            lengths.append(end - start)
    return own_starts, starts, lengths
