"""The pages on method say what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.config.reference import as_toml
from rubout.facts import (
    audit,
    churn,
    clones,
    docdup,
    edits,
    erase,
    guard,
    join,
    liveness,
    near_miss,
    ratchet,
    scan,
    score,
    split,
    structure,
    trend,
)
from rubout.facts.score import CloneSpread, DocSpread, Position
from rubout.gate import erase_dead, erase_rows, erase_texts, erase_twins
from rubout.judge import guard as judge_guard
from rubout.judge import join as judge_join
from rubout.judge import split as judge_split
from rubout.judge import structure as judge_structure
from rubout.judge.erase import ROW_CAP
from rubout.judge.gains import gains
from rubout.judge.liveness import CODES
from rubout.judge.near_miss import is_clone
from rubout.judge.scan import RULES, grades_in_force
from rubout.judge.score import AXES, judge
from rubout.measure import repeated_text
from rubout.measure.entries import bits
from tests.measure.conftest import only_function

if TYPE_CHECKING:
    import msgspec


PAGES = Path(__file__).parents[2] / "docs" / "methodology"
CHURN, CLONES, DOCDUP, EDITS, ERASE, GUARD, JOIN, LIVENESS, NEAR_MISS, RATCHET, SCAN, SCORE, SPLIT, STRUCTURE, TREND = (
    (PAGES / f"{family}.md").read_text(encoding="utf-8")
    for family in (
        *("churn", "clones", "docdup", "edits", "erase", "guard", "join", "liveness", "near-miss", "ratchet"),
        *("scan", "score", "split", "structure", "trend"),
    )
)
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


@pytest.mark.parametrize(
    ("page", "first", "knobs"),
    [
        (CHURN, "knob", churn.Knobs()),
        (CLONES, "knob", clones.Knobs()),
        (DOCDUP, "knob", docdup.Knobs()),
        (EDITS, "knob", edits.Knobs()),
        (GUARD, "knob", guard.Knobs()),
        (GUARD, "audit knob", audit.Knobs()),
        (JOIN, "knob", join.Knobs()),
        (LIVENESS, "knob", liveness.Knobs()),
        (NEAR_MISS, "knob", near_miss.Knobs()),
        (RATCHET, "knob", ratchet.Knobs()),
        (SCAN, "knob", scan.Knobs()),
        (SCORE, "knob", score.Knobs()),
        (SPLIT, "knob", split.Knobs()),
        (STRUCTURE, "knob", structure.Knobs()),
        (TREND, "knob", trend.Knobs()),
    ],
)
def test_a_knob_table_has_every_knob_with_its_default(page: str, first: str, knobs: msgspec.Struct) -> None:
    written = {code(row[0]): code(row[1]) for row in table(page, first)}
    values = {name: getattr(knobs, name) for name in knobs.__struct_fields__}
    assert written == {name: "none" if value is None else as_toml(value) for name, value in values.items()}


def test_the_rules_of_scan_are_those_of_the_judge() -> None:
    written = [(int(row[0]), code(row[1]), int(row[3]), int(row[4])) for row in table(SCAN, "code")]
    limits = grades_in_force(scan.Knobs())
    assert written == [(rule.code, rule.name, warn, fail) for rule, (_, warn, fail) in zip(RULES, limits, strict=True)]


def test_the_codes_of_liveness_are_those_of_the_judge() -> None:
    written = {int(row[2]): code(row[3]) for row in table(LIVENESS, "exported")}
    assert written == CODES


def test_the_bits_of_liveness_are_those_of_the_program() -> None:
    written = [int(row[0]) for row in table(LIVENESS, "bit")]
    assert written == [bits.EXPORTED, bits.MAIN, bits.TEST, bits.GLOB, bits.MENTIONED, bits.DOCUMENT, bits.ALLOWED]


def test_the_table_of_join_is_that_of_the_judge() -> None:
    written = [(int(row[0]), code(row[1]), bits_of(row[2]), bits_of(row[3])) for row in table(JOIN, "code")]
    assert written == [(row.code, row.code.name.lower(), row.needs, row.bars) for row in judge_join.TABLE]


def bits_of(cell: str) -> int:
    return sum(join.Reason[name.upper()] for name in re.findall(r"`(\w+)`", cell))


def test_the_reasons_and_legs_of_join_are_those_of_the_judge() -> None:
    written = [(1 << int(row[0]), int(row[1]), code(row[2])) for row in table(JOIN, "bit")]
    assert written == [(reason, reason, str(reason.name).lower()) for reason in join.Reason]
    assert [int(row[0]) for row in table(JOIN, "value")] == list(join.Leg)


def test_the_axes_of_the_score_are_those_of_the_judge() -> None:
    assert [row[1] for row in table(SCORE, "code")] == list(AXES)


def test_the_axes_of_structure_are_those_of_the_judge() -> None:
    assert [row[1] for row in table(STRUCTURE, "axis")] == list(judge_structure.AXES)


def test_the_advice_of_split_is_that_of_the_judge() -> None:
    assert [code(row[0]) for row in table(SPLIT, "advice")] == list(split.Advice)


def test_the_example_of_split_is_what_the_judge_says() -> None:
    units = (split.Unit(0, 0, 1, 270), split.Unit(0, 1, 271, 540))
    (row,) = judge_split.judge(split.Facts((split.LongFile(0, 550),), units, (split.Mention(0, 0, 1),))).rows
    assert f"= {row.benefit_milli}, cost 1 * 250 + 500 = {row.cost_milli}: cut after line 270\n" in SPLIT
    assert f"p(550) = {judge_split.weight_of(550, split.Knobs())}," in SPLIT


def test_the_example_of_the_score_is_what_the_judge_says() -> None:
    facts = score.Facts(
        sizes=(400, 900, *[100] * 18),
        cognitive=(16, 17, 18, *[15] * 57),
        clones=(CloneSpread(3, 100, 100),),
        docdup=(DocSpread(2, 80, 100, verbatim=False),),
        positions=(
            *[Position(0, 0, 1, reached=False, document=False)] * 3,
            *[Position(1, 1, 2, reached=True, document=False)] * 2,
            *[Position(1, 1, 1, reached=True, document=False)] * 20,
        ),
    )
    verdict = judge(facts, score.Knobs(soft_line=300))
    size, complexity, clone, docdup, dead, cycle = (axis.charge for axis in verdict.axes)
    assert f"together {verdict.axes[0].mass};" in SCORE
    assert f"(1390/81 + 20)) = {size}\n" in SCORE
    assert f"floor(1000 * 3 / (3 + 60)) = {complexity}\n" in SCORE
    assert f"floor(1000 * 2 / (2 + 20)) = {clone}\n" in SCORE
    assert f"floor(1000 * 1 / (1 + 20)) = {docdup}\n" in SCORE
    assert f"floor(1000 * 3 / (3 + 25)) = {dead}\n" in SCORE
    assert f"floor(1000 * 2 / (2 + 25)) = {cycle}\n" in SCORE
    summed = f"{size} + {complexity} + {clone} + {docdup} + {dead} + {cycle}"
    assert f"floor(({summed}) * 10 / (10 * 6)) = {verdict.score}\n" in SCORE


def test_the_rules_of_the_guard_are_those_of_the_judge() -> None:
    rows = table(GUARD, "rule")
    assert [code(row[0]) for row in rows] == [rule.name for rule in judge_guard.RULES]
    promoted = [code(row[0]) for row in rows if row[2].startswith(f"`{guard.PROMOTED_DEFAULT}`")]
    assert promoted == [code(row[0]) for row in rows if row[3] == "yes"] == ["duplicate_write", "hard_budget"]


@pytest.mark.parametrize(("before", "after", "answer"), table(GUARD, "before"))
def test_an_example_of_length_is_what_the_guard_says(before: str, after: str, answer: str) -> None:
    facts = guard.Facts("a.py", "probe", int(before), int(after))
    assert judge_guard.judge(facts, guard.Knobs(mode="deny")).tier == answer


@pytest.mark.parametrize(("lines", "permille", "tier"), table(GUARD, "lines"))
def test_an_example_of_the_zone_is_what_the_guard_says(lines: str, permille: str, tier: str) -> None:
    verdict = judge_guard.judge(guard.Facts("a.py", "probe", 0, int(lines)), guard.Knobs(zone_tiers=True))
    assert (str(verdict.zone_permille), verdict.tier) == (permille, tier)


@pytest.mark.parametrize(("ted", "larger", "kept", "floor", "answer"), table(NEAR_MISS, "ted"))
def test_an_example_of_near_miss_is_what_the_judge_says(
    ted: str, larger: str, kept: str, floor: str, answer: str
) -> None:
    assert ((int(larger) - int(ted)) * 100, 85 * int(larger)) == (int(kept), int(floor))
    assert is_clone(int(ted), int(larger), int(larger)) == (answer == "yes")


def runs_of(cell: str) -> tuple[guard.Run, ...]:
    spans = re.findall(r"(\d+) \+ (\d+)", cell)
    return tuple(guard.Run(0, int(start), int(length), 1, 20, 1, 20, 30) for start, length in spans)


@pytest.mark.parametrize(("before", "after", "gain", "kind"), table(GUARD, "runs before"))
def test_an_example_of_runs_is_what_the_guard_says(before: str, after: str, gain: str, kind: str) -> None:
    facts = guard.Facts("dup.py", "probe", 0, 20, ("util.py",), runs_of(before), runs_of(after), tuple(range(1, 21)))
    verdict = judge_guard.judge(facts)
    assert gains(facts.before, facts.after) == [int(gain)]
    counted = {"introduced": len(verdict.introduced), "preexisting": verdict.preexisting, "grown": verdict.grown}
    assert counted == {"introduced": 0, "preexisting": 0, "grown": 0} | {kind: 1}


def test_the_reason_on_the_page_of_the_guard_is_what_it_says() -> None:
    run = guard.Run(0, 0, 128, 1, 20, 1, 20, 30)
    verdict = judge_guard.judge(guard.Facts("dup.py", "probe", 0, 20, ("util.py",), (), (run,), (1,)))
    assert f"\n    {judge_guard.words(verdict.fired)}\n" in GUARD
    assert f"\n    {judge_guard.judge(guard.Facts('a', 'probe', 0, 1), guard.Knobs(mode='Deny')).mode}\n" in GUARD


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


def test_the_classes_and_reasons_of_erase_are_those_of_the_judge() -> None:
    assert [(int(row[0]), code(row[1])) for row in table(ERASE, "position")] == list(enumerate(erase.CLASSES))
    assert [(int(row[0]), code(row[1])) for row in table(ERASE, "code")] == list(enumerate(erase.REASONS))
    assert f"more than {ROW_CAP} rows" in ERASE


def test_what_is_no_candidate_of_erase_is_named() -> None:
    written = {name for row in table(ERASE, "name") for name in re.findall(r"`(\w+)`", row[0])}
    names = [vars(module) for module in (erase_dead, erase_rows, erase_texts, erase_twins, repeated_text)]
    counted = {
        value
        for found in names
        for name, value in found.items()
        if name[0] != "_" and name.isupper() and isinstance(value, str)
    }
    assert written == counted
