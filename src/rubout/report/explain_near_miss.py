"""Why are these units one class? The distances of its pairs against the share that must stay as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.near_miss_text import change_of
from rubout.report.record import counted, printable
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.near_miss import ClassRow, NearMissReport


def explain_near_miss(report: NearMissReport, row: ClassRow) -> Iterator[str]:
    """Each pair's distance, what merging would save, where the members stand and differ."""
    knobs, size = report.knobs, len(row.members)
    smallest = min(member.nodes for member in row.members)
    yield f"{row.id}  {size} units"
    for number, member in enumerate(row.members):
        yield f"  {number}: {place_of(member)}  {printable(member.key)}#{member.nth}, {member.nodes} nodes"
    yield f"clone when (mx - ted) * {knobs.tsed_den} >= {knobs.tsed_num} * mx, mx the nodes of the larger tree"
    for pair in row.pairs:
        larger = max(pair.n1, pair.n2)
        kept, floor = (larger - pair.ted) * knobs.tsed_den, knobs.tsed_num * larger
        yield f"  {pair.a} and {pair.b}: ({larger} - {pair.ted}) * {knobs.tsed_den} = {kept} >= {floor}"
    if len(row.pairs) < row.clones:
        yield f"  and {counted(row.clones - len(row.pairs), 'more pair')}, of trees equal to these"
    yield f"saves = (members - 1) * nodes of the smallest = ({size} - 1) * {smallest} = {row.saves}"
    yield f"excess = members - 1 = {size - 1} of {report.counts.excess} in the report"
    for spot in row.spots or ():
        sides = (f"{member} {_lines(lines)}" for member, lines in ((spot.a, spot.a_lines), (spot.b, spot.b_lines)))
        yield f"differ: {' and '.join(sides)}: {change_of(spot)}"
    if row.hint:
        yield f"hint: {row.hint}"


def _lines(lines: tuple[int, int] | None) -> str:
    if lines is None:
        return "nowhere"
    return f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]}-{lines[1]}"
