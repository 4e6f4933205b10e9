"""Which token strings stand in more than one place, and where?

Definition
  D1  A stream is a maximal stretch of codes other than 0. A string occurs at p if it stands there inside
      one stream.
  D2  A tandem stretch [s, e) of period q (`tandem_stretches`) gives a repeat of its own: the consecutive
      pieces of g tokens from s, g being the smallest multiple of q of at least `min_tokens`. If at least
      `min_tokens` are left over at the end, the beginnings of all pieces, that long, are another one.
  D3  An occurrence p of x is shadowed if a tandem stretch [s, e) of period q has s <= p - q and
      p + |x| <= e: it is the same piece again, one period on.
  D4  A string x of at least `min_tokens` is a repeat if it has two or more unshadowed occurrences that
      are not all preceded by the same code and not all followed by the same code. A cut differs from
      every code and from every other cut.
  D5  Its members are these occurrences, without those that overlap an earlier member; a string that is
      left with one member is no repeat.

Laws (for strings of w + k - 1 tokens or more; of shorter ones some are found, by luck, so a caller who
wants those winnows the streams anew, with w = `min_tokens` - k + 1)
  Monotone  D3 and D5 look at one stream and D4 grows with the occurrences: a file more takes no member
            away and no repeat.
  Complete  Let a string of `min_tokens` stand in two streams. The leftmost occurrence in a stream is
            never shadowed, so both streams have one. While all unshadowed occurrences are preceded (or
            followed) by one code, lengthen the string by it: occurrences stay unshadowed. It ends as a
            repeat with members in both streams. Each occurrence it began with meets one of these members
            or lies in a tandem stretch: if it meets none, it is shadowed, or left out by D5 for a member
            d < |x| tokens earlier, and then the two make a run of more than 2d with d >= `min_tokens`.
  Size      There are at most as many repeats as tokens, but their members can be many more: n copies of a
            file with e edits each, all at different places, have up to (ne)^2 repeats.

Method   The first full window of a repeat picks the same gram at each occurrence, at most w - 1 tokens
         in. So the anchors that begin with the same gram are told apart by what stands to their left, at
         most w - 1 deep, and where the left side branches, a pass over their suffix order closes the
         maximal slices: Gusfield, Algorithms on Strings, Trees, and Sequences (1997), 7.12.
Cost     O(m log m) steps for m anchors, at most w times, and the size of the answer, which sorting
         lengthens by its logarithm. One pass over the tokens.
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.maximal import maximal_strings
from rubout.kernels.radix import stably_by, taken
from rubout.kernels.stretches import piece_tokens, tandem_stretches
from rubout.kernels.suffixes import suffix_order

# The longest list that is sorted by insertion; about where calling `sorted` begins to pay.
INSERTION = cython.declare(cython.int, 24)


def repeats(
    codes: array[int], hashes: array[int], positions: array[int], k: int, w: int, min_tokens: int
) -> tuple[array[int], array[int], array[int]]:
    """Find every repeat.

    Args:
        codes: token codes 'H' of all streams; 0 is a cut, and one follows the last token.
        hashes: winnowed fingerprints 'Q' of all streams, by position.
        positions: where the k-gram of each begins in `codes`, 'I', ascending.
        k: tokens in a gram.
        w: grams in a window.
        min_tokens: tokens in the shortest repeat, at least k; see the laws below w + k - 1.

    Returns:
        lengths 'I', offsets 'I' (one more than lengths) and members 'I': those of repeat i are
        `members[offsets[i]:offsets[i + 1]]`, ascending. Repeats by first member, then length, the pieces of
        a tandem stretch behind an equal string.
    """
    order, commons = suffix_order(codes, hashes, positions, k, w)
    stretches = tandem_stretches(codes, positions, order, commons, k, w, min_tokens)
    strings = maximal_strings(codes, hashes, positions, order, commons, _shadows(stretches), k, w, min_tokens)
    lengths, offsets, members = _without_overlaps(*strings)
    for start, end, period in zip(*stretches, strict=True):
        piece = piece_tokens(period, min_tokens)
        for length in (piece, (end - start) % piece):
            if length >= min_tokens:
                lengths.append(length)
                members.extend(array("I", range(start, end - length + 1, piece)))
                offsets.append(len(members))
    return _sorted(lengths, offsets, members)


def _shadows(stretches: tuple[array[int], array[int], array[int]]) -> tuple[array[int], array[int]]:
    """First positions that stretches shadow, ascending, and the farthest end of a stretch so far."""
    begins, farthest = array("I"), array("I")
    far = 0
    for begin, end in sorted((start + period, end) for start, end, period in zip(*stretches, strict=True)):
        far = max(far, end)
        begins.append(begin)
        farthest.append(far)
    return begins, farthest


def _without_overlaps(
    lengths: array[int], offsets: array[int], occurrences: array[int]
) -> tuple[array[int], array[int], array[int]]:
    """The strings that keep two members or more, these ascending (D5). `occurrences` is used up."""
    length: cython.const[cython.uint][::1] = lengths
    offset: cython.const[cython.uint][::1] = offsets
    place: cython.uint[::1] = occurrences
    string: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    index: cython.Py_ssize_t
    filled: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    kept, bounds = array("I"), array("I", [0])
    for string in range(len(lengths)):
        low = offset[string]
        high = offset[string + 1]
        if high - low > INSERTION:
            occurrences[low:high] = array("I", sorted(occurrences[low:high]))
        else:
            _insertion_sort(place, low, high)
        begin = filled
        for index in range(low, high):
            if filled == begin or place[index] - place[filled - 1] >= length[string]:
                place[filled] = place[index]
                filled += 1
        if filled - begin > 1:
            kept.append(length[string])
            bounds.append(filled)
        else:
            filled = begin
    return kept, bounds, occurrences[:filled]


@cython.cfunc
@cython.exceptval(check=False)
def _insertion_sort(place: cython.uint[::1], low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.void:
    index: cython.Py_ssize_t
    hole: cython.Py_ssize_t
    moving: cython.uint
    for index in range(low + 1, high):
        moving = place[index]
        hole = index
        while hole > low and place[hole - 1] > moving:
            place[hole] = place[hole - 1]
            hole -= 1
        place[hole] = moving


def distinct_codes(codes: array[int], starts: array[int], lengths: array[int]) -> array[int]:
    """How many different codes each run has, 'I'."""
    code: cython.const[cython.ushort][::1] = codes
    start: cython.const[cython.uint][::1] = starts
    length: cython.const[cython.uint][::1] = lengths
    runs: cython.Py_ssize_t = len(starts)
    counts = array("I", bytes(4 * runs))
    count: cython.uint[::1] = counts
    seen: cython.uint[::1] = array("I", bytes(4 << 16))  # for each code the last run it was seen in, from 1
    run: cython.Py_ssize_t
    index: cython.Py_ssize_t
    for run in range(runs):
        for index in range(start[run], start[run] + length[run]):
            if seen[code[index]] != run + 1:
                seen[code[index]] = run + 1
                count[run] += 1
    return counts


def _sorted(lengths: array[int], offsets: array[int], members: array[int]) -> tuple[array[int], array[int], array[int]]:
    """The repeats by first member, then length, else in the order given."""
    order = stably_by(array("I", range(len(lengths))), taken(members, offsets[: len(offsets) - 1]), lengths)
    moved, placed = array("I", [0]), array("I")
    index: cython.Py_ssize_t
    for index in order:
        placed.extend(members[offsets[index] : offsets[index + 1]])
        moved.append(len(placed))
    return taken(lengths, order), moved, placed
