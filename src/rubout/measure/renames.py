"""Which new file goes on from which one that is gone, by what they hold?

Likeness   the bytes of the lines in common, cut to pieces of 64, of 100 bytes of the longer file; at least 50
Source     git's diffcore-rename and its default of 50 %
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PIECE = 64  # bytes
LEAST = 50
MOST_PAIRS = 250_000  # compared, as many as git compares of 500 files on each side

Pieces = Counter[bytes]


def renames(gone: Mapping[str, bytes], fresh: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """Pairs of an old and a new path, the likest first and then by name, each path once; none of too many files."""
    if len(gone) * len(fresh) > MOST_PAIRS:
        return []
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, old, new in sorted(_likenesses(gone, fresh)):
        if old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return list(pairs.items())


def _likenesses(gone: Mapping[str, bytes], fresh: Mapping[str, bytes]) -> Iterator[tuple[int, str, str]]:
    """Each pair that is alike enough, with its likeness below 0."""
    now = {path: _pieces(source) for path, source in fresh.items()}
    sizes = {path: _size(pieces) for path, pieces in now.items()}
    holders: defaultdict[bytes, list[tuple[str, int]]] = defaultdict(list)
    for path, pieces in now.items():
        for piece, count in pieces.items():
            holders[piece].append((path, count))
    for old, source in gone.items():
        then = _pieces(source)
        shared: Counter[str] = Counter()
        for piece, count in then.items():
            for new, times in holders.get(piece, ()):
                shared[new] += len(piece) * min(count, times)
        for new, size in shared.items():
            likeness = 100 * size // max(_size(then), sizes[new])
            if likeness >= LEAST:
                yield -likeness, old, new


def _pieces(source: bytes) -> Pieces:
    """The pieces of the lines, each as often as it stands there; however a line ends."""
    lines = source.replace(b"\r\n", b"\n").splitlines(keepends=True)
    return Counter(line[start : start + PIECE] for line in lines for start in range(0, len(line), PIECE))


def _size(pieces: Pieces) -> int:
    return sum(len(piece) * count for piece, count in pieces.items())
