"""The legs of the join, put together over real trees and histories."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.config.records import Churn, Config
from rubout.errors import ExitCode, RepositoryError
from rubout.facts.join import Code, Kind, Leg, Lines, Reason, Together
from rubout.facts.source import Unit
from rubout.gate.join import Ask, joined
from rubout.gate.join_graph import GraphLeg, Placed
from rubout.gate.join_pairs import Alike, Pairs, Place, UnitPlace, pairs_of, unit_around
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from tests.histories import make_versions
from tests.near_misses import AND, TOTAL
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.outcome import Outcome
    from tests.conftest import Tree

PLAIN, DEFAULTS = Ask(), Config()
USED = Placed(2, 1, 0, 1, 1, 0, "main.py:3")
UNUSED = Placed(0, 1, 1, 1, 0, 0)
DOC = f"# Title\n\n{prose(60)}\n"


def outcome(root: Path, graph: GraphLeg | None = None, ask: Ask = PLAIN, config: Config = DEFAULTS) -> Outcome:
    anchor = str(root)
    run = Run(Request(anchor=anchor, cache=False, jobs=1), candidates(anchor), 0, lambda _: None)
    return joined(run, config, ask, graph)


def sims(found: Outcome) -> list[tuple[str, str, int, int, int]]:
    files = found.facts.files
    return [(files[row.u], files[row.v], row.kind, row.num, row.den) for row in found.facts.sim]


def test_all_three_kinds_of_likeness_are_fed_each_with_its_own_ratio(tree: Tree) -> None:
    root = tree(
        {"a.py": LOOP, "b.py": LOOP, "c.py": TOTAL, "d.py": AND, "e.md": DOC, "f.md": DOC + prose(9, "v") + "\n"}
    )
    rows = {(a, b): (kind, num, den) for a, b, kind, num, den in sims(outcome(root))}
    assert rows["a.py", "b.py"] == (Kind.CLONE, 100, 100)
    assert rows["c.py", "d.py"] == (Kind.NEAR_MISS, 31, 35)
    kind, num, den = rows["e.md", "f.md"]
    assert kind == Kind.DOCDUP
    assert 1 < num < den


def test_the_strongest_kind_stands_for_a_pair_with_the_blocks_folded(tree: Tree) -> None:
    root = tree({"a.py": f"{LOOP}\nx = 1\n{LOOP}", "b.py": LOOP, "rubout.toml": ""})
    found = outcome(root)
    assert sims(found) == [("a.py", "b.py", 0, 100, 100)]
    pair = found.options["found"].pairs.files["a.py", "b.py"]
    assert (pair.blocks, pair.tokens) == (2, 104)
    assert found.options["found"].pairs.inside > 0


def test_a_tree_without_code_has_no_pair_and_an_empty_one_is_refused(tree: Tree) -> None:
    assert sims(outcome(tree({"a.css": "x\n", "b.css": "x\n"}))) == []
    with pytest.raises(RepositoryError, match="nothing to judge"):
        outcome(tree({"x.unknown": ""}, name="empty"))


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    """Two copies that are rewritten together, twice, and a third file."""
    other = LOOP.replace("total", "amount")
    versions = {n: {"a.py": LOOP.replace("= 0", f"= {n}"), "b.py": other.replace("= 0", f"= {n}")} for n in (20, 21)}
    first = {"a.py": LOOP, "b.py": other, "c.py": "x = 1\n"}
    return make_versions(tmp_path / "twins", {0: first, **versions})


def test_the_history_leg_holds_the_lines_and_the_commits_in_common(twins: Path) -> None:
    found = outcome(twins)
    assert found.facts.churn == (Lines(0, 0, 2), Lines(1, 0, 2))
    assert found.facts.cochange == (Together(0, 1, 2),)
    (row,) = found.verdict.rows
    assert row.legs == Leg.SIMILARITY | Leg.CHURN
    assert row.reasons == Reason.SIM_OVER | Reason.COCHANGE_HOT | Reason.REWRITE_HOT
    assert (row.code, found.exit_code) == (0, ExitCode.HELD)


def test_days_and_floor_come_from_the_configuration_and_the_command_line_wins(twins: Path) -> None:
    config = Config(churn=Churn(days=1, cochange_floor=3))
    found = outcome(twins, config=config)
    assert (found.facts.cochange, found.verdict.knobs.days) == ((), 1)
    found = outcome(twins, ask=Ask(days=30), config=config)
    assert found.facts.cochange == (Together(0, 1, 3),)
    assert found.facts.churn[0] == Lines(0, 10, 2)


def test_without_a_history_the_leg_is_absent_and_not_zero(tree: Tree, twins: Path) -> None:
    root = tree({"a.py": LOOP, "b.py": LOOP, "rubout.toml": ""})
    for found in (outcome(root), outcome(twins, ask=Ask(history=False))):
        assert (found.facts.churn, found.facts.cochange) == (None, ())
        assert [row.legs for row in found.verdict.rows] == [Leg.SIMILARITY]
        assert found.exit_code == ExitCode.HELD


@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        (USED, USED._replace(scc=9), Code.MERGE_CANDIDATE),
        (USED, USED, Code.CHURN_HOTSPOT),
        (UNUSED, USED, Code.DELETE_CANDIDATE),
        (UNUSED._replace(flags=1), USED, Code.CHURN_HOTSPOT),
        (USED, UNUSED._replace(flags=2), Code.CHURN_HOTSPOT),
    ],
)
def test_the_graph_leg_decides_between_the_codes(twins: Path, a: Placed, b: Placed, code: Code) -> None:
    found = outcome(twins, GraphLeg({"a.py": a, "b.py": b, "elsewhere.py": USED}))
    (row,) = found.verdict.rows
    assert (row.code, row.legs) == (code, 7)


def test_a_file_that_the_graph_could_not_place_takes_the_leg_away(twins: Path) -> None:
    (row,) = outcome(twins, GraphLeg({"a.py": USED})).verdict.rows
    assert (row.code, row.legs) == (0, Leg.SIMILARITY | Leg.CHURN)


def test_a_degraded_graph_is_no_pass(twins: Path) -> None:
    found = outcome(twins, GraphLeg({"a.py": USED, "b.py": USED._replace(scc=9)}, "graph_too_large"))
    assert (found.exit_code, found.verdict.reason) == (ExitCode.UNJUDGED, "graph_too_large")
    assert [row.code for row in found.verdict.rows] == [0]


def unit(key: str, nth: int, start: int, end: int) -> Unit:
    return Unit(key, nth, start, end, 0, 0, function=True)


def test_worked_example_16_a_block_belongs_to_the_innermost_unit_that_holds_all_of_it() -> None:
    units = (unit("add/1", 0, 2, 4), unit("add/1", 1, 7, 9), unit("One", 0, 1, 4), unit("Two", 0, 6, 9))
    around = [unit_around(Place("a.py", *lines), units) for lines in ((2, 4), (7, 9), (4, 7))]
    assert around == [
        UnitPlace("a.py", "add/1", 0, 2, 4),
        UnitPlace("a.py", "add/1", 1, 7, 9),
        UnitPlace("a.py", "", 0, 4, 7),
    ]


PLACES = st.builds(
    lambda path, start, more: Place(path, start, start + more),
    st.sampled_from(["a", "b", "c"]),
    st.integers(1, 9),
    st.integers(0, 4),
)
ALIKE = st.builds(
    lambda kind, num, tokens, a, b: Alike(kind, num, 4, tokens, a, b),
    st.sampled_from(Kind),
    st.integers(1, 4),
    st.integers(0, 3),
    PLACES,
    PLACES,
)
UNITS = {path: (unit("f/0", 0, 2, 6), unit("g/0", 0, 4, 5), unit("h/0", 0, 8, 9)) for path in "abc"}


def summary(pairs: Pairs) -> Any:
    files = {key: (p.best.kind, p.best.num, p.best.tokens, p.blocks, p.tokens) for key, p in pairs.files.items()}
    units = {key: (p.best.kind, p.best.num, p.blocks, p.tokens) for key, p in pairs.units.items()}
    return files, units, pairs.inside


@given(st.lists(ALIKE, max_size=4))
def test_what_is_alike_folds_to_the_same_in_every_order(found: list[Alike]) -> None:
    expected = summary(pairs_of(found, UNITS))
    for order in permutations(found):
        turned = [each._replace(a=each.b, b=each.a) for each in order]
        assert summary(pairs_of(order, UNITS)) == summary(pairs_of(turned, UNITS)) == expected


@given(st.lists(ALIKE, max_size=6))
def test_a_pair_holds_the_strongest_and_counts_the_rest(found: list[Alike]) -> None:
    pairs = pairs_of(found, UNITS)
    assert pairs.inside == sum(each.a.path == each.b.path for each in found)
    for (a, b), pair in pairs.files.items():
        own = [each for each in found if {each.a.path, each.b.path} == {a, b}]
        blocks = [each.tokens for each in own if each.kind is Kind.CLONE]
        assert a < b
        assert (pair.best.a.path, pair.best.b.path) == (a, b)
        assert (pair.blocks, pair.tokens) == (len(blocks), sum(blocks))
        lowest = min(each.kind for each in own)
        assert (pair.best.kind, pair.best.num) == (lowest, max(each.num for each in own if each.kind is lowest))
