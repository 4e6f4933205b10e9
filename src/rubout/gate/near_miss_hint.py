"""What would have to become a parameter if the units of a class became one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.gate.near_miss_classes import CloneClass
    from rubout.gate.near_miss_spots import Range, Spot

MOST_PLACES = 3  # that a hint names
SAME_SHAPE = "parameters for the names and constants in which they differ, if any: nothing else does"


def hint_of(one: CloneClass, spots: Sequence[Spot] | None) -> str | None:
    """What merging a class would take, in words about its first member.

    None when it is too much.
    """
    if spots is not None and not spots:
        return SAME_SHAPE
    if spots is None or any(spot.a != one.units[0] for spot in spots):
        return None
    if all(spot.operators for spot in spots):
        return _operator_hint(spots)
    replaced = _joined(spot.a_lines for spot in spots if spot.a_lines and spot.b_lines)
    dropped = _joined(spot.a_lines for spot in spots if spot.a_lines and not spot.b_lines)
    added = {spot.b_lines for spot in spots if not spot.a_lines}
    if len(replaced) + len(dropped) + len(added) > MOST_PLACES:
        return None
    parts = []
    if replaced:
        parts.append(f"a parameter for what stands on {_words(replaced)} of the first")
    if dropped:
        parts.append(f"a switch for {_words(dropped)} of the first, which others do not have")
    if added:
        parts.append("a switch for what others have besides")
    return "; ".join(parts)


def said_of_operators(pairs: Iterable[tuple[str, str]]) -> str:
    """`+=` / `-=`, `*` / `/` between backticks."""
    return ", ".join(" / ".join(f"`{name}`" if name else "nothing" for name in pair) for pair in pairs)


def _operator_hint(spots: Sequence[Spot]) -> str:
    pairs = dict.fromkeys(pair for spot in spots for pair in spot.operators)
    has_words = any(name.isalnum() for pair in pairs for name in pair)
    what = f"they differ in {'operators or keywords' if has_words else 'operators'} only"
    return what if len(pairs) > MOST_PLACES else f"{what}: {said_of_operators(pairs)}"


def _joined(ranges: Iterable[Range]) -> list[Range]:
    """Ascending ranges, those that touch made one."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _words(ranges: Sequence[Range]) -> str:
    several = len(ranges) > 1 or ranges[0][0] != ranges[0][1]
    listed = ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in ranges)
    return f"lines {listed}" if several else f"line {listed}"
