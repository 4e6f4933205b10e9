"""Many pairs of texts measured, in as many processes as help."""

from __future__ import annotations

from contextlib import closing
from itertools import accumulate
from typing import TYPE_CHECKING

from rubout.measure import pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rubout.measure.edit_pairs import Sides

    Work = Callable[[list[Sides]], bytes]

INLINE_BYTES = 150_000  # below this much source one process is done before a second one has started
CHUNK_BYTES = 200_000
BATCH_BYTES = 64_000_000  # whose texts are held together; as many chunks as this makes fit one pool


def measured(
    sides: Iterable[Sides], work: Work, cautious: Work, jobs: int, chunk_bytes: int = 0
) -> Iterator[tuple[int, bytes]]:
    """What `work` says of neighbouring pairs, behind the number of the first of them, in no particular order.

    Args:
        sides: (path before, bytes before, path after, bytes after); a path is None on a side that is not there.
        work: measures some pairs, one answer each.
        cautious: measures a pair that killed a worker twice, without what may have done that.
        jobs: how many processes; 0: one a processor.
        chunk_bytes: least size of what one call of `work` gets, for work that gains from neighbours.
    """
    first = 0
    for batch in _batches(sides, BATCH_BYTES):
        wanted = 1 if sum(map(_size, batch)) < INLINE_BYTES else jobs or pool.processors()
        chunks = list(_batches(batch, chunk_bytes or CHUNK_BYTES))
        firsts = list(accumulate(map(len, chunks), initial=first))
        with closing(pool.answers(chunks, work, wanted)) as answers:
            for number, encoded in answers:
                if encoded is not None:
                    yield firsts[number], encoded
                else:
                    yield from enumerate(_one_by_one(chunks[number], work, cautious), start=firsts[number])
        first = firsts[-1]


def _one_by_one(chunk: Sequence[Sides], work: Work, cautious: Work) -> Iterator[bytes]:
    """A chunk whose worker died."""
    for pair in chunk:
        encoded = pool.alone([pair], work)
        yield cautious([pair]) if encoded is None else encoded


def _batches(sides: Iterable[Sides], least: int) -> Iterator[list[Sides]]:
    """Neighbours together, in lists of at least so many bytes but for the last."""
    batch: list[Sides] = []
    size = 0
    for pair in sides:
        batch.append(pair)
        size += _size(pair)
        if size >= least:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _size(pair: Sides) -> int:
    """Bytes, and something for a pair without any."""
    return 1000 + len(pair[1] or b"") + len(pair[3] or b"")
