"""The page about reviews shows what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.main import REVIEW
from rubout.review.semantic.reply import CODES

if TYPE_CHECKING:
    from tests.conftest import Rubout

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "review.md").read_text(encoding="utf-8")


def test_the_demo_prints_what_is_pasted(rubout: Rubout) -> None:
    found = re.search(r"<!-- demo -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert found
    assert rubout("review", "demo").out == found[1]


def test_every_command_is_named() -> None:
    assert set(re.findall(r"rubout review ([a-z]+)", PAGE)) == set(REVIEW)


def test_the_reasons_that_are_named_are_real() -> None:
    row = next(line for line in PAGE.splitlines() if "the answer does not count" in line)
    assert set(re.findall(r"`([a-z_]+)`", row)) <= CODES.keys()
