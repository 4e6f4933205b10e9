"""Which strings around the anchors are maximal?

The strings that begin `left` tokens before anchors with the same tokens there are nested slices of the
suffix order. One pass with a stack closes each slice when its last anchor has passed; the leaves of a slice
are a linked list, so joining two costs nothing and only what is kept is walked.
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.suffixes import largest_gram

CODES = 1 << 16
NONE = cython.declare(cython.int, -1)
SINGLE = cython.declare(cython.int, 0x7FFFFFFF)  # the common length of a slice of one anchor

Arrays = tuple[array, ...]  # type: ignore[type-arg]  # of several item types


def maximal_strings(
    codes: array[int],
    hashes: array[int],
    positions: array[int],
    order: array[int],
    commons: array[int],
    shadows: tuple[array[int], array[int]],
    k: int,
    w: int,
    min_tokens: int,
) -> tuple[array[int], array[int], array[int]]:
    """Find the strings of D4 (`repeats`) and their unshadowed occurrences.

    Args:
        codes: token codes 'H' of all streams; 0 is a cut.
        hashes: the anchors' hashes, 'Q', by position.
        positions: where each anchor stands, 'I', ascending.
        order, commons: what `suffix_order` says of them; used up.
        shadows: first positions that are shadowed, ascending, and the end of the farthest string shadowed
            from there on, both 'I'.
        k, w, min_tokens: as of `repeats`.

    Returns:
        lengths, offsets and occurrences 'I', as of `repeats` but in no useful order.
    """
    search = _Search((codes, hashes, positions), order, commons, shadows, (k, w, min_tokens))
    search.run()
    return search.lengths, search.offsets, search.occurrences


def _zeros(typecode: str, count: int) -> array[int]:
    return array(typecode, bytes(4 * count))


@cython.cclass
@cython.initializedcheck(False)  # noqa: FBT003 - a directive
class _Search:
    """The anchors, and what is open while slices of them are told apart; every list is by slot or by level."""

    code: cython.const[cython.ushort][::1]
    value: cython.const[cython.ulonglong][::1]
    place: cython.const[cython.uint][::1]
    leaf: cython.uint[::1]  # the anchors of the slice under work, in suffix order
    common: cython.uint[::1]  # tokens shared with the one before in the slice
    follower: cython.int[::1]  # slot after a slot, in its list or among those with its left code
    shadow: cython.uint[::1]  # longest string that is shadowed where this slot's anchor has it
    scratch: cython.uint[::1]
    scratch_common: cython.uint[::1]
    # Slices still to be told apart: begin, end, tokens known to be common on the left.
    low: cython.uint[::1]
    high: cython.uint[::1]
    known: cython.uint[::1]
    # Slices that are open, nested: common length, first and last of the unshadowed leaves, how many
    # branches have any, the code before all of them (0: they differ), the longest of their shadows.
    depth: cython.int[::1]
    head: cython.int[::1]
    tail: cython.int[::1]
    branches: cython.uint[::1]
    before: cython.uint[::1]
    shade: cython.uint[::1]
    top: cython.Py_ssize_t
    # By code: the last slot with it on the left; the codes seen; the lows of `common` so far.
    last: cython.int[::1]
    first: cython.int[::1]
    codes_seen: cython.uint[::1]
    dips: cython.uint[::1]
    # Tandem stretches by the first position they shadow, and the farthest end so far.
    shadow_from: cython.uint[::1]
    shadow_to: cython.uint[::1]
    lengths: array[int]
    offsets: array[int]
    occurrences: array[int]
    places: array[int]  # of one string
    gram: cython.Py_ssize_t
    window: cython.Py_ssize_t
    least: cython.Py_ssize_t

    def __init__(
        self, streams: Arrays, order: array[int], commons: array[int], shadows: Arrays, knobs: tuple[int, int, int]
    ) -> None:
        self.gram, self.window, self.least = knobs
        self.code, self.value, self.place = streams
        self.leaf, self.common = order, commons
        slots: cython.Py_ssize_t = len(order)
        size: cython.Py_ssize_t = largest_gram(commons, self.gram) + 1
        self.follower, self.shadow, self.scratch_common = _zeros("i", slots), _zeros("I", slots), _zeros("I", slots)
        self.low, self.high, self.known = _zeros("I", size), _zeros("I", size), _zeros("I", size)
        self.depth, self.head, self.tail = _zeros("i", size), _zeros("i", size), _zeros("i", size)
        self.branches, self.before, self.shade = _zeros("I", size), _zeros("I", size), _zeros("I", size)
        self.scratch, self.dips, self.codes_seen = _zeros("I", size), _zeros("I", size), _zeros("I", size)
        self.last, self.first = array("i", [NONE]) * CODES, _zeros("i", CODES)
        self.shadow_from, self.shadow_to = shadows
        self.lengths, self.offsets, self.occurrences = array("I"), array("I", [0]), array("I")
        self.places = _zeros("I", size)
        self.top = 0

    def run(self) -> None:
        """Find the repeats of one gram after the other."""
        count: cython.Py_ssize_t = len(self.leaf)
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t
        while low < count:
            high = low + 1
            while high < count and self.common[high] >= self.gram:
                high += 1
            if high - low > 1:
                self.tell_apart(low, high)
            low = high

    @cython.cfunc
    @cython.exceptval(check=False)
    def tell_apart(self, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.void:
        """Walk the trie of what stands on the left of the slice, and close the slices where it branches."""
        waiting: cython.Py_ssize_t = 1
        left: cython.Py_ssize_t
        self.low[0], self.high[0], self.known[0] = low, high, 0
        while waiting:
            waiting -= 1
            low, high = self.low[waiting], self.high[waiting]
            left = self.common_left(low, high, self.known[waiting])
            if left < self.window:
                self.close_slices(low, high, left)
                if left + 1 < self.window and high - low > 2:
                    waiting = self.branch(low, high, left, waiting)

    @cython.cfunc
    @cython.exceptval(check=False)
    def common_left(
        self, low: cython.Py_ssize_t, high: cython.Py_ssize_t, known: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """How many tokens stand before all of the slice alike, at most the window."""
        first: cython.Py_ssize_t = self.place[self.leaf[low]]
        other: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        left: cython.Py_ssize_t
        limit: cython.Py_ssize_t = min(self.window, first)
        for slot in range(low + 1, high):
            other = self.place[self.leaf[slot]]
            left = known
            limit = min(limit, other)
            while (
                left < limit
                and self.code[first - left - 1] == self.code[other - left - 1]
                and self.code[first - left - 1] != 0
            ):
                left += 1
            limit = left
        return limit

    @cython.cfunc
    @cython.exceptval(check=False)
    def branch(
        self, low: cython.Py_ssize_t, high: cython.Py_ssize_t, left: cython.Py_ssize_t, waiting: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Split the slice by the code `left` + 1 tokens before, in place, and queue the parts of two or more.

        What two neighbours of a part share is the least of `common` between them: `scratch` holds the
        slots and `dips` the values of its rising minima, which end at the present slot.
        """
        slot: cython.Py_ssize_t
        code: cython.uint
        seen: cython.Py_ssize_t = 0
        minima: cython.Py_ssize_t = 0
        for slot in range(low, high):
            while minima and self.dips[minima - 1] >= self.common[slot]:
                minima -= 1
            self.scratch[minima] = slot
            self.dips[minima] = self.common[slot]
            minima += 1
            code = self.code_before(self.place[self.leaf[slot]] - left)
            if code == 0:
                continue
            self.follower[slot] = NONE
            if self.last[code] == NONE:
                self.first[code] = slot
                self.codes_seen[seen] = code
                seen += 1
            else:
                self.follower[self.last[code]] = slot
                self.scratch_common[slot] = self.dips[self.dip_after(self.last[code], minima)]
            self.last[code] = slot
        return self.gather(low, left, seen, waiting)

    @cython.cfunc
    @cython.exceptval(check=False)
    def dip_after(self, slot: cython.Py_ssize_t, minima: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first of the minima that lies behind `slot`."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = minima
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.scratch[middle] > slot:
                high = middle
            else:
                low = middle + 1
        return low

    @cython.cfunc
    @cython.exceptval(check=False)
    def gather(
        self, low: cython.Py_ssize_t, left: cython.Py_ssize_t, seen: cython.Py_ssize_t, waiting: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Write the parts of two or more one after another from `low`, and queue them."""
        index: cython.Py_ssize_t
        code: cython.uint
        slot: cython.Py_ssize_t
        size: cython.Py_ssize_t = 0
        begin: cython.Py_ssize_t
        for index in range(seen):
            code = self.codes_seen[index]
            slot = self.first[code]
            self.last[code] = NONE
            if self.follower[slot] == NONE:
                continue
            begin = size
            while slot != NONE:
                self.scratch[size] = self.leaf[slot]
                self.dips[size] = self.scratch_common[slot]
                size += 1
                slot = self.follower[slot]
            self.low[waiting], self.high[waiting] = low + begin, low + size
            self.known[waiting] = left + 1
            waiting += 1
        for index in range(size):
            self.leaf[low + index] = self.scratch[index]
            self.common[low + index] = self.dips[index]
        return waiting

    @cython.cfunc
    @cython.exceptval(check=False)
    def close_slices(self, low: cython.Py_ssize_t, high: cython.Py_ssize_t, left: cython.Py_ssize_t) -> cython.void:
        """Keep the maximal strings that begin `left` tokens before the anchors of the slice."""
        floor: cython.Py_ssize_t = max(self.gram, self.least - left)
        slot: cython.Py_ssize_t
        start: cython.Py_ssize_t
        shared: cython.Py_ssize_t = 0
        self.top = 0
        for slot in range(low, high):
            if self.common[slot] < shared:
                shared = self.common[slot]
            if not self.is_first_pick(self.leaf[slot], left):
                continue
            self.close_to(shared if shared >= floor else 0, left)
            shared = SINGLE
            start = self.place[self.leaf[slot]] - left
            self.top += 1
            self.depth[self.top] = SINGLE
            self.head[self.top] = slot
            self.tail[self.top] = slot
            self.follower[slot] = NONE
            self.branches[self.top] = 1
            self.before[self.top] = self.code_before(start)
            self.shadow[slot] = self.shadowed_tokens(start)
            self.shade[self.top] = self.shadow[slot]
        self.close_to(0, left)

    @cython.cfunc
    @cython.exceptval(check=False)
    def close_to(self, shared: cython.Py_ssize_t, left: cython.Py_ssize_t) -> cython.void:
        """Close the open slices that have more than `shared` in common, into one that has just that."""
        outer: cython.Py_ssize_t
        while self.top and self.depth[self.top] > shared:
            if self.branches[self.top] > 1 and self.before[self.top] == 0:
                self.keep_slice(left)
            outer = self.depth[self.top - 1]
            outer = max(outer, shared)
            if outer == 0:
                self.top -= 1
                continue
            if self.shade[self.top] >= outer + left:
                self.drop_shadowed(outer + left, left)
            if self.depth[self.top - 1] >= shared:
                self.top -= 1
                self.adopt()
            else:
                self.depth[self.top] = shared
                self.branches[self.top] = self.head[self.top] != NONE

    @cython.cfunc
    @cython.exceptval(check=False)
    def adopt(self) -> cython.void:
        """Add the slice above the top to the top."""
        top: cython.Py_ssize_t = self.top
        child: cython.Py_ssize_t = top + 1
        if self.head[child] == NONE:
            return
        if self.head[top] == NONE:
            self.head[top] = self.head[child]
            self.before[top] = self.before[child]
            self.shade[top] = self.shade[child]
        else:
            self.follower[self.tail[top]] = self.head[child]
            self.before[top] = self.before[top] if self.before[top] == self.before[child] else 0
            self.shade[top] = max(self.shade[top], self.shade[child])
        self.tail[top] = self.tail[child]
        self.branches[top] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def drop_shadowed(self, length: cython.Py_ssize_t, left: cython.Py_ssize_t) -> cython.void:
        """Take the leaves out of the top at which a string of this length is shadowed."""
        top: cython.Py_ssize_t = self.top
        slot: cython.Py_ssize_t = self.head[top]
        following: cython.Py_ssize_t
        code: cython.uint
        self.head[top] = NONE
        self.shade[top] = 0
        while slot != NONE:
            following = self.follower[slot]
            self.follower[slot] = NONE
            if self.shadow[slot] < length:
                code = self.code_before(self.place[self.leaf[slot]] - left)
                if self.head[top] == NONE:
                    self.head[top] = slot
                    self.before[top] = code
                else:
                    self.follower[self.tail[top]] = slot
                    self.before[top] = code if self.before[top] == code else 0
                self.tail[top] = slot
                self.shade[top] = max(self.shade[top], self.shadow[slot])
            slot = following

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_first_pick(self, anchor: cython.Py_ssize_t, left: cython.Py_ssize_t) -> cython.bint:
        """Is this anchor the pick of the window that begins `left` tokens before it?"""
        start: cython.Py_ssize_t = self.place[anchor] - left
        count: cython.Py_ssize_t = len(self.place)
        other: cython.Py_ssize_t = anchor - 1
        while other >= 0 and self.place[other] >= start:
            if self.value[other] < self.value[anchor]:
                return False
            other -= 1
        other = anchor + 1
        while other < count and self.place[other] < start + self.window:
            if self.value[other] <= self.value[anchor]:
                return False
            other += 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def code_before(self, position: cython.Py_ssize_t) -> cython.uint:
        """0 before the first."""
        return self.code[position - 1] if position > 0 else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def shadowed_tokens(self, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The longest string that is shadowed at `start`, 0 if none is."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = len(self.shadow_from)
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.shadow_from[middle] <= start:
                low = middle + 1
            else:
                high = middle
        return max(0, self.shadow_to[low - 1] - start) if low else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep_slice(self, left: cython.Py_ssize_t) -> cython.void:
        """Keep the string of the top and where it stands."""
        place: cython.uint[::1] = self.places
        count: cython.Py_ssize_t = 0
        slot: cython.Py_ssize_t = self.head[self.top]
        while slot != NONE:
            place[count] = self.place[self.leaf[slot]] - left
            count += 1
            slot = self.follower[slot]
        self.lengths.append(self.depth[self.top] + left)
        self.occurrences.extend(self.places[:count])
        self.offsets.append(len(self.occurrences))
