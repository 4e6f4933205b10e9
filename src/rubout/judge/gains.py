"""How much of what a write repeats did the text before it not repeat?

Formula   gain(run) = number of positions of the other file, within the run, that more runs of `after` than of
          `before` cover
Order     of the runs decides the order of the gains and nothing else
Cost      n log n in the number of runs, whatever their length
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rubout.facts.guard import Run


def gains(before: Sequence[Run], after: Sequence[Run]) -> list[int]:
    """The gain of each run of `after`, in tokens."""
    changes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for runs, sign in ((before, -1), (after, 1)):
        for run in runs:
            changes[run.file][run.start] += sign
            changes[run.file][run.start + run.length] -= sign
    gained = {file: _gained(edges) for file, edges in changes.items()}
    return [gained[run.file][run.start + run.length] - gained[run.file][run.start] for run in after]


def _gained(changes: Mapping[int, int]) -> dict[int, int]:
    """By position, how many positions before it are covered more often than they were.

    Args:
        changes: how the surplus of covering runs changes at a position.
    """
    gained: dict[int, int] = {}
    surplus = total = last = 0
    for position in sorted(changes):
        if surplus > 0:
            total += position - last
        gained[position] = total
        surplus += changes[position]
        last = position
    return gained
