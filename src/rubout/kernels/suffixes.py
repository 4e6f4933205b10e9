"""In which order do the anchors of all streams stand, by the tokens that begin there?

An anchor is a winnowing fingerprint. Anchors that begin alike stand side by side, so every string that
begins at an anchor owns one slice of the order; between strings that differ in their first k tokens the
order is arbitrary.

Method   a sparse suffix array. Anchors are sorted by their first w + k tokens, which decide the *next*
         anchor: the pick of the window that begins one token later. So the rank of the next anchor
         sorts on, and the distance doubles each round: Larsson and Sadakane, Faster suffix sorting
         (2007). Common lengths: Kasai et al. (2001), carried from one anchor to the next.
Cost     O(m log m) steps for m anchors in m log m time whatever repeats, plus one pass over the tokens.
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.radix import stable_sort

HASH_BITS = 32  # of a hash group well enough, since content has the last word


def suffix_order(
    codes: array[int], hashes: array[int], positions: array[int], k: int, w: int
) -> tuple[array[int], array[int]]:
    """Sort the anchors by what begins at each.

    Args:
        codes: token codes 'H' of all streams; 0 is a cut, equal to nothing, and the last item is one.
        hashes: winnowed fingerprints 'Q', by position.
        positions: where the k-gram of each begins, 'I', ascending.
        k: tokens in a gram.
        w: grams in a window.

    Returns:
        anchors 'I' (indices into `positions`) in order, and commons 'I': how many tokens each shares with
        the one before it, a cut excluded. Below k they belong to different grams.
    """
    count: cython.Py_ssize_t = len(positions)
    _, order = stable_sort(hashes, array("I", range(count)), HASH_BITS)
    ranks = array("I", bytes(4 * count))
    jumps = array("I", bytes(4 * count))
    keys = array("I", bytes(4 * count))
    spare = array("I", bytes(4 * count))
    work = _by_window(codes, hashes, positions, order, ranks, keys, spare, w + k)
    _next_anchors(hashes, positions, jumps, w)
    reach: cython.Py_ssize_t = 1
    while work and reach <= count:  # no chain of anchors is longer than their number
        work = _refine(codes, positions, order, ranks, jumps, keys, spare, work)
        _double(jumps, spare)
        reach *= 2
    return order, _commons(codes, positions, order, ranks, k)


def largest_gram(commons: array[int], k: int) -> int:
    """How many anchors begin with the most frequent gram, given what `suffix_order` says they share."""
    common: cython.const[cython.uint][::1] = commons
    floor: cython.Py_ssize_t = k
    slot: cython.Py_ssize_t
    size: cython.Py_ssize_t = 0
    largest: cython.Py_ssize_t = 0
    for slot in range(len(common)):
        size = size + 1 if common[slot] >= floor else 1
        largest = max(largest, size)
    return largest


def _by_window(
    codes: array[int],
    hashes: array[int],
    positions: array[int],
    order: array[int],
    ranks: array[int],
    keys: array[int],
    spare: array[int],
    span: int,
) -> array[int]:
    """Sort each hash group by its first `span` tokens; return the slices [low, high) that are still tied."""
    values: cython.const[cython.ulonglong][::1] = hashes
    anchors: cython.uint[::1] = order
    ranked: cython.uint[::1] = ranks
    code: cython.const[cython.ushort][::1] = codes
    place: cython.const[cython.uint][::1] = positions
    key: cython.uint[::1] = keys
    scratch: cython.uint[::1] = spare
    count: cython.Py_ssize_t = len(order)
    width: cython.Py_ssize_t = span
    mask: cython.ulonglong = (1 << HASH_BITS) - 1
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t
    work = array("I")
    while low < count:
        high = low + 1
        while high < count and (values[anchors[high]] & mask) == (values[anchors[low]] & mask):
            high += 1
        if high - low == 1:
            ranked[anchors[low]] = low
        else:
            _sort(code, place, key, anchors, scratch, low, high, width)
            _split(code, place, key, anchors, ranked, low, high, width, work)
        low = high
    return work


def _next_anchors(hashes: array[int], positions: array[int], jumps: array[int], w: int) -> None:
    """Write for each anchor the pick of the window one token later: least hash, the rightmost of equals."""
    values: cython.const[cython.ulonglong][::1] = hashes
    place: cython.const[cython.uint][::1] = positions
    jump: cython.uint[::1] = jumps
    count: cython.Py_ssize_t = len(positions)
    window: cython.uint = w
    index: cython.Py_ssize_t
    other: cython.Py_ssize_t
    best: cython.Py_ssize_t
    for index in range(count):
        best = index
        other = index + 1
        while other < count and place[other] - place[index] <= window:
            if best == index or values[other] <= values[best]:
                best = other
            other += 1
        jump[index] = best


def _refine(
    codes: array[int],
    positions: array[int],
    order: array[int],
    ranks: array[int],
    jumps: array[int],
    keys: array[int],
    spare: array[int],
    work: array[int],
) -> array[int]:
    """Sort every tied slice by the rank of the anchor its members jump to; return what is still tied."""
    anchors: cython.uint[::1] = order
    ranked: cython.uint[::1] = ranks
    jump: cython.uint[::1] = jumps
    code: cython.const[cython.ushort][::1] = codes
    place: cython.const[cython.uint][::1] = positions
    key: cython.uint[::1] = keys
    scratch: cython.uint[::1] = spare
    slices: cython.uint[::1] = work
    tied: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    left = array("I")
    for tied in range(0, len(work), 2):
        low = slices[tied]
        high = slices[tied + 1]
        for slot in range(low, high):
            key[anchors[slot]] = ranked[jump[anchors[slot]]]
        _sort(code, place, key, anchors, scratch, low, high, 0)
        _split(code, place, key, anchors, ranked, low, high, 0, left)
    return left


def _double(jumps: array[int], spare: array[int]) -> None:
    jump: cython.uint[::1] = jumps
    scratch: cython.uint[::1] = spare
    count: cython.Py_ssize_t = len(jumps)
    index: cython.Py_ssize_t
    for index in range(count):
        scratch[index] = jump[jump[index]]
    for index in range(count):
        jump[index] = scratch[index]


@cython.cfunc
@cython.exceptval(check=False)
def _compare(
    code: cython.const[cython.ushort][::1],
    place: cython.const[cython.uint][::1],
    key: cython.uint[::1],
    left: cython.uint,
    right: cython.uint,
    width: cython.Py_ssize_t,
) -> cython.int:
    """-1, 0 or 1, by the first `width` tokens, or by key when `width` is 0; after a cut nothing is equal."""
    if width == 0:
        return (key[left] > key[right]) - (key[left] < key[right])
    here: cython.Py_ssize_t = place[left]
    there: cython.Py_ssize_t = place[right]
    offset: cython.Py_ssize_t
    for offset in range(width):
        if code[here + offset] != code[there + offset]:
            return 1 if code[here + offset] > code[there + offset] else -1
        if code[here + offset] == 0:
            return 1 if here > there else -1
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def _sort(
    code: cython.const[cython.ushort][::1],
    place: cython.const[cython.uint][::1],
    key: cython.uint[::1],
    anchors: cython.uint[::1],
    scratch: cython.uint[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
) -> cython.void:
    """Merge sort `anchors[low:high]` in place, stable; halves that are in order already are left alone."""
    size: cython.Py_ssize_t = 1
    start: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    end: cython.Py_ssize_t
    one: cython.Py_ssize_t
    two: cython.Py_ssize_t
    out: cython.Py_ssize_t
    while size < high - low:
        start = low
        while start + size < high:
            middle = start + size
            end = min(middle + size, high)
            if _compare(code, place, key, anchors[middle - 1], anchors[middle], width) > 0:
                for one in range(start, middle):
                    scratch[one] = anchors[one]
                one = start
                two = middle
                out = start
                while one < middle and two < end:
                    if _compare(code, place, key, scratch[one], anchors[two], width) <= 0:
                        anchors[out] = scratch[one]
                        one += 1
                    else:
                        anchors[out] = anchors[two]
                        two += 1
                    out += 1
                while one < middle:
                    anchors[out] = scratch[one]
                    one += 1
                    out += 1
            start = end
        size *= 2


@cython.cfunc
@cython.exceptval(check=False)
def _split(
    code: cython.const[cython.ushort][::1],
    place: cython.const[cython.uint][::1],
    key: cython.uint[::1],
    anchors: cython.uint[::1],
    ranked: cython.uint[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    work: array[int],
) -> cython.void:
    """Rank a sorted slice, equals alike, and add the slices of two or more equals to `work`."""
    first: cython.Py_ssize_t = low
    slot: cython.Py_ssize_t
    for slot in range(low + 1, high + 1):
        if slot < high and _compare(code, place, key, anchors[slot - 1], anchors[slot], width) == 0:
            continue
        if slot - first > 1:
            work.append(first)
            work.append(slot)
        while first < slot:
            ranked[anchors[first]] = slot - 1
            first += 1


def _commons(codes: array[int], positions: array[int], order: array[int], ranks: array[int], k: int) -> array[int]:
    """How many tokens each anchor of `order` shares with the one before it.

    What an anchor shares with its neighbour, the anchors inside that run share with the neighbour's, as
    far as both sides have one: `far` is the end of the farthest run known, `partner` walks its other side.
    """
    count: cython.Py_ssize_t = len(positions)
    commons = array("I", bytes(4 * count))
    common: cython.uint[::1] = commons
    code: cython.const[cython.ushort][::1] = codes
    place: cython.const[cython.uint][::1] = positions
    anchors: cython.uint[::1] = order
    ranked: cython.uint[::1] = ranks
    floor: cython.Py_ssize_t = k
    far: cython.Py_ssize_t = 0
    shift: cython.Py_ssize_t = 0
    partner: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    size: cython.Py_ssize_t
    for index in range(count):
        if ranked[index] == 0:
            continue
        here = place[index]
        there = place[anchors[ranked[index] - 1]]
        size = 0
        if far - here >= floor:
            while partner < count and place[partner] < here + shift:
                partner += 1
            if partner < count and place[partner] == here + shift:
                size = far - here
        while code[here + size] == code[there + size] and code[here + size] != 0:
            size += 1
        common[ranked[index]] = size
        if here + size >= far:
            far = here + size
            shift = there - here
            partner = anchors[ranked[index] - 1]
    return commons
