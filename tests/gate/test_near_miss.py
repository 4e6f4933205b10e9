"""The pipeline of `near-miss`: nothing is lost on the way to the judge, and what is left out is counted and named."""

from __future__ import annotations

import json
from array import array
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.errors import ContractError, RepositoryError, StoreError
from rubout.facts.near_miss import Facts, Knobs, Pair
from rubout.gate.near_miss import Ask, NearMisses, near_miss
from rubout.gate.near_miss_calls import judge_calls
from rubout.gate.near_miss_pairs import NAME, Ledger, check_ledger
from rubout.gate.near_miss_spots import NAME as SPOTS_NAME
from rubout.gate.survey import Request, Run
from rubout.judge.near_miss import is_clone, judge
from rubout.kernels.candidates import alike
from rubout.kernels.tree_distance import distance
from rubout.measure.forest import Forest, columns
from rubout.measure.sources.universe import candidates
from rubout.store.blob import read_blob, write_blob
from rubout.store.index import Row, opened
from tests.near_misses import AND, CLASSES, COMMENTED, OPERATORS, SEEN, TOTAL, TS_LOOP, as_method
from tests.reports import places

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.outcome import Outcome
    from tests.conftest import Rubout, Tree

LONG_AGO = 10**18  # Unix nanoseconds


def outcome_of(
    root: Path, ask: Ask | None = None, knobs: Knobs = Knobs(), *, cache: bool = False, jobs: int = 1
) -> Outcome:
    request = Request(anchor=str(root), cache=cache, jobs=jobs)
    return near_miss(Run(request, candidates(str(root)), 2 * LONG_AGO, lambda _: None), ask or Ask(), knobs)


def found_in(outcome: Outcome) -> NearMisses:
    found: NearMisses = outcome.options["found"]
    return found


def names(found: NearMisses) -> list[str]:
    units = (found.files[place.file].facts.units[place.unit] for place in found.forest.units)
    paths = (found.files[place.file].path for place in found.forest.units)
    return [f"{path}:{unit.key}#{unit.nth}" for path, unit in zip(paths, units, strict=True)]


def clone_pairs(found: NearMisses) -> dict[tuple[str, str], int]:
    """Every clone pair that the classes list, by the names of the units."""
    named = names(found)
    assert found.classes is not None
    return {(named[pair.a], named[pair.b]): pair.ted for one in found.classes.classes for pair in one.pairs}


def by_brute_force(found: NearMisses, knobs: Knobs = Knobs()) -> dict[tuple[str, str], int]:
    """All pairs of units, each compared without a bound."""
    wood, named = found.forest, names(found)
    clones = {}
    for a, b in combinations(range(len(wood.units)), 2):
        one, other = (wood.trees[wood.tree_of[unit]] for unit in (a, b))
        if one.language != other.language or is_nested(found, a, b):
            continue
        ted = distance(*columns(wood, one), *columns(wood, other), one.nodes + other.nodes)
        if is_clone(ted, one.nodes, other.nodes, knobs):
            clones[named[a], named[b]] = ted
    return clones


def is_nested(found: NearMisses, a: int, b: int) -> bool:
    places = found.forest.units[a], found.forest.units[b]
    one, other = (found.files[place.file].facts.units[place.unit] for place in places)
    inside = one.start_line <= other.start_line and one.end_line >= other.end_line
    around = other.start_line <= one.start_line and other.end_line >= one.end_line
    return places[0].file == places[1].file and (inside or around)


SHAPES = {
    "a.py": TOTAL + AND + SEEN,
    "b.py": COMMENTED.replace("total", "sum_up") + OPERATORS,
    "c.py": CLASSES,
    "d.ts": TS_LOOP + TS_LOOP.replace("function f", "function g").replace("o += x", "o -= x * 2"),
    "e.tsx": TS_LOOP,
}


