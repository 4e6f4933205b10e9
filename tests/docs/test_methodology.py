"""The pages on method say what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.config.reference import as_toml
from rubout.facts import clones, scan, score
from rubout.facts.score import CloneSpread
from rubout.judge.scan import RULES, grades_in_force
from rubout.judge.score import AXES, judge
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.metrics import metrics
from rubout.measure.tree import parse

if TYPE_CHECKING:
    from rubout.facts.source import Function

PAGES = Path(__file__).parents[2] / "docs" / "methodology"
CLONES, SCAN, SCORE = ((PAGES / f"{family}.md").read_text(encoding="utf-8") for family in ("clones", "scan", "score"))
EXAMPLE = re.compile(
    r"^```(\w+)\n(.*?)^```\n.*?^Cyclomatic (\d+), cognitive (\d+), nesting (\d+), parameters (\d+)\.$",
    re.MULTILINE | re.DOTALL,
)


def table(page: str, first: str) -> list[list[str]]:
    """The rows, as cells, of the table whose first column is headed so."""
    lines = page.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |")) + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def code(cell: str) -> str:
    return cell.removeprefix("`").removesuffix("`")


@pytest.mark.parametrize(("page", "knobs"), [(CLONES, clones.Knobs()), (SCAN, scan.Knobs()), (SCORE, score.Knobs())])
def test_a_knob_table_has_every_knob_with_its_default(
    page: str, knobs: clones.Knobs | scan.Knobs | score.Knobs
) -> None:
    written = {code(row[0]): code(row[1]) for row in table(page, "knob")}
    values = {name: getattr(knobs, name) for name in knobs.__struct_fields__}
    assert written == {name: "none" if value is None else as_toml(value) for name, value in values.items()}


def test_the_rules_of_scan_are_those_of_the_judge() -> None:
    written = [(int(row[0]), code(row[1]), int(row[3]), int(row[4])) for row in table(SCAN, "code")]
    limits = grades_in_force(scan.Knobs())
    assert written == [(rule.code, rule.name, warn, fail) for rule, (_, warn, fail) in zip(RULES, limits, strict=True)]


def test_the_axes_of_the_score_are_those_of_the_judge() -> None:
    assert [row[1] for row in table(SCORE, "code")] == list(AXES)


def test_the_example_of_the_score_is_what_the_judge_says() -> None:
    facts = score.Facts(
        sizes=(400, 900, *[100] * 18),
        cognitive=(16, 17, 18, *[15] * 57),
        clones=(CloneSpread(3, 100, 100),),
    )
    verdict = judge(facts, score.Knobs(soft_line=300))
    size, complexity, clone = (axis.charge for axis in verdict.axes)
    assert f"together {verdict.axes[0].mass};" in SCORE
    assert f"(1390/81 + 20)) = {size}\n" in SCORE
    assert f"floor(1000 * 3 / (3 + 60)) = {complexity}\n" in SCORE
    assert f"floor(1000 * 2 / (2 + 20)) = {clone}\n" in SCORE
    assert f"floor(({size} + {complexity} + {clone}) * 10 / (10 * 3)) = {verdict.score}\n" in SCORE


def only_function(language: str, source: str) -> Function:
    record = next(one for one in LANGUAGES if one.name == language)
    grammar = load(record)
    assert grammar is not None
    (function,) = metrics(parse(source.encode(), record, grammar)).functions
    return function


@pytest.mark.parametrize(
    "example", EXAMPLE.findall(SCAN), ids=lambda example: f"{example[0]} {example[1].split('(')[0]}"
)
def test_an_example_of_scan_measures_what_the_page_says(example: tuple[str, ...]) -> None:
    language, source, *written = example
    found = only_function(language, source)
    measured = (found.cyclomatic, found.cognitive, found.max_nesting, found.params)
    assert [str(value) for value in measured] == written


def test_every_block_of_code_of_scan_is_an_example() -> None:
    assert len(EXAMPLE.findall(SCAN)) == SCAN.count("\n```\n") == 4


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_a_link_leads_to_a_page(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
