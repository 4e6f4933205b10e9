"""Which classes tell people something that those above do not?

A class is told when some member's lines are mostly new, or when it says that places are copies of one another which the
classes above know only apart.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.report.record import Span


class _Classed(Protocol):
    """Places that repeat one another."""

    @property
    def members(self) -> Sequence[Span]: ...


_Row = TypeVar("_Row", bound=_Classed)


def outermost(rows: Sequence[_Row]) -> list[_Row]:
    """The classes without those that merging the ones above takes along."""
    told = _Told(rows)
    return [row for row in rows if told.is_new(row)]


class _Told:
    """By line of each file the family, of classes that have been told, that it is in; 0 for none."""

    def __init__(self, rows: Sequence[_Classed]) -> None:
        lengths: dict[str, int] = {}
        for row in rows:
            for member in row.members:
                lengths[member.path] = max(member.end_line, lengths.get(member.path, 0))
        self._families = {path: array("I", bytes(4 * lines)) for path, lines in lengths.items()}
        self._parents = [0]  # of families; a root is its own

    def is_new(self, row: _Classed) -> bool:
        """Whether a class is to be told; from now on its members are known as copies of one another."""
        families = {self._family(member) for member in row.members}
        known = families - {0}
        family = min(known) if known else len(self._parents)
        if not known:
            self._parents.append(family)
        for other in known:
            self._parents[other] = family
        for member in row.members:
            lines = member.end_line + 1 - member.start_line
            self._families[member.path][member.start_line - 1 : member.end_line] = array("I", [family]) * lines
        return len(families) > 1 or not known

    def _family(self, member: Span) -> int:
        """The family that most lines of a member are in, of those that are in one; 0 when most are in none."""
        lines = self._families[member.path][member.start_line - 1 : member.end_line]
        if 2 * lines.count(0) > len(lines):
            return 0
        counts = Counter(self._root(family) for family in lines if family)
        return max(sorted(counts), key=counts.__getitem__)

    def _root(self, family: int) -> int:
        parents = self._parents
        while parents[family] != family:
            parents[family] = family = parents[parents[family]]
        return family
