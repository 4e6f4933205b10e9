"""Reports and tables, read back from what a command printed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.conftest import Rubout


def read(rubout: Rubout, *argv: object) -> Any:
    """The report of a command that held and said nothing else."""
    ran = rubout(*argv, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def places(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Path and lines of each row, as people read them."""
    return [f"{row['path']}:{row['start_line']}-{row['end_line']}" for row in rows]


def cells(markdown: str) -> list[list[str]]:
    """The rows of the tables in a text, their heads and rules among them."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in markdown.splitlines() if line[:2] == "| "]
