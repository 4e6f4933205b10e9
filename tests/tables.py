"""Tables of cases, grouped by what several of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Expected = TypeVar("Expected")


def rows(groups: Mapping[str, Mapping[str, Expected]]) -> list[tuple[str, str, Expected]]:
    """Group, case and what is expected of it, in the order written."""
    return [(group, case, expected) for group, cases in groups.items() for case, expected in cases.items()]
