"""The page on method lists the checks that there are."""

from __future__ import annotations

from pathlib import Path

from rubout.review.checks.table import CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "methodology" / "review.md").read_text(encoding="utf-8")


def test_the_table_of_checks_is_that_of_the_program() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in PAGE.splitlines() if line.startswith("| S")]
    assert rows == [[check.id, f"`{check.name}`", check.stage, check.effect] for check in CHECKS]
