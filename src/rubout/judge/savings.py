"""Which class of places is worth merging first?

Order    by what merging saves, most first; of equal savings by the first member
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class _Place(Protocol):
    @property
    def file(self) -> int: ...

    @property
    def start_line(self) -> int: ...

    @property
    def end_line(self) -> int: ...


class _Class(Protocol):
    @property
    def saves(self) -> int: ...

    @property
    def members(self) -> Sequence[_Place]: ...


_AnyClass = TypeVar("_AnyClass", bound=_Class)


def by_saving(classes: Iterable[_AnyClass]) -> tuple[_AnyClass, ...]:
    """Order classes of which no two have the same first member."""
    return tuple(sorted(classes, key=_most_saved_first))


def merged(many: Iterable[_AnyClass], few: Iterable[_AnyClass]) -> tuple[_AnyClass, ...]:
    """Put classes in among others that stand in the order of `by_saving`."""
    classes = list(many)
    for found in few:
        insort(classes, found, key=_most_saved_first)
    return tuple(classes)


def _most_saved_first(found: _Class) -> tuple[int, int, int, int]:
    first = found.members[0]
    return -found.saves, first.file, first.start_line, first.end_line
