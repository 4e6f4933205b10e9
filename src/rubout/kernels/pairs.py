"""Which pairs of places share a run of tokens?

Fingerprints of one hash are hints; a pair of them, an anchor, is extended token by token as far as both sides
agree. This serves the listing of pairs and nothing else: a hash with more than `HOT_CAP` places is paired along a
chain here, so pairs can miss what classes hold.

Rules    docs/methodology/clones.md
"""

from __future__ import annotations

from array import array

import cython

from rubout.kernels.columns import files_of
from rubout.kernels.radix import stable_sort, stably_by, taken

HOT_CAP = 64  # places of one hash; up to it each is paired with each

Columns = tuple["array[int]", "array[int]", "array[int]", "array[int]", "array[int]"]


def pairs(
    codes: array[int],
    hashes: array[int],
    positions: array[int],
    file_starts: array[int],
    starts: array[int],
    ends: array[int],
    min_tokens: int,
    near_floor: int,
) -> tuple[Columns, Columns, int, int]:
    """Find the runs that no longer one holds, by lines, on both sides.

    Args:
        codes: 'H', one item a token, the files one behind the other; a 0 equals nothing, and one ends each file.
        hashes: 'Q', one item a fingerprint.
        positions: 'I', the token each fingerprint begins at, ascending.
        file_starts: 'I', the first token of each file, ascending, and the number of tokens.
        starts: 'I', the first line of each token.
        ends: 'I', the last line of each token.
        min_tokens: the least length of a block.
        near_floor: the least length of a near run, which is shorter than a block.

    Returns:
        The blocks, the near runs, the number of hashes whose places were chained, and the number of anchors that
        stand on no token. Either list is five columns 'I', one item a run: file a, first token of a, file b, first
        token of b, tokens; by (file a, line of a, file b, line of b), then longest first, then by first tokens.
        Cost grows with the square of the blocks that one pair of files shares.
    """
    gaps, b_sides, hot_chained = _anchors(hashes, positions)
    a_starts, b_starts, lengths, stale = _extended(codes, gaps, b_sides)
    columns = (files_of(a_starts, file_starts), a_starts, files_of(b_starts, file_starts), b_starts, lengths)
    _keep_apart(columns)
    floor = min(min_tokens, near_floor)
    found = array("I", [run for run, length in enumerate(lengths) if length >= floor])
    listed = _by_lines(_unsubsumed(_by_length(found, columns), columns, starts, ends), columns, starts)
    blocks = array("I", [run for run in listed if lengths[run] >= min_tokens])
    near = array("I", [run for run in listed if lengths[run] < min_tokens])
    return _rows(blocks, columns), _rows(near, columns), hot_chained, stale


def _anchors(hashes: array[int], positions: array[int]) -> tuple[array[int], array[int], int]:
    """Pair the places of each hash.

    Returns:
        How far b lies behind a, 'I', and b, 'I', one item a pair, by (gap, b); the number of hashes chained.
    """
    grouped_hashes, grouped = stable_sort(hashes, positions)
    hash_at: cython.const[cython.ulonglong][::1] = grouped_hashes
    place: cython.const[cython.uint][::1] = grouped
    gaps = array("I")
    b_sides = array("I")
    hot_chained: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(positions)
    first: cython.Py_ssize_t = 0
    after: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    last: cython.Py_ssize_t
    hot_cap: cython.Py_ssize_t = HOT_CAP
    while first < count:
        after = first + 1
        while after < count and hash_at[after] == hash_at[first]:
            after += 1
        hot = after - first > hot_cap
        hot_chained += hot
        for a in range(first, after - 1):
            last = a + 2 if hot else after
            for b in range(a + 1, last):
                gaps.append(place[b] - place[a])
                b_sides.append(place[b])
        first = after
    order = stably_by(array("I", range(len(gaps))), gaps, b_sides)
    return taken(gaps, order), taken(b_sides, order), hot_chained


