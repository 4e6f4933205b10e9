"""Which operators differ between two units whose trees are equal?"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.forest import operators_of
from rubout.measure.kinds import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.forest import Forest

    Placed = tuple[int, int]  # code and line


class Change(NamedTuple):
    """Two operators, or keywords, that stand for each other, and their lines; "" and None for one that is not there."""

    a: str
    b: str
    a_line: int | None
    b_line: int | None


def operator_changes(wood: Forest, a: int, b: int) -> Iterator[Change]:
    """What differs between units a and b, in the order of the source; nothing where names and constants alone do."""
    (a_codes, a_lines), (b_codes, b_lines) = operators_of(wood, a), operators_of(wood, b)
    if a_codes == b_codes:
        return
    one, other = list(zip(a_codes, a_lines, strict=True)), list(zip(b_codes, b_lines, strict=True))
    if len(one) == len(other):
        pairs: Iterator[tuple[Placed | None, Placed | None]] = zip(one, other, strict=True)
    else:
        matched = SequenceMatcher(None, a_codes, b_codes, autojunk=False).get_opcodes()
        pairs = (
            pair
            for _, a_start, a_end, b_start, b_end in matched
            for pair in zip_longest(one[a_start:a_end], other[b_start:b_end])
        )
    for left, right in pairs:
        if left is None or right is None or left[0] != right[0]:
            yield Change(_name(left), _name(right), left and left[1], right and right[1])


def _name(operator: Placed | None) -> str:
    return name_of(operator[0]) if operator else ""
