"""Where does a stream say the same thing back to back, more than twice?

Definition  A tandem stretch is a maximal [s, e) inside one stream in which every token equals the one q
            later, as far as that lies inside, q being the smallest such number. With g the smallest
            multiple of q of at least `min_tokens` it must have e - s > 2g: more than two pieces of g.
Method      If [s, e) is one, then the g tokens that begin at e - 2g stand again at e - g, and are
            followed there by another token: in the suffix order of the anchors the two part exactly after
            g tokens, so joining the smaller side of each parting with the larger finds them in m log m
            steps (Stoye and Gusfield, Simple and flexible detection of contiguous repeats, 2002).
"""

from __future__ import annotations

from array import array

import cython

FEW = cython.declare(cython.int, 8)  # so many partners are looked at faster than they are looked up
GRAIN = cython.declare(cython.int, 5)  # 2**5 tokens share an entry of the table that finds an anchor by its position


def tandem_stretches(
    codes: array[int],
    positions: array[int],
    order: array[int],
    commons: array[int],
    k: int,
    w: int,
    min_tokens: int,
) -> tuple[array[int], array[int], array[int]]:
    """Find them all, if `min_tokens` is at least w + k - 1.

    Args:
        codes: token codes 'H' of all streams; 0 is a cut.
        positions: where each anchor stands, 'I', ascending.
        order: the anchors by what begins there (`suffix_order`).
        commons: tokens shared with the one before, in that order.
        k: tokens in a gram.
        w: grams in a window.
        min_tokens: tokens in a piece, at least.

    Returns:
        starts, ends and periods, 'I', by end, then period.
    """
    starts, ends, periods = array("I"), array("I"), array("I")
    first_at_end = 0  # of the stretches with the same end
    for key in sorted(set(_squares(codes, positions, order, commons, k, w))):
        end, lag = key >> 32, key & 0xFFFFFFFF
        while first_at_end < len(ends) and ends[first_at_end] != end:
            first_at_end += 1
        if any(
            lag % periods[known] == 0 and end - starts[known] >= lag + periods[known]
            for known in range(first_at_end, len(ends))
        ):
            continue  # a multiple of a period is no other stretch
        start = _run_start(codes, end, lag)
        starts.append(start)
        ends.append(end)
        periods.append(_smallest_period(codes, start, lag))
    kept = [
        known
        for known in range(len(ends))
        if ends[known] - starts[known] > 2 * piece_tokens(periods[known], min_tokens)
    ]
    starts = array("I", [starts[known] for known in kept])
    return starts, array("I", [ends[known] for known in kept]), array("I", [periods[known] for known in kept])


def piece_tokens(period: int, min_tokens: int) -> int:
    """The smallest multiple of the period that is long enough to be reported."""
    return (min_tokens + period - 1) // period * period


def _squares(
    codes: array[int], positions: array[int], order: array[int], commons: array[int], k: int, w: int
) -> array[int]:
    """(end << 32 | lag), 'Q', for anchors whose string stands twice in a row and on, but not to `end`."""
    code: cython.const[cython.ushort][::1] = codes
    place: cython.const[cython.uint][::1] = positions
    anchors: cython.const[cython.uint][::1] = order
    common: cython.const[cython.uint][::1] = commons
    count: cython.Py_ssize_t = len(order)
    floor: cython.Py_ssize_t = k
    window: cython.Py_ssize_t = w
    slots = array("I", bytes(4 * count))
    slot_of: cython.uint[::1] = slots
    near: cython.uint[::1] = _index_by_position(positions, len(codes))
    opens = array("I", bytes(4 * (count + 1)))  # the nested slices that are open: where each begins,
    depths = array("I", bytes(4 * (count + 1)))  # and how many tokens its members share
    opened: cython.uint[::1] = opens
    depth: cython.uint[::1] = depths
    top: cython.Py_ssize_t = 0  # depth[0] is 0, below every slice
    slot: cython.Py_ssize_t
    child: cython.Py_ssize_t
    shared: cython.Py_ssize_t
    found = array("Q")
    for slot in range(count):
        slot_of[anchors[slot]] = slot
    for slot in range(1, count + 1):
        shared = common[slot] if slot < count else 0
        if shared < floor:
            shared = 0
        child = slot - 1
        while top and depth[top] >= shared:
            _join(code, place, anchors, slot_of, near, opened[top], child, slot, depth[top], window, found)
            child = opened[top]
            if depth[top] == shared:
                break
            top -= 1
        if shared and depth[top] != shared:
            top += 1
            opened[top] = child
            depth[top] = shared
    return found


