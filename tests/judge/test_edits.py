"""Moves, stations and stacks, against the rules written down as sets."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.edits import Block, Facts, Knobs, Pair, Row, Unit, Verdict
from rubout.judge.edits import check_knobs, judge, unit_pairs
from rubout.judge.edits_stacking import is_lopsided
from rubout.judge.edits_units import owners
from rubout.judge.edits_within import site_floor
from tests.moved import matters
from tests.refusals import refusal

# What a line of a drawn side is: a content, `BLANK` for one without a letter, `GAP` for an unchanged line.
BLANK, GAP = "-", "|"
WIDTHS = {"a": 20, "b": 3, "c": 19, "d": 18}
Side = str
Moves = tuple[set[tuple[int, int]], set[tuple[int, int]]]  # (pair, line) that left, that arrived
SMALL = Knobs(bridge_max=1)


def rows(side: Side) -> tuple[Row, ...]:
    """The changed lines of a side, a line a letter."""
    return tuple(
        Row(line, -1 if letter == BLANK else ord(letter), WIDTHS.get(letter, 0))
        for line, letter in enumerate(side, start=1)
        if letter != GAP
    )


def facts(*pairs: tuple[Side, Side], degraded: frozenset[int] = frozenset()) -> Facts:
    """Pairs of sides; the side with fewer unchanged lines gets those that it lacks at its end."""
    made = []
    for number, (before, after) in enumerate(pairs):
        path = f"{number:03}.py"
        matched = max(before.count(GAP), after.count(GAP))
        made.append(
            Pair(
                path,
                path,
                len(before) + matched - before.count(GAP),
                len(after) + matched - after.count(GAP),
                rows(before),
                rows(after),
                degraded=number in degraded,
            )
        )
    return Facts(tuple(made))


# The other definition: every rule as a set, every choice by looking at all there are.


def slow_moves(given: Facts, knobs: Knobs) -> tuple[Moves, set[Block], str | None]:
    within = slow_within(given)
    removed = slow_left([pair.removed for pair in given.pairs], given, within[0])
    added = slow_left([pair.added for pair in given.pairs], given, within[1])
    for content in {row.content for row in removed.values()}:
        product_ = sum(row.content == content for row in removed.values()) * sum(
            row.content == content for row in added.values()
        )
        if product_ > knobs.bucket_cap**2:
            return within, set(), "bucket_cap"
    blocks = slow_blocks(given, removed, added, knobs)
    into = {(block.to_pair, line) for block in blocks for line in block.to_lines}
    routes = {(block.from_pair, block.to_pair) for block in blocks}
    opened = [run for run in slow_runs(given, added, 1, knobs) if into & set(run)]
    into |= {
        place
        for run in opened
        for place in run
        if any(
            (source, place[0]) in routes and row.content == added[place].content for (source, _), row in removed.items()
        )
    }
    out = {
        place
        for place, row in removed.items()
        if any(target != place[0] and added[target, line].content == row.content for target, line in into)
    }
    return (within[0] | out, within[1] | into), blocks, None


def slow_left(sides: list[tuple[Row, ...]], given: Facts, moved: set[tuple[int, int]]) -> dict[tuple[int, int], Row]:
    return {
        (number, row.line): row
        for number, side in enumerate(sides)
        for row in side
        if row.width and (number, row.line) not in moved and not given.pairs[number].degraded
    }


def slow_within(given: Facts) -> Moves:
    out: set[tuple[int, int]] = set()
    into: set[tuple[int, int]] = set()
    for number, pair in enumerate(given.pairs):
        if not pair.degraded:
            out |= {(number, r.line) for r in pair.removed if r.width and r.content in {a.content for a in pair.added}}
            into |= {(number, a.line) for a in pair.added if a.width and a.content in {r.content for r in pair.removed}}
    return out, into


def slow_runs(given: Facts, left: dict[tuple[int, int], Row], side: int, knobs: Knobs) -> list[list[tuple[int, int]]]:
    """Neighbours of a run have nothing but a few insignificant changed lines between them."""
    found: list[list[tuple[int, int]]] = []
    for place in sorted(left):
        number, line = place
        changed = {row.line: row.width for row in (given.pairs[number].removed, given.pairs[number].added)[side]}
        if found and found[-1][-1][0] == number:
            between = range(found[-1][-1][1] + 1, line)
            if len(between) <= knobs.bridge_max and all(changed.get(one) == 0 for one in between):
                found[-1].append(place)
                continue
        found.append([place])
    return found


def slow_blocks(
    given: Facts, removed: dict[tuple[int, int], Row], added: dict[tuple[int, int], Row], knobs: Knobs
) -> set[Block]:
    """Every two equal stretches that no longer two hold, worth a station."""
    stretches: set[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = set()
    for source in slow_runs(given, removed, 0, knobs):
        for target in slow_runs(given, added, 1, knobs):
            if source[0][0] == target[0][0]:
                continue
            equal = {
                (i, j, n)
                for i in range(len(source))
                for j in range(len(target))
                for n in range(1, min(len(source) - i, len(target) - j) + 1)
                if [removed[p].content for p in source[i : i + n]] == [added[p].content for p in target[j : j + n]]
            }
            stretches |= {
                (tuple(source[i : i + n]), tuple(target[j : j + n]))
                for i, j, n in equal
                if (i, j, n + 1) not in equal and (i - 1, j - 1, n + 1) not in equal
            }
    return {
        Block(a[0][0], tuple(line for _, line in a), b[0][0], tuple(line for _, line in b))
        for a, b in stretches
        if len({removed[place].content for place in a}) >= 2
        and any(removed[place].width >= knobs.anchor_floor for place in a)
    }


def moves(verdict: Verdict) -> Moves:
    judged = list(enumerate(verdict.pairs))
    return (
        {(number, line) for number, pair in judged for line in pair.out_lines},
        {(number, line) for number, pair in judged for line in pair.in_lines},
    )


def assert_agrees(given: Facts, knobs: Knobs = SMALL) -> None:
    verdict = judge(given, knobs)
    expected, blocks, reason = slow_moves(given, knobs)
    assert moves(verdict) == expected
    assert set(verdict.blocks) == blocks
    assert len(verdict.blocks) == len(blocks)
    assert verdict.reason == reason


def test_every_small_removal_against_every_small_addition_agrees_with_the_sets() -> None:
    sides = ["".join(letters) for size in range(5) for letters in product("ab-|", repeat=size)]
    for before, after in product(sides[:85], sides):
        assert_agrees(facts((before, ""), ("", after)))


SIDES = st.text("abcd-|", max_size=7)


@given(st.lists(st.tuples(SIDES, SIDES), max_size=4), st.frozensets(st.integers(0, 3), max_size=1))
def test_any_pairs_agree_with_the_sets(pairs: list[tuple[Side, Side]], degraded: frozenset[int]) -> None:
    assert_agrees(facts(*pairs, degraded=degraded))


@given(st.lists(st.tuples(st.text("abc", max_size=6), st.text("abc", max_size=6)), max_size=3), st.integers(0, 3))
def test_over_the_budget_nothing_crosses_pairs(pairs: list[tuple[Side, Side]], cap: int) -> None:
    assert_agrees(facts(*pairs), Knobs(bucket_cap=cap))


PAIRS = st.lists(st.tuples(SIDES, SIDES), max_size=4).map(lambda pairs: facts(*pairs))


@given(PAIRS)
def test_the_ledger_closes(given_facts: Facts) -> None:
    for pair, judged in zip(given_facts.pairs, judge(given_facts).pairs, strict=True):
        counts = judged.counts
        assert counts.matched + counts.deleted + counts.moved_out == pair.lines_before
        assert counts.matched + counts.novel + counts.moved_in == pair.lines_after


@given(PAIRS)
def test_crossing_pairs_takes_no_move_away(given_facts: Facts) -> None:
    within = moves(judge(given_facts, Knobs(site_cost_cross=1 << 40)))
    across = moves(judge(given_facts))
    assert within == slow_within(given_facts)
    assert within[0] <= across[0]
    assert within[1] <= across[1]


@given(SIDES, SIDES)
def test_one_pair_alone_is_judged_within(before: Side, after: Side) -> None:
    given_facts = facts((before, after))
    assert moves(judge(given_facts)) == slow_within(given_facts)
    assert judge(given_facts).blocks == ()


@given(PAIRS)
def test_no_line_that_is_left_in_a_pair_stands_on_both_its_sides(given_facts: Facts) -> None:
    verdict = judge(given_facts, Knobs(site_cost_cross=1 << 40))
    for pair, judged in zip(given_facts.pairs, verdict.pairs, strict=True):
        removed = {row.content for row in pair.removed if row.width and row.line not in judged.out_lines}
        assert removed.isdisjoint(row.content for row in pair.added if row.width and row.line not in judged.in_lines)


@given(st.lists(st.tuples(SIDES, SIDES), max_size=4))
def test_renaming_the_pairs_the_other_way_round_renames_the_verdict(pairs: list[tuple[Side, Side]]) -> None:
    last = len(pairs) - 1
    verdict, other = judge(facts(*pairs)), judge(facts(*reversed(pairs)))
    assert tuple(reversed(other.pairs)) == verdict.pairs
    assert {(last - b.from_pair, b.from_lines, last - b.to_pair, b.to_lines) for b in other.blocks} == {
        (b.from_pair, b.from_lines, b.to_pair, b.to_lines) for b in verdict.blocks
    }


@given(PAIRS, st.tuples(SIDES))
def test_an_unrelated_pair_changes_nothing(given_facts: Facts, drawn: tuple[Side]) -> None:
    strange = tuple(Row(row.line, row.content + 1000, row.width) for row in rows(drawn[0]) if row.width)
    more = msgspec.structs.replace(
        given_facts, pairs=(*given_facts.pairs, Pair(None, "zzz.py", 0, len(strange), (), renumbered(strange)))
    )
    assert judge(more).pairs[:-1] == judge(given_facts).pairs
    assert judge(more).blocks == judge(given_facts).blocks


def renumbered(strange: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(msgspec.structs.replace(row, line=line) for line, row in enumerate(strange, start=1))


@given(st.integers(-3, 12), st.integers(-3, 5), st.integers(-3, 5))
def test_the_floor_is_the_least_number_that_opens_a_station(site: int, moved: int, plain: int) -> None:
    knobs = Knobs(moved_cost=moved, plain_cost=plain)
    opens = [n for n in range(1, 40) if n * moved + site < n * plain]
    assert site_floor(site, knobs) == (opens[0] if opens else None)


UNITS = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 6), st.integers(0, 4)), max_size=6).map(
    lambda drawn: [Unit(key, nth, start, start + more, stackable=True) for nth, (key, start, more) in enumerate(drawn)]
)


@given(UNITS, st.sets(st.integers(1, 12)))
def test_the_owner_of_a_line_is_the_shortest_unit_that_holds_it(units: list[Unit], lines: set[int]) -> None:
    def best(line: int) -> tuple[int, int] | None:
        holding = [unit for unit in units if unit.start_line <= line <= unit.end_line]
        ranked = sorted((u.end_line - u.start_line, -u.start_line, u.key, u.nth) for u in holding)
        return ranked[0][2:] if ranked else None

    assert owners(units, lines) == {line: best(line) for line in sorted(lines)}


def test_a_pair_with_units_alone_on_one_side_has_none_that_moved_whole() -> None:
    pair = Pair("a.py", "a.py", 3, 3, rows("a||"), rows("||a"), (Unit(0, 0, 1, 1, stackable=True),), ())
    assert judge(Facts((pair,), ("f/0",))).pairs[0].intact == ()


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [("a|", "|a", True), ("ab|", "|ab", True), ("ab|", "|a", False), ("a-|", "|a", True), ("-|", "|", False)],
)
def test_a_unit_moved_whole_iff_all_that_means_something_in_it_moved(before: Side, after: Side, *, whole: bool) -> None:
    made = facts((before, after)).pairs[0]
    unit = Unit(0, 0, 1, 9, stackable=True)
    pair = msgspec.structs.replace(made, units_before=(unit,), units_after=(unit,))
    assert judge(Facts((pair,), ("f/0",))).pairs[0].intact == (((0, 0),) if whole else ())


def test_lines_of_one_block_are_counted_by_the_units_they_left_and_reached() -> None:
    made = facts(("abc", ""), ("", "abc")).pairs
    left = msgspec.structs.replace(made[0], units_before=(Unit(0, 0, 1, 1, stackable=True),))
    reached = msgspec.structs.replace(made[1], units_after=(Unit(0, 0, 1, 2, stackable=True),))
    found = [
        (one.from_unit, one.from_line, one.to_unit, one.to_line, one.lines)
        for one in judge(Facts((left, reached), ("f/0",))).relocations
    ]
    assert found == [((0, 0), 1, (0, 0), 1, 1), (None, 2, (0, 0), 2, 1), (None, 3, None, 3, 1)]


def stack(before: tuple[Unit, ...], after: tuple[Unit, ...]) -> Facts:
    added = tuple(Row(line, line, 5) for line in range(31, 61))
    return Facts((Pair("a.py", "a.py", 30, 60, (), added, before, after),), ("f/0", "g/0"))


ONE, TWO, THREE = (Unit(0, nth, 20 * nth + 1, 20 * nth + 20, stackable=True) for nth in range(3))
HIDDEN = msgspec.structs.replace(TWO, stackable=False)


@pytest.mark.parametrize(
    ("before", "after", "spans"),
    [
        ((ONE,), (ONE, TWO), ((1, 20), (21, 40))),
        ((), (ONE, TWO), ((1, 20), (21, 40))),
        ((ONE, TWO), (ONE, TWO, THREE), ((1, 20), (21, 40), (41, 60))),
        ((), (ONE,), None),
        ((ONE, TWO), (ONE, TWO), None),
        ((ONE, TWO, THREE), (ONE, TWO), None),
        ((ONE,), (ONE, HIDDEN), None),
        ((ONE, HIDDEN), (ONE, TWO), ((1, 20), (21, 40))),
    ],
)
def test_a_key_is_stacked_when_it_stands_twice_and_more_often_than_before(
    before: tuple[Unit, ...], after: tuple[Unit, ...], spans: tuple[tuple[int, int], ...] | None
) -> None:
    assert [one.spans for one in judge(stack(before, after)).suspicions] == ([] if spans is None else [spans])


def test_the_copy_is_the_unit_with_most_new_lines_and_the_last_of_equals() -> None:
    (suspicion,) = judge(stack((), (ONE, TWO, THREE))).suspicions
    assert suspicion.copy == 2  # 20 new lines; the second has 10
    added = msgspec.structs.replace(stack((), (ONE, TWO)).pairs[0], lines_after=60)
    first = Unit(0, 0, 31, 60, stackable=True)
    again = msgspec.structs.replace(added, units_after=(first, Unit(0, 1, 1, 30, stackable=True)))
    (suspicion,) = judge(Facts((again,), ("f/0",))).suspicions
    assert (suspicion.spans, suspicion.copy) == (((1, 30), (31, 60)), 1)


def test_more_changed_rows_than_the_cap_are_judged_pair_by_pair() -> None:
    given_facts = facts(("ab", ""), ("", "ab"))
    assert judge(given_facts, Knobs(edit_row_cap=4)).blocks
    verdict = judge(given_facts, Knobs(edit_row_cap=3))
    assert (verdict.reason, verdict.fail, verdict.degraded, verdict.blocks) == ("edits_too_large", True, True, ())


# Each knob, moved alone, from the default; the facts on which it shows.
BLANKS = ("a" + BLANK * 7 + "b", "")
KNOBS = [
    ("moved_cost", 2, facts(("ab", ""), ("", "ab"))),
    ("plain_cost", 2, facts(("ab", ""), ("", "ab"))),
    ("site_cost_within", 2, facts(("a|", "|a"))),
    ("site_cost_cross", 4, facts(("ab", ""), ("", "ab"))),
    ("anchor_floor", 21, facts(("ab", ""), ("", "ab"))),
    ("bridge_max", 6, facts(("ab", ""), ("", BLANKS[0]))),
    ("bucket_cap", 0, facts(("ab", ""), ("", "ab"))),
    ("stacking_novel_floor", 31, stack((ONE,), (ONE, TWO))),
    ("stacking_ratio", 40, msgspec.structs.replace(stack((), ()), pairs=(msgspec.structs.replace(
        stack((ONE,), (ONE, TWO)).pairs[0], removed=(Row(1, 999, 1),), lines_before=31),))),
    ("edit_row_cap", 3, facts(("ab", ""), ("", "ab"))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "given_facts"), KNOBS, ids=[name for name, _, _ in KNOBS])
def test_each_knob_moves_a_verdict(name: str, value: int, given_facts: Facts) -> None:
    assert matters(judge, given_facts, Knobs(), **{name: value})


def test_the_other_knobs_are_of_the_measurement() -> None:
    assert {name for name, _, _ in KNOBS} == {*Knobs.__struct_fields__} - {"diff_bound", "side_bytes_cap"}


@given(PAIRS)
def test_only_the_units_that_are_asked_for_matter(given_facts: Facts) -> None:
    unit = Unit(0, 0, 1, 3, stackable=True)
    whole = [
        msgspec.structs.replace(pair, units_before=(unit,), units_after=(unit, Unit(0, 1, 4, 9, stackable=True)))
        for pair in given_facts.pairs
    ]
    knobs = Knobs(stacking_novel_floor=3)
    verdict = judge(msgspec.structs.replace(given_facts, pairs=tuple(whole), keys=("f/0",)), knobs)
    wanted = set(unit_pairs(given_facts, judge(given_facts, knobs)))
    some = [whole[n] if n in wanted else pair for n, pair in enumerate(given_facts.pairs)]
    assert judge(msgspec.structs.replace(given_facts, pairs=tuple(some), keys=("f/0",)), knobs) == verdict


@pytest.mark.parametrize(("novel", "deleted", "lopsided"), [(20, 1, True), (20, 2, False), (19, 0, False)])
def test_a_pair_is_lopsided_on_the_floor_and_not_on_the_ratio(novel: int, deleted: int, *, lopsided: bool) -> None:
    assert is_lopsided(novel, deleted, Knobs()) is lopsided


@pytest.mark.parametrize("name", Knobs.__struct_fields__)
def test_a_knob_below_its_floor_is_named(name: str) -> None:
    assert check_knobs(Knobs()) == []
    wrong = check_knobs(msgspec.structs.replace(Knobs(), **{name: -1}))
    assert [knob for knob, _ in wrong] == [name]


def test_leaving_a_line_must_cost_more_than_moving_it() -> None:
    assert check_knobs(Knobs(plain_cost=1)) == [("plain_cost", "1 is below 2")]


GOOD = Pair("a.py", "a.py", 3, 3, (Row(1, 0, 4), Row(2, -1, 0)), (Row(1, 0, 4), Row(3, 1, 2)))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"before_path": None, "after_path": None}, "pairs[0]"),
        ({"before_path": None}, "pairs[0]"),
        ({"after_path": None}, "pairs[0]"),
        ({"lines_after": 4}, "pairs[0]"),
        ({"removed": (Row(2, 0, 4), Row(1, 0, 4))}, "pairs[0].removed[1]"),
        ({"removed": (Row(2, 0, 4), Row(2, 0, 4))}, "pairs[0].removed[1]"),
        ({"removed": (Row(0, 0, 4), Row(1, 0, 4))}, "pairs[0].removed[0]"),
        ({"added": (Row(1, 0, 4), Row(4, 0, 4))}, "pairs[0].added[1]"),
        ({"added": (Row(1, 0, 4), Row(3, 1, -2))}, "pairs[0].added[1]"),
        ({"added": (Row(1, 0, 5), Row(3, 1, 2))}, "pairs[0].added[0]"),
        ({"added": (Row(1, 0, 4), Row(3, -1, 2))}, "pairs[0].added[1]"),
        ({"added": (Row(1, 0, 4), Row(3, 1, 0))}, "pairs[0].added[1]"),
        ({"added": (Row(1, 0, 4), Row(3, -2, 2))}, "pairs[0].added[1]"),
        ({"units_before": (Unit(1, 0, 1, 1, stackable=True),)}, "pairs[0].units_before[0]"),
        ({"units_after": (Unit(0, 0, 0, 1, stackable=True),)}, "pairs[0].units_after[0]"),
        ({"units_after": (Unit(0, 0, 2, 1, stackable=True),)}, "pairs[0].units_after[0]"),
        ({"units_after": (Unit(0, 0, 1, 1, stackable=True),) * 2}, "pairs[0].units_after[1]"),
    ],
)
def test_facts_that_no_measurement_gives_are_refused_by_pair_and_row(changes: dict[str, object], where: str) -> None:
    judge(Facts((GOOD,), ("f/0",)))
    assert refusal(judge, Facts((msgspec.structs.replace(GOOD, **changes),), ("f/0",)), Knobs())[0] == f"edits {where}"


@pytest.mark.parametrize("path", ["a.py", "A.py"])
def test_a_pair_that_does_not_follow_the_one_before_is_refused(path: str) -> None:
    with pytest.raises(ContractError, match=r"pairs\[1\]"):
        judge(Facts((GOOD, Pair(path, None, 0, 0)), ("f/0",)))


def test_an_empty_change_is_a_clean_one() -> None:
    verdict = judge(Facts())
    assert (verdict.fail, verdict.degraded, verdict.reason, verdict.pairs) == (False, False, None, ())
