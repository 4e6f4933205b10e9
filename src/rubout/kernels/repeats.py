"""Which token strings stand in more than one place, and where?

Definition
  D1  A stream is a maximal stretch of codes other than 0. A string occurs at p if it stands there inside
      one stream.
  D2  A tandem stretch [s, e) of period q (`tandem_stretches`) gives a repeat of its own: the consecutive
      pieces of g tokens from s, g being the smallest multiple of q of at least `min_tokens`.
  D3  An occurrence p of x is shadowed if a tandem stretch [s, e) of period q has s <= p - q and
      p + |x| <= e: it is the same piece again, one period on.
  D4  A string x of at least `min_tokens` is a repeat if its unshadowed occurrences are not all preceded by
      the same code and not all followed by the same code, and if it has two or more members. A cut differs
      from every code and from every other cut.
  D5  Occurrences that are shadowed, or overlap an earlier one that was not passed over, are passed over.
      Those of the others that are followed by the same code stand together in a longer string, and so do
      those that are followed by a cut and preceded by the same code: the leftmost of each such group is a
      member and stands for all of it.

Laws (for strings of w + k - 1 tokens or more; of shorter ones some are found, by luck, so a caller who
wants those winnows the streams anew, with w = `min_tokens` - k + 1)
  Monotone  What is passed over is settled within a stream, and D4 and the groups grow with the occurrences:
            a stream more takes no repeat away and leaves none with fewer members. (A member may give way to
            an earlier one of its group. Were overlaps looked for among the members, both could come to lie
            in one stream and overlap there.)
  Complete  Let a string of `min_tokens` stand in two streams. The repeats that contain it link all streams
            that hold it: by induction, from long to short, those that contain x link the streams that hold
            x. The leftmost occurrence in a stream is never passed over. If all unshadowed occurrences are
            preceded (or followed) by one code, they are unshadowed with that code too, in the same streams.
            Else each group has its streams linked by the longer string, and the members link the groups.
            An unshadowed occurrence that overlaps none of the same string even ends inside a member: it is
            never passed over, and while it is no member the string it is part of grows.
  Linear    Let D be the number of different strings that end a stream, at most one a token. A member for
            each branch where the D leaves of a suffix tree part, and for each where the starts of the N
            streams part, read backwards from their ends: members - 1 sum to at most D + N - 2, to which
            tandem stretches add fewer than three a token (Bannai et al., The "Runs" Theorem, 2017).
  Copy      A copy more of a stream of at least `min_tokens` adds exactly 1 to that sum, and the pieces of
            its own tandem stretches: shorter strings in it join the groups of those they are copied from,
            only the whole stream is a group of its own.

Method   The first full window of a repeat picks the same gram at each occurrence, at most w - 1 tokens
         in. So the anchors that begin with the same gram are told apart by what stands to their left, at
         most w - 1 deep, and where the left side branches, a pass over their suffix order closes the
         maximal slices: Gusfield, Algorithms on Strings, Trees, and Sequences (1997), 7.12. Of each branch
         only the leftmost anchor is looked at again.
Cost     O(m log m) steps for m anchors, at most w times, and the size of the answer. Unshadowed
         occurrences overlap by less than `min_tokens` or not at all, and only in strings shorter than three
         times that (else they lie in a tandem stretch); where they may, all of these are sorted. One pass
         over the tokens.
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.maximal import CODES, maximal_strings
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
    lengths, offsets, members = _with_members(codes, *strings)
    for start, end, period in zip(*stretches, strict=True):
        piece = piece_tokens(period, min_tokens)
        lengths.append(piece)
        members.extend(array("I", range(start, end - piece + 1, piece)))
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


def _with_members(
    codes: array[int], lengths: array[int], offsets: array[int], occurrences: array[int]
) -> tuple[array[int], array[int], array[int]]:
    """The strings that have two members or more, and these, ascending. `occurrences` is used up."""
    code: cython.const[cython.ushort][::1] = codes
    length: cython.const[cython.uint][::1] = lengths
    offset: cython.const[cython.uint][::1] = offsets
    place: cython.uint[::1] = occurrences
    group: cython.uint[::1] = array("I", bytes(8 * CODES))
    string: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    end: cython.Py_ssize_t
    filled: cython.Py_ssize_t = 0
    kept, bounds = array("I"), array("I", [0])
    for string in range(len(lengths)):
        low = offset[string]
        high = offset[string + 1]
        if high - low > INSERTION:
            occurrences[low:high] = array("I", sorted(occurrences[low:high]))
        else:
            _insertion_sort(place, low, high)
        end = _choose(code, place, low, high, filled, length[string], group, string + 1)
        if end - filled > 1:
            kept.append(length[string])
            bounds.append(end)
            filled = end
    return kept, bounds, occurrences[:filled]


@cython.cfunc
@cython.exceptval(check=False)
def _choose(
    code: cython.const[cython.ushort][::1],
    place: cython.uint[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    filled: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    group: cython.uint[::1],
    mark: cython.uint,
) -> cython.Py_ssize_t:
    """Write the members among `place[low:high]` from `filled` on (D5); the index after the last.

    `group` holds the mark of the last string that had such a group: by the code that follows, or behind
    those, where a cut does, by the code before.
    """
    index: cython.Py_ssize_t
    here: cython.Py_ssize_t
    end: cython.Py_ssize_t = 0  # of the last occurrence that was not passed over
    number: cython.Py_ssize_t
    behind: cython.Py_ssize_t = CODES
    for index in range(low, high):
        here = place[index]
        if here < end:
            continue
        end = here + length
        number = code[end]
        if number == 0:
            number = behind
            if here > 0:
                number += code[here - 1]
        if number == behind or group[number] != mark:
            group[number] = mark
            place[filled] = here
            filled += 1
    return filled


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
    offset: cython.const[cython.uint][::1] = offsets
    member: cython.const[cython.uint][::1] = members
    count: cython.Py_ssize_t = len(lengths)
    order = stably_by(array("I", range(count)), taken(members, offsets[:-1]), lengths)
    number: cython.const[cython.uint][::1] = order
    bounds, placed = array("I", bytes(4 * (count + 1))), array("I", bytes(4 * len(members)))
    bound: cython.uint[::1] = bounds
    place: cython.uint[::1] = placed
    index: cython.Py_ssize_t
    source: cython.Py_ssize_t
    filled: cython.Py_ssize_t = 0
    for index in range(count):
        for source in range(offset[number[index]], offset[number[index] + 1]):
            place[filled] = member[source]
            filled += 1
        bound[index + 1] = filled
    return taken(lengths, order), bounds, placed