@pytest.mark.parametrize(
    ("other", "ted", "is_found"),
    [(AND, 4, True), (OPERATORS, 0, True), (COMMENTED, 1, True), (SEEN, 8, False)],
)
def test_2_edits_of_a_function(other: str, ted: int, is_found: bool, tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", "a.py": TOTAL, "b.py": other})))
    expected = {("a.py:total/2#0", "b.py:total/2#0"): ted} if is_found else {}
    assert clone_pairs(found) == expected


def test_7_a_class_is_no_clone_of_its_only_method(tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", "c.py": CLASSES})))
    ledger = found.ledger
    assert (ledger.windowed - ledger.nested, ledger.nested) == (1, 2)
    assert not any(a.split(":")[1][:4] == "Cart" and "total" in b for a, b in clone_pairs(found))


def test_a_pair_of_trees_that_stand_in_each_other_alone_is_not_sent(tree: Tree) -> None:
    outcome = outcome_of(tree({"rubout.toml": "", "c.py": as_method("Cart", TOTAL)}), Ask(facts=True))
    ledger = found_in(outcome).ledger
    assert (ledger.windowed, ledger.nested, ledger.sent, ledger.calls) == (1, 1, 0, 0)
    assert outcome.facts == Facts()


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_join_finds_what_comparing_all_pairs_without_a_bound_finds(jobs: int, tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", **SHAPES}), jobs=jobs))
    expected = by_brute_force(found)
    assert clone_pairs(found) == expected
    assert len(expected) > 5


@pytest.fixture(scope="module")
def statements() -> list[str]:
    return [
        "a = b + 1",
        "if a:\n        b(a, 2)",
        "for x in a:\n        b.c(x)",
        "return a[0]",
        "d(lambda: a)",
        "# said",
        "while a: b()",
    ]


@settings(max_examples=30)  # a run of the whole pipeline each
@given(data=st.data())
def test_drawn_programs_lose_no_clone(
    data: st.DataObject, statements: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    bodies = data.draw(st.lists(st.lists(st.sampled_from(statements), min_size=1, max_size=9), min_size=2, max_size=6))
    root = tmp_path_factory.mktemp("drawn")
    source = "".join(
        f"def f{number}(a, b):\n" + "".join(f"    {line}\n" for line in [*body, "pass"])
        for number, body in enumerate(bodies)
    )
    (root / "rubout.toml").write_text("")
    (root / "a.py").write_text(source)
    found = found_in(outcome_of(root))
    assert clone_pairs(found) == by_brute_force(found)


def test_a_renamed_and_edited_copy_is_found(tree: Tree, rubout: Rubout) -> None:
    copy = AND.replace("total", "sum_up").replace("items", "rows").replace("x", "r").replace("out", "acc")
    root = tree({"rubout.toml": "", "a.py": TOTAL, "lib/b.py": f"import os\n\n\n{copy}"})
    (row,) = json.loads(rubout("near-miss", root, "--format", "json").out)["rows"]
    assert places(row["members"]) == ["a.py:1-6", "lib/b.py:4-9"]
    assert [member["key"] for member in row["members"]] == ["total/2", "sum_up/2"]
    assert row["pairs"] == [{"a": 0, "b": 1, "ted": 4, "n1": 31, "n2": 35}]
    assert (row["saves"], row["clones"]) == (31, 1)
    (spot,) = row["spots"]
    assert (spot["a_lines"], spot["b_lines"]) == (None, [7, 7])
    assert (spot["relabel"], spot["delete"], spot["insert"]) == (0, 0, 4)
    assert row["hint"] == "a switch for what others have besides"


def test_spots_count_as_many_edits_as_the_distance(tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", **SHAPES})))
    assert found.classes is not None
    for one, spots in zip(found.classes.classes, found.spots, strict=True):
        assert spots is not None
        apart = {(pair.a, pair.b): pair.ted for pair in one.pairs}
        counted = dict.fromkeys(((spot.a, spot.b) for spot in spots), 0)
        for spot in spots:
            counted[spot.a, spot.b] += spot.relabel + spot.delete + spot.insert
        assert counted == {pair: apart[pair] for pair in counted}


def test_equal_trees_are_judged_once_and_counted_as_often_as_they_stand(tree: Tree) -> None:
    files = {f"{number}.py": TOTAL for number in range(5)} | {"and.py": AND, "and2.py": AND}
    outcome = outcome_of(tree({"rubout.toml": "", **files}))
    found = found_in(outcome)
    assert found.ledger.sent == 21  # 10 + 1 equal ones, 10 that differ
    assert len(outcome.verdict.scores) == 1
    assert found.classes is not None
    assert (found.classes.clones, len(found.classes.classes)) == (21, 1)


def test_a_class_of_thousands_lists_a_pair_for_each_two_trees_and_counts_all(tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", "a.py": TOTAL * 100, "b.py": AND * 2})))
    assert found.classes is not None
    (one,) = found.classes.classes
    assert (len(one.units), one.clones) == (102, 102 * 101 // 2)
    assert len(one.pairs) == 99 + 1 + 1


@pytest.mark.parametrize("knobs", [Knobs(tree_cap=33), Knobs(pair_work_cap=10)])
def test_what_is_not_judged_is_named_with_its_size(knobs: Knobs, tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", "a.py": TOTAL, "b.py": AND}), knobs=knobs))
    over_cap = [name for name, tree in zip(names(found), found.forest.tree_of, strict=True) if tree < 0]
    if knobs.tree_cap < 35:
        assert (over_cap, found.ledger.windowed) == (["b.py:total/2#0"], 0)
    else:
        assert (found.over_work, found.ledger.over_work, found.ledger.sent) == (((0, 1),), 1, 0)


def test_advisory_pairs_count_nowhere(tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": SEEN})
    plain, wide = (found_in(outcome_of(root, Ask(advisory=advisory))) for advisory in (False, True))
    assert (plain.advisory, [pair.ted for pair in wide.advisory or ()]) == (None, [8])
    assert (plain.ledger, plain.classes) == (wide.ledger, wide.classes)


def test_the_facts_are_what_the_judge_was_asked(tree: Tree) -> None:
    outcome = outcome_of(tree({"rubout.toml": "", **SHAPES}), Ask(facts=True))
    assert judge(outcome.facts) == outcome.verdict
    few = Knobs(pair_cap=2)
    assert len(outcome.facts.pairs) > 2
    assert msgspec.structs.replace(judge_calls(outcome.facts, few), knobs=Knobs()) == outcome.verdict
    assert judge_calls(outcome.facts, Knobs(pair_cap=2, tree_cap=24)).degraded


def test_a_call_that_is_too_long_still_refuses_a_pair_out_of_range() -> None:
    with pytest.raises(ContractError, match="tree 0 is not one of 0"):
        judge_calls(Facts((), (Pair(0, 1), Pair(0, 2))), Knobs(pair_cap=1))


@pytest.mark.parametrize(
    "change",
    [
        {"windowed": 9},
        {"sent": 2, "windowed": 11},
        {"prefiltered": 1, "judged": 0},
    ],
)
def test_a_ledger_that_does_not_add_up_is_our_bug(change: dict[str, int]) -> None:
    parts = {"windowed": 10, "nested": 1, "pruned_label": 5, "pruned_sequence": 2, "over_work": 1, "sent": 1}
    whole = {**parts, "calls": 1, "judged": 1, "prefiltered": 0}
    check_ledger(Ledger(**whole))
    with pytest.raises(RuntimeError, match="does not add up"):
        check_ledger(Ledger(**{**whole, **change}))


def test_nothing_with_a_grammar_is_no_pass(tree: Tree) -> None:
    with pytest.raises(RepositoryError, match="nothing to judge"):
        outcome_of(tree({"rubout.toml": "", "notes.md": "words\n"}))


def same(one: Outcome, other: Outcome) -> bool:
    found, others = found_in(one), found_in(other)
    parts = ((each.ledger, each.classes, each.spots, names(each)) for each in (found, others))
    return one.verdict == other.verdict and len({repr(part) for part in parts}) == 1


def test_what_is_kept_changes_no_answer(tree: Tree) -> None:
    root = tree({"rubout.toml": "", **SHAPES})
    afresh = outcome_of(root)
    assert same(outcome_of(root, cache=True), afresh)
    assert (root / ".rubout" / NAME).exists()
    assert same(outcome_of(root, cache=True), afresh)
    (root / "b.py").write_text(TOTAL)
    assert same(outcome_of(root, cache=True), outcome_of(root))
    (root / "a.py").unlink()
    assert same(outcome_of(root, cache=True), outcome_of(root))


@pytest.mark.parametrize("name", [NAME, SPOTS_NAME])
@pytest.mark.parametrize("damage", [b"", b"\x00", b"rubout blob 1\n"])
def test_a_damaged_cache_costs_time_alone(name: str, damage: bytes, tree: Tree) -> None:
    root = tree({"rubout.toml": "", **SHAPES})
    afresh = outcome_of(root, cache=True)
    (root / ".rubout" / name).write_bytes(damage)
    assert same(outcome_of(root, cache=True), afresh)
    write_blob(str(root), name, b"\x90")
    assert same(outcome_of(root, cache=True), afresh)


def test_a_pair_of_trees_that_was_judged_is_not_judged_again_wherever_it_stands(tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": AND})
    outcome_of(root, cache=True)
    data = read_blob(str(root), NAME)
    assert data
    kept = msgspec.msgpack.decode(data)
    assert array("I", kept[2]) == array("I", [4])
    write_blob(str(root), NAME, msgspec.msgpack.encode([*kept[:2], array("I", [3]).tobytes(), kept[3]]))
    (root / "c.py").write_text(AND.replace("total", "other"))
    assert clone_pairs(found_in(outcome_of(root, cache=True))) == {
        ("a.py:total/2#0", "b.py:total/2#0"): 3,
        ("a.py:total/2#0", "c.py:other/2#0"): 3,
        ("b.py:total/2#0", "c.py:other/2#0"): 0,
    }


def test_pairs_of_trees_that_were_there_before_are_not_looked_for_again(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"rubout.toml": "", **SHAPES})
    outcome_of(root, cache=True)
    looked: list[int] = []

    def counting(*given: Any) -> object:
        looked.append(len(given[4]) * len(given[5]))
        return alike(*given)

    monkeypatch.setattr("rubout.measure.candidates.alike", counting)
    (root / "new.py").write_text(AND.replace("x.ok", "x.fine and x.there"))
    found = outcome_of(root, cache=True)
    few = sum(looked)
    looked.clear()
    assert same(outcome_of(root, cache=False), found)
    assert 0 < few < sum(looked)


def test_other_families_pay_nothing_for_the_trees_and_facts_are_shared(tree: Tree, rubout: Rubout) -> None:
    root = tree({"rubout.toml": "", **SHAPES})
    rubout("clones", root)
    rubout("scan", root)
    with opened(str(root), print) as index:
        before = index.known()
    assert not any("trees" in revision for _, revision in before)
    rubout("near-miss", root)
    with opened(str(root), print) as index:
        added = index.known() - before
    assert len(added) == len(SHAPES)
    assert all("trees" in revision for _, revision in added)


def test_a_tree_that_is_none_of_its_digest_stops_the_run_by_name(tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": AND})
    outcome_of(root, cache=True)
    with opened(str(root), print) as index:
        for blob, revision in sorted(index.known()):
            row = index.row(blob, revision)
            if row and "trees" in revision and row.tokens:
                index.put(blob, revision, Row(b"", row.tokens.replace(b"\x1f\x00\x00\x00", b"\x1e\x00\x00\x00", 1)))
        index.save({}, whole=False)
    with pytest.raises(StoreError, match=r"total/2#0: its tree is not the one"):
        outcome_of(root, cache=True)


def test_the_forest_is_in_order_of_path_key_and_number(tree: Tree) -> None:
    found = found_in(outcome_of(tree({"rubout.toml": "", "b.py": TOTAL * 2, "a.py": AND, "a/c.py": TOTAL})))
    wood: Forest = found.forest
    assert names(found) == ["a.py:total/2#0", "a/c.py:total/2#0", "b.py:total/2#0", "b.py:total/2#1"]
    assert [one.units for one in wood.trees] == [[0], [1, 2, 3]]