def _index_by_position(positions: array[int], tokens: int) -> array[int]:
    """For each grain of tokens the first anchor in it or behind it."""
    count: cython.Py_ssize_t = len(positions)
    place: cython.const[cython.uint][::1] = positions
    grains: cython.Py_ssize_t = (tokens >> GRAIN) + 2
    table = array("I", bytes(4 * grains))
    view: cython.uint[::1] = table
    grain: cython.Py_ssize_t
    anchor: cython.Py_ssize_t = 0
    for grain in range(grains):
        while anchor < count and place[anchor] < grain << GRAIN:
            anchor += 1
        view[grain] = anchor
    return table


@cython.cfunc
@cython.exceptval(check=False)
def _join(
    code: cython.const[cython.ushort][::1],
    place: cython.const[cython.uint][::1],
    anchors: cython.const[cython.uint][::1],
    slot_of: cython.uint[::1],
    near: cython.uint[::1],
    low: cython.Py_ssize_t,
    middle: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    shared: cython.Py_ssize_t,
    window: cython.Py_ssize_t,
    found: array[int],
) -> cython.void:
    """Look from the smaller of [low, middle) and [middle, high) for partners in the other."""
    from_low: cython.Py_ssize_t = low
    from_high: cython.Py_ssize_t = middle
    to_low: cython.Py_ssize_t = middle
    to_high: cython.Py_ssize_t = high
    if middle - low > high - middle:
        from_low, from_high, to_low, to_high = middle, high, low, middle
    slot: cython.Py_ssize_t
    partner: cython.Py_ssize_t
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    target: cython.Py_ssize_t
    side: cython.int
    other: cython.Py_ssize_t
    last: cython.Py_ssize_t
    grain: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(place)
    for slot in range(from_low, from_high):
        here = place[anchors[slot]]
        if to_high - to_low <= FEW:
            for partner in range(to_low, to_high):
                there = place[anchors[partner]]
                if shared <= abs(here - there) < shared + window:
                    _keep_square(code, min(here, there), max(here, there), shared, found)
            continue
        for side in range(2):
            target = here + shared if side == 0 else here - shared - window + 1
            last = target + window - 1
            if last < 0:
                continue
            grain = max(target, 0) >> GRAIN
            if grain >= len(near):
                continue
            other = near[grain]
            while other < count and place[other] < target:
                other += 1
            while other < count and place[other] <= last:
                if to_low <= slot_of[other] < to_high:
                    _keep_square(code, min(here, place[other]), max(here, place[other]), shared, found)
                other += 1


@cython.cfunc
@cython.exceptval(check=False)
def _keep_square(
    code: cython.const[cython.ushort][::1],
    first: cython.Py_ssize_t,
    second: cython.Py_ssize_t,
    shared: cython.Py_ssize_t,
    found: array[int],
) -> cython.void:
    """Keep the pair if the run at its distance is more than twice that distance long."""
    lag: cython.Py_ssize_t = second - first
    before: cython.Py_ssize_t = 0
    key: cython.ulonglong
    while (
        shared + before <= lag
        and before < first
        and code[first - 1 - before] == code[second - 1 - before]
        and code[first - 1 - before] != 0
    ):
        before += 1
    if shared + before > lag:
        key = second + shared
        found.append(key << 32 | lag)


def _run_start(codes: array[int], end: int, lag: int) -> int:
    """Where the maximal run that ends before `end` and repeats after `lag` tokens begins."""
    code: cython.const[cython.ushort][::1] = codes
    distance: cython.Py_ssize_t = lag
    start: cython.Py_ssize_t = end
    start -= lag
    while start > 0 and code[start - 1] == code[start - 1 + distance] and code[start - 1] != 0:
        start -= 1
    return start


def _smallest_period(codes: array[int], start: int, lag: int) -> int:
    """Divide the lag by every prime that leaves a period of the run."""
    code: cython.const[cython.ushort][::1] = codes
    period: cython.Py_ssize_t = lag
    base: cython.Py_ssize_t = start
    rest: cython.Py_ssize_t = lag
    prime: cython.Py_ssize_t = 2
    while rest > 1:
        if prime * prime > rest:
            prime = rest
        while rest % prime == 0:
            rest //= prime
            if _has_period(code, base, period, period // prime):
                period //= prime
        prime += 1
    return period


@cython.cfunc
@cython.exceptval(check=False)
def _has_period(
    code: cython.const[cython.ushort][::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    period: cython.Py_ssize_t,
) -> cython.bint:
    """Does [start, start + size) repeat after `period`? It does after `size`, so one turn is enough."""
    offset: cython.Py_ssize_t = 0
    while offset < size and code[start + offset] == code[start + offset + period]:
        offset += 1
    return offset == size
