"""How far do two places of token streams agree, and where do two streams have a fingerprint in common?"""

from __future__ import annotations

from array import array

import cython


def anchors(
    own: tuple[array[int], array[int]],
    known: tuple[array[int], array[int]],
    firsts: array[int],
    held: array[int],
    span: int,
) -> tuple[array[int], array[int]]:
    """Pair the fingerprints of one stream with those of a tree.

    Args:
        own: hashes 'Q' and positions 'I' of the stream.
        known: hashes 'Q' of the tree, ascending, and for each the token 'I' that it begins at.
        firsts: 'I', the first token of each file of the tree, ascending, and the number of tokens.
        held: 'B', by file, whether it takes part.
        span: the number of tokens of the stream.

    Returns:
        How far the tree's side lies behind the stream's, plus `span`, 'I', and the tree's side, 'I'; in no order.
    """
    own_hashes: cython.const[cython.ulonglong][::1] = own[0]
    own_places: cython.const[cython.uint][::1] = own[1]
    hashes: cython.const[cython.ulonglong][::1] = known[0]
    places: cython.const[cython.uint][::1] = known[1]
    first: cython.const[cython.uint][::1] = firsts
    takes_part: cython.const[cython.uchar][::1] = held
    gaps = array("I")
    there = array("I")
    count: cython.Py_ssize_t = len(known[0])
    files: cython.Py_ssize_t = len(firsts) - 1
    length: cython.Py_ssize_t = span
    index: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    at: cython.Py_ssize_t
    wanted: cython.ulonglong
    for index in range(len(own[0])):
        wanted = own_hashes[index]
        low = 0
        high = count
        while low < high:
            middle = (low + high) // 2
            if hashes[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        at = low
        while at < count and hashes[at] == wanted:
            low = 0
            high = files
            while high - low > 1:
                middle = (low + high) // 2
                if first[middle] <= places[at]:
                    low = middle
                else:
                    high = middle
            if takes_part[low]:
                gaps.append(places[at] + length - own_places[index])
                there.append(places[at])
            at += 1
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
