"""Do the facts of `clones` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.bounds import refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.clones import Block, Facts, Place, Repeat

DIGEST_LENGTH = 16
FEWEST_PLACES = 2
HEX = "0123456789abcdef"


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: a file index without a file; lines that do not begin at 1 or end before they start; a
            count of distinct tokens outside 1 to `tokens`; a digest that is not 16 hex digits; fewer than two
            places; places, or pairs, that do not ascend; a pair whose first side is after its second.
    """
    files = len(facts.files)
    repeats = (_wrong_with_repeat(repeat, files) for repeat in facts.repeats)
    blocks, near = (_wrong_with_blocks(table or (), files) for table in (facts.blocks, facts.near))
    refuse_rows("clones", (("repeats", repeats), ("blocks", blocks), ("near", near)))


def _wrong_with_blocks(blocks: Sequence[Block], files: int) -> Iterator[str | None]:
    before = (0, 0, 0, 0)
    for block in blocks:
        position = (block.a_file, block.a_start, block.b_file, block.b_start)
        wrong = _wrong_with_block(block, files)
        if wrong is None and position < before:
            wrong = f"{position} does not ascend from {before}"
        yield wrong
        before = position


def _wrong_with_repeat(repeat: Repeat, files: int) -> str | None:
    if len(repeat.digest) != DIGEST_LENGTH or repeat.digest.strip(HEX):
        return f"digest {repeat.digest!r} is not {DIGEST_LENGTH} hex digits"
    if len(repeat.places) < FEWEST_PLACES:
        return f"{len(repeat.places)} places are no repeat"
    return _wrong_counts(repeat.tokens, repeat.distinct) or _wrong_with_places(repeat.places, files)


def _wrong_with_places(places: Sequence[Place], files: int) -> str | None:
    before = (-1, 0, 0)
    for place in places:
        span = (place.file, place.start_line, place.end_line)
        if not (0 <= place.file < files and 1 <= place.start_line <= place.end_line):
            return _wrong_span(*span, files)
        if span < before:
            return f"place {span} does not ascend from {before}"
        before = span
    return None


def _wrong_with_block(block: Block, files: int) -> str | None:
    a = (block.a_file, block.a_start, block.a_end)
    b = (block.b_file, block.b_start, block.b_end)
    wrong = _wrong_counts(block.tokens, block.distinct) or _wrong_span(*a, files) or _wrong_span(*b, files)
    return wrong or (f"side {a} is after side {b}" if a > b else None)


def _wrong_counts(tokens: int, distinct: int) -> str | None:
    if 1 <= distinct <= tokens:
        return None
    return f"{distinct} distinct of {tokens} tokens"


def _wrong_span(file: int, start: int, end: int, files: int) -> str | None:
    if not 0 <= file < files:
        return f"file {file} is not one of {files}"
    return None if 1 <= start <= end else f"lines {start} to {end} are no range"
