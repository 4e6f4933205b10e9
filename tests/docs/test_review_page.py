"""The page about reviews shows what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.main import REVIEW
from rubout.report.review_reasons import told
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


def test_every_reason_that_is_named_has_its_words_in_a_report() -> None:
    table = PAGE.partition("| reason | what is missing |")[2].partition("\n\n")[0]
    named = {code for row in table.splitlines()[2:] for code in re.findall(r"`([a-z_]+)`", row.split("|")[1])}
    assert len(named) > 20
    assert {code for code in named if told(code) == code} == set()
