"""Tables of cases, grouped by what several of them share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

Expected = TypeVar("Expected")

_BETWEEN = re.compile(r"(?<!\S)=>(?!\S)")


def rows(groups: Mapping[str, Mapping[str, Expected]]) -> list[tuple[str, str, Expected]]:
    """Group, case and what is expected of it, in the order written."""
    return [(group, case, expected) for group, cases in groups.items() for case, expected in cases.items()]


def table(text: str) -> list[tuple[str, ...]]:
    r"""The columns of each line, which ` => ` keeps apart; `\n` stands for a line feed."""
    lines = (line for line in text.splitlines() if line.strip())
    return [tuple(part.strip().replace(r"\n", "\n") for part in _BETWEEN.split(line)) for line in lines]


def cases(names: str, text: str) -> pytest.MarkDecorator:
    """Runs a test for each line of a table, whose columns are the parameters of these names."""
    return pytest.mark.parametrize(names.split(), table(text))