def _extended(
    codes: array[int], gaps: array[int], b_sides: array[int]
) -> tuple[array[int], array[int], array[int], int]:
    """Extend anchors, given by (gap, b), backward and then forward; each run comes once.

    Returns:
        First token of a, first token of b, tokens, each 'I'; the number of anchors that stand on no token.
    """
    code: cython.const[cython.ushort][::1] = codes
    gap_of: cython.const[cython.uint][::1] = gaps
    b_of: cython.const[cython.uint][::1] = b_sides
    a_starts = array("I")
    b_starts = array("I")
    lengths = array("I")
    size: cython.Py_ssize_t = len(codes)
    stale: cython.Py_ssize_t = 0
    gap: cython.Py_ssize_t = 0
    seen: cython.Py_ssize_t = -1  # where the run of the last anchor on this gap ended, on side b
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    index: cython.Py_ssize_t
    for index in range(len(gaps)):
        end = b_of[index]
        if gap_of[index] != gap:
            gap = gap_of[index]
            seen = -1
        if end >= size or code[end] == 0 or code[end - gap] == 0:
            stale += 1
            continue
        # On the end itself the sides differ, so it extends back to the same run as what lies before.
        if end <= seen:
            continue
        start = end
        while start > gap and code[start - 1] != 0 and code[start - 1] == code[start - 1 - gap]:
            start -= 1
        while end < size and code[end] != 0 and code[end] == code[end - gap]:
            end += 1
        seen = end
        a_starts.append(start - gap)
        b_starts.append(start)
        lengths.append(end - start)
    return a_starts, b_starts, lengths, stale


def _keep_apart(columns: Columns) -> None:
    """Shorten each run inside one file, in place, until its two sides do not overlap."""
    a_files: cython.const[cython.uint][::1] = columns[0]
    a_starts: cython.const[cython.uint][::1] = columns[1]
    b_files: cython.const[cython.uint][::1] = columns[2]
    b_starts: cython.const[cython.uint][::1] = columns[3]
    lengths: cython.uint[::1] = columns[4]
    run: cython.Py_ssize_t
    for run in range(len(columns[4])):
        if a_files[run] == b_files[run] and lengths[run] > b_starts[run] - a_starts[run]:
            lengths[run] = b_starts[run] - a_starts[run]


def _by_length(runs: array[int], columns: Columns) -> array[int]:
    """Sort by pair of files, within one the longest first, equally long ones by their first tokens."""
    a_files, a_starts, b_files, b_starts, lengths = columns
    longest = max(lengths, default=0)
    shortfalls = array("I", [longest - length for length in lengths])
    runs = stably_by(runs, a_starts, b_starts)
    runs = stably_by(runs, shortfalls, a_starts)
    return stably_by(runs, a_files, b_files)


def _by_lines(runs: array[int], columns: Columns, starts: array[int]) -> array[int]:
    """Sort stably by file and line of a, then by file and line of b."""
    a_files, a_starts, b_files, b_starts, _ = columns
    runs = stably_by(runs, b_files, taken(starts, b_starts))
    return stably_by(runs, a_files, taken(starts, a_starts))


def _unsubsumed(runs: array[int], columns: Columns, starts: array[int], ends: array[int]) -> array[int]:
    """The runs, given by pair of files, whose lines no run before them of the same pair holds on both sides."""
    a_files: cython.const[cython.uint][::1] = columns[0]
    a_starts: cython.const[cython.uint][::1] = columns[1]
    b_files: cython.const[cython.uint][::1] = columns[2]
    b_starts: cython.const[cython.uint][::1] = columns[3]
    lengths: cython.const[cython.uint][::1] = columns[4]
    first_lines: cython.const[cython.uint][::1] = starts
    last_lines: cython.const[cython.uint][::1] = ends
    given: cython.const[cython.uint][::1] = runs
    kept = array("I", bytes(4 * len(runs)))
    boxes = array("I", bytes(16 * len(runs)))  # four lines a kept run
    out: cython.uint[::1] = kept
    box: cython.uint[::1] = boxes
    filled: cython.Py_ssize_t = 0
    pair: cython.Py_ssize_t = 0  # the first kept run of the pair of files
    index: cython.Py_ssize_t
    run: cython.Py_ssize_t
    other: cython.Py_ssize_t
    for index in range(len(runs)):
        run = given[index]
        if filled > pair and (a_files[run] != a_files[out[pair]] or b_files[run] != b_files[out[pair]]):
            pair = filled
        box[4 * filled] = first_lines[a_starts[run]]
        box[4 * filled + 1] = last_lines[a_starts[run] + lengths[run] - 1]
        box[4 * filled + 2] = first_lines[b_starts[run]]
        box[4 * filled + 3] = last_lines[b_starts[run] + lengths[run] - 1]
        other = pair
        while other < filled and not (
            box[4 * other] <= box[4 * filled]
            and box[4 * other + 1] >= box[4 * filled + 1]
            and box[4 * other + 2] <= box[4 * filled + 2]
            and box[4 * other + 3] >= box[4 * filled + 3]
        ):
            other += 1
        if other == filled:
            out[filled] = run
            filled += 1
    return kept[:filled]


def _rows(runs: array[int], columns: Columns) -> Columns:
    a_files, a_starts, b_files, b_starts, lengths = (taken(column, runs) for column in columns)
    return a_files, a_starts, b_files, b_starts, lengths
